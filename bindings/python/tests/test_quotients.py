"""Misère quotients, and the games of the caller among them."""

from __future__ import annotations

import pytest

import grundy


def test_a_game_of_heaps_has_a_period() -> None:
    found = grundy.quotient("octal(0.123)")
    assert (len(found.elements), len(found.p_portion), found.period, found.whole) == (20, 5, (5, 5), True)
    assert found.elements[:2] == ["1", "a"] and found.positions[found.generators[0]] == 1
    product = found.table[found.images[1]][found.images[1]]
    assert product == 0 and product not in found.p_portion


def test_a_function_has_the_quotient_of_its_positions() -> None:
    nim = grundy.quotient("nim", to=2)
    for asked in ({"positions": [2]}, {"to": 2}):
        mine = grundy.quotient("mine", games={"mine": range}, **asked)
        assert (mine.positions, mine.elements, mine.table) == ([0, 1, 2], nim.elements, nim.table)
        assert (mine.images, mine.p_portion, mine.verified) == (nim.images, nim.p_portion, None)


def test_what_has_no_quotient_is_refused() -> None:
    with pytest.raises(grundy.GrundyError):
        grundy.quotient("nim")
    with pytest.raises(grundy.RequestError):
        grundy.quotient("euclid")
