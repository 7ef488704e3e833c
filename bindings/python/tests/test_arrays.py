"""Arrays have the values that positions have one by one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import grundy

# These packages have no types.
pd: Any
pl: Any
pa: Any
pd, pl, pa = (import_module(name) for name in ("pandas", "polars", "pyarrow"))

RANDOM = np.random.default_rng(15)


def one_by_one(game: str, sides: list[Any]) -> list[Any]:
    found: list[Any] = []
    for row in sides[0] if len(sides) == 1 else zip(*sides):
        try:
            found.append(grundy.analyze({game: [row]}, brief=True).grundy)
        except grundy.GrundyError:
            found.append(None)
    return found


def columns(game: str) -> int:
    """The number of integers of a position, 0 if that is not one or two."""
    for count in (1, 2):
        try:
            grundy.values(game, *[np.zeros(0, np.uint64)] * count)
            return count
        except grundy.RequestError as error:
            assert error.code == "invalid-request"
    return 0


KEYS = {game.key: columns(game.key) for game in grundy.games()}


@pytest.mark.parametrize("key", [key for key, count in KEYS.items() if count])
def test_all_games_of_one_or_two_integers(key: str) -> None:
    sides = [RANDOM.integers(0, 100, 300) for _ in range(KEYS[key])]
    found = grundy.values(key, *sides, missing="mask")
    expected = one_by_one(key, sides)
    assert [None if value is np.ma.masked else int(value) for value in found] == expected
    assert any(value is not None for value in expected)


def test_other_games_are_refused() -> None:
    others = [key for key, count in KEYS.items() if not count]
    assert {"red-blue", "welter", "moore"} <= set(others)
    with pytest.raises(grundy.RequestError, match="grundy.analyze takes them"):
        grundy.values("welter", [1])
    with pytest.raises(grundy.RequestError, match="in two arrays; here are 1"):
        grundy.values("euclid", [1])
    with pytest.raises(grundy.RequestError, match="in one array; here are 0"):
        grundy.values("nim")
    for key, code in [("nimm", "unknown-game"), ("octal(9)", "invalid-game")]:
        with pytest.raises(grundy.RequestError) as raised:
            grundy.values(key, [1])
        assert raised.value.code == code


def test_brute_force_agrees() -> None:
    @cache
    def euclid(a: int, b: int) -> int:
        a, b = sorted((a, b))
        reached = {euclid(a, left) for left in range(b - a, 0, -a)}
        return next(value for value in range(len(reached) + 1) if value not in reached)

    a, b = np.meshgrid(np.arange(1, 61), np.arange(1, 61))
    assert (grundy.values("euclid", a, b) == np.vectorize(euclid)(a, b)).all()


@pytest.mark.parametrize("game", ["euclid", "wizards", "nim", "kayles", "subtraction(1,4,9)", "octal(0.137)"])
def test_random_words(game: str) -> None:
    sides = [RANDOM.integers(1, 2**64, 2000, dtype=np.uint64) for _ in range(KEYS.get(game, 1))]
    found = grundy.values(game, *sides)
    assert found.dtype == np.uint64
    assert found.tolist() == one_by_one(game, sides)


def test_arrays_of_every_kind() -> None:
    a = np.array([[5, 3], [8, 1]])
    b = 26
    for kind in (np.uint8, np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        found = grundy.values("euclid", a.astype(kind), kind(b))
        assert found.shape == (2, 2) and found.tolist() == [[5, 8], [2, 25]], kind
    for other in (np.asfortranarray(a), np.repeat(a, 2, axis=1)[:, ::2], a.astype(">i8")):
        assert grundy.values("euclid", other, b).tolist() == [[5, 8], [2, 25]]
    assert grundy.values("euclid", a.T, b).tolist() == [[5, 2], [8, 25]]
    assert grundy.values("nim", [3, 4]).tolist() == [3, 4]
    assert grundy.values("euclid", 5, 26).shape == () and int(grundy.values("euclid", 5, 26)) == 5
    assert grundy.values("nim", np.zeros((0, 3), int)).shape == (0, 3)
    wrong: Any
    for wrong in ([1.5], [2.0**53], [float("inf")], ["a"], [True], [2**64], [None]):
        with pytest.raises(TypeError, match="arrays of integers"):
            grundy.values("nim", wrong)
    with pytest.raises(ValueError, match="broadcast"):
        grundy.values("euclid", [1, 2], [1, 2, 3])
    read_only = np.arange(5)
    read_only.flags.writeable = False
    assert grundy.values("nim", read_only).tolist() == [0, 1, 2, 3, 4]


def test_the_first_place_without_a_value_is_named() -> None:
    a, b = np.ones((30, 40), int), np.ones((30, 40), int)
    a[20, 7] = a[25, 0] = 0
    with pytest.raises(grundy.RequestError, match="at index 807: both numbers are at least 1") as raised:
        grundy.values("euclid", a, b)
    assert (raised.value.code, raised.value.errors[0].pointer) == ("illegal-position", "/807")
    a[20, 7] = -3
    with pytest.raises(grundy.RequestError, match="at index 807: -3 is below 0") as raised:
        grundy.values("euclid", a, b)
    assert raised.value.code == "invalid-integer"
    with pytest.raises(grundy.NoAnswerError, match="at index 1: ") as unknown:
        grundy.values("grundys-game", [5, 2**50])
    assert unknown.value.code == "value-unknown"
    with pytest.raises(grundy.NoAnswerError, match="more than 64 bits"):
        grundy.values("lasker-nim", [2**64 - 1])


def test_places_without_a_value_can_be_masked() -> None:
    found = grundy.values("euclid", [5, 0, 3], [26, 5, 3], missing="mask")
    assert found.mask.tolist() == [False, True, False] and found.filled(99).tolist() == [5, 99, 0]
    assert not grundy.values("nim", [1], missing="mask").mask.any()
    with pytest.raises(ValueError, match="missing is"):
        grundy.values("nim", [1], missing="ignore")  # type: ignore[call-overload]


def nulls() -> list[tuple[str, Any]]:
    """A column with 3, a null, 5 and a negative integer, in each library."""
    numbers = [3, None, 5, -1]
    return [
        ("NumPy, masked", np.ma.MaskedArray([3, 9, 5, -1], [False, True, False, False])),
        ("NumPy, not a number", np.array([3.0, np.nan, 5.0, -1.0])),
        ("pandas, Int64", pd.Series(numbers, dtype="Int64")),
        ("pandas, int8 of Arrow", pd.Series(numbers, dtype="int8[pyarrow]")),
        ("pandas, as it reads integers with nulls", pd.Series(numbers)),
        ("Polars", pl.Series(numbers)),
        ("Arrow", pa.array(numbers)),
        ("Arrow in chunks", pa.chunked_array([numbers[:1], numbers[1:]])),
    ]


@pytest.mark.parametrize(("kind", "column"), nulls())
def test_nulls_are_no_positions(kind: str, column: Any) -> None:
    found = grundy.values("nim", column, missing="mask")
    assert found.mask.tolist() == [False, True, False, True] and found.compressed().tolist() == [3, 5], kind
    pairs = grundy.values("euclid", [26, 26, 26, 26], column, missing="mask")
    assert pairs.mask.tolist() == [False, True, False, True] and pairs.compressed().tolist() == [8, 5]
    with pytest.raises(grundy.RequestError, match="at index 1: there is no integer") as raised:
        grundy.values("nim", column)
    assert (raised.value.code, raised.value.errors[0].pointer) == ("invalid-integer", "/1")


def test_columns_without_nulls() -> None:
    for column in (pd.Series([3, 5]), pd.Series([3, 5], dtype="UInt8"), pl.Series([3, 5]), pa.array([3, 5], pa.uint16())):
        assert grundy.values("nim", column).tolist() == [3, 5]
        assert grundy.values("euclid", column, 26).tolist() == [8, 5]
    large = pa.array([2**64 - 1, None], pa.uint64())
    assert grundy.values("nim", large, missing="mask").compressed().tolist() == [2**64 - 1]
