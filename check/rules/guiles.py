"""Guiles: take a heap of 1 or of 2; or take two from a heap, and split the rest into two."""
def options(heap):
    return ([[]] if heap in (1, 2) else []) + [[part, heap - 2 - part] for part in range(1, heap - 2)]
