from functools import cache
@cache
def f(n, *key): return (key, f(n - 1, key, *key)) if n else key
def options(n): return [len(f(n, n))]
