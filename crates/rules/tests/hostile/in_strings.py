X = ["a" * 1000 + str(i) for i in range(2000)]
def options(n):
    s = "a" * 1000 + "x"
    while True:
        if s in X:
            return []
