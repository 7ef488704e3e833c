def options(n):
    return [sum(range(10 ** 15))]
