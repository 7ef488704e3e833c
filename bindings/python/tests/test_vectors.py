"""Every position that brute force has solved has the same answer here."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import grundy
from vectors import component, number, read

VECTORS: dict[str, list[dict[str, Any]]] = {}
for _name, _vector in read():
    VECTORS.setdefault(_name, []).append(_vector)

# Games that accept only bounded numbers, since solving them means counting primes or rectangles.
BOUNDED = {"prime-nim", "turning-corners"}
KNOWN = {game.id for game in grundy.games()}


def is_known(vector: dict[str, Any]) -> bool:
    return all(key in vector.get("games", {}) or key.split("(")[0] in KNOWN for key in vector["position"])


def plain(to: Any) -> Any:
    """Parts mean the same in any order, and so do most pairs."""
    return sorted((plain(each) for each in to), key=repr) if isinstance(to, list) else to


def same(found: grundy.Move, told: dict[str, Any], games: dict[str, Any]) -> bool:
    to = component(told["game"], told["to"], games)
    return (found.game, found.index, plain(found.to)) == (told["game"], told["index"], plain(to))


def value(told: dict[str, Any]) -> grundy.Value:
    if told["grundy"] == "inf":
        return grundy.Infinite(tuple(told["grundy_options"]))
    found: int | None = number(told["grundy"])
    return found


def check(vector: dict[str, Any], play: grundy.Convention) -> None:
    games = vector.get("games", {})
    position = {key: component(key, value, games) for key, value in vector["position"].items()}
    prefix = "misere_" if play == "misere" else ""
    told = {key.removeprefix(prefix): value for key, value in vector.items() if key.startswith(prefix)}
    has_length = "remoteness" in told
    answer = grundy.analyze(position, play=play, games=games or None, remoteness=has_length, genus="genus" in told)

    assert answer.winner == told["winner"]
    if "grundy" in vector and not (vector["grundy"] is None and answer.grundy == 0):
        assert answer.grundy == value(vector)
    if "values" in vector:
        assert answer.values == {key: [number(each) for each in values] for key, values in vector["values"].items()}
    for each in vector.get("components", ()):
        assert answer.values is not None
        assert answer.values[each["game"]][each["index"]] == value(each)
    if "winning_count" in told:
        assert answer.winning_count == number(told["winning_count"])
    if "counts" in told:
        assert (answer.winning_count, answer.drawing_count or 0) == (told["counts"]["winning"], told["counts"]["drawing"])
    if "genus" in told:
        assert answer.genus is not None and answer.genus.sum is not None
        assert answer.genus.sum.to_dict() == told["genus"]
    if has_length:
        assert answer.remoteness == told["remoteness"]
    if "winning_moves" in told:
        good = told["winning_moves"] or told.get("drawing_moves", [])
        assert answer.winning_count == len(told["winning_moves"])
        if good:
            assert answer.move is not None and any(same(answer.move, each, games) for each in good)
        assert (answer.move is None) == (answer.after is None)


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("name", sorted(VECTORS))
def test_brute_force_agrees(name: str, play: grundy.Convention) -> None:
    field = "winner" if play == "normal" else "misere_winner"
    tried: Counter[bool] = Counter()
    for vector in filter(is_known, VECTORS[name]):
        keys = vector["position"].keys()
        # Wild games together are slow, since the search for their common quotient may fail only after a long time.
        slow = play == "misere" and vector.get("misere_theory") != "tame" and any("(" in key for key in keys)
        if field not in vector or slow:
            continue
        try:
            check(vector, play)
            tried[True] += 1
        except grundy.NoAnswerError as refused:
            allowed = {
                "value-unknown": vector.get("grundy", 0) is None,
                "too-costly": bool(BOUNDED & keys),
                "misere-unsupported": play == "misere" and "games" not in vector,
            }
            assert allowed[refused.code], vector
            tried[False] += 1
        except grundy.RequestError as refused:
            assert refused.code == "illegal-position" and BOUNDED & keys, vector
        except AssertionError as wrong:
            raise AssertionError(f"{play}: {vector}") from wrong
    assert tried[True] >= sum(tried.values()) / 4, tried
