#: 20
def options(n): return [n - k for k in (1, 2, 3) if k <= n]
#: 30
def options(n): return [n - d for d in range(1, n) if n % d == 0]
#: 14
def options(n): return [[a, n - a] for a in range(1, n) if a < n - a]
#: 12
def options(n):
    moves = []
    for k in (1, 2):
        for a in range(n - k + 1):
            moves.append([a, n - k - a])
    return moves
#: (3, 4, 2)
def options(heaps):
    for i, h in enumerate(heaps):
        for k in range(1, h + 1):
            yield heaps[:i] + (h - k,) + heaps[i + 1:]
#: (4, 5)
def options(p):
    a, b = p
    result = []
    for k in range(1, a + 1): result.append((a - k, b))
    for k in range(1, b + 1): result.append((a, b - k))
    for k in range(1, min(a, b) + 1): result.append((a - k, b - k))
    return result
#: '........'
def options(s): return [s[:i] + "XX" + s[i + 2:] for i in range(len(s) - 1) if s[i:i + 2] == ".."]
#: '.........'
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
def options(b):
    for line in WINS:
        if b[line[0]] == b[line[1]] == b[line[2]] != ".": return []
    player = "X" if b.count("X") == b.count("O") else "O"
    return [b[:i] + player + b[i+1:] for i in range(9) if b[i] == "."]
#: (4, 4, 4)
def options(rows):
    out = []
    for r in range(len(rows)):
        for c in range(rows[r]):
            new = list(rows)
            for i in range(r, len(rows)): new[i] = min(new[i], c)
            out.append(tuple(new))
    return [o for o in out if o[0] > 0]
#: (1, (1,))
EDGES = {1: [2, 3], 2: [1, 4], 3: [1, 4], 4: [2, 3, 5], 5: [4]}
def options(p):
    here, seen = p
    return [(nxt, tuple(sorted(seen + (nxt,)))) for nxt in EDGES[here] if nxt not in seen]
#: 0
N = 3
def bit(x, y): return 1 << (x * N + y)
NEAR = {}
for x in range(N):
    for y in range(N):
        m = bit(x, y)
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if 0 <= x + dx < N and 0 <= y + dy < N: m |= bit(x + dx, y + dy)
        NEAR[x, y] = m
def options(mask): return [mask | m for (x, y), m in NEAR.items() if not mask & bit(x, y)]
#: '#####.##.#'
def options(board):
    runs = [len(r) for r in board.split(".") if r]
    out = []
    for i, r in enumerate(runs):
        for a in range(r):
            rest = runs[:i] + runs[i+1:] + [a, r - 1 - a]
            out.append(".".join("#" * k for k in sorted(rest) if k))
    return out
#: 100
def options(n): return [n // 2, n // 3] if n else []
#: 15
def options(n):
    res = []
    i = 1
    while i * i <= n:
        res.append(n - i * i)
        i += 1
    return res
#: (7, 3)
def options(p):
    a, b = max(p), min(p)
    if b == 0: return []
    return [(a - b * k, b) for k in range(1, a // b + 1)]
#: 'abcba'
def options(s):
    """take two equal neighbours or an end"""
    out = [s[1:], s[:-1]] if s else []
    for i in range(len(s) - 1):
        if s[i] == s[i + 1]: out.append(s[:i] + s[i + 2:])
    return set(out)
#: (5, 0)
def options(p):
    stones, last = p
    for take in range(1, 2 * last + 1 if last else stones):
        if take <= stones: yield (stones - take, take)
#: 10
PRIMES = [p for p in range(2, 50) if all(p % d for d in range(2, p))]
def options(n): return [n - p for p in PRIMES if p <= n]
#: (0, 0)
def options(p):
    x, y = p
    return [(x + dx, y + dy) for dx, dy in ((1, 2), (2, 1)) if x + dx < 6 and y + dy < 6]
#: '1011'
def options(s): return [s[:i] + "0" + s[i+1:j] + ("1" if s[j] == "0" else "0") + s[j+1:] if j < len(s) else s[:i] + "0" + s[i+1:] for i, c in enumerate(s) if c == "1" for j in range(i + 1, len(s) + 1)]
#: ((1, 2), (2, 1))
def options(board):
    out = set()
    for r, row in enumerate(board):
        for c, v in enumerate(row):
            if v > 0:
                new = [list(q) for q in board]
                new[r][c] -= 1
                out.add(tuple(map(tuple, new)))
    return out
#: 27
def options(n): return [n - int(d) for d in set(str(n)) if d != "0"]
#: 'XXX..'
def rot(s): return min(s, s[::-1])
def options(s): return {rot(s[:i] + "." + s[i+1:]) for i in range(len(s)) if s[i] == "X"}
#: (2, 2, 2)
from itertools import combinations
def options(p):
    res = []
    for i, j in combinations(range(len(p)), 2):
        if p[i] and p[j]:
            q = list(p); q[i] -= 1; q[j] -= 1
            res.append(tuple(sorted(q)))
    return res
#: 25
import math
def options(n): return [n - k for k in range(1, n + 1) if math.gcd(n, k) == 1 and k < n]
#: (3, 'A')
def options(state):
    n, who = state
    other = {"A": "B", "B": "A"}[who]
    return [(n - k, other) for k in range(1, 3) if n >= k]
#: '##.\n#.#\n###'
def parse(s): return {(r, c) for r, line in enumerate(s.split("\n")) for c, v in enumerate(line) if v == "#"}
def show(cells): return "\n".join("".join("#" if (r, c) in cells else "." for c in range(3)) for r in range(3))
def options(s):
    cells = parse(s)
    return [show(cells - {(r, c), (r, c + 1)}) for r, c in sorted(cells) if (r, c + 1) in cells]
#: '..O..'
def options(s):
    i = s.find("O")
    return ["." * j + "O" + "." * (len(s) - j - 1) for j in (i - 1, i - 2) if j >= 0]
#: 13
def options(n):
    def ok(k): return n - k >= 0 and bin(k).count("1") == 1
    return [n - k for k in range(1, n + 1) if ok(k)]
#: (6,)
def options(t):
    result = []
    for i, h in enumerate(t):
        rest = t[:i] + t[i+1:]
        for a in range(1, h // 2 + 1):
            if a != h - a: result.append(tuple(sorted(rest + (a, h - a))))
    return list(dict.fromkeys(result))
#: 18
def options(n):
    x, res = n, set()
    while x:
        x, d = divmod(x, 10)
        if d: res.add(n - d)
    return sorted(res)
#: ('ab', 2)
def options(p):
    word, k = p
    return [(word.replace(c, "", 1), k - 1) for c in word if k > 0]
#: 40
def options(n): return (n - k for k in (1, 4, 9) if n >= k)
#: 9
def options(n): return [[i] * 2 for i in range(n) if 2 * i < n] + [n - 1] * (n > 0)
