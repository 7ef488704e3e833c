"""Lieges of Legendre: take a stone, or split an even heap into k heaps, each with half as many stones."""
def options(heap):
    k, stones = heap
    found = [(k, stones - 1)] if stones else []
    return found + ([[(k, stones // 2)] * k] if stones and stones % 2 == 0 else [])
