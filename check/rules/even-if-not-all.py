"""Even if not all, all if odd: take an even number of stones, but not all; or all, if their number is odd."""
def options(stones):
    return [stones - taken for taken in range(2, stones, 2)] + ([0] if stones % 2 else [])
