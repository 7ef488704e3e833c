S = chr(1) * 60000
def options(n):
    while True:
        repr(S)
