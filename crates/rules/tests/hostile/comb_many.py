import math
def options(n):
    while True:
        x = math.comb(66, 33)
