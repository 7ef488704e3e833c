def options(n):
    def g():
        yield from it
    it = g()
    return list(it)
