#= 5
def options(n):
    out = []
    for i in range(n):
        if i == 1: continue
        if i == 4: break
        out.append(i)
    else:
        out.append(100)
    for i in range(2): pass
    else: out.append(200)
    while n > 3:
        n -= 1
        if n == 100: break
    else:
        out.append(300)
    while True:
        n += 1
        if n > 10: break
    else:
        out.append(400)
    return out + [n]
#= 5
def options(n):
    out = []
    for i in range(3):
        for j in range(3):
            if j == 2: break
            if i == j: continue
            out.append((i, j))
        else:
            out.append((i, "else"))
    for i in []:
        pass
    else:
        out.append("empty")
    return out
#= 5
def options(n):
    x = [1, 2, 3]
    out = []
    for v in x:
        if v < 3 and len(x) < 6: x.append(v + 10)
        out.append(v)
    i = 0
    while i < len(x):
        if x[i] > 10: x.pop(i)
        else: i += 1
    return [tuple(x), tuple(out)]
#= 5
def options(n):
    if n == 1: r = "a"
    elif n == 5: r = "b"
    elif n == 5: r = "c"
    else: r = "d"
    if n: pass
    if not n: r += "x"
    if n > 1 and (n < 3 or n == 5) and not n == 4: r += "y"
    return [r]
#= 5
def options(n):
    while (m := n - 1) > 2:
        n = m
    if (k := n * 2) > 5 and (j := k + 1): pass
    return [n, m, k, j, *[y for x in range(4) if (y := x * x) > 1], y]
#= 5
def options(n):
    x = 1
    a = x + (x := 5) + x
    b = [x, (x := 7), x]
    return [a, *b]
#= 3
def options(n): return [(a, b) for a in range(n) for b in range(a)] + [[c, d] for c in (1, 2) for d in (3, 4) if c != 2]
#= 3
def options(n):
    x = 100
    y = [x for x in range(3)]
    z = [[j * i for j in range(i)] for i in range(4)]
    w = {i: [j for j in range(i)] for i in range(3)}
    s = {i % 2 for i in range(5)}
    g = list(i for i in range(3))
    e = [i for i in [1, 2] for i in [i, i * 10]]
    t = tuple((a, b) for a, b in zip("ab", "cd"))
    return [x, str(y), str(z), str(w), str(sorted(s)), str(g), str(e), t, str([k for k, v in {1: 2}.items()]), str([a for a, *b in [(1, 2, 3)]])]
#= 3
def options(n):
    def gen():
        yield 1
        yield 2
        for i in range(n):
            if i == 2: return
            yield i * 10
    def inner():
        yield from gen()
        yield from "ab"
        yield from [7]
    return list(gen()) + list(inner()) + [sum(gen()), max(gen()), len(list(gen()))]
#= 3
def options(n):
    yield n + 1
    if n > 5: return
    yield n + 2
    yield (n, 3)
    yield [1, 2]
#= 3
def count():
    i = 0
    while True:
        yield i
        i += 1
def options(n):
    out = []
    for x in count():
        if x > n: break
        out.append(x)
    g = count()
    next(g)
    a = next(g)
    h = (x * x for x in range(5) if x % 2)
    b = next(h)
    c = list(h)
    d = next(h, "none")
    return out + [a, b, str(c), d]
#= 3
def tree(d):
    if d == 0:
        yield (0,)
        return
    for x in tree(d - 1):
        yield x + (d,)
        yield (d,) + x
def options(n): return list(tree(n))
#= 3
def pairs(xs):
    for i, x in enumerate(xs):
        for y in xs[i + 1:]:
            yield x, y
def options(n):
    a, b, c = (x + y for x, y in pairs([1, 2, 3]))
    return [a, b, c, *(x * y for x, y in pairs("ab" and [4, 5])), str(dict(pairs("ab"))), ",".join(x + y for x, y in pairs("abc"))]
#= 3
from itertools import combinations, permutations, product, chain, accumulate, combinations_with_replacement, pairwise, islice, count, repeat, takewhile
def options(n): return [(i, str(list(x))) for i, x in enumerate([combinations("abc", 2), combinations(range(4), 3), combinations([], 0), combinations("a", 2), permutations("abc"), permutations("abc", 2), permutations([1, 2], 0), permutations([1], 3), product("ab", [1, 2]), product("01", repeat=2), product(), product("ab", []), product([1, 2], repeat=0), chain([1], "ab", (2,)), accumulate([1, 2, 3]), accumulate([1, 2, 3], lambda a, b: a * b), combinations_with_replacement("abc", 2), combinations_with_replacement([1, 2], 3), pairwise([1, 2, 3]), islice(count(), 3), islice("abcdef", 1, 5, 2), islice(count(5, 2), 2), repeat(7, 2), takewhile(lambda x: x < 3, [1, 2, 3, 1])])]
#= 4
import itertools
def options(n):
    c = itertools.combinations(range(n), 2)
    first = next(c)
    rest = list(c)
    again = list(c)
    p = [a + b for a, b in itertools.product(range(2), range(2))]
    for x, y in itertools.permutations("ab"):
        p.append(x + y)
    return [first, len(rest), len(again), *p]
#= 3
def options(n):
    x = 5 ; y = 6; z = [x,
      y,  # comment
      7,
    ]
    w = x + \
        y
    if x: a = 1; b = 2
    return [w, a, b] + z
#= 3
def options(n):

    # comment at odd indent
        # more
    x = (
1 +
  2
    )
	
    return [x]
#= 3
def options(n):
	if n:
		x = 1
	else:
		x = 2
	return [x]
#= 3
def options(n):
    pass
    ...
    print("ignored", n, sep="")
    return [1];
#= 3
def options(n): return (1, 2)
#= 3
def options(n): return {1, (1, 2), "a"}
#= 3
def options(n): return ()
#= 3
def options(n): return range(4)
#= 3
def options(n): return [[1, 2], 3, [2, 1], 3, [], [7, 8], [5]]
#= 3
def options(n): return (x for x in [1, [2, 3]])
#= 3
def options(n): return {1: 2}.keys()
#= 3
def options(n): return frozenset([1, 2])
#= 3
def options(n): return ["a", (), ((),), (("x", -1), "")]
#= (1, (2, 'a'), ())
def options(p):
    a, (b, c), d = p
    return [p, (a, b), c, d, p[1], p + (9,), p[:2], len(p)]
#= -5
def options(p): return [-p, p - 1, abs(p)]
#= 'x'
def options(s): return [s, s + s, ""]
#= 3
def options(n): return [((((((((((((),),),),),),),),),),),)]
#! 3
def options(n): return [(((((((((((((),),),),),),),),),),),),)]
#! 3
def options(n): return [[[1]]]
#! 3
def options(n): return [([1, 2],)]
#! 3
def options(n): return [{1, 2}]
#! 3
def options(n): return "abc"
#! 3
def options(n): return [lambda: 1]
#! 3
def options(n):
    while True: pass
#! 3
def options(n): return options(n)
#! 3
def options(n): return ["x" * 5000]
#! 3
def options(n): return [x for x in 5]
#! 3
def options(n): return [next(iter([]))]
#! 3
break
def options(n): return []
#! 3
def options(n): return [yield_ for yield_ in 3]
#! 3
def options(n):
    for i in range(3):
    	x = 1
        y = 2
    return []
