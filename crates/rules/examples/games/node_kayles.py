# 0
N = 4
NEAR = []
for v in range(N * N):
    x, y = divmod(v, N)
    near = 1 << v
    for u in range(N * N):
        a, b = divmod(u, N)
        if abs(a - x) + abs(b - y) == 1:
            near |= 1 << u
    NEAR.append(near)

def options(taken):
    """Take a vertex of a 4 by 4 grid and all that are next to it."""
    return [taken | NEAR[v] for v in range(N * N) if not taken >> v & 1]
