"""Chocolate bar: break a bar along a line into two, both of which stay."""
def options(bar):
    m, n = bar
    return ([[(part, n), (m - part, n)] for part in range(1, m)] + [[(m, part), (m, n - part)] for part in range(1, n)])

def form(bar):
    return tuple(sorted(bar))
