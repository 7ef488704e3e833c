"""Fibonacci nim: take 1 to q stones; after t are taken, the next move takes at most 2t."""
def options(heap):
    stones, bound = heap
    return [(stones - taken, 2 * taken) for taken in range(1, min(bound, stones) + 1)]

def form(heap):
    return (heap[0], min(heap))
