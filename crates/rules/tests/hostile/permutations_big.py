from itertools import permutations
def options(n):
    return [sum(1 for x in permutations(range(12)))]
