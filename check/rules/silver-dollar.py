"""Silver dollar game: slide a coin left, not over or onto a coin."""
def options(coins):
    found = []
    for place, square in enumerate(coins):
        lowest = coins[place - 1] + 1 if place else 0
        found += [coins[:place] + (to,) + coins[place + 1:] for to in range(lowest, square)]
    return found
