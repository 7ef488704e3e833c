def options(n):
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    if n:
        pass
    return []
