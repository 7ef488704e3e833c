def options(n):
    s = "ab" * 120000
    t = "".join(chr(i) for i in range(200, 2000)) + "ab"
    while True:
        u = s.strip(t)
