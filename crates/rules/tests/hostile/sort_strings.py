X = ["a" * 2000 + str(i * 7919 % 1000) for i in range(1000)]
def options(n):
    while True:
        y = max(X)
        z = sorted(X)[0]
