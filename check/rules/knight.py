"""Knight on a board of 15 x 15 squares, with four moves towards the corner."""
def options(square):
    x, y = square
    to = [(x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)]
    return [(x, y) for x, y in to if 1 <= x <= 15 and 1 <= y <= 15]
