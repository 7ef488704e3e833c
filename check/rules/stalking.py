"""Stalking: take a token from a heap, or take a heap of two."""
def options(heap):
    return ([heap - 1] if heap else []) + ([[]] if heap == 2 else [])
