def options(n):
    for i in range(60):
        "a" * 262144
    return [n + 1]
