"""Poset game: take an element with all that are above it. A position lists a<b or b>a, and elements alone."""
def read(parts):
    """The elements, and all pairs (lower, upper), also those that follow from others."""
    pairs = {tuple(part.split("<")) for part in parts if "<" in part}
    pairs |= {tuple(part.split(">")[::-1]) for part in parts if ">" in part}
    elements = {element for pair in pairs for element in pair}
    elements |= {part for part in parts if "<" not in part and ">" not in part}
    for middle in elements:
        pairs |= {(low, high) for low, at in pairs if at == middle for other, high in pairs if other == middle}
    return elements, pairs

def options(parts):
    elements, pairs = read(parts)
    lefts = [elements - {taken} - {high for low, high in pairs if low == taken} for taken in elements]
    return [tuple(left) + tuple(f"{low}<{high}" for low, high in pairs if {low, high} <= left) for left in lefts]

def form(parts):
    elements, pairs = read(parts)
    return tuple(sorted(elements)) + tuple(sorted(f"{low}<{high}" for low, high in pairs))
