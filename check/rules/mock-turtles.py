"""Mock turtles: turn one, two or three coins, the right one from heads to tails. Positions list the heads."""
from itertools import combinations

def options(heads):
    return [tuple(sorted(set(heads) ^ {head, *others}))
            for head in heads for more in range(3) for others in combinations(range(head), more)]
