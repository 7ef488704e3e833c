from functools import cache
@cache
def f(key): return f(key)
def options(n): return f(tuple(range(n * 1000)))
