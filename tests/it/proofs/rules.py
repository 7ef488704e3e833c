"""Compares check/rules with the options in the lines of the standard input, each with a game and a position."""

import json
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "check"))

import check


@cache
def game(text):
    return check.options_of(json.loads(text), None)


def main():
    count = 0
    for line in sys.stdin:
        read = json.loads(line)
        options, form = game(json.dumps(read["game"]))
        position = form(read["position"])
        ours = {check.sorted_sum(left, options) for left in options(position)}
        service = {check.sorted_sum(map(form, left), options) for left in read["options"]}
        if ours != service:
            sys.exit(f"{line[:300]}\nonly here: {list(ours - service)[:3]}\nonly there: {list(service - ours)[:3]}")
        count += 1
    print(f"{count} positions agree")


main()
