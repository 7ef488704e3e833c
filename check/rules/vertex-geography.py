"""Vertex geography: move the token along an edge; the vertex that it leaves is deleted with its edges."""
def options(position):
    token, *edges = position
    left = [edge for edge in edges if token not in edge]
    return [(sum(edge) - token, *left) for edge in edges if token in edge]

def form(position):
    token, *edges = position
    return token, *sorted(tuple(sorted(edge)) for edge in edges)
