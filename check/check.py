#!/usr/bin/env python3
"""Checks certificates of impartial games, from the rules alone. It needs the standard library of Python 3.9 or later.

    check.py [--rules FILE.py] CERTIFICATE.json     "-" reads the standard input

It prints what is proved, and exits with 0; or the first fault, and exits with 1; or why nothing was read, with 2. The
rules of games of the catalogue are in the folder `rules` beside this file. A game by a client's own rules is run only
from the file that you name, since rules are code. docs/proofs.md describes the format.
"""
import hashlib, json, math, re, resource, signal, sys
from functools import lru_cache, reduce
from itertools import accumulate
from operator import xor
from pathlib import Path
from types import SimpleNamespace

MOST_BYTES, MOST_DEPTH, MOST_DIGITS = 1 << 20, 64, 1233   # of a certificate, of brackets, of an integer: 4,096 bits
MOST_ENTRIES, MOST_VALUE = 1_000_000, 1 << 15   # heaps, products or states; the value of a heap, and 1
MOST_SHOWN, MOST_SECONDS, MOST_MEMORY = 300, 600, 4 << 30   # letters of a game or a position, of CPU, bytes

class Fault(Exception):
    """Why a certificate proves nothing."""

def need(ok, text):
    if not ok:
        raise Fault(text)

# ---- reading ---------------------------------------------------------------------------------------------------------
def integer(text):
    need(re.fullmatch(rf"-?\d{{1,{MOST_DIGITS}}}", text, re.ASCII), f"{text[:40]} is no integer, or too long")
    return int(text)

def members(pairs):
    need(len({name for name, _ in pairs}) == len(pairs), "a field is there twice")
    return dict(pairs)

def read(text):
    """The JSON of a certificate. Only integers are numbers."""
    need(len(text) <= MOST_BYTES, "a certificate has at most 1 MiB")
    text = text.decode()
    brackets = re.findall(r"[][{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text))
    depths = accumulate(1 if bracket in "[{" else -1 for bracket in brackets)
    need(max(depths, default=0) <= MOST_DEPTH, "too many brackets")
    cert = json.loads(text, parse_int=integer, parse_float=integer, parse_constant=integer, object_pairs_hook=members)
    json.dumps(cert, ensure_ascii=False).encode()  # A half of a surrogate pair is no text.
    return cert

def fields(value, what, required, optional=()):
    """The values of these fields. An optional field that is missing is None."""
    need(type(value) is dict, f"{what} is an object")
    for name in value:
        need(name in (*required, *optional) and value[name] is not None, f"{what} can't have the field {name!r}, or it is null")
    for name in required:
        need(name in value, f"{what} needs the field {name!r}")
    return [value.get(name) for name in (*required, *optional)]

def whole(value, what, least=0, most=1 << 64):
    need(type(value) is int and least <= value < most, f"{what} is an integer from {least} to below {most}")
    return value

def listed(value, what):
    need(type(value) is list, f"{what} is a list")
    return value

def pairs(value, what):
    need(all(type(pair) is list and len(pair) == 2 for pair in listed(value, what)), f"{what} has pairs")
    return value

def shown(value):
    """JSON, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"

def frozen(position):
    need(type(position) in (int, str, list, tuple, dict), f"{position!r} is no position")
    if type(position) is dict:  # {"row": 7}
        return tuple((name, frozen(part)) for name, part in sorted(position.items()))
    return position if type(position) in (int, str) else tuple(map(frozen, position))

# ---- the games -------------------------------------------------------------------------------------------------------
def digits_of(game):
    """The digits of a code, {k: digit}: bit t says that a move that takes k tokens may leave exactly t heaps."""
    if "subtraction" in game:
        digits = {k: 3 for k in numbers_of(game, "subtraction")}
    else:
        [code] = fields(game, "the game", ["code"])
        need(type(code) is str and re.fullmatch(r"[0-9a-f]{1,2}\.[0-9a-f]{1,256}", code), "no code")
        head, tail = code.split(".")
        digits = {0: int(head, 16), **{k: int(digit, 16) for k, digit in enumerate(tail, 1)}}
        need(digits[0] in (0, 4, 8, 12), "a move that takes nothing divides the heap")
    return {k: digit for k, digit in digits.items() if digit}

# All ways to divide a total into this many positive heaps, ascending.
def splits(total, parts, least=1):
    if parts < 2:
        return [(total,)] if parts and total >= least else [()] if total == parts else []
    return [(first,) + rest for first in range(least, total // parts + 1)
            for rest in splits(total - first, parts - 1, first)]

def of_heaps(game):
    digits = digits_of(game)
    def options(heap):
        whole(heap, "a heap")
        return [left for k, digit in digits.items() for parts in range(4)
                if heap and digit >> parts & 1 and k <= heap for left in splits(heap - k, parts)]
    return options, frozen

def numbers_of(game, name):
    [numbers] = fields(game, "the game", [name])
    return {whole(k, "a number", 1, MOST_ENTRIES + 1) for k in listed(numbers, name)}

def of_all_but(game):
    kept = numbers_of(game, "all_but")
    return (lambda heap: [(heap - k,) for k in range(1, whole(heap, "a heap") + 1) if k not in kept]), frozen

def of_graph(game):
    [graph] = fields(game, "the game", ["graph"])
    rows = graph.items() if type(graph) is dict else enumerate(listed(graph, "a graph"))
    edges = {vertex: [tuple(map(frozen, to if type(to) is list else [to])) for to in listed(row, "a row")]
             for vertex, row in rows}
    def options(vertex):
        need(vertex in edges and type(vertex) is not bool, f"{vertex!r} is no vertex")
        return edges[vertex]
    return options, frozen

# A move subtracts a step once, or a ride any positive number of times.
def of_vectors(game):
    [vectors] = fields(game, "the game", ["vectors"])
    steps, rides = fields(vectors, "vectors", ["steps", "rides"])
    need(all(type(entry) is int and abs(entry) < 1 << 53 for vector in listed(steps, "steps") + listed(rides, "rides")
             for entry in listed(vector, "a vector")), "an entry is a small integer")
    need(all(max(ride, default=0) > 0 for ride in rides), "a ride has an entry above 0")
    def options(at):
        found = []
        for vector, most in [(step, 1) for step in steps] + [(ride, math.inf) for ride in rides]:
            need(len(vector) == len(at), "a position has another length than a vector")
            last = min([most] + [x // entry for x, entry in zip(at, vector) if entry > 0])
            need(len(found) + last <= MOST_ENTRIES, "too many options")
            found += [(tuple(whole(x - entry * times, "a coordinate") for x, entry in zip(at, vector)),)
                      for times in range(1, last + 1)]
        return found
    return options, lambda at: tuple(whole(x, "a coordinate") for x in ([at] if type(at) is int else listed(at, "it")))

# A move needs some free cells, and takes some away.
def of_cells(game):
    def cells(value):
        need(all(type(cell) in (int, str) for cell in listed(value, "a set of cells")), "a cell has a name")
        return tuple(sorted(set(value), key=repr))
    [moves] = fields(game, "the game", ["cells"])
    moves = [[set(cells(part)) for part in fields(move, "a move", ["needs", "takes"])] for move in listed(moves, "cells")]
    def options(free):
        return [(tuple(cell for cell in free if cell not in takes),) for needs, takes in moves if needs <= set(free)]
    return options, cells

# Scripts may import this function, which Python does not have.
sys.modules["grundy"] = SimpleNamespace(divisors=lambda n: sorted(
    {part for d in range(1, math.isqrt(n) + 1) if n % d == 0 for part in (d, n // d)}))

# Runs rules. A list among the options is a sum.
def of_rules(text, name, constants, parameters):
    exec(compile(text, name, "exec"), names := dict(constants))
    form = names.get("form", lambda position: position)
    rules = names["options"] if parameters is None else lambda position: names["options"](position, parameters)
    def options(position):
        return [tuple(map(form, left)) if type(left) is list else (form(left),) for left in rules(position)]
    return options, lambda position: form(frozen(position))

def options_of(game, file):
    """The options of a position, each a tuple of positions; and the one way to write a position."""
    need(type(game) is dict, "the game is an object")
    if "sum" in game:
        [summed] = fields(game, "the game", ["sum"])
        need(type(summed) is dict and not any("sum" in one for one in summed.values()), "a sum has games by name")
        games = {name: options_of(one, file) for name, one in summed.items()}
        def named(position):
            need(type(position) in (list, tuple) and len(position) == 2 and position[0] in games, "no component")
            return position[0], games[position[0]][1](position[1])
        return (lambda at: [tuple((at[0], part) for part in left) for left in games[at[0]][0](at[1])]), named
    if "rules" in game:
        hash, constants = fields(game, "the game", ["rules"], ["constants"])
        need(file is not None, "name the file of the rules with --rules")
        text = Path(file).read_bytes()
        need(hashlib.sha256(text).hexdigest() == hash, "the certificate is about other rules")
        need(constants is None or type(constants) is dict, "constants are an object")
        options, form = of_rules(text, file, constants or {}, None)
    elif "catalogue" in game:
        id, parameters = fields(game, "the game", ["catalogue"], ["parameters"])
        # The id is looked up among the files that are there. It never becomes a part of a path.
        files = {found.stem: found for found in Path(__file__).resolve().parent.glob("rules/*.py")}
        need(type(id) is str and id in files, "no rules of this game")
        need(parameters is None or type(parameters) is str, "parameters are a string")
        options, form = of_rules(files[id].read_bytes(), id, {}, parameters)
    else:
        kinds = {"code": of_heaps, "subtraction": of_heaps, "all_but": of_all_but, "graph": of_graph,
                 "vectors": of_vectors, "cells": of_cells}
        kind = next((kinds[name] for name in game if name in kinds), lambda _: need(False, "an unknown game"))
        options, form = kind(game)
    return lru_cache(None)(options), form

# A sum without the components that have no move. The others have no order.
def sorted_sum(total, options):
    return tuple(sorted((part for part in total if options(part)), key=repr))

# ---- winners: a list of lost sums, each option of which has a reply to an earlier one --------------------------------
def check_lost(cert, file):
    game, claim, play, entries, drawn = fields(cert, "the certificate", ["game", "claim", "play", "lost"], ["drawn"])
    need(play in ("normal", "misere"), "play is normal or misere")
    options, form = options_of(game, file)

    @lru_cache(None)
    def moves(total):
        return {sorted_sum(total[:place] + left + total[place + 1:], options)
                for place, at in enumerate(total) for left in options(at)}
    read_sum = lambda total: sorted_sum(map(form, listed(total, "a position")), options)
    won = lambda total: any(reply in lost for reply in moves(total)) if moves(total) else play == "misere"
    lost = set()
    for total in map(read_sum, listed(entries, "lost")):
        need(moves(total) or play == "normal", f"{total} has no move, which wins")
        for option in moves(total):
            need(won(option), f"{total} → {option}: no reply to an earlier entry")
        lost.add(total)
    draws = {read_sum(total) for total in listed([] if drawn is None else drawn, "drawn")}
    for total in draws:
        need(any(option in draws for option in moves(total)), f"{total}: no move to a draw")
        for option in moves(total):
            need(option in draws or won(option), f"{total} → {option} is neither a draw nor won by the opponent")
    position, winner = fields(claim, "the claim", ["position", "winner"])
    start = read_sum(position)
    found = "second" if start in lost else "draw" if start in draws else "first" if won(start) else None
    need(found is not None and found == winner, f"the winner {winner!r} does not follow")
    return (("nobody wins" if found == "draw" else f"the {found} player wins")
            + f" {shown(position)} in {play} play of {shown(game)}")

# ---- Grundy values: labels, each proved from earlier ones ------------------------------------------------------------
def check_labels(cert, file):
    game, claim, labels, infinite = fields(cert, "the certificate", ["game", "claim", "labels"], ["infinite"])
    options, form = options_of(game, file)
    label = {}
    def value(total):
        values = [label.get(part, None if options(part) else 0) for part in total]
        return None if None in values else reduce(xor, values, 0)
    for at, grundy in pairs(labels, "labels"):
        at, seen = form(at), set()
        need(label.get(at, grundy) == whole(grundy, "a value", 0, MOST_VALUE), f"{at} is there with two values")
        for left in options(at):
            found = value(left)
            replies = (left[:i] + reply + left[i + 1:] for i, part in enumerate(left) for reply in options(part))
            need(found is not None or any(value(reply) == grundy for reply in replies),
                 f"{at} → {left}: it is not shown that its value is not {grundy}")
            need(found != grundy, f"{at} → {left}: both have the value {grundy}")
            seen.add(found)
        need(all(smaller in seen for smaller in range(grundy)), f"{at}: no option of some value below {grundy}")
        label[at] = grundy
    endless = {}
    for at, values in pairs([] if infinite is None else infinite, "infinite"):
        values = {whole(one, "a value") for one in listed(values, "values")}
        need(endless.setdefault(form(at), values) == values, f"{at} is there with two values")
    for at, values in endless.items():
        need(at not in label and all(len(left) == 1 for left in options(at)), f"{at} has a value, or a move splits it")
        lefts = [left[0] for left in options(at)]
        need(all(left in endless or value((left,)) is not None for left in lefts), f"{at}: an option is not listed")
        need({value((left,)) for left in lefts if left not in endless} == values, f"{at}: its options have other values")
        mex = next(least for least in range(len(values) + 1) if least not in values)
        need(any(left in endless and mex not in endless[left] for left in lefts), f"{at}: each option is answered")
    position, grundy = fields(claim, "the claim", ["position", "grundy"])
    parts = [form(part) for part in listed(position, "the position")]
    if len(parts) == 1 and parts[0] in endless:
        [values] = fields(grundy, "the value", ["infinite"])
        need(all(type(one) is int for one in listed(values, "values")) and values == sorted(endless[parts[0]]),
             "another infinite value")
        return f"{shown(position)} has the infinite value {values} in {shown(game)}"
    total = value(parts)
    need(total is not None and type(grundy) is int and grundy == total, f"the value is {total}, if it is known")
    return f"{shown(position)} has the Grundy value {total} in {shown(game)}"

# ---- periods ---------------------------------------------------------------------------------------------------------
# If g(n + length) = g(n) for start ≤ n < window, then for all n ≥ start: Guy and Smith (1956), for any number of heaps.
def heaps_to_check(digits, start, length):
    window = max([start] + [k + parts * (start - 1) + (parts - 1) * length + 1 if parts else k + 1
                            for k, digit in digits.items() for parts in range(4) if digit >> parts & 1])
    need(window + length <= MOST_ENTRIES, "too many heaps")
    return window + length

def read_values(values):
    return [whole(value, "a value", 0, MOST_VALUE) for value in listed(values, "values")]

# An integer from 0 on. It may be a string of digits, since JavaScript rounds large numbers.
def natural(value):
    value = integer(value) if type(value) is str and re.fullmatch("0|[1-9][0-9]*", value) else value
    need(type(value) is int and value >= 0, "an integer from 0 on is needed")
    return value

# The heap of the table that has the value, apart from the growth, and the number of periods between both.
def in_period(heap, start, length):
    heap = natural(heap)
    return (heap, 0) if heap < start else (start + (heap - start) % length, (heap - start) // length)

# Checks the values of single heaps that follow from a period.
def heaps_in(heaps, start, length, saltus, values):
    for heap, grundy in pairs([] if heaps is None else heaps, "heaps"):
        at, times = in_period(heap, start, length)
        need(natural(grundy) == values[at] + times * saltus, f"heap {heap} has another value")
    return "".join(f", g({heap}) = {grundy}" for heap, grundy in heaps or [])

# Whether g(n) is the mex of the options of n, for all n. A set of heaps is the bits of an integer, so all n are checked
# at once. Call a value rare if it and the mask have an even number of ones in common. If the XOR of two values is not
# rare, exactly one of the two is, so only splits with a rare heap are tried.
def check_mex(digits, g, mask):
    size, top = len(g), max(g) + 1
    full = (1 << size) - 1
    heaps = [bytearray(size // 8 + 1) for _ in range(top)]
    for n in range(1, size):
        heaps[g[n]][n >> 3] |= 1 << (n & 7)
    heaps = [int.from_bytes(bits, "little") for bits in heaps]
    in_two, in_three = ([k for k, digit in digits.items() if digit & bit] for bit in (4, 8))
    need(not in_three or size <= 3000, "too many heaps for three parts")
    is_rare = [not bin(value & mask).count("1") & 1 for value in range(2 * top + 2)]
    rare = [n for n in range(1, size) if is_rare[g[n]]]
    pair = [{g[a] ^ g[total - a] for a in range(1, total // 2 + 1)} for total in range(size if in_three else 0)]
    triple = [{g[a] ^ value for a in range(1, total - 1) for value in pair[total - a]} for total in range(len(pair))]
    larger = full & ~1
    for m in range(top):
        equal = heaps[m]
        larger &= ~equal
        left = larger
        def hit(some):
            nonlocal left
            need(not equal & some, f"heap {(equal & some).bit_length() - 1} has an option of its own value {m}")
            left &= ~some
        for k, digit in digits.items():
            if k < size and digit & 3:
                hit((digit & 1 and m == 0) << k | (heaps[m] << k & full if digit & 2 else 0))
        for k in in_three:
            hit(sum(1 << n for n in range(k, size) if m in triple[n - k]))
        if in_two and not is_rare[m]:
            for a, k in ((a, k) for a in rare if m ^ g[a] < top for k in in_two if a + k < size):
                hit(heaps[m ^ g[a]] << a + k & full)
        elif in_two:
            # Larger heaps need one such option, which is found soon. Those of the value itself are scanned in full.
            for a, k in ((a, k) for a in range(1, size) if m ^ g[a] < top for k in in_two if a + k < size):
                left &= ~(heaps[m ^ g[a]] << a + k)
                if not left:
                    break
            for n in (n for n in range(1, size) if g[n] == m):
                need(all(g[a] ^ g[n - k - a] != m for k in in_two for a in range(1, (n - k) // 2 + 1)),
                     f"heap {n} has an option of its own value {m}")
        need(not left, f"heap {left.bit_length() - 1} has no option of the value {m}")

def check_period(cert, _):
    game, claim, values, mask = fields(cert, "the certificate", ["game", "claim", "values"], ["mask"])
    start, length, heaps = fields(claim, "the claim", ["from", "length"], ["heaps"])
    digits, start, length, g = digits_of(game), whole(start, "from", 1), whole(length, "length", 1), read_values(values)
    need(g[:1] == [0] and len(g) == start + length, "the values are those of the heaps 0 to from + length - 1")
    size = heaps_to_check(digits, start, length)
    g += [g[start + (n - start) % length] for n in range(start + length, size)]
    check_mex(digits, g, whole(0 if mask is None else mask, "mask", 0, MOST_VALUE))
    return f"g(n + {length}) = g(n) for all n ≥ {start} in {shown(game)}" + heaps_in(heaps, start, length, 0, g)

def check_arithmetic(cert, _):
    """All-but sets. A heap has an option of each value below its own, so the heaps below n have the values 0 to M, and
    g(n) is a function of M and of the last K values."""
    game, claim, values = fields(cert, "the certificate", ["game", "claim", "values"])
    start, length, saltus, heaps = fields(claim, "the claim", ["from", "length", "saltus"], ["heaps"])
    kept = numbers_of(game, "all_but")
    last = max(kept, default=0)
    start, length, saltus = whole(start, "from", 1), whole(length, "length", 1), whole(saltus, "saltus")
    g, below = read_values(values), set()
    need(start + length + last <= len(g) <= MOST_ENTRIES, "too few values, or too many")
    for n in range(len(g)):
        below.update(g[max(n - last - 1, 0):max(n - last, 0)])
        near = {g[n - k] for k in range(1, min(n, last) + 1) if k not in kept}
        need(g[n] not in below | near and all(m in below or m in near for m in range(g[n])),
             f"heap {n} has another value")
    need(all(g[n + length] == g[n] + saltus for n in range(start, start + last)), "the values do not repeat")
    need(max(g[:start + length]) == max(g[:start]) + saltus, "the largest value does not grow so")
    return (f"g(n + {length}) = g(n) + {saltus} for all n ≥ {start} in {shown(game)}"
            + heaps_in(heaps, start, length, saltus, g))

# ---- misère quotients ------------------------------------------------------------------------------------------------
def check_quotient(cert, _):
    game, claim, table, lost, images = fields(cert, "the certificate", ["game", "claim", "table", "lost", "images"])
    start, length, position, winner = fields(claim, "the claim", ["from", "length"], ["position", "winner"])
    digits, start, length = digits_of(game), whole(start, "from", 1), whole(length, "length", 1)
    order = len(listed(table, "table"))
    need(0 < order and order * order <= MOST_ENTRIES and all(len(listed(row, "a row")) == order for row in table),
         "the table is empty, too large, or no square")
    table = [[whole(x, "an element", 0, order) for x in row] for row in table]
    need(all(table[0][x] == x and table[x][y] == table[y][x] for x in range(order) for y in range(x + 1)),
         "element 0 is no 1, or the products do not commute")
    lost = {whole(x, "an element", 0, order) for x in listed(lost, "lost")}
    image = [whole(x, "an element", 0, order) for x in listed(images, "images")]
    need(len(image) == start + length and image[0] == 0, "the images are those of the heaps 0 to from + length - 1")
    need(0 not in lost, "the empty sum is won, so 1 is not lost")
    # The products of heaps need (x·e)·y = x·(e·y) only for the images e of heaps.
    need(all(table[table[x][e]][y] == table[x][table[e][y]] for e in set(image) for x in range(order)
             for y in range(order)), "the products are not associative")
    size = heaps_to_check(digits, start, length)
    image += [image[start + (n - start) % length] for n in range(start + length, size)]
    types = set()
    for n in range(1, len(image)):
        left = {reduce(lambda x, y: table[x][y], (image[heap] for heap in heaps), 0)
                for k, digit in digits.items() for parts in range(4) if digit >> parts & 1 and k <= n
                for heaps in splits(n - k, parts)}
        need(left or image[n] == 0, f"heap {n} has no move, so it is 1")
        if left:
            types.add((image[n], sum(1 << y for y in range(order) if any(table[e][y] in lost for e in left))))
    states, todo = {(0, 0)}, [(0, 0)]
    for e, wins in todo:
        for heap, more in types:
            product = table[e][heap]
            after = sum(1 << q for q in range(order) if wins >> table[q][heap] & 1 or more >> table[q][e] & 1)
            need(after & 1 != (product in lost), f"a sum of the element {product} is lost iff it is not")
            if (product, after) not in states:
                need(len(states) < MOST_ENTRIES, "too many states")
                states.add((product, after))
                todo.append((product, after))
    need((position is None) == (winner is None), "a position has a winner")
    text = f"a misère sum of heaps of {shown(game)} is lost iff its product is one of {sorted(lost)}"
    if position is not None:
        product = reduce(lambda x, heap: table[x][image[in_period(heap, start, length)[0]]],
                         listed(position, "the position"), 0)
        need(winner == ("second" if product in lost else "first"), "the winner does not follow")
        text += f", so the {winner} player wins {shown(position)}"
    return text

KINDS = {"lost": check_lost, "labels": check_labels, "period": check_period, "arithmetic-period": check_arithmetic,
         "misere-quotient": check_quotient}

def check(cert, file=None):
    """What a certificate proves, in words. Raises a Fault if it proves nothing."""
    need(type(cert) is dict, "a certificate is an object")
    version, kind = cert.pop("certificate", None), cert.pop("kind", None)
    need(type(version) is int and version == 1, "the version is not 1")
    need(type(kind) is str and kind in KINDS, "an unknown kind")
    try:
        return KINDS[kind](cert, file)
    except (Fault, OSError):
        raise
    except Exception as fault:
        # The rules of a game meet what is no position of theirs.
        raise Fault(f"malformed: {fault!r}"[:300]) from fault

def main(words):
    if words[1:2] == ["--rules"]:
        words = words[1:] + words[:1]
    file, words = (words[1], words[2:]) if words[:1] == ["--rules"] and len(words) > 1 else (None, words)
    if len(words) != 1 or words[0].startswith("--"):
        print(__doc__)
        return 2
    sys.setrecursionlimit(10_000)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.signal(signal.SIGVTALRM, lambda *_: need(False, "it takes too long"))
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        with open(0 if words[0] == "-" else words[0], "rb") as opened:
            print(f"proved: {check(read(opened.read(MOST_BYTES + 1)), file)}")
        return 0
    except Fault as fault:
        print(f"refused: {fault}")
        return 1
    except (OSError, ValueError) as fault:
        print(f"not read: {fault}")
        return 2

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
