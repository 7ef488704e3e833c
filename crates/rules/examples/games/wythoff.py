# (60, 60)
def options(p):
    """Wythoff's game: a queen goes to the corner."""
    x, y = p
    for k in range(1, x + 1):
        yield x - k, y
    for k in range(1, y + 1):
        yield x, y - k
    for k in range(1, min(x, y) + 1):
        yield (x - k, y - k)
