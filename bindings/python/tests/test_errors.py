"""Errors say what is wrong: the kind, the place, and a sentence."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import grundy


@pytest.mark.parametrize(
    ("position", "code", "pointer"),
    [
        ({"euclid": [5, 26]}, "invalid-request", "/position/euclid"),
        ({"euclid": [(0, 26)]}, "illegal-position", "/position/euclid/0/0"),
        ({"nim": [-1]}, "invalid-integer", "/position/nim/0"),
        ({"nim": [-(10**30)]}, "invalid-integer", "/position/nim/0"),
        ({"nim": [True]}, "invalid-integer", "/position/nim/0"),
        ({"nim": [1.5]}, "invalid-integer", "/position/nim/0"),
        ({"nim": [10**100_000]}, "too-many-digits", "/position/nim/0"),
        ({"nimm": [1]}, "unknown-game", "/position/nimm"),
        ({"octal": [1]}, "invalid-game", "/position/octal"),
    ],
)
def test_requests_that_make_no_sense(position: grundy.Position, code: str, pointer: str) -> None:
    with pytest.raises(grundy.RequestError) as raised:
        grundy.analyze(position)
    error = raised.value
    assert isinstance(error, ValueError) and isinstance(error, grundy.GrundyError)
    assert (error.code, error.errors[0].code, error.errors[0].pointer) == (code, code, pointer)
    assert error.status == 422 and error.title and error.detail in str(error) and code in str(error)


def test_all_faults_are_told() -> None:
    with pytest.raises(grundy.GrundyError) as raised:
        grundy.analyze({"nim": [-1, 5, -1], "euclid": [(0, 0)]})
    assert len(raised.value.errors) >= 3


def test_what_nobody_knows() -> None:
    with pytest.raises(grundy.NoAnswerError) as raised:
        grundy.analyze({"grundys-game": [10**20]})
    assert raised.value.code == "value-unknown" and not isinstance(raised.value, ValueError)
    with pytest.raises(grundy.NoAnswerError) as raised:
        grundy.analyze({"empty-and-divide": [(1, 10**9)], "nim": [1]}, play="misere")
    assert raised.value.code == "misere-unsupported"


def test_moves_that_the_rules_do_not_allow() -> None:
    with pytest.raises(grundy.RequestError, match="must") as raised:
        grundy.play({"euclid": [(5, 26)]}, {"game": "euclid", "index": 0, "to": [5, 5]})
    assert (raised.value.code, raised.value.errors[0].pointer) == ("illegal-move", "/move/to")
    with pytest.raises(grundy.RequestError) as raised:
        grundy.moves({"nim": [1]}, cursor="of another")
    assert raised.value.code == "invalid-cursor"


def test_what_no_position_is_made_of_is_a_type_error() -> None:
    for component in [object(), 3j, b"RB", {1, 2}]:
        with pytest.raises(TypeError, match="no part of a position"):
            grundy.analyze({"nim": [component]})


def test_errors_can_be_sent_to_another_process() -> None:
    with pytest.raises(grundy.GrundyError) as raised:
        grundy.analyze({"nim": [-1]})
    for again in (pickle.loads(pickle.dumps(raised.value)), copy.copy(raised.value)):
        assert isinstance(again, grundy.RequestError)
        assert (str(again), again.errors) == (str(raised.value), raised.value.errors)


def test_wrong_fields_are_told() -> None:
    wrong: dict[str, Any]
    for wrong in ({"play": "reverse"}, {"line": 1000}, {"seed": -1}, {"mistakes": 2.0}, {"games": {"nim": {}}}):
        with pytest.raises(grundy.RequestError):
            grundy.analyze({"nim": [1]}, **wrong)


def test_what_is_of_another_type_is_said_in_words_of_ours() -> None:
    others: list[Any] = [None, 3, "nim"]
    for wrong in others:
        with pytest.raises(TypeError, match="^a move is one of an answer, or a dictionary"):
            grundy.play({"nim": [3]}, wrong)
        with pytest.raises(TypeError, match="^a position is a dictionary"):
            grundy.analyze(wrong, games={"mine": lambda n: range(n)})


NOTHING: Any = None
RULES = "def options(n): return range(n)"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: grundy.analyze({"nim": [1]}, games=cast(Any, 3)), "^games is a dictionary from names"),
        (lambda: grundy.analyze({"a": [1]}, games={"a": cast(Any, 3)}), "^a game of your own is .* a is 3$"),
        (lambda: grundy.analyze({"a": [1]}, games={"a": NOTHING}), "^a game of your own is .* a is None$"),
        (lambda: grundy.analyze({"nim": [float("nan")]}), "^nan is no part of a position"),
        (lambda: grundy.analyze({"nim": cast(Any, np.array([np.inf]))}), "^inf is no part of a position"),
        (lambda: grundy.analyze({"\ud800": [1]}), "surrogates not allowed"),
        (lambda: grundy.analyze({"a": ["\ud800"]}, games={"a": RULES}), "surrogates not allowed"),
        (lambda: grundy.game(NOTHING), "^the key of a game is a string, not None$"),
        (lambda: grundy.solve(lambda n: NOTHING, 4), "^the options of 4 are None: is a return missing"),
        (lambda: grundy.solve(range, 4, limit=-1), "^limit is the most positions"),
        (lambda: grundy.solve(range, 4, limit=cast(Any, "a")), "^limit is the most positions"),
        (lambda: grundy.picture("nim", cast(Any, 3)), "^a picture is of one range or of two"),
        (lambda: grundy.picture("nim", cast(Any, np.arange(3))), "^a picture is of one range or of two"),
        (lambda: grundy.values("nim", positions=[1], of=cast(Any, "grundy")), r"^of is a list of columns"),
    ],
)
def test_no_error_is_of_the_inside(call: Callable[[], object], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said) as raised:
        call()
    assert "line 1 column" not in str(raised.value)


@pytest.mark.parametrize("wrong", [None, 3, "x", [1], {}, object(), b"x", 1.5, {1}])
def test_whatever_is_given_the_error_has_words(wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: grundy.analyze(wrong),
        lambda: grundy.analyze({"nim": wrong}),
        lambda: grundy.analyze({"nim": [wrong]}),
        lambda: grundy.analyze({"a": [wrong]}, games={"a": RULES}),
        lambda: grundy.analyze({"nim": [1]}, games=wrong),
        lambda: grundy.analyze({"nim": [1]}, games={"a": wrong}),
        lambda: grundy.analyze({"nim": [1]}, play=wrong, seed=wrong, line=wrong, compound=wrong),
        lambda: grundy.play({"nim": [1]}, wrong),
        lambda: grundy.moves({"nim": [1]}, limit=wrong),
        lambda: grundy.moves({"nim": [1]}, cursor=wrong),
        lambda: grundy.game(wrong),
        lambda: grundy.picture("nim", wrong),
        lambda: grundy.solve(lambda n: wrong, 1),
        lambda: grundy.solve(range, 1, limit=wrong),
        lambda: grundy.values("nim", positions=[wrong]),
        lambda: grundy.values("a", positions="all", starts=[wrong], games={"a": RULES}),
    ]
    for call in calls:
        try:
            call()
        except (grundy.GrundyError, TypeError, ValueError) as error:
            assert str(error) and "object has no attribute" not in str(error)
