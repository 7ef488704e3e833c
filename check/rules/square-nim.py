"""Square nim: take a square number of stones."""
def options(stones):
    return [stones - root * root for root in range(1, stones + 1) if root * root <= stones]
