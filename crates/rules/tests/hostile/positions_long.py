def options(n):
    if type(n) is int:
        n = ""
    return [n + c * 40 for c in "ab" if len(n) < 4000]
