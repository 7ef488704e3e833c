"""Tower breakers: reduce the height to a proper divisor of it."""
def options(height):
    return [divisor for divisor in range(1, height) if height % divisor == 0]
