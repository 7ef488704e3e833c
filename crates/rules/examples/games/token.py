# (99, 99)
def options(p):
    """Move a token left, down, or by a step of a knight."""
    x, y = p
    out = []
    for dx, dy in [(1, 0), (0, 1), (2, 1), (1, 2)]:
        if x >= dx and y >= dy:
            out.append((x - dx, y - dy))
    return out
