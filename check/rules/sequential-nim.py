"""Sequential nim: take stones from the first heap that is not empty."""
def options(heaps):
    for place, stones in enumerate(heaps):
        if stones:
            return [heaps[:place] + (left,) + heaps[place + 1:] for left in range(stones)]
    return []
