# '.........'
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def dead(b):
    return any(all(b[i] == "X" for i in line) for line in LINES)

def options(b):
    """Both put crosses; who makes three in a row loses."""
    if dead(b):
        return []
    moves = [b[:i] + "X" + b[i + 1:] for i, c in enumerate(b) if c == "."]
    return [m for m in moves if not dead(m)]
