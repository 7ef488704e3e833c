"""Edge geography: move the token along an edge, which is deleted."""
def options(position):
    token, *edges = position
    return [(sum(edge) - token, *edges[:place], *edges[place + 1:])
            for place, edge in enumerate(edges) if token in edge]

def form(position):
    token, *edges = position
    return token, *sorted(tuple(sorted(edge)) for edge in edges)
