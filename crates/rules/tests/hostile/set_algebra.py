A = set(range(20000))
def options(n):
    while True:
        b = A & A
        c = A - A
