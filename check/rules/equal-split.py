"""Equal split: divide a heap into two or more equal heaps."""
def options(stones):
    return [[stones // heaps] * heaps for heaps in range(2, stones + 1) if stones % heaps == 0]
