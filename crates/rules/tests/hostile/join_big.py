def options(n):
    x = ["a" * 1000] * 250
    while True:
        s = "".join(x)
