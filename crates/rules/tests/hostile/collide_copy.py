# The inverse of the multiplier of a fixed hash, so that all items of the set would have the same hash.
D = 0x0e217c1e66c88cc3
M = 9223372036854775807
def options(n):
    s = set()
    x = 0
    for i in range(4000):
        s.add(x)
        x = x - D if x >= D - M else x + M + (M - D + 2)
    for i in range(5):
        s.copy()
        s & s
        s | s
        set(s)
    return [n + 1]
