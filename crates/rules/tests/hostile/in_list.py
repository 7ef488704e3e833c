X = list(range(200000))
def options(n):
    while True:
        if -1 in X:
            return []
