"""t-Wythoff: take stones from one heap, or k from one and l from the other if k and l differ by less than t."""
def options(heaps):
    t, a, b = heaps
    return ([(t, a - taken, b) for taken in range(1, a + 1)] + [(t, a, b - taken) for taken in range(1, b + 1)]
            + [(t, a - k, b - l) for k in range(1, a + 1) for l in range(1, b + 1) if abs(k - l) < t])

def form(heaps):
    return (heaps[0], *sorted(heaps[1:]))
