def options(n):
    return [int(any(any(any(any(a + b + c + d < 0 for d in range(300)) for c in range(300)) for b in range(300)) for a in range(300)))]
