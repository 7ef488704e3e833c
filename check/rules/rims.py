"""Rims: take at least one stone, and leave the rest as one heap or divide it into two."""
def options(stones):
    found = [[]] if stones else []
    for rest in range(1, stones):
        found += [rest] + [[first, rest - first] for first in range(1, rest // 2 + 1)]
    return found
