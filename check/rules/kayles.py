"""Kayles: knock down one pin or two adjacent ones; the rest may be two rows."""
def options(pins):
    return [[left, pins - down - left] for down in (1, 2) for left in range(pins - down + 1)]
