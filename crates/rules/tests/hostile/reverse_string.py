def options(n):
    s = "ab" * 120000
    while True:
        t = s[::-1]
