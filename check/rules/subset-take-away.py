"""Subset take-away: take a set with all that contain it."""
def options(family):
    return [tuple(other for other in family if not set(taken) <= set(other)) for taken in family]

def form(family):
    return tuple(sorted(tuple(sorted(numbers)) for numbers in family))
