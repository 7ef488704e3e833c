"""Wizards and Numbers: replace the larger number b by b - a^k for some k >= 1, or by b mod a."""
def options(pair):
    a, b = pair
    if a == 0:
        return []
    powers = [1] if a == 1 else []
    power = a
    while a > 1 and power <= b:
        powers.append(power)
        power *= a
    return [(a, b - power) for power in powers] + [(a, b % a)]

def form(pair):
    return tuple(sorted(pair))
