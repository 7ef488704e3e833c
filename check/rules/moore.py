"""Moore's nim: take any number of stones from each of 1 to k heaps."""
from itertools import product

def options(position):
    most, heaps = position
    lefts = product(*(range(stones + 1) for stones in heaps))
    return [(most, left) for left in lefts if 1 <= sum(new != old for new, old in zip(left, heaps)) <= most]
