def options(n):
    t = ("x" * 4000,)
    return [t] * 200000
