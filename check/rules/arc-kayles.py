"""Arc Kayles: take two vertices that an edge joins, with all edges at either of them."""
def options(edges):
    return [tuple(other for other in edges if not set(other) & set(edge)) for edge in edges]

def form(edges):
    return tuple(sorted({tuple(sorted(edge)) for edge in edges}))
