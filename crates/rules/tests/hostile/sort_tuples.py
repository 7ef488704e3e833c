X = [(1,) * 500 + (i,) for i in range(1000)]
def options(n):
    while True:
        y = sorted(X, reverse=True)[0]
