#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([[1, 2] + [3], [0] * n, 2 * [1], [1, 2, 3][1], [1, 2, 3][-1], [1, 2, 3][1:], [1, 2, 3][::-1], [*range(n)], [*"ab", 1], [[]] * 2, [1, 2] == [1, 2], [1] < [1, 2], [2] > [1, 5], 2 in [1, 2], [1] in [[1]], [3, 1, 2].index(1), [1, 1].count(1)])]
#= 3
def options(n):
    x = []
    x.append(1)
    x.extend([2, 3])
    x.insert(0, 9)
    x.insert(-1, 8)
    x.insert(100, 7)
    a = x.pop()
    b = x.pop(0)
    x.remove(8)
    x.reverse()
    y = x.copy()
    x.clear()
    y += [5]
    y *= 2
    y[0] = 4
    y[-1] += 10
    z = y
    z.append(11)
    del y[1]
    y[1:2] = [20, 21, 22]
    del y[-2:]
    y[::2] = [0] * len(y[::2])
    return [(a, b), tuple(x), tuple(y), tuple(z)]
#= 3
def options(n):
    x = list(range(10))
    x[2:5] = []
    x[:0] = [100]
    x[len(x):] = (7, 8)
    x[3:3] = "ab"
    del x[::3]
    return [str(x)]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([(1, 2) + (3,), (0,) * n, (1, 2, 3)[1:], (1, 2, 3)[::-1], (1, 2) < (1, 3), (1,) < (1, 0), () < (1,), 2 in (1, 2), (1, 2).index(2), (1, 1).count(1), tuple("ab"), tuple([1]), tuple(), (1, (2, (3,))), ((),), tuple(range(3)), (1, 2) == (1, 2), (1, 2) == [1, 2], (3, 4, 5)[-2], (*(1, 2), 3), *(4, 5)])]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([sorted([3, 1, 2]), sorted("bca"), sorted([3, 1], reverse=True), sorted(["bb", "a"], key=len), sorted([(2, 1), (1, 2), (1, 1)]), sorted([-3, 2, -1], key=abs), sorted([-3, 2, -1], key=lambda x: -x), sorted([1, 2, 3, 4], key=lambda x: x % 2), sorted([1, 2, 3, 4], key=lambda x: x % 2, reverse=True), sorted({3, 1}), sorted({2: 0, 1: 0}), sorted([[2], [1, 5]]), sorted([True, 0, 2]), sorted(range(5), key=lambda i: (i % 3, -i)), sorted(())])]
#= 3
def options(n):
    x = [3, 1, 2]
    x.sort()
    y = ["b", "a", "cc"]
    y.sort(key=len, reverse=True)
    z = [(1, "b"), (0, "c"), (1, "a")]
    z.sort(key=lambda t: t[0])
    w = [1, 2]
    w.sort(reverse=True)
    return [str(x), str(y), str(z), str(w)]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([len({1, 2, 2}), sorted({1, 2} | {3}), sorted({1, 2} & {2}), sorted({1, 2} - {2}), sorted({1, 2} ^ {2, 3}), {1} <= {1, 2}, {1} < {1}, {1, 2} >= {1}, {1, 2} > {1}, {1} == {1}, {1} != {2}, 1 in {1}, 1 not in {1}, {1}.issubset({1, 2}), {1, 2}.issuperset([1]), {1}.isdisjoint({2}), sorted({1}.union([2], (3,))), sorted({1, 2}.intersection([2])), sorted({1, 2}.difference([2])), sorted({1, 2}.symmetric_difference([2, 3])), frozenset([1]) == {1}, len({frozenset([1, 2]), frozenset([2, 1])}), sorted(frozenset("ab")), {1, True} == {1}, len({1, True, "1"}), sorted(set("hello")), {(1, 2)} == {(1, 2)}])]
#= 3
def options(n):
    s = set()
    s.add(1)
    s.add(1)
    s.update([2, 3], "a")
    s.discard(9)
    s.remove(2)
    t = s.copy()
    t.add(5)
    s |= {7}
    s -= {1}
    s &= {3, 7, "a"}
    s ^= {"a"}
    u = s
    u.add(100)
    t.intersection_update({1, 5, 6})
    t.difference_update([6])
    v = {1, 2}
    v.clear()
    return [tuple(sorted(s)), tuple(sorted(t)), len(v), len(u)]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([{1: 2}[1], {1: 2}.get(1), {1: 2}.get(5), {1: 2}.get(5, 7), list({1: 2, 3: 4}), list({1: 2}.keys()), list({1: 2}.values()), list({1: 2}.items()), 1 in {1: 2}, len({1: 2}), {1: 2, 3: 4} == {3: 4, 1: 2}, {**{1: 2}, 3: 4}, {1: 2} | {1: 5}, dict([(1, 2)]), dict(), dict({1: 2}), dict.fromkeys([1, 2]), dict.fromkeys("ab", 0), {x: x * x for x in range(3)}, {k: v for k, v in [(1, 2), (1, 3)]}, dict(zip("ab", [1, 2])), 2 in {1: 2}.values(), (1, 2) in {1: 2}.items(), 1 in {1: 2}.keys(), {1: {2: 3}}[1][2], {(1, 2): 3}[1, 2], sorted({2: 1, 1: 2}.items()), max({1: 5, 2: 3}, key=lambda k: k), sum({1: 5, 2: 6}.values())])]
#= 3
def options(n):
    d = {}
    d["a"] = 1
    d["b"] = d.get("b", 0) + 5
    d["a"] += 10
    d.setdefault("c", []).append(4)
    d.setdefault("c", []).append(5)
    x = d.pop("b")
    y = d.pop("zz", -1)
    d.update({"e": 1})
    d.update([("f", 2)])
    d |= {"g": 3}
    e = d.copy()
    del d["a"]
    z = d.popitem()
    d["c"][0] = 44
    f = {}
    f.update(e)
    f.clear()
    out = []
    for k in d: out.append(k)
    for k, v in e.items(): out.append(str(k) + str(v))
    for v in d.values(): out.append(str(v))
    return [x, y, str(z), str(e), str(f), *out]
#= 3
def options(n):
    d = {i: i for i in range(40)}
    for i in range(0, 40, 2):
        del d[i]
    for i in range(100, 110):
        d[i] = -i
    d[0] = 1
    return [str(list(d)), str(sorted(d.values())), len(d), d[101], 5 if 2 in d else 6]
#= 3
def options(n):
    grid = [[0] * 3 for _ in range(3)]
    grid[1][2] = 5
    other = [row[:] for row in grid]
    other[0][0] = 1
    t = tuple(tuple(row) for row in grid)
    return [t, tuple(map(tuple, other)), tuple(zip(*grid)), tuple(zip(*[(1, 2), (3, 4)]))]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([list(range(3)), list(range(1, 3)), list(range(5, 0, -2)), list(range(0)), range(10)[3], range(10)[-1], 3 in range(5), 3 in range(0, 5, 2), -1 in range(3), len(range(0, 10, 3)), range(5)[1:3] == range(1, 3), list(range(10)[::-3]), range(0) == range(5, 5), list(reversed(range(3))), range(3).index(2), range(3).count(7), sum(range(5)), max(range(5)), "a" in range(3), tuple(range(10, 0, -4)), list(range(5))[range(3)[1]]])]
#= 3
def options(n): return [(i, repr(x)) for i, x in enumerate([list(enumerate("ab")), list(enumerate("ab", 1)), list(enumerate("ab", start=5)), list(zip([1, 2], "ab")), list(zip([1, 2, 3], "ab", (True, False))), list(zip()), list(reversed([1, 2])), list(map(str, [1, 2])), list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(None, [0, 1, 2])), list(filter(lambda x: x > 1, [1, 2])), any([0, 1]), all([]), any([]), all([1, 0]), any(x > 2 for x in range(4)), all(x > 2 for x in range(4)), sum(x for x in range(4)), min((x, -x) for x in range(3)), max(range(3), key=lambda x: -x), min([1, 2], default=5), min([], default=5), max([], default=None), max(1, 5, key=lambda x: -x), max(["a", "bb", "cc"], key=len), min("abc"), list(map(len, ["a", "bb"])), tuple(map(abs, (-1, 1))), sorted(map(lambda x: -x, [1, 2])), set(map(abs, [-1, 1])) == {1}])]
#= 3
def options(n):
    e = enumerate("abc")
    a = list(e)
    b = list(e)
    z = zip([1, 2], [3, 4])
    c = next(z)
    d = list(z)
    m = map(str, [1, 2, 3])
    x = next(m)
    y = list(m)
    f = filter(lambda v: v, [0, 3])
    r = reversed([1, 2, 3])
    q = next(r)
    it = iter([5, 6])
    return [str(v) for v in [a, b, c, d, x, y, list(f), q, list(r), next(it), next(it), next(it, "end")]]
#= 3
def options(n):
    a, b = 1, 2
    a, b = b, a
    (c, d), e = (3, 4), 5
    [f, g] = "xy"
    h, *i = [1, 2, 3]
    *j, k = (1, 2, 3)
    l, *m, o = range(5)
    p = q = [0]
    q.append(1)
    r, *s = [1]
    for t, (u, v) in [(1, (2, 3))]: pass
    x = [0, 0]
    x[0], x[1] = 5, 6
    i2 = 0
    i2, x[i2] = 1, 9
    return [str(w) for w in [a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, r, s, t, u, v, x]]
#! 3
def options(n): return [{[1]: 2}]
#! 3
def options(n): return [{1: 2}[3]]
#! 3
def options(n):
    a, b = 1, 2, 3
    return [a]
#! 3
def options(n):
    a, *b, c = [1]
    return [a]
#! 3
def options(n):
    t = (1, 2)
    t[0] = 3
    return [t]
#! 3
def options(n):
    s = {1, 2}
    for x in s: s.add(x + 10)
    return []
#! 3
def options(n):
    d = {1: 1}
    for x in d: d[x + 1] = 1
    return []
#! 3
def options(n): return [sorted([1, "a"])]
#! 3
def options(n): return [[1, 2].index(5)]
#! 3
def options(n): return [[].pop()]
#! 3
def options(n): return [{1, 2}.pop()]
#! 3
def options(n): return [range(0, 5, 0)]
#! 3
X = [1]
def options(n):
    X.append(2)
    return X
#! 3
D = {}
def options(n):
    D[n] = 1
    return []
#! 3
def f(x, seen=[]):
    seen.append(x)
    return len(seen)
def options(n): return [f(n)]
#= 5
def options(n):
    l = [1, 2]
    r = reversed(l)
    l.append(3)
    m = [1, 2, 3]
    q = reversed(m)
    m.pop()
    return [tuple(r), tuple(q), tuple(reversed({0: 2, 1: 4})), tuple(reversed({"a": 1, "b": 2})), "".join(reversed("abc")), tuple(reversed(range(4))), tuple(reversed((1, 2)))]
#= 5
from itertools import islice
def options(n):
    items = iter(range(9))
    none = list(islice(items, 5, 2))
    return [(next(items), len(none)), tuple(enumerate("ab", True))]
#! 5
def options(n):
    for x in {2, 1}:
        if x <= n: return [n - x]
    return []
#! 5
def options(n): return [next(iter({3, 1}))]
#! 5
def options(n): return [list({n, 2})[0]]
#! 5
def options(n):
    a, *b = {n, 2}
    return [a]
#! (5, 3)
def options(p): return [tuple(set(p))]
#! 5
def options(n): return [min({n, -n}, key=abs)]
#! 5
def options(n): return [sorted({n, -n}, key=abs)[0]]
#! "ab"
def options(s): return ["".join(set(s))]
#! (1, 2)
def options(p): return [[p[0] - 1, p[1]]]
#! (1, 2)
def options(p): return [[p, 3]]
#! 4
def options(n): return [["a", "b"]]
#! "IIII"
def options(row):
    new = list(row)
    new[0] = "."
    return [new]
#: 6
def options(n):
    for x in {3, 1, 2}:
        if x <= n: yield n - x
#: "IIII"
def options(row):
    out = set()
    for i in range(len(row)): out.add(row[:i])
    return [x for x in out]
#: "II"
def options(row): return [["", row[1:]]] if row else []
#: (2, 3)
def options(p):
    seen = set()
    for k in range(1, p[0] + 1): seen |= {(p[0] - k, p[1]), (p[0], p[1] - k)}
    return {q for q in seen if min(q) >= 0}
#! 3
def options(n):
    a = [1, 2, 3]
    a[::2] = []
    return [len(a)]
#= 3
def options(n):
    a, b, c = [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]
    del a[::2], b[1:3], c[::-3]
    c[:1] = []
    return [(tuple(a), tuple(b), tuple(c))]
