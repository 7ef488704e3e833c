"""Prim: take m of n stones if m and n have no common factor but 1."""
from math import gcd

def options(stones):
    return [stones - taken for taken in range(1, stones + 1) if gcd(taken, stones) == 1]
