def options(n):
    a, b = [1], [1]
    for i in range(38):
        a, b = [a, a], [b, b]
    return [int(a == b)]
