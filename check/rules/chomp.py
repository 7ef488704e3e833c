"""Chomp: bite a square, with all squares right of it and below it. The upper left square is poisoned."""
def options(rows):
    found = []
    for row, length in enumerate(rows):
        for kept in range(length):
            if (row, kept) != (0, 0):
                left = rows[:row] + tuple(min(squares, kept) for squares in rows[row:])
                found.append(tuple(squares for squares in left if squares))
    return found
