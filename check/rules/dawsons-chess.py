"""Dawson's Chess: take a file of the board, with its neighbours; the rest may be two boards."""
def options(files):
    taken = [(max(file - 1, 0), max(files - file - 2, 0)) for file in range(files)]
    return [list(left) for left in taken]
