#= 7
def options(n): return [(0, n // 2), (1, -n // 2), (2, n % 3), (3, -n % 3), (4, n // -2), (5, n % -3), (6, -n % -3), (7, -n // -2)]
#= 7
def options(n): return list(enumerate([n ** 2, 2 ** n, (-2) ** 3, -2 ** 2, 0 ** 0, n ** 0, (-1) ** 5, 1 ** 100000000000]))
#= 12
def options(n): return list(enumerate([n & 10, n | 3, n ^ 5, ~n, n << 3, n >> 2, -n >> 1, -1 >> 100, 0 << 5, -n & 7, -n | 1, -n ^ 3]))
#= 5
def options(n): return [(i, repr(v)) for i, v in enumerate([True + True, True & False, True | False, True ^ True, -True, ~True, True == 1, n == True, True < 2])]
#= 5
def options(n): return [(i, repr(v)) for i, v in enumerate([1 < n < 9, 1 < n > 3, 1 < n < 3 < 100, n == n == 5, 1 == 1 != 2, not n, not 0, n > 3 and n < 9 or 0])]
#= 5
def options(n): return list(enumerate([abs(-n), min(n, 3), max(n, 3, 9), min([4, 2, 8]), max((1, 7)), sum([1, 2, 3]), sum((1, 2), 10), divmod(17, n)[0], divmod(-17, n)[1], pow(2, 10), pow(3, 4, 5), round(n)]))
#= 5
def options(n): return list(enumerate([int("12"), int("-7"), int(" 4 "), int("101", 2), int("ff", 16), int("0x1f", 16), int(True), int("1_000"), int("z", 36), int()]))
#= 10
def options(n): return list(enumerate([bin(n), hex(255), oct(8), bin(-5), str(-3), chr(65), str(ord("a"))]))
#= 10
import math
def options(n): return list(enumerate([math.gcd(12, 18), math.gcd(0, 5), math.gcd(-4, 6), math.isqrt(99), math.comb(5, 2), math.factorial(5), math.lcm(4, 6), math.prod([1, 2, 3, 4]), math.comb(3, 5), math.gcd()]))
#= 10
from math import gcd as g, isqrt
def options(n): return [g(n, 4), isqrt(n)]
#= 10
import math as m
def options(n): return [m.gcd(n, 4)]
#= 12
from grundy import divisors
def options(n): return divisors(n)
#= 36
def options(n): return [n - d for d in divisors(n) if d < n]
#= 10
def options(n): return list(enumerate([n.bit_length(), (0).bit_length(), (-8).bit_length(), n.bit_count(), (255).bit_count()]))
#= 3
def options(n):
    x = n
    x += 4
    x *= 3
    x -= 1
    x //= 2
    x %= 7
    x **= 2
    x <<= 3
    x >>= 1
    x |= 1
    x &= 29
    x ^= 2
    return [x]
#= 3
def options(n): return [0x1F, 0b101, 0o17, 1_000, 00, +n, - -n, ---n, ~-n]
#= 3
def options(n): return [1 if n > 2 else 0, (5 if n > 9 else 6) if n else 7, 1 if n > 4 else 2 if n > 2 else 3]
#= 9
def options(n): return list(enumerate([n or 4, 0 or n, 0 or "" or (), n and 4, 0 and n, None or 3, n and 0 or 8]))
#= 9
def options(n): return [(i, repr(x)) for i, x in enumerate([bool(n), bool(0), bool(""), bool("a"), bool([]), bool([0]), bool({}), bool(set()), bool(None), bool(range(0)), bool((0,))])]
#= 9
def options(n): return [max(3, n) - min(3, n), max("a", "b"), min("ab", "aa"), max([1, 2], [1, 3])[1], max((1, 2), (1,))[1]]
#= 9
def options(n): return [(i, repr(v)) for i, v in enumerate([n is None, None is None, None is not None, n is not None, type(n) is int, type("a") == str, type(()) is tuple, type([]) is list, type(True) is int, type(None) is type(None)])]
#= 9
def options(n): return [(i, repr(v)) for i, v in enumerate([isinstance(n, int), isinstance(True, int), isinstance("a", (int, str)), isinstance([], tuple), isinstance({}, dict), isinstance({1}, set), isinstance(n, bool), isinstance(frozenset(), frozenset)])]
#! 9
def options(n): return [n / 2]
#! 9
def options(n): return [n * 1.5]
#! 9
def options(n): return [2 ** 63]
#! 9
def options(n): return [2 ** -1]
#! 9
def options(n): return [n // 0]
#! 9
def options(n): return [n % 0]
#! 9
def options(n): return [1 << -1]
#! 9
def options(n): return [float(n)]
#! 9
def options(n): return [True]
#! 9
def options(n): return [None]
#! 9
def options(n): return [2 ** 53]
#! 9
def options(n): return [n + "a"]
#! 9
def options(n): return [int("x")]
#! 9
def options(n): return [[n] < n]
#! 9
def options(n): return [min([])]
#= 9
def options(n): return [9007199254740991, -9007199254740991, 9223372036854775807 - 9223372036854775000, -9223372036854775807 - 1 + 9223372036854775807]
#= 9
def options(n): return list(enumerate([(n + 1) * 2 - 3 * 4 // 5 % 6, 2 + 3 * 4 ** 2 // 7 - 1, -2 ** 2 + 1, 1 + 2 << 3 & 12 | 1, not n == 9 or 3, 5 - -3]))
