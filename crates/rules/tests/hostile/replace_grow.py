def options(n):
    s = "a" * 1000
    while True:
        s = s.replace("a", "aa")
