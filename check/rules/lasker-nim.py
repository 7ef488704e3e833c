"""Lasker's Nim: take any number of stones, or split a heap into two."""
def options(stones):
    return list(range(stones)) + [[part, stones - part] for part in range(1, stones // 2 + 1)]
