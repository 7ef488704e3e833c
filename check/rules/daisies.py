"""Daisies: split a heap into two, or take one token and leave the rest as one heap or two."""
def options(petals):
    split = [[part, petals - part] for part in range(1, petals)]
    return split + [[part, petals - 1 - part] for part in range(petals)]
