def options(n):
    x = list(range(200000))
    while x:
        x.pop(0)
    return [0]
