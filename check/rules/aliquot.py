"""Aliquot: subtract a proper divisor."""
def options(number):
    return [number - divisor for divisor in range(1, number) if number % divisor == 0]
