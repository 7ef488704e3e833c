#!/usr/bin/env python3
"""Makes nim.jsonl and power-pile.jsonl: positions with their values, winners and winning moves, by brute force.

Written from the rules alone, in another language than the service, and without any theory: not even that of sums. The same
numbers come out each time: tests/vectors/make.py, in any folder.
"""

import functools
import itertools
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent


def nim(stones):
    """Any number of stones is taken, at least one."""
    return range(stones)


def power_pile(pile):
    """1, base, base², … stones are taken; the base stays."""
    base, stones = pile
    powers = {1}
    while base > 1 and max(powers) <= stones:
        powers.add(max(powers) * base)
    return [(base, stones - power) for power in sorted(powers) if power <= stones]


def moves(options, components):
    """The moves of a sum: which component becomes what."""
    return [(index, to) for index, component in enumerate(components) for to in options(component)]


def after(components, index, to):
    """The sum after a move. Its order means nothing."""
    return tuple(sorted(components[:index] + (to,) + components[index + 1 :]))


def mex(values):
    return next(value for value in itertools.count() if value not in values)


def solver(options):
    @functools.cache
    def solve(components):
        """The Grundy value, and whether the player to move wins in misère play, of the sum as a whole."""
        results = [solve(after(components, *move)) for move in moves(options, components)]
        return mex({grundy for grundy, _ in results}), not results or not all(wins for _, wins in results)

    return solve


def vector(game, options, solve, components):
    grundy, misere = solve(tuple(sorted(components)))
    results = [(index, to, *solve(after(components, index, to))) for index, to in moves(options, components)]
    named = lambda chosen: [{"game": game, "index": index, "to": to} for index, to in chosen]
    return {
        "position": {game: list(components)},
        "grundy": grundy,
        "winner": "first" if grundy else "second",
        "winning_moves": named((index, to) for index, to, left, _ in results if left == 0),
        "misere_winner": "first" if misere else "second",
        "misere_winning_moves": named((index, to) for index, to, _, wins in results if not wins),
    }


def write(game, options, positions):
    solve = solver(options)
    positions = sorted(set(positions), key=lambda components: (len(components), components))
    lines = [json.dumps(vector(game, options, solve, components), separators=(",", ":")) for components in positions]
    (HERE / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in lines))


def main():
    sys.setrecursionlimit(10_000)
    draw = random.Random(1)

    def heaps(count, most):
        return tuple(draw.randint(0, most) for _ in range(count))

    alone = [(stones,) for stones in range(200)]
    pairs = list(itertools.product(range(13), repeat=2)) + [heaps(2, 40) for _ in range(100)]
    triples = list(itertools.product(range(6), repeat=3)) + [heaps(3, 14) for _ in range(300)]
    more = list(itertools.product(range(4), repeat=4)) + [heaps(4, 7) for _ in range(100)] + [heaps(5, 4) for _ in range(100)]
    write("nim", nim, alone + pairs + triples + more)

    def piles(count, most):
        return tuple((draw.randint(1, 12), draw.randint(0, most)) for _ in range(count))

    alone = [((base, stones),) for base in range(1, 14) for stones in range(60)]
    # Numbers close to a higher power.
    alone += [((base, base**power + more),) for base in range(2, 12) for power in (2, 3) if base**power < 800 for more in range(-1, 3)]
    sums = [piles(2, 30) for _ in range(300)] + [piles(3, 12) for _ in range(300)] + [piles(4, 6) for _ in range(100)]
    write("power-pile", power_pile, alone + sums)


if __name__ == "__main__":
    main()
