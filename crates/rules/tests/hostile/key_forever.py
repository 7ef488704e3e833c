def options(n):
    def f(x):
        while True:
            pass
    return [max([1, 2], key=f)]
