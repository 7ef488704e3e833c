"""Wythoff's game: take any number of stones from one heap, or the same number from both."""
def options(heaps):
    a, b = heaps
    return ([(a - taken, b) for taken in range(1, a + 1)] + [(a, b - taken) for taken in range(1, b + 1)]
            + [(a - taken, b - taken) for taken in range(1, min(a, b) + 1)])

def form(heaps):
    return tuple(sorted(heaps))
