def options(n):
    s = "a" * 120000
    while True:
        t = s.replace("", "")
