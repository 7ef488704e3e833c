"""Take between: take at least l and at most r stones."""
def options(heap):
    least, most, stones = heap
    return [(least, most, stones - taken) for taken in range(least, min(most, stones) + 1)]
