def options(n):
    return list(range(n, n + 100000))
