def options(n):
    x = []
    for i in range(200000):
        x.insert(0, i)
    return [len(x)]
