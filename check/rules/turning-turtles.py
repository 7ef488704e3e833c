"""Turning turtles: turn a coin from heads to tails, and one more left of it if you like. Positions list the heads."""
def options(heads):
    return [tuple(sorted(set(heads) ^ {head} ^ ({other} if other >= 0 else set())))
            for head in heads for other in range(-1, head)]
