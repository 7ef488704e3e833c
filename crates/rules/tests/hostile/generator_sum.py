def g():
    i = 0
    while True:
        yield i
        i += 1
def options(n):
    return [sum(x for x in g())]
