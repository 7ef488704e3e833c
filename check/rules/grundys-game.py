"""Grundy's game: split a heap into two of different sizes."""
def options(heap):
    return [[part, heap - part] for part in range(1, (heap + 1) // 2)]
