"""Grim: delete a vertex that has a neighbour, with its edges."""
def options(edges):
    return [tuple(edge for edge in edges if vertex not in edge) for vertex in {end for edge in edges for end in edge}]

def form(edges):
    return tuple(sorted({tuple(sorted(edge)) for edge in edges}))
