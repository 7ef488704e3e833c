"""Writes scripts that combine features at random: generate.py SEED COUNT."""
import random, sys

rng = random.Random(int(sys.argv[1]))
NAMES = ["a", "b", "c", "x", "y"]

def integer(depth, names):
    kind = rng.randrange(16 if depth > 0 else 3)
    if kind == 0 or kind == 15: return str(rng.choice([0, 1, 2, 3, 5, 7, 10, -1, -3, 100]))
    if kind in (1, 2): return rng.choice(names)
    e = lambda: integer(depth - 1, names)
    if kind in (3, 4, 5): return f"({e()} {rng.choice(['+', '-', '*', '//', '%', '&', '|', '^', '>>', '+', '-'])} {e()})"
    if kind == 6: return f"({e()} if {test(depth - 1, names)} else {e()})"
    if kind == 7: return f"{rng.choice(['min', 'max'])}({e()}, {e()})"
    if kind == 8: return f"abs({e()})"
    if kind == 9: return f"sum({listing(depth - 1, names)})"
    if kind == 10: return f"len({rng.choice([listing, text])(depth - 1, names)})"
    if kind == 11: return f"-{e()}" if rng.random() < 0.5 else f"~{e()}"
    if kind == 12: return f"({e()} {rng.choice(['and', 'or'])} {e()})"
    if kind == 13: return f"{listing(depth - 1, names)}[{rng.choice(['0', '-1', e()])}]"
    return f"int({test(depth - 1, names)})"

def test(depth, names):
    kind = rng.randrange(8 if depth > 0 else 1)
    e = lambda: integer(max(depth - 1, 0), names)
    if kind < 3: return f"({e()} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {e()})"
    if kind == 3: return f"({e()} < {e()} <= {e()})"
    if kind == 4: return f"(not {test(depth - 1, names)})"
    if kind == 5: return f"({test(depth - 1, names)} {rng.choice(['and', 'or'])} {test(depth - 1, names)})"
    if kind == 6: return f"({e()} {rng.choice(['in', 'not in'])} {listing(depth - 1, names)})"
    return f"{rng.choice(['any', 'all'])}(v > {e()} for v in {listing(depth - 1, names)})"

def listing(depth, names):
    kind = rng.randrange(12 if depth > 0 else 2)
    e = lambda: integer(max(depth - 1, 0), names)
    if kind == 0: return "[" + ", ".join(e() for _ in range(rng.randrange(1, 4))) + "]"
    if kind == 1: return f"list(range({rng.randrange(5)}, {rng.randrange(8)}, {rng.choice([1, 1, 2, -1])}))"
    more = names + ["v"]
    if kind == 2: return f"[{integer(depth - 1, more)} for v in range({rng.randrange(1, 5)})]"
    if kind == 3: return f"[{integer(depth - 1, more)} for v in {listing(depth - 1, names)} if {test(depth - 1, more)}]"
    if kind == 4: return f"sorted({listing(depth - 1, names)}{rng.choice(['', ', reverse=True', ', key=lambda v: -v', ', key=abs'])})"
    if kind == 5: return f"({listing(depth - 1, names)} + {listing(depth - 1, names)})"
    if kind == 6: return f"{listing(depth - 1, names)}[{rng.choice(['', '1', '-2'])}:{rng.choice(['', '3', '-1'])}:{rng.choice(['1', '2', '-1'])}]"
    if kind == 7: return f"list({{v: w for v, w in enumerate({listing(depth - 1, names)})}}.{rng.choice(['keys', 'values'])}())"
    if kind == 8: return f"[v + w for v, w in zip({listing(depth - 1, names)}, {listing(depth - 1, names)})]"
    if kind == 9: return f"sorted(set({listing(depth - 1, names)}) {rng.choice(['|', '&', '-', '^'])} set({listing(depth - 1, names)}))"
    if kind == 10: return f"[*{listing(depth - 1, names)}, {e()}]"
    return f"list(map(lambda v: {integer(depth - 1, more)}, {listing(depth - 1, names)}))"

def text(depth, names):
    kind = rng.randrange(9 if depth > 0 else 2)
    t = lambda: text(depth - 1, names)
    if kind == 0: return rng.choice(["'ab'", "'xox'", "''", "'a,b'"])
    if kind == 1: return f"str({integer(depth, names)})"
    if kind == 2: return f"({t()} + {t()})"
    if kind == 3: return f"({t()} * {rng.randrange(3)})"
    if kind == 4: return f"{t()}[{rng.choice(['', '1', '-2'])}:{rng.choice(['', '2', '-1'])}:{rng.choice(['1', '-1'])}]"
    if kind == 5: return f"f'{{{integer(depth - 1, names)}:{rng.choice(['', '3', '<4', '03', 'b', '+'])}}}-{{{integer(0, names)}}}'"
    if kind == 6: return f"{t()}.replace({rng.choice(['`a`', '`x`', '``'])}, 'yy')".replace("`", "'")
    if kind == 7: return f"'.'.join({t()}.split({rng.choice(['`a`', '`,`', ''])}))".replace("`", "'")
    return f"''.join(sorted({t()}))"

def value(depth, names):
    return rng.choice([integer, integer, text, lambda d, n: f"tuple({listing(d, n)})", lambda d, n: f"({integer(d, n)}, {text(d, n)})"])(depth, names)

def block(depth, names, indent, calls):
    pad, out = "    " * indent, []
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(10)
        name = rng.choice(NAMES)
        if kind < 3 or depth == 0:
            out.append(f"{pad}{name} = {integer(2, names)}")
            names = names + [name]
        elif kind == 3:
            out.append(f"{pad}{rng.choice(names)} {rng.choice(['+=', '-=', '*=', '//=', '%='])} {integer(1, names)}")
        elif kind == 4:
            out.append(f"{pad}if {test(2, names)}:")
            out += block(depth - 1, names, indent + 1, calls)
            if rng.random() < 0.5:
                out.append(f"{pad}else:")
                out += block(depth - 1, names, indent + 1, calls)
        elif kind == 5:
            out.append(f"{pad}for {name} in {rng.choice([listing(1, names), f'range({rng.randrange(5)})'])}:")
            out += block(depth - 1, names + [name], indent + 1, calls)
            if rng.random() < 0.4: out.append(f"{pad}    if {test(1, names + [name])}: {rng.choice(['break', 'continue'])}")
            out.append(f"{pad}    out.append({integer(1, names + [name])})")
        elif kind == 6:
            out.append(f"{pad}k = {rng.randrange(1, 6)}")
            out.append(f"{pad}while k > 0:")
            out.append(f"{pad}    k -= 1")
            out += block(depth - 1, names, indent + 1, calls)
        elif kind == 7: out.append(f"{pad}out.append({value(2, names)})")
        elif kind == 8 and calls: out.append(f"{pad}out.append({rng.choice(calls)}({integer(1, names)}, {integer(1, names)}))")
        else:
            out.append(f"{pad}{name}, {rng.choice(NAMES)} = {integer(1, names)}, {integer(1, names)}")
            names = names + [name]
    return out

for _ in range(int(sys.argv[2])):
    print(f"#: {rng.randrange(-3, 12)}")
    calls = []
    for name in ["f", "g"][:rng.randrange(3)]:
        print(f"def {name}(x, y):")
        print("    out = []")
        print("\n".join(block(1, ["x", "y"], 1, calls)))
        print(rng.choice([f"    return {integer(2, ['x', 'y'])}", "    return sum(v for v in out if type(v) is int)", "    return tuple(out)"]))
        calls.append(name)
    print("def options(n):")
    print("    if type(n) is not int or n < -20: return []")
    print("    out = []")
    print("\n".join(block(2, ["n"], 1, calls)))
    print(f"    out.append({value(3, ['n'])})")
    if rng.random() < 0.5: print("    return [v for v in out if type(v) is not int or abs(v) < 1000]")
    else: print("    return [[v, v] if type(v) is int and v % 3 == 0 else v for v in out if type(v) is not int or v < n]")
