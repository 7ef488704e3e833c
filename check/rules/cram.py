"""Cram: put a domino on two free cells that are side by side or one above the other. Free cells are dots."""
def options(rows):
    found = []
    for y, row in enumerate(rows):
        for x in range(len(row)):
            for cells in ({(y, x), (y, x + 1)}, {(y, x), (y + 1, x)}):
                if all(b < len(rows) and a < len(rows[b]) and rows[b][a] == "." for b, a in cells):
                    found.append(tuple("".join("x" if (b, a) in cells else cell for a, cell in enumerate(line))
                                       for b, line in enumerate(rows)))
    return found
