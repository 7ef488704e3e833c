T = (str,) * 100000
def options(n):
    while True:
        isinstance(1, T)
