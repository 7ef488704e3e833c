from itertools import combinations
def options(n):
    return [len(c) for c in combinations(range(100000), 50000)]
