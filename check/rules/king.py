"""King to the corner: move one square left, down, or both."""
def options(square):
    x, y = square
    return [(x - a, y - b) for a, b in ((1, 0), (0, 1), (1, 1)) if x >= a and y >= b]
