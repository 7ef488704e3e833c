def options(n):
    t, u = (1,), (1,)
    for i in range(38):
        t, u = (t, t), (u, u)
    return [int(t == u)]
