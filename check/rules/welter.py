"""Welter's game: move a coin to an empty square left of it."""
def options(coins):
    return [tuple(sorted(set(coins) - {square} | {to})) for square in coins for to in range(square) if to not in coins]
