def options(n):
    t = (1,)
    for i in range(60):
        t = (t, t)
    return [len({t})]
