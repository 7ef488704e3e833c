"""Euclid's game to zero: subtract a multiple of the smaller number from the larger, which may become 0."""
def options(pair):
    small, large = pair
    return [(small, large - times) for times in range(small, large + 1, small)] if small else []

def form(pair):
    return tuple(sorted(pair))
