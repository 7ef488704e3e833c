def options(n):
    s = "é" * 100000
    i = 0
    while True:
        i += len(s[i % 100:])
