"""Coprime take-away: take a number of stones that has no common factor with K but 1."""
from math import gcd

def options(heap):
    number, stones = heap
    return [(number, stones - taken) for taken in range(1, stones + 1) if gcd(taken, number) == 1]
