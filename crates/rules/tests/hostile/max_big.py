A = list(range(300000))
def options(n):
    while True:
        max(A)
