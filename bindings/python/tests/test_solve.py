"""A game is a function."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import grundy


def nim(heap: int) -> range:
    return range(heap)


def kayles(pins: int) -> Iterator[list[int]]:
    for taken in (1, 2):
        for left in range(pins - taken + 1):
            yield [left, pins - taken - left]


def test_a_heap_of_nim() -> None:
    solved = grundy.solve(nim, 7)
    assert (solved.start, solved.play, solved.winner, solved.grundy, solved.remoteness) == (7, "normal", "first", 7, 1)
    assert dict(solved.values) == {heap: heap for heap in range(8)} and len(solved) == 8 and 7 in solved
    assert [(move.to, move.grundy, move.wins) for move in solved.moves] == [(heap, heap, heap == 0) for heap in range(7)]
    assert solved.move is not None and (solved.move.to, solved.move.text) == (0, "move from 7 to 0")
    assert dict(solved.winners) == {0: "second"} | dict.fromkeys(range(1, 8), "first")
    assert solved.at(0).move is None and solved.at(0).moves == ()
    assert (solved.at(1, play="misere").winner, solved.at(7, play="misere").winner) == ("second", "first")
    assert "winner 'first', grundy 7" in repr(solved) and repr(solved.values).startswith("{7: 7, 0: 0, ")
    told = {"game": "game", "index": 0, "to": 0, "text": "move from 7 to 0", "from": 7}
    assert solved.to_dict()["move"] == told and solved.to_dict()["positions"] == 8


@dataclass(frozen=True)
class Place:
    column: int
    row: int


def test_positions_of_anything_hashable() -> None:
    def rook(place: Place) -> Iterator[Place]:
        yield from (Place(column, place.row) for column in range(place.column))
        yield from (Place(place.column, row) for row in range(place.row))

    solved = grundy.solve(rook, Place(5, 6))
    assert solved.grundy == 3 and solved.move is not None and solved.move.to == Place(5, 5)
    assert all(value == place.column ^ place.row for place, value in solved.values.items())
    sets = grundy.solve(lambda rest: (rest - {each} for each in rest), frozenset("abc"))
    assert (sets.grundy, len(sets)) == (1, 8)
    mixed: dict[Any, list[Any]] = {"start": [1, (2, 3), None], 1: [None], (2, 3): [1], None: []}
    assert dict(grundy.solve(mixed.__getitem__, "start").values) == {"start": 2, 1: 1, (2, 3): 0, None: 0}


def test_play_may_go_on_for_ever() -> None:
    walk = {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}
    solved = grundy.solve(walk.__getitem__, "hall")
    assert (solved.winner, solved.grundy, solved.remoteness) == ("draw", grundy.Infinite(()), None)
    assert dict(solved.values)["garden"] == grundy.Infinite((1,))
    assert dict(solved.winners) == {"hall": "draw", "garden": "draw", "gate": "first", "street": "second"}
    assert [(move.to, move.outcome) for move in solved.at("garden").moves] == [("hall", "draw"), ("gate", "loss")]
    misere = solved.at(play="misere")
    assert dict(misere.winners) == {"hall": "second", "garden": "first", "gate": "second", "street": "first"}
    assert misere.winner == "second" and misere.remoteness == 3


def by_hand(graph: dict[int, list[int]], misere: bool) -> dict[int, str]:
    """The winner from each vertex. Applies the definition until nothing changes."""
    found: dict[int, str] = {}
    while True:
        now = {}
        for vertex, options in graph.items():
            if not options:
                now[vertex] = "first" if misere else "second"
            elif any(found.get(to) == "second" for to in options):
                now[vertex] = "first"
            elif all(found.get(to) == "first" for to in options):
                now[vertex] = "second"
        if now == found:
            return {vertex: found.get(vertex, "draw") for vertex in graph}
        found = now


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_random_graphs(play: grundy.Convention) -> None:
    random = Random(25)
    for _ in range(100):
        count = random.randint(1, 12)
        graph = {v: [random.randrange(count) for _ in range(random.choice([0, 0, 1, 2, 3]))] for v in range(count)}
        solved = grundy.solve(graph.__getitem__, 0, play=play)
        expected = by_hand(graph, play == "misere")
        assert solved.winners == {vertex: expected[vertex] for vertex in solved}
        for vertex in solved:
            here = solved.at(vertex)
            answer = grundy.analyze({"mine": [vertex]}, play=play, games={"mine": {"graph": [graph[v] for v in graph]}})
            assert (here.winner, here.grundy) == (answer.winner, answer.grundy) == (expected[vertex], here.values[vertex])


def test_a_list_is_a_sum() -> None:
    solved = grundy.solve(kayles, 20)
    heaps = grundy.values("kayles", range(21)).tolist()
    assert dict(solved.values) == dict(enumerate(heaps))
    assert [heap for heap in range(21) if solved.at(heap, play="misere").winner == "second"] == [1, 4, 9, 12, 20]
    assert solved.at([5, 5]).winner == "second" and solved.at([5, 5, 1]).grundy == 1
    for play in ("normal", "misere"):
        for start in ([7], [3, 4], [1, 5, 5]):
            here = solved.at(start, play=play)
            answer = grundy.analyze({"kayles": start}, play=play)
            assert (here.winner, here.grundy) == (answer.winner, answer.grundy)
            assert len([move for move in here.moves if move.wins]) == answer.winning_count
            for move in here.moves:
                left = move.to if isinstance(move.to, list) else [move.to]
                after = solved.at(start[: move.index] + left + start[move.index + 1 :], play=play)
                assert move.wins == (after.winner == "second") and move.grundy == after.grundy
    gone = grundy.solve(lambda heap: [[]] if heap else [], 1)
    assert gone.move is not None and (gone.grundy, gone.move.to, gone.move.text) == (1, [], "move from 1 to nothing")
    # A list of one position is that position. The start may be a sum, even in a game in which no move splits.
    both = grundy.solve(lambda heap: [[less] for less in range(heap)], [3, 5])
    assert (both.winner, both.grundy) == ("first", 6)
    assert [(move.index, move.to) for move in both.moves if move.wins] == [(1, 3)]


def test_what_splits_stands_in_sums() -> None:
    mine = {"mine": kayles}
    for play in ("normal", "misere"):
        for start in ([7], [5, 5], [3, 4]):
            answer = grundy.analyze({"mine": start, "nim": [2]}, play=play, games=mine, explain=True)
            known = grundy.analyze({"kayles": start, "nim": [2]}, play=play)
            assert (answer.winner, answer.grundy, answer.winning_count) == (known.winner, known.grundy, known.winning_count)
    [move] = grundy.moves({"mine": [5, 1], "nim": [2]}, games=mine, only="winning").moves[:1]
    assert move.game == "mine" and isinstance(move.to, list)
    turn = grundy.play({"mine": [5, 1], "nim": [2]}, move, games=mine)
    assert turn.winning
    turn = grundy.play({"mine": [3]}, {"game": "mine", "index": 0, "to": [1, 1]}, games={"mine": grundy.solve(kayles, 9)})
    assert turn.position == {"mine": [1, 1]}
    with pytest.raises(grundy.RequestError, match="no move leads from 3 to 3"):
        grundy.play({"mine": [3]}, {"game": "mine", "index": 0, "to": 3}, games=mine)


def test_where_moves_split_nothing_goes_on_for_ever() -> None:
    with pytest.raises(grundy.RequestError, match="play from 'b' can come back to it"):
        loops: dict[str, list[str | list[str]]] = {"a": [["b", "c"]], "b": ["b"], "c": []}
        grundy.analyze({"mine": ["a"]}, games={"mine": loops.__getitem__})
    with pytest.raises(grundy.RequestError, match="play from 'b' can come back to it") as raised:
        graph: dict[str, list[str | list[str]]] = {"a": [["b", "c"]], "b": ["b"], "c": []}
        grundy.solve(graph.__getitem__, "a")
    assert raised.value.code == "invalid-game"


def test_misere_play_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy._solve.MISERE_LIMIT", 1000)
    with pytest.raises(grundy.NoAnswerError, match="more than 1000 sums") as raised:
        grundy.solve(kayles, 60, play="misere").winner
    assert raised.value.code == "misere-unsupported"


def test_it_stands_in_sums() -> None:
    mine = {"mine": nim}
    answer = grundy.analyze({"mine": [7], "nim": [3]}, games=mine, explain=True, line=2)
    assert (answer.winner, answer.grundy, answer.values) == ("first", 4, {"mine": [7], "nim": [3]})
    assert answer.move is not None and (answer.move.to, answer.move.from_) == (3, 7)
    assert answer.after == {"mine": [3], "nim": [3]} and answer.line is not None
    assert answer.explanation is not None and any(reason.kind == "options" for reason in answer.explanation)
    solved = grundy.solve(nim, 9)
    games: grundy.Games = {"mine": solved, "other": {"steps": [[1]]}}
    assert grundy.analyze({"mine": [7], "other": [1], "nim": [3]}, games=games).grundy == 5
    assert [move.to for move in grundy.all_moves({"mine": [9]}, games=games)] == list(range(9))
    assert [move.to for move in grundy.moves({"mine": [9, 3]}, games=games, only="winning").moves] == [3]
    turn = grundy.play({"mine": [9], "nim": [3]}, {"game": "mine", "index": 0, "to": 3}, games=games)
    assert (turn.winning, turn.position["mine"], turn.winner) == (True, [3], "caller")
    with pytest.raises(grundy.RequestError, match="no edge leads from 3 to 3") as illegal:
        grundy.play({"mine": [3]}, {"game": "mine", "index": 0, "to": 3}, games=games)
    assert illegal.value.code == "illegal-move"
    wrong: Any
    for wrong in (10, [1, 2], {}):
        with pytest.raises(grundy.RequestError, match="is no position of mine"):
            grundy.analyze({"mine": [wrong]}, games=games)
    # A game of the user hides the game of the catalogue with the same name. In this game, a move takes one object.
    assert grundy.analyze({"nim": [5]}, games={"nim": lambda heap: [heap - 1] if heap else []}).grundy == 1
    many = grundy.analyze_many(({"mine": [heap], "nim": [heap]} for heap in range(5)), games=mine, play="misere")
    assert [answer.winner for answer in many] == ["first", "first", "second", "second", "second"]
    assert grundy.analyze({"mine": [], "nim": [3]}, games=mine).grundy == 3


def test_graphs_of_anything_hashable() -> None:
    for graph in ({1: [2, 3], 2: [3], 3: []}, {(1, 0): [2, "c"], 2: ["c"], "c": []}, {0.5: [None, 7], None: [7], 7: []}):
        games = {"mine": {"graph": graph}}
        first, second, _ = graph
        answer = grundy.analyze({"mine": [first, second]}, games=games)
        assert answer.values == {"mine": [2, 1]} and answer.move is not None and answer.move.to == second
    with pytest.raises(grundy.RequestError, match="4 is no vertex") as raised:
        grundy.analyze({"mine": [1]}, games={"mine": {"graph": {1: [4]}}})
    assert (raised.value.code, raised.value.errors[0].pointer) == ("invalid-game", "/games/mine/graph")


def test_each_position_is_asked_for_once() -> None:
    asked: list[int] = []

    def options(heap: int) -> range:
        asked.append(heap)
        return range(heap)

    solved = grundy.solve(options, 30)
    for position in solved:
        assert solved.at(position).winner and solved.at(position, play="misere").moves is not None
    assert sorted(asked) == list(range(31))


def test_a_long_play_is_no_deep_recursion() -> None:
    length = 1_000_000
    solved = grundy.solve(lambda n: (n - 1,) if n else (), length)
    assert length > sys.getrecursionlimit() and (solved.winner, solved.values[length - 1]) == ("second", 1)
    assert solved.remoteness == length
    parts = grundy.solve(lambda n: ([n - 1, 0],) if n else (), 100_000)
    assert parts.winner == "second"


def test_what_can_go_wrong() -> None:
    with pytest.raises(grundy.NoAnswerError, match="more than 1000 positions") as raised:
        grundy.solve(lambda n: [n + 1], 0, limit=1000)
    assert raised.value.code == "too-costly"
    assert len(grundy.solve(lambda n: [n - 1] if n else [], 999, limit=1000)) == 1000
    with pytest.raises(TypeError, match="hashable"):
        grundy.solve(lambda n: [{n}], 0)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a list is a sum"):
        grundy.solve(lambda n: [[[n]]], 0)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="play is"):
        grundy.solve(nim, 3, play="reverse")  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        grundy.solve(lambda n: [1 // n], 1 - 1)
    with pytest.raises(grundy.RequestError, match="no position of the game"):
        grundy.solve(nim, 3).at(4)


def test_brute_force_agrees_on_cram() -> None:
    def cram(free: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        for row, column in free:
            for other in ((row + 1, column), (row, column + 1)):
                if other in free:
                    yield free - {(row, column), other}

    @cache
    def value(free: frozenset[tuple[int, int]]) -> int:
        reached = {value(after) for after in cram(free)}
        return next(each for each in range(len(reached) + 1) if each not in reached)

    solved = grundy.solve(cram, frozenset(product(range(3), range(4))))
    assert all(solved.values[free] == value(free) for free in solved)


class Alarm(Exception):
    pass


@pytest.fixture
def alarm() -> Iterator[None]:
    """A signal in the middle of the work, whose handler raises, as that of Ctrl-C does."""

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


ENDLESS: dict[str, Callable[[], object]] = {
    # If no signal came, this call would exceed the limit on work and raise an exception other than `Alarm`.
    "analyze": lambda: grundy.analyze({"octal(0.00007)": [10**6]}),
    "moves": lambda: grundy.moves({"octal(0.000007)": [10**6]}),
    "batch": lambda: grundy.batch(b'{"position": {"aliquot": [10000000], "nim": [5]}, "play": "misere"}\n' * 10_000),
    "values": lambda: grundy.values("wizards", *[np.full(3 * 10**7, 2**63 - 2**31 + 1)] * 2),
    "exploring": lambda: grundy.solve(lambda n: [n + 1], 0, limit=2**31 - 1),
    "options": lambda: grundy.solve(lambda n: iter(int, 1), 0),
    "misere": lambda: grundy.solve(kayles, 60, play="misere").winner,
}


@pytest.mark.parametrize("work", ENDLESS)
def test_a_signal_ends_work_at_once(work: str, alarm: None) -> None:
    with pytest.raises(Alarm):
        ENDLESS[work]()
    # Later calls work as before.
    assert grundy.analyze({"nim": [1]}).winner == "first"


def test_a_bar_is_shown_where_it_takes_long(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    from grundy import _explore

    monkeypatch.setattr(_explore, "_LONG", 0.0)
    monkeypatch.setattr(_explore, "_BETWEEN_DRAWINGS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    grundy.solve(nim, 2000)
    assert "exploring" in capsys.readouterr().err
    grundy.solve(nim, 2000, progress=False)
    assert capsys.readouterr().err == ""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert grundy.solve(nim, 2000).grundy == 2000


def test_a_notebook_draws_what_is_small() -> None:
    svg = grundy.solve({"<a>": ["b", "<a>"], "b": []}.__getitem__, "<a>")._repr_svg_()
    assert svg is not None and svg.startswith("<svg ") and "&lt;a&gt;" in svg and svg.count("<rect") == 2
    assert svg.count("marker-end") == 2 and grundy.solve(nim, 1000)._repr_svg_() is None
    assert "<svg" in str(grundy.solve(kayles, 4)._repr_svg_())
