"""Mark: subtract 1, or halve the number and round down."""
def options(number):
    return [number - 1, number // 2] if number else []
