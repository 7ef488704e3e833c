def a(m, n):
    return n + 1 if m == 0 else a(m - 1, 1) if n == 0 else a(m - 1, a(m, n - 1))
def options(n): return [a(4, 2)]
