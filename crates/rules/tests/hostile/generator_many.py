def g():
    yield 1
def options(n):
    x = []
    while True:
        x.append(g())
