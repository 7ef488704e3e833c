"""Take-away: take 1 to q stones; after t are taken, the next move takes at most k times t."""
def options(heap):
    factor, stones, bound = heap
    return [(factor, stones - taken, factor * taken) for taken in range(1, min(bound, stones) + 1)]

def form(heap):
    return (heap[0], heap[1], min(heap[1:]))
