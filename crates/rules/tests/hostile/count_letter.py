S = "a" * 262144
def options(n):
    while True:
        S.count("a")
