"""Zero-move nim: take stones; once, while the heap is not empty, take none."""
def options(heap):
    stones, passes = heap
    return [(left, passes) for left in range(stones)] + ([(stones, 0)] if stones and passes else [])
