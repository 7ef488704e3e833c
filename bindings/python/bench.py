"""Compares questions with HTTP on loopback, arrays with the solver, and functions with the naive recursion.

The two sides of each comparison run in turn. The output has the medians of the rounds."""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import grundy
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from running import Server  # noqa: E402

# The benchmark has many short rounds, since the median of many rounds changes little if the machine does other work.
# The benchmark of the solvers does the same.
ROUNDS = 101
CALLS = 50
PAIRS = 1 << 16
POSITION = {"euclid": [[5, 26]], "nim": [3, 4, 5]}
LINE = json.dumps({"position": POSITION}).encode()


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(*works):
    """Returns the median time of each."""
    rounds = [[seconds(work) for work in works] for _ in range(ROUNDS)]
    return [statistics.median(of_one) for of_one in zip(*rounds)]


def questions():
    with Server() as server:
        client = http.client.HTTPConnection("127.0.0.1", server.port)

        def over_http():
            for _ in range(CALLS):
                body = json.dumps({"position": POSITION})
                client.request("POST", "/v1/analyze", body, {"Content-Type": "application/json"})
                json.loads(client.getresponse().read())

        def here():
            for _ in range(CALLS):
                grundy.analyze(POSITION)

        def brief():
            for _ in range(CALLS):
                grundy.analyze(POSITION, brief=True)

        lines = b"\n".join([LINE] * CALLS)
        here_all, brief_all, http_all, lines_all = in_turn(here, brief, over_http, lambda: grundy.batch(lines))
    for what, taken in [
        ("http.client, connection kept", http_all),
        ("grundy.analyze", here_all),
        ("grundy.analyze, brief", brief_all),
        ("a line of grundy.batch", lines_all),
    ]:
        print(f"{what:40}{CALLS / taken:10,.0f} a second{http_all / taken:8.1f} × HTTP")


def solver():
    """Returns the solver's time for a pair in ns, for Euclid's game and for Wizards and Numbers."""
    command = ["cargo", "run", "--profile", "dist", "--quiet", "--package", "solvers"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [float(re.search(rf"^{line} +([\d.]+) ns", printed, re.MULTILINE)[1]) for line in (
        "euclid, value of a pair of words",
        "wizards, random pair of 63 bits",
    )]


def arrays():
    random = np.random.default_rng(1)
    # The numbers are chosen as in the benchmark of the solvers.
    a, b = (random.integers(0, 2**63, PAIRS, dtype=np.uint64) | np.uint64(1) for _ in range(2))
    solver()  # compiles it
    rounds = []
    for _ in range(3):
        alone = solver()
        taken = in_turn(lambda: grundy.values("euclid", a, b), lambda: grundy.values("wizards", a, b))
        rounds.append([(alone, ours / PAIRS * 1e9) for alone, ours in zip(alone, taken)])
    for what, of_game in zip(("euclid", "wizards"), zip(*rounds)):
        alone, ours = (statistics.median(each) for each in zip(*of_game))
        ratio = statistics.median(ours / alone for alone, ours in of_game)
        print(f"{f'grundy.values, {what}, a random pair':40}{ours:7.1f} ns beside the solver's {alone:5.1f} ns{ratio:6.2f} ×  goal ≤ 2 ×")
    lines = b"\n".join(b'{"position":{"euclid":[[%d,%d]]},"brief":true}' % pair for pair in zip(a[:1000], b))
    by_lines, by_array = in_turn(lambda: grundy.batch(lines), lambda: grundy.values("euclid", a, b))
    print(f"{'a pair as a line of grundy.batch':40}{by_lines / 1000 * 1e9:7.0f} ns, {by_lines / 1000 / (by_array / PAIRS):.0f} times as long as in an array")


def take_some(heaps):
    """A game of two heaps, in which a move takes one to three from one heap."""
    for taken in (1, 2, 3):
        for place, heap in enumerate(heaps):
            if taken <= heap:
                yield heaps[:place] + (heap - taken,) + heaps[place + 1 :]


def take_any(heaps):
    """Nim."""
    for place, heap in enumerate(heaps):
        for left in range(heap):
            yield heaps[:place] + (left,) + heaps[place + 1 :]


def literally(options, start):
    """Returns the value, by the obvious recursion."""
    known = {}

    def value(position):
        found = known.get(position)
        if found is None:
            reached = {value(option) for option in options(position)}
            found = known[position] = next(each for each in range(len(reached) + 1) if each not in reached)
        return found

    return value(start)


def functions():
    # The depth of the recursion is the number of moves of the longest play.
    sys.setrecursionlimit(10**6)
    for what, options, start in [("1 to 3 of two heaps", take_some, (316, 316)), ("Nim, three heaps", take_any, (46, 46, 46))]:
        solved = grundy.solve(options, start)
        assert solved.grundy == literally(options, start)
        works = [lambda: literally(options, start), lambda: grundy.solve(options, start).grundy]
        recursion, ours = (statistics.median(of_one) for of_one in zip(*([seconds(work) for work in works] for _ in range(5))))
        print(f"{f'grundy.solve, {what}, {len(solved):,} positions':60}{ours:7.2f} s beside the recursion's {recursion:5.2f} s"
              f"{ours / recursion:6.2f} ×  goal ≤ 2 ×")


questions()
arrays()
functions()
