def options(n):
    d = {i: i for i in range(20000)}
    while True:
        e = d | d
