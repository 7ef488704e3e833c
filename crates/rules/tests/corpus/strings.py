#= 'hello'
def options(s): return list(enumerate([s[0], s[-1], s[1:3], s[:2], s[2:], s[::-1], s[::2], s[-3:-1], s[10:], s[3:1], s[-100:2], s[4:0:-2], s[:]]))
#= 'hello'
def options(s): return list(enumerate([s + "!", s * 2, 2 * "ab", "a" * 0, "a" * -1, "l" in s and 1 or 0, "lo" in s and 1 or 0, "z" not in s and 1 or 0, "" in s and 1 or 0, len(s)]))
#= 'hello'
def options(s): return list(enumerate([s.find("l"), s.find("z"), s.rfind("l"), s.index("e"), s.count("l"), s.count(""), s.find("l", 3), s.find("h", 1), s.find("", 5), s.find("", 6), s.find("l", -2), s.find("l", 0, 3), s.rindex("l")]))
#= 'hello'
def options(s): return list(enumerate([s.replace("l", "L"), s.replace("l", "", 1), s.replace("", "-"), s.replace("z", "y"), s.replace("l", "LLL", -1), s.replace("", "-", 2), s.replace("hello", "")]))
#= 'a,b,,c'
def options(s): return [(i, repr(x)) for i, x in enumerate([s.split(","), s.split(",", 1), s.rsplit(",", 1), s.split("x"), " a  b ".split(), "".split(), "".split(","), "a\nb\n".splitlines(), s.partition(","), s.rpartition(","), s.partition("x"), s.rpartition("x"), s.split(sep=",", maxsplit=2), s.rsplit(",")])]
#= 'abc'
def options(s): return list(enumerate(["-".join(s), "".join([]), ",".join(["a"]), "".join(c + c for c in s), "ab".join(("x", "y", "z")), " ".join(sorted("cab")), "".join(reversed(s)), "".join(map(str, [1, 2]))]))
#= '  ab  '
def options(s): return list(enumerate([s.strip(), s.lstrip(), s.rstrip(), "xxaxx".strip("x"), "xyaxy".lstrip("xy"), "abc".rstrip("cb"), "".strip(), "aaa".strip("a")]))
#= 'aBc1'
def options(s): return list(enumerate([s.upper(), s.lower(), s.swapcase(), s.capitalize(), "ab cd'e".title(), "12".zfill(5), "-12".zfill(5), "+1".zfill(1), "a".ljust(3), "a".rjust(3, "."), "a".center(4, "*"), "ab".center(5, "*"), "abc".center(6, "-"), "a".center(2)]))
#= 'aBc1'
def options(s): return [(i, repr(x)) for i, x in enumerate([s.isdigit(), "12".isdigit(), "".isdigit(), "ab".isalpha(), s.isalpha(), s.isalnum(), "a b".isalnum(), "AB".isupper(), "aB".islower(), "ab1".islower(), "1".islower(), " ".isspace(), "".isspace(), s.startswith("aB"), s.endswith("c1"), s.startswith(("x", "a")), s.startswith(""), "abc".removeprefix("ab"), "abc".removesuffix("c"), "abc".removeprefix("x")])]
#= 'abc'
def options(s): return [(i, repr(x)) for i, x in enumerate(["it's", 'say "x"', 'both \' and "', "tab\t", "nl\n", "back\\slash", "\x01", "\x7f", "r" r"\n", u"x", "a" "b", """tri
ple""", '\x41\u0042', '\0'])]
#= 7
def options(n): return list(enumerate([f"{n}", f"{n:3}", f"{n:<3}|", f"{n:^5}", f"{n:03}", f"{n:+}", f"{n:b}", f"{n:#x}", f"{n:05b}", f"{n!r}", f"{'a'!r}", f"{'a':>4}", f"{'a':*^5}", f"{n + 1}{n * 2}", f"{{}}", f"{n:,}", f"{1234567:,}", f"{1234567:_}", f"{-5:04}", f"{-5:=4}", f"{True}", f"{True:3}", f"{(1, 2)}", f"{[n]}", f"{None}", f"{n:{n}}", f"{n:0{n}b}", f"{'x' * 2}", f"{n if n > 3 else 0}", f"{n:X}{n:o}{n:d}", f"{'ab':s}", f"{n:x>4}"]))
#= 7
def options(n):
    d = {"k": [1, 2]}
    return [f"{d['k'][1]}", f"a{n}b{n!s}c", f'{n:>{n}}', f"{', '.join(str(x) for x in range(n))}", rf"\{n}", f"""{
        n}""", "x" f"{n}" "y"]
#= 7
def options(n): return list(enumerate([str(n), str("a"), str((1, "a")), str([1, [2]]), str({1: 2}), str(None), str(True), str({3}), repr(()), repr((1,)), str(set()), str(frozenset()), str(frozenset([1])), str(), repr("a"), str({})]))
#= 'ab'
def options(s): return [(i, repr(x)) for i, x in enumerate([s < "b", s == "ab", s > "aa", "a" < "ab", "B" < "a", "" < "a", "b" > "abc", "a" <= "a"])]
#= 'héé'
def options(s): return list(enumerate([s[1], s[::-1], s[1:], len(s), s.find("é"), s + "x", s.count("é"), s.replace("é", "e"), "-".join(s), s[-1], s.index("é"), s.rfind("é"), "é" in s and 1 or 0, ord(s[1]), s * 2, s.split("é")[0], s[0:2], s.strip("é")]))
#= 'XOX'
def options(s): return [s.translate(str.maketrans("XO", "OX")), s.translate({88: None}), s.translate({79: "abc"})]
#= 'abc'
def options(s):
    out = ""
    for c in s:
        out = c + out
        out += "."
    return [out]
#= 'abc'
def options(s):
    a = s + "d"
    b = a + "e"
    c = a + "f"
    d = b + c
    return [a, b, c, d, s]
#= 'abc'
def options(s): return [s[i:] + s[:i] for i in range(len(s))] + [c for c in s] + [s[i] for i in (0, -1)]
#= 'abc'
def options(s): return [x + y for x in s for y in s if x < y]
#= 'a b'
def options(s):
    a, _, b = s
    return [b + a, *s.split()]
#= 'abcabc'
def options(s): return ["".join(dict.fromkeys(s)), "".join(sorted(set(s))), str(s.index("c", 3))]
#! 'abc'
def options(s): return [s[5]]
#! 'abc'
def options(s): return ["%d" % 3]
#! 'abc'
def options(s): return [s.index("z")]
#! 'abc'
def options(s): return [",".join([1, 2])]
#! 'abc'
def options(s):
    s[0] = "x"
    return [s]
#! 'abc'
def options(s): return [s - "a"]
#! 'abc'
def options(s): return [s.split("")]
#! 'abc'
def options(s): return [f"{s:d}"]
#! 'abc'
def options(s): return [s.foo()]
#! 'abc'
def options(s): return ["{}".format(s)]
#! 'abc'
def options(s): return [b"x"]
#= 5
def options(n): return list(enumerate([f"{n!s:3}|", f"{True!s:6}|", f"{n!s:05}", f"{n!s:>4}", f"{None!s:5}|", f"{(1,)!s:6}|", f"{n!s:s}", f"{n!r:>4}", f"{n!s}"]))
