"""Dawson's Kayles: knock down two adjacent pins; the rest may be two rows."""
def options(pins):
    return [[left, pins - 2 - left] for left in range(pins - 1)]
