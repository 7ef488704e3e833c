def options(n):
    d = {i: i for i in range(50000)}
    while d:
        d.popitem()
    return [0]
