def g():
    while True:
        yield 1
def options(n):
    return list(g())
