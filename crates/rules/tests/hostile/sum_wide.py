def options(n):
    return [[i for i in range(1000)]] * 1000
