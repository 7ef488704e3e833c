"""Multiplication game: while the product is below the goal, multiply it by a number from 2 to 9."""
def options(pair):
    product, goal = pair
    return [(product * factor, goal) for factor in range(2, 10)] if product < goal else []
