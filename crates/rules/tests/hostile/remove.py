def options(n):
    x = list(range(100000))
    while x:
        x.remove(x[-1])
    return [0]
