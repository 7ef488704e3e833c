# (7, 7, 7, 7, 7)
def options(rows):
    """Bite a bar of chocolate whose corner is poisoned."""
    out = []
    for r, n in enumerate(rows):
        for c in range(n):
            if r == 0 and c == 0:
                continue
            out.append(tuple(min(m, c) if i >= r else m for i, m in enumerate(rows)))
    return out
