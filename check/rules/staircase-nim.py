"""Staircase nim: move coins from a step to the next lower one; from step 1 they leave the game."""
def options(steps):
    found = []
    for place, coins in enumerate(steps):
        for moved in range(1, coins + 1):
            left = list(steps)
            left[place] -= moved
            if place:
                left[place - 1] += moved
            found.append(tuple(left))
    return found
