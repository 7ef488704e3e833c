"""Floor division game: divide by 2, 3, 4, 5 or 6, and round down."""
def options(number):
    return [number // divisor for divisor in range(2, 7)] if number else []
