#= 3
def f(a, b=2, c=3): return a * 100 + b * 10 + c
def options(n): return [f(1), f(1, 5), f(1, c=7), f(1, b=4, c=9), f(a=3, b=1), f(*[1, 2]), f(*(1,), c=0), f(1, *[2], c=4)]
#= 3
def f(a, *rest): return (a, rest)
def g(*xs): return len(xs)
def options(n): return [f(1), f(1, 2), f(1, 2, 3), f(*"abc"), g(), g(*range(5)), g(1, *[2, 3], 4)]
#= 3
def options(n):
    def inc(x): return x + n
    def fact(k): return 1 if k == 0 else k * fact(k - 1)
    return [inc(4), fact(5)]
#= 3
def make(k):
    def f(x): return x * k
    return f
double = make(2)
def options(n):
    fs = [make(i) for i in range(3)]
    return [double(n), fs[2](10), fs[0](10), make(7)(1)]
#= 3
def options(n):
    fs = [lambda: i for i in range(3)]
    gs = [lambda i=i: i for i in range(3)]
    return [fs[0](), fs[2](), gs[0]() + 100, gs[2]() + 100]
#= 3
def options(n):
    count = 0
    def add():
        nonlocal count
        count += 1
        return count
    add()
    add()
    return [add(), count]
#= 3
def options(n):
    x = 1
    def f():
        return x
    x = 5
    return [f()]
#= 3
def options(n):
    def outer():
        y = n
        def inner():
            nonlocal y
            y += 1
            return y
        inner()
        return inner()
    return [outer(), outer()]
#= 3
f = lambda x, y=3: x * y
def options(n): return [f(2), f(2, 5), (lambda: 7)(), (lambda *a: len(a))(1, 2), list(map(lambda x: x + n, [1]))[0]]
#= 3
from functools import lru_cache, reduce, cache
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@cache
def g(n): return 1
def options(n): return [fib(15), g(1), reduce(lambda a, b: a * b, [1, 2, 3], 10), reduce(max, [3, 9, 2])]
#= 3
import functools
@functools.cache
def f(n: int) -> int: return n
@functools.lru_cache
def g(x): return x
def options(n: int) -> list: return [f(1), g(2)]
#= 3
from typing import List, Tuple, Optional
State = Tuple[int, ...]
def options(n: int) -> List[int]:
    out: List[int] = []
    x: Optional[int] = 5
    y: int
    out.append(x)
    return out
#= 3
def options(n):
    """docstring"""
    'another'
    return [n]
#= 10
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
def options(n): return [1 if even(n) else 0]
#= 3
A = 5
def f(): return A
A = 6
def options(n): return [f(), A]
#= 3
K = 3
TABLE = [x * K for x in range(5)]
D = {}
for i in range(4):
    D[i] = TABLE[i]
while len(TABLE) < 8:
    TABLE.append(0)
if K > 2:
    M = "big"
else:
    M = "small"
def options(n): return [TABLE[2], D[3], M, len(TABLE), i]
#= 3
def options(n):
    sum = 5
    len = lambda x: 99
    return [sum, len([])]
#= 3
def max(a, b): return 77
def options(n): return [max(1, 2)]
#= 3
def apply(f, *args): return f(*args)
def options(n): return [apply(max, 1, 2), apply(len, "abc"), apply(lambda a, b: a - b, 5, 3), apply(str, 5), apply(abs, -4), apply(sorted, "ba")[0]]
#= 3
def options(n):
    ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}
    fs = [len, sum, max, min, sorted, tuple]
    return [ops["+"](1, 2), ops["-"](5, 1), *[str(f([2, 1])) for f in fs]]
#= 3
def f(x):
    if x > 2:
        return "big"
def options(n): return [str(f(5)), str(f(1))]
#= 3
def options(n):
    def visit(v, seen):
        if v in seen: return
        seen.add(v)
        for w in {0: [1, 2], 1: [2], 2: [0]}[v]:
            visit(w, seen)
    seen = set()
    visit(0, seen)
    return sorted(seen)
#= 3
def options(n):
    memo = {}
    def g(k):
        if k not in memo:
            memo[k] = 1 if k < 2 else g(k - 1) + g(k - 2)
        return memo[k]
    return [g(30)]
#= 600
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
def options(n): return [deep(n)]
#= 3
def f(a, b=None, *rest):
    b = [] if b is None else b
    return (a, tuple(b), rest)
def options(n): return [f(1), f(1, [2]), f(1, [2], 3, 4)]
#! 3
def f(a): return a
def options(n): return [f()]
#! 3
def f(a): return a
def options(n): return [f(1, 2)]
#! 3
def f(a): return a
def options(n): return [f(b=1)]
#! 3
def f(a): return a
def options(n): return [f(1, a=1)]
#! 3
def options(n): return [undefined]
#! 3
def options(n):
    if n > 5: x = 1
    return [x]
#! 3
X = 1
def options(n):
    y = X
    X = 2
    return [y]
#! 3
def options(n): n + 1
#! 3
def options(n): return n
#! 3
count = 0
def options(n):
    global count
    count += 1
    return [count]
#! 3
def options(n):
    try: return [1]
    except: return [2]
#! 3
class A: pass
def options(n): return [1]
#! 3
import random
def options(n): return [random.randint(0, n)]
#! 3
def options(n): return [n()]
#! 3
def options(n): raise ValueError("no")
#! 3
def options(n):
    assert n > 5, "small"
    return []
#! 3
def options(n): return [open("x")]
#! 3
def options(a, b): return []
#! 3
def moves(n): return []
#! 3
def options(n):
  return [1
#! 3
def options(n):
return [1]
#! 3
def options(n): return [isqrt(n)]
#! 3
def options(n): return [None.x]
#! 3
def options(n):
    def f(): return y
    a = f()
    y = 3
    return [a]
#= 5
def f(n): ...
def options(n):
    ...
    return [] if f(n) else [n - 1]
#= 5
def below(n):
    yield n - 1
    yield n - 2
def options(n):
    yield from below(n)
    yield from [7]
#= 60
from functools import cache
@cache
def ways(n): return 1 if n < 2 else ways(n - 1) + ways(n - 2)
def options(n): return [ways(n), ways(n - 1)]
#: 6
from functools import cache
@cache
def row(n): return [0] * n
def options(n):
    if n == 0: return []
    a = row(n)
    a[0] = 1
    return [n - 1 - row(n)[0]] if n > 1 else [0]
#= 3
from functools import cache
@cache
def f(a): return len(a)
def options(n): return [f([1, 2])]
#! 3
from functools import cache
@cache
def f(n):
    for i in range(n): yield i
def options(n): return list(f(n))
#! 3
from functools import cache
@cache
def f(n): return (i for i in range(n))
def options(n): return list(f(n))
#! 3
from functools import lru_cache
@lru_cache(maxsize=None, typed=True)
def f(n): return n
def options(n): return [f(n)]
#= 3
from functools import cache
@cache()
def f(n): return n
def options(n): return [f(n)]
#= 3
from functools import cache
@cache
def kind(x): return str(x)
@cache
def pair(x, y): return str((x, y))
def options(n): return [(kind(1), kind(True), kind(x=True), kind(x=1), pair(1, 2), pair(True, 2), pair(x=True, y=2), pair(True, y=2))]
#= 3
from functools import cache
@cache
def f(a, b=2, *rest):
    return [a, b, len(rest)]
def options(n):
    calls = [f(1), f(1, 2), f(1, b=2), f(a=1), f(a=1, b=2), f(b=2, a=1), f(*[1]), f(*[1, 2]), f(*[1], b=2), f(1, 2, 3), f(1, *[2, 3])]
    for i, call in enumerate(calls): call.append(i)
    return [tuple(call) for call in calls]
#= 3
from functools import cache
def options(n):
    found = []
    for k in range(3):
        count = 0
        @cache
        def f(x):
            nonlocal count
            count += 1
            return f(x - 1) + k if x else k
        found += [(f(5), count), (f(5), count), (f(7), count)]
    return found
#= 4
from functools import lru_cache
@lru_cache(maxsize=0)
def fresh(n): return [n]
@lru_cache(100)
def kept(n): return [n]
@lru_cache()
def also(*items): return [0]
def options(n):
    for f in fresh, kept, also: f(n).append(7)
    return [tuple(fresh(n)), tuple(kept(n)), tuple(also(n)), tuple(also())]
#= 5
from functools import cache
@cache
def grid(n): return [tuple(range(n))] * n
TABLE = [grid(k) for k in range(4)]
def options(n): return [int(grid(2) is TABLE[2]), len(grid(n)), int(grid(n) is grid(n))]
#= 5
from functools import cache
@cache
@cache
def options(n): return sorted(map(step, range(n)), key=step)
@cache
def step(n): return -n if n % 2 else n
#= 5
from functools import cache
@cache
def f(n): return step(n, None) if n else None
@cache
def step(n, last):
    if n == 1: return
    return (n, step(n - 1, n))
def options(n): return [1 if f(0) is None else 2, str(f(n)), str(step(1, 2))]
#= 3
from functools import cache
@cache
def apply(f, key): return f(*key)
def options(n):
    double = lambda a, b: 2 * a + b
    return [apply(double, (n, 1)), apply(max, (n, 9)), apply(double, (n, True)), apply(lambda a, b: a, (n, 1)), apply(len, ((1, frozenset({2, 3})),))]
#= 3
from functools import cache
@cache
def f(n): return n
def options(n): return [f()]
#= 3
def options(n):
    x, seen = 1, []
    return [sum((x for i in range(3)), (x := 10)), max((x for i in range(n)), default=(x := n)), sorted((x - i for i in range(3)), reverse=(x := 9) > n), min(((x, len(seen)) for x in (3, 1, 2)), key=lambda p: seen.append(1) or p[0])]
#= 3
from itertools import accumulate, combinations, permutations, repeat
def options(n):
    add = lambda a, b: a + b
    return [str([list(permutations("abc", r=2)), list(combinations(iterable="abc", r=2)), list(accumulate(iterable=[1, 2, n], func=add)), list(repeat(object=n, times=2)), list(enumerate(iterable="ab", start=n))])]
#= 3
def options(n):
    x := 5
    return [x]
#= 3
def options(n): return [len({x := 1: n})]
#= 3
def options(n): return [len({(x := 1): n, 2: x})]
#= 3
def options(n): return [y := y + 1 for y in range(n)]
#= 3
def options(n): return [y for y in (z := [n])]
#= 3
def options(n): return [z for y in range(n) if (z := y + 1) > 1]
#= 3
def options(n): return [min(1, n, default=3)]
#= 3
from itertools import islice
def options(n): return list(islice(range(5), 0, n, 0))
