"""Bachet's game: take 1 to k stones."""
def options(heap):
    most, stones = heap
    return [(most, stones - taken) for taken in range(1, min(most, stones) + 1)]
