def options(n):
    x = list(range(100000))
    while True:
        del x[::2]
        x.extend(range(len(x)))
