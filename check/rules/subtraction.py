"""Subtraction games: take a number of the set from the heap. The parameters are the set."""
def options(heap, parameters):
    return [heap - taken for taken in map(int, parameters.split(",")) if taken <= heap]
