def options(n):
    x = list(range(20000))
    while True:
        x.sort(key=lambda v: -v)
