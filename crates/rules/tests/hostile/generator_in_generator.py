def g(k):
    if k == 0:
        yield 1
    else:
        for x in g(k - 1):
            for y in g(k - 1):
                yield x
def options(n):
    return [sum(g(25))]
