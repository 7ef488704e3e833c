def options(n):
    s = "a" * 120000
    t = "a" * 120000 + "b"
    while True:
        if s.find(t) >= 0:
            return []
