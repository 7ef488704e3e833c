"""Ruler: turn consecutive coins, the right one from heads to tails. Positions list the heads."""
def options(heads):
    return [tuple(sorted(set(heads) ^ set(range(first, head + 1)))) for head in heads for first in range(head + 1)]
