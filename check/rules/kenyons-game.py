"""Kenyon's game: take one token; or take two, and leave one, two or three heaps."""
def options(heap):
    rest = heap - 2
    return ([heap - 1] if heap else []) + [[a, b, rest - a - b] for a in range(rest + 1) for b in range(rest - a + 1)]
