"""Pile of powers: take 1, a, a^2, ... stones."""
def options(pile):
    base, stones = pile
    found, power = [], 1
    while power <= stones:
        found.append((base, stones - power))
        power *= base
        if base == 1:
            break
    return found
