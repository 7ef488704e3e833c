def options(n):
    return [len([a for a in range(100) for b in range(100) for c in range(100) for d in range(100) for e in range(100)])]
