def f(n): return n if n < 2 else f(n - 1) + f(n - 2)
def options(n): return [f(90)]
