def options(n):
    x = list(range(100000))
    while True:
        y = x[::-1]
        x[:] = y
