A = ([7] * 255 + ["x"]) * 500
def options(n):
    while True:
        -1 in A
