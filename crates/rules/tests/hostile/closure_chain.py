def options(n):
    f = lambda: 1
    for i in range(100000):
        f = (lambda g: lambda: g())(f)
    return [f()]
