def options(n):
    d = {}
    for i in range(100000):
        d[i << 32] = i
    return [len(d)]
