"""Turning corners: turn the corners of a rectangle; that of the highest column and row must be heads."""
def options(heads):
    return [tuple(sorted(set(heads) ^ {(x, y), (left, y), (x, below), (left, below)}))
            for x, y in heads for left in range(x) for below in range(y)]
