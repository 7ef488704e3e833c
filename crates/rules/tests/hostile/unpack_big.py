X = list(range(100000))
def options(n):
    while True:
        try_ = [*X, *X]
