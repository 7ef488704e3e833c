"""Green hackenbush: cut an edge; what is no longer joined to the ground, vertex 0, falls."""
def options(edges):
    found = []
    for place in range(len(edges)):
        left, standing = edges[:place] + edges[place + 1:], {0}
        for _ in left:
            standing |= {end for edge in left if standing & set(edge) for end in edge}
        found.append(tuple(edge for edge in left if edge[0] in standing))
    return found

def form(edges):
    return tuple(sorted(tuple(sorted(edge)) for edge in edges))
