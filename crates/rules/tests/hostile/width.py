def options(n):
    return [len(f"{n:1000000000}")]
