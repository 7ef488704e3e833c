def options(n):
    m = range(5)
    for i in range(10000):
        m = map(lambda x: x + 1, m)
    return list(m)
