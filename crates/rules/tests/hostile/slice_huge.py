def options(n):
    x = range(10 ** 18)
    y = x[::10 ** 17][-10 ** 18:10 ** 18:3]
    return [len(y), len(range(-2 ** 62, 2 ** 62)[::7]) % 5]
