"""Many positions of one game, each for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import count
from operator import xor
from typing import Any

import pytest

import grundy


def test_a_range_tells_how_its_values_repeat() -> None:
    found = grundy.values("kayles", positions=range(201))
    assert found.positions == list(range(201)) and found.remoteness is None
    assert found.grundy is not None and found.grundy[:8] == [0, 1, 2, 3, 1, 4, 3, 2]
    assert found.winner == ["second" if value == 0 else "first" for value in found.grundy]
    period = found.period
    assert period is not None and (period.status, period.from_, period.length) == ("proved", 71, 12)
    assert period.proof is not None and "goes on for ever" in period.proof
    nim = grundy.values("nim", positions=range(5, 30)).period
    assert nim is not None and (nim.status, nim.saltus, nim.compared, nim.proof) == ("observed", 1, (5, 28), None)
    assert grundy.values("kayles", positions=[1, 2, 3]).period is None
    assert found.to_dict()["period"]["status"] == "proved"


def test_lists_are_what_analyze_says_of_each() -> None:
    positions = [(5, 26), (3, 4), (10**30, 7)]
    for play in ("normal", "misere"):
        found = grundy.values("euclid", positions=positions, of=["winner", "grundy", "remoteness"], play=play)
        for index, position in enumerate(positions):
            alone = grundy.analyze({"euclid": [position]}, play=play, remoteness=True)
            assert found.winner is not None and found.grundy is not None and found.remoteness is not None
            cells = (found.winner[index], found.grundy[index], found.remoteness[index])
            assert cells == (alone.winner, alone.grundy, alone.remoteness)
    assert found.positions == [[5, 26], [3, 4], [10**30, 7]]


def test_boxes_are_arrays_of_two_dimensions() -> None:
    np = pytest.importorskip("numpy")
    found = grundy.values("wythoff", positions=(range(4), range(6)), of=["grundy", "winner", "count"])
    array = found.array()
    assert array.shape == (4, 6) and found.count == 24 and not array.mask.any()
    a, b = np.meshgrid(np.arange(4), np.arange(6), indexing="ij")
    assert (array == grundy.values("wythoff", a, b)).all()
    lost = grundy.values("wythoff", positions=(range(4), range(6)), only="lost", of=["winner"])
    assert lost.positions == [[0, 0], [1, 2], [2, 1], [3, 5]]
    assert lost.array("winner").compressed().tolist() == ["second"] * 4
    rules = "def options(p):\n    a, b = p\n    return [(i, b) for i in range(a)] + [(a, i) for i in range(b)]"
    for game in (rules, lambda p: [(i, p[1]) for i in range(p[0])] + [(p[0], i) for i in range(p[1])]):
        nim = grundy.values("mine", positions=(range(3), range(5)), games={"mine": game}, of=["grundy"]).array()
        assert (nim == np.arange(3)[:, None] ^ np.arange(5)).all()


def divisors(n: int) -> Iterator[int]:
    return (n - d for d in range(1, n) if n % d == 0)


def test_games_that_are_functions() -> None:
    solved = grundy.solve(divisors, 30)
    listed = grundy.values("mine", positions=[30, 12, 7], games={"mine": divisors})
    assert (listed.positions, listed.grundy) == ([30, 12, 7], [solved.values[n] for n in (30, 12, 7)])
    every = grundy.values("mine", positions="all", starts=[30], games={"mine": divisors}, of=["grundy"], play="misere")
    assert every.winner is None and every.grundy is not None
    assert dict(zip(every.positions, every.grundy)) == solved.values
    token = {"a": ["b"], "b": ["a", "c"], "c": []}
    whole = grundy.values("walk", positions="all", games={"walk": {"graph": token}})
    assert (whole.positions, whole.winner) == (["a", "b", "c"], ["second", "first", "second"])


RULES = {
    "divisors": "def options(n): return [n - d for d in range(1, n) if n % d == 0]",
    # A list is a sum.
    "pins": "def options(n): return [[left, n - k - left] for k in (1, 2) for left in range(n - k + 1)]",
    "queen": "def options(p):\n a, b = p\n return [(x, b) for x in range(a)] + [(a, y) for y in range(b)]",
}


def literal(rules: str) -> Callable[[Any], int]:
    """Returns a function that finds Grundy values by their definition. This Python runs the same rules."""
    names: dict[str, Any] = {}
    exec(rules, names)

    @cache
    def grundy_value(position: Any) -> int:
        parts = [option if isinstance(option, list) else [option] for option in names["options"](position)]
        reached = {reduce(xor, map(grundy_value, option), 0) for option in parts}
        return next(value for value in count() if value not in reached)

    return grundy_value


@pytest.mark.parametrize(
    ("name", "positions"),
    [
        ("divisors", [1, 2, 24, *range(60, 70)]),
        ("pins", range(30)),
        ("queen", [(a, b) for a in range(5) for b in range(5)]),
    ],
)
def test_games_by_rules(name: str, positions: Iterable[Any]) -> None:
    truth = literal(RULES[name])
    found = grundy.values("mine", positions=positions, games={"mine": RULES[name]})
    assert found.grundy == [truth(position) for position in positions]
    assert found.winner == ["first" if value else "second" for value in found.grundy]


def test_all_positions_by_rules() -> None:
    truth = literal(RULES["divisors"])
    every = grundy.values("mine", positions="all", starts=[24, 30], games={"mine": RULES["divisors"]})
    assert every.grundy == [truth(position) for position in every.positions]
    assert {30, 29, 24, 12, 1} <= set(every.positions)
    heap = {"rules": "def options(n): return [n - k for k in S if k <= n]", "constants": {"S": [1, 3, 4]}}
    found = grundy.values("mine", positions=range(50), games={"mine": heap}, play="misere")
    same = grundy.values("subtraction(1,3,4)", positions=range(50), play="misere")
    assert (found.grundy, found.winner) == (same.grundy, same.winner)
    with pytest.raises(grundy.RequestError, match="floats") as refused:
        grundy.values("mine", positions=[3], games={"mine": "def options(n): return [n / 2]"})
    assert (refused.value.code, refused.value.errors[0].pointer) == ("invalid-game", "/games/mine/rules")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(grundy.RequestError, match="list the positions"):
        grundy.values("nim", positions="all")
    with pytest.raises(grundy.RequestError) as refused:
        grundy.values("euclid", positions=[(1, 2), (0, 2)])
    assert refused.value.errors[0].pointer == "/positions/1/0"
    with pytest.raises(TypeError, match="not both"):
        grundy.values("nim", [1], positions=[1])  # type: ignore[call-overload]
    assert grundy.values("grundys-game", positions=[3, 10**20]).grundy == [1, None]


@pytest.mark.parametrize(
    "ignored", [{"play": "misere"}, {"of": ["grundy"]}, {"starts": [3]}, {"games": {"mine": "def options(n): return []"}}]
)
def test_no_keyword_is_ignored_with_arrays(ignored: dict[str, Any]) -> None:
    [name] = ignored
    with pytest.raises(TypeError, match=f"{name}= goes with positions="):
        grundy.values("nim", [1, 2], **ignored)


def test_no_keyword_is_ignored_with_positions() -> None:
    with pytest.raises(TypeError, match="missing= goes with arrays"):
        grundy.values("nim", positions=[1, 2], missing="mask")  # type: ignore[call-overload]
    with pytest.raises(grundy.RequestError, match="starts are for"):
        grundy.values("nim", positions=[1, 2], starts=[3])
