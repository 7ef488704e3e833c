def options(n):
    while True:
        *a, b = range(100000)
