"""End nim: take stones from the first or from the last heap that is not empty."""
def options(heaps):
    full = [place for place, stones in enumerate(heaps) if stones]
    return [heaps[:place] + (left,) + heaps[place + 1:]
            for place in sorted({full[0], full[-1]} if full else []) for left in range(heaps[place])]
