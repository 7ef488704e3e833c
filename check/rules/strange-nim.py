"""Strange nim: take at least one stone and at most a k-th of the heap, rounded down."""
def options(heap):
    k, stones = heap
    return [(k, stones - taken) for taken in range(1, stones // k + 1)]
