S = "0_" * 131000 + "1"
def options(n):
    while True:
        int(S, 16)
