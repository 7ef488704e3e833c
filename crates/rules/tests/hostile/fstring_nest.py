def options(n):
    return [f"{f'{n}'}", f"{n:{n:{n}}}"]
