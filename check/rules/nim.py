"""Nim: take any number of stones from a heap."""
def options(stones):
    return list(range(stones))
