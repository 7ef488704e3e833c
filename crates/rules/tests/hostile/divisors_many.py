def options(n):
    return [len(divisors(2 ** 53)) for i in range(1000)]
