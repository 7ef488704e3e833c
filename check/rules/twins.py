"""Twins: turn two coins, the right one from heads to tails. Positions list the heads."""
def options(heads):
    return [tuple(sorted(set(heads) ^ {head, other})) for head in heads for other in range(head)]
