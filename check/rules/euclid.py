"""Euclid's game: subtract a multiple of the smaller number from the larger, leaving it positive."""
def options(pair):
    small, large = pair
    return [(small, large - times) for times in range(small, large, small)]

def form(pair):
    return tuple(sorted(pair))
