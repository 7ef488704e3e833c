from functools import cache
@cache
def f(n): return n
def options(n):
    while True:
        f(n)
        n += 1
