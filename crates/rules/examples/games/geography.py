# (0, ())
EDGES = {v: sorted({(v * v + 1) % 11, (3 * v + 2) % 11, (v + 4) % 11} - {v}) for v in range(11)}

def options(p):
    """Walk in a graph, and never to a vertex where one was."""
    here, seen = p
    gone = set(seen) | {here}
    return [(nxt, tuple(sorted(gone))) for nxt in EDGES[here] if nxt not in gone]
