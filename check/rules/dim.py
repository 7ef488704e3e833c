"""Dim: subtract a divisor, which may be the number itself."""
def options(number):
    return [number - divisor for divisor in range(1, number + 1) if number % divisor == 0]
