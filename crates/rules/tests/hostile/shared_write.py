def options(n):
    t = (1,)
    for i in range(38):
        t = (t, t)
    return [len(str(t))]
