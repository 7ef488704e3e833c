# 100000
def options(n):
    """Take a divisor that is smaller than the number."""
    out = []
    d = 1
    while d * d <= n:
        if n % d == 0:
            if d < n:
                out.append(n - d)
            if 1 < d and d * d < n:
                out.append(n - n // d)
        d += 1
    return out
