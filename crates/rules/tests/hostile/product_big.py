from itertools import product
def options(n):
    return [sum(1 for x in product(range(10), repeat=12))]
