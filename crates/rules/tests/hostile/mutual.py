def a(n): return b(n + 1)
def b(n): return c(n + 1)
def c(n): return a(n + 1)
def options(n): return [a(n)]
