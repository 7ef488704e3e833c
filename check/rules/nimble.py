"""Nimble: move a coin to any square left of it."""
def options(squares):
    found = []
    for place, coins in enumerate(squares):
        for to in range(place if coins else 0):
            left = list(squares)
            left[place] -= 1
            left[to] += 1
            found.append(tuple(left))
    return found
