def options(n):
    s = set(range(1000))
    while True:
        for i in range(1000):
            s.discard(i)
        for i in range(1000):
            s.add(i)
