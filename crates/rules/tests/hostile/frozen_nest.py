def options(n):
    f = frozenset([1])
    for i in range(100000):
        f = frozenset([f, i])
    return [len(f)]
