def options(n):
    a = []
    a *= 10 ** 9
    a = [1]
    while True:
        a *= 2
        del a[1:]
