"""Prime nim: take 1 or a prime number of stones."""
def is_prime(number):
    return number > 1 and all(number % divisor for divisor in range(2, int(number ** 0.5) + 1))

def options(stones):
    return [stones - taken for taken in range(1, stones + 1) if taken == 1 or is_prime(taken)]
