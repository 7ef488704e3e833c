"""Node Kayles: take a vertex with all its neighbours. A position lists edges, and vertices alone."""
def options(parts):
    edges = [part for part in parts if isinstance(part, tuple)]
    vertices = {end for edge in edges for end in edge} | {part for part in parts if not isinstance(part, tuple)}
    found = []
    for vertex in vertices:
        left = vertices - {vertex} - {end for edge in edges if vertex in edge for end in edge}
        found.append(tuple(edge for edge in edges if set(edge) <= left) + tuple(left))
    return found

def form(parts):
    edges = {tuple(sorted(part)) for part in parts if isinstance(part, tuple)}
    alone = {part for part in parts if not isinstance(part, tuple)} - {end for edge in edges for end in edge}
    return tuple(sorted(edges)) + tuple(sorted(alone))
