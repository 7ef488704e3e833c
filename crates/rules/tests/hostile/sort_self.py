def f(x):
    return sorted([1, 2], key=f)
def options(n):
    return f(1)
