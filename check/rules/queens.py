"""Non-attacking queens: a queen takes its free cell and all cells in its row, column and diagonals."""
def options(rows):
    found = []
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == ".":
                found.append(tuple("".join("x" if b == y or a == x or abs(b - y) == abs(a - x) else other
                                           for a, other in enumerate(line)) for b, line in enumerate(rows)))
    return found
