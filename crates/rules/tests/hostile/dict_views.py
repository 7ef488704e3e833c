D = {i: i for i in range(50000)}
def options(n):
    while True:
        if 0 in D.values() and -1 in D.values():
            return []
