# 0
def options(p):
    """Subtract a multiple of the smaller number from the larger one; the start is any pair."""
    if p == 0:
        return [(a, b) for a in range(1, 150) for b in range(1, a + 1)]
    a, b = p
    if b == 0:
        return []
    return [(max(a - k * b, b), min(a - k * b, b)) for k in range(1, a // b + 1)]
