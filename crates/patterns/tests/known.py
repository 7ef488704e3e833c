"""Prints the values of the known formulas of known.jsonl.

Each line has the name of a rule, `n` or `pair`, the first integer, and the values: of an integer up to 12,000 and from
40,000 to 40,499, or of all pairs below 240, row by row. A line that asks for lost positions has 1 for a lost one.
"""
import json
import pathlib

from math import gcd, isqrt
from functools import lru_cache
def v(k, n):
    "exponent of k in n (n > 0); 0 for n <= 0"
    if n <= 0: return 0
    c = 0
    while n % k == 0: n //= k; c += 1
    return c
def odd(n):
    return n >> v(2, n) if n > 0 else 0
def bits(n): return n.bit_length() if n > 0 else 0
def ones(n): return bin(n).count('1') if n > 0 else 0
def low(n): return n & -n if n > 0 else 0
def high(n): return 1 << (n.bit_length() - 1) if n > 0 else 0
def gray(n): return n ^ (n >> 1) if n >= 0 else 0
def log(k, n):
    "number of digits of n in base k, minus 1; -1 for n <= 0"
    c = -1
    while n > 0: n //= k; c += 1
    return c
def lead(k, n):
    if n <= 0: return 0
    while n >= k: n //= k
    return n
def digsum(k, n):
    s = 0
    while n > 0: s += n % k; n //= k
    return s
def digxor(k, n):
    s = 0
    while n > 0: s ^= n % k; n //= k
    return s
def factor(n):
    r = []; p = 2
    while p * p <= n:
        while n % p == 0: r.append(p); n //= p
        p += 1 if p == 2 else 2
    if n > 1: r.append(n)
    return r
factor = lru_cache(300000)(factor)
def Omega(n): return len(factor(n)) if n > 0 else 0
def omega(n): return len(set(factor(n))) if n > 0 else 0
def oddOmega(n): return sum(p != 2 for p in factor(n)) if n > 0 else 0
def expxor(n):
    if n <= 0: return 0
    f = factor(n); x = 0
    for p in set(f): x ^= f.count(p)
    return x
def lpf(n): return factor(n)[0] if n > 1 else 0
_P = [2]
def pindex(p):
    "1 for 2, 2 for 3, 3 for 5 ..."
    while _P[-1] < p:
        q = _P[-1] + 1
        while any(q % r == 0 for r in _P if r * r <= q): q += 1
        _P.append(q)
    lo, hi = 0, len(_P)
    while lo < hi:
        m = (lo + hi) // 2
        if _P[m] < p: lo = m + 1
        else: hi = m
    return lo + 1
def ndiv(n):
    if n <= 0: return 0
    f = factor(n); r = 1
    for p in set(f): r *= f.count(p) + 1
    return r
def is_prime(n): return int(n > 1 and factor(n)[0] == n)
def is_square(n): return int(n >= 0 and isqrt(n) ** 2 == n)
def is_cube(n):
    if n < 0: return 0
    r = round(n ** (1 / 3))
    return int(any((r + d) ** 3 == n for d in (-1, 0, 1)))
def is_tri(n): return int(n >= 0 and is_square(8 * n + 1))
def is_pow(k, n): return int(n > 0 and k ** log(k, n) == n)
def is_fib(n): return int(n >= 0 and (is_square(5 * n * n + 4) or is_square(5 * n * n - 4)))
def root(n): return isqrt(n) if n >= 0 else 0
def troot(n): return (isqrt(8 * n + 1) - 1) // 2 if n >= 0 else 0
def zeck(n):
    "parts of n as a sum of Fibonacci numbers no two of which are neighbours, largest first"
    r = []
    while n > 0:
        a, b = 1, 2
        while b <= n: a, b = b, a + b
        r.append(a); n -= a
    return r
def zlen(n): return len(zeck(n))
def zleast(n): return zeck(n)[-1] if n > 0 else 0
def zlow(n):
    "index of the least part: 0 for 1, 1 for 2, 2 for 3, 3 for 5"
    if n <= 0: return 0
    a, b, i, t = 1, 2, 0, zleast(n)
    while a < t: a, b, i = b, a + b, i + 1
    return i
@lru_cache(1000000)
def nimmul(a, b):
    if a < 2 or b < 2: return a * b
    k = 1
    while (1 << (2 * k)) <= max(a, b): k *= 2
    m = (1 << k) - 1
    a1, a0, b1, b0 = a >> k, a & m, b >> k, b & m
    c = nimmul(a1, b1); d = nimmul(a0, b0)
    return ((nimmul(a1 ^ a0, b1 ^ b0) ^ d) << k) ^ d ^ nimmul(c, 1 << (k - 1))
def golden(a, b):
    "is max/min < (1+sqrt5)/2"
    a, b = min(a, b), max(a, b)
    return int(b * b - a * b < a * a)
def wythoff(t, a, b):
    "is (a, b) lost in t-Wythoff: the k-th pair is (mex of all before, that + t k)"
    a, b = min(a, b), max(a, b)
    if (b - a) % t: return 0
    k = (b - a) // t
    return int(a == (k * (2 - t) + isqrt(k * k * (t * t + 4))) // 2)

def schwenk(t, cache={}):
    if t not in cache:
        L = [1]; 
        while L[-1] < 10**7:
            m = L[-1]; j = next(i for i, x in enumerate(L) if t * x >= m); L.append(m + L[j])
        cache[t] = frozenset(L)
    return cache[t]
def third(cache=[]):
    if not cache:
        L = [1, 2]
        while L[-1] < 10**7: L.append(3 * L[-1] // 2 + 1)
        cache.append(frozenset(L))
    return cache[0]
def rootset(cache=[]):
    if not cache:
        L = {0}; last = 0; n = 0
        while n < 2 * 10**5:
            n += 1
            if n - isqrt(n) > last: L.add(n); last = n
        cache.append(frozenset(L))
    return cache[0]
def half(n, memo={}):
    if n < 5: return (0, 1, 0, 1, 2)[n]
    if n % 2: return 0
    return 2 if half(n // 2) != 2 and half(n // 2) == 1 else 1


def main():
    for line in open(pathlib.Path(__file__).with_name("known.jsonl")):
        rule = json.loads(line)
        start = rule["range"][0]
        if rule["kind"] == "n":
            formula = eval(f"lambda n: {rule['formula']}")
            values = [formula(n) for n in [*range(start, 12000), *range(40000, 40500)]]
        else:
            formula = eval(f"lambda a, b: {rule['formula']}")
            values = [formula(a, b) for a in range(start, 240) for b in range(start, 240)]
        if rule["of"] != "grundy":
            values = [int(bool(value)) for value in values]
        print(rule["id"], rule["kind"], start, *(int(value) for value in values))

