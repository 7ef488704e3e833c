# (12, 14, 16)
def options(heaps):
    """Nim whose heaps are sorted."""
    result = set()
    for i in range(len(heaps)):
        for take in range(1, heaps[i] + 1):
            new = list(heaps)
            new[i] -= take
            result.add(tuple(sorted(h for h in new if h > 0)))
    return result
