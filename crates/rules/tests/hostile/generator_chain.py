def g(x):
    yield from x
def options(n):
    x = [1]
    for i in range(15000):
        x = g(x)
    return list(x)
