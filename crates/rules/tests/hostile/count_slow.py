def options(n):
    s = "ab" * 120000
    while True:
        if s.count("b" + "a" * 1000) > 3:
            return []
