x = 0
while True:
    x = (x + 1) % 7
def options(n): return []
