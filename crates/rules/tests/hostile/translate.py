def options(n):
    t = {97: "a" * 1000}
    s = "a" * 1000
    for i in range(100):
        s = s.translate(t)
    return [len(s)]
