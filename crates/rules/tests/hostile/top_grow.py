x = []
while True:
    x.append(x)
def options(n): return []
