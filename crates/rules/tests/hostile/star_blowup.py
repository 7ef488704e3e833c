def f(*x):
    return f(*x, *x)
def options(n):
    return [f(1, 2)]
