def options(n):
    t = ()
    for i in range(12):
        t = (t,) * 100
    return [t]
