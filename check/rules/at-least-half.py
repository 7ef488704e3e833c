"""At least half: take at least half of the stones."""
def options(stones):
    return [stones - taken for taken in range(1, stones + 1) if 2 * taken >= stones]
