"""Questions and their answers."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import FrozenInstanceError
from importlib import import_module
from inspect import isclass, isfunction
from itertools import islice
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import grundy


def test_a_sum_is_answered() -> None:
    answer = grundy.analyze({"euclid": [(5, 26)], "nim": [3, 4, 5]})
    assert (answer.winner, answer.grundy, answer.winning_count) == ("first", 7, 3)
    assert answer.values == {"euclid": [5], "nim": [3, 4, 5]}
    assert answer.move is not None and answer.after is not None
    assert (answer.move.game, answer.move.from_, answer.move.to) == ("euclid", [5, 26], [5, 16])
    assert grundy.analyze(answer.after).winner == "second"
    with pytest.raises(FrozenInstanceError):
        answer.winner = "second"  # type: ignore[misc]


def test_arrays_are_lists_of_integers() -> None:
    heaps: Any = np.array([3, 4, 5])
    assert grundy.analyze({"nim": heaps}) == grundy.analyze({"nim": [3, 4, 5]})
    pairs: Any = np.array([[5, 26], [3, 4]], dtype=np.uint16)
    assert grundy.analyze({"euclid": pairs}, line=np.int64(2)) == grundy.analyze({"euclid": [(5, 26), (3, 4)]}, line=2)  # type: ignore[call-overload]
    one: Any = np.uint64(2**64 - 1)
    assert grundy.analyze({"nim": [one]}).grundy == 2**64 - 1
    turn = grundy.play({"nim": heaps}, {"game": "nim", "index": np.int32(2), "to": np.int64(1)})
    assert turn == grundy.play({"nim": [3, 4, 5]}, {"game": "nim", "index": 2, "to": 1})


def test_numpy_is_taken_wherever_integers_are() -> None:
    i, u = np.int64, np.uint64
    nim: Any = {"nim": [i(3), u(4), np.int8(5)]}
    plain: grundy.Position = {"nim": [3, 4, 5]}
    assert grundy.analyze(nim, seed=u(2**64 - 1)) == grundy.analyze(plain, seed=2**64 - 1)  # type: ignore[call-overload]
    assert grundy.moves(nim, limit=i(2)) == grundy.moves(plain, limit=2)  # type: ignore[call-overload]
    assert grundy.analyze_many([nim, {"nim": cast(Any, np.array([3, 4, 5]))}]) == [grundy.analyze(plain)] * 2
    vectors: Any = {"mine": {"steps": np.array([[1, 2], [2, 1]])}}
    graph: Any = {"mine": {"graph": [np.array([], int), [i(0)]]}}
    rules: Any = {"mine": {"rules": "def options(n): return [n - k for k in S if k <= n]", "constants": {"S": np.array([1, 3])}}}
    function: Any = {"mine": lambda n: np.arange(n)}
    for games, position in [(vectors, (4, 4)), (graph, 1), (rules, 9), (function, 6)]:
        found = grundy.analyze({"mine": cast(Any, np.array([position]))}, games=games)
        assert found.grundy == grundy.analyze({"mine": [position]}, games=games).grundy
    assert grundy.solve(lambda n: np.arange(n), i(6), limit=cast(Any, i(7))).grundy == 6
    assert grundy.values("nim", positions=cast(Any, np.arange(5))).grundy == [0, 1, 2, 3, 4]
    assert grundy.values("mine", positions="all", starts=cast(Any, np.array([9])), games=rules).grundy is not None
    assert grundy.picture("nim", range(i(1), i(5))).svg == grundy.picture("nim", range(1, 5)).svg


def test_the_game_of_that_name_is_found_first() -> None:
    for game in grundy.games():
        assert grundy.games(game.id)[0].id == game.id
        assert grundy.games(game.name)[0].name == game.name


def test_a_game_is_known_by_its_key() -> None:
    assert grundy.game("kayles") in grundy.games("kayles")
    assert grundy.game("octal(0.77)").id == "octal"
    with pytest.raises(grundy.RequestError, match="the nearest is"):
        grundy.game("kayle")
    with pytest.raises(grundy.RequestError):
        grundy.game("octal(x)")


def test_what_is_not_asked_is_not_answered() -> None:
    answer = grundy.analyze({"nim": [1, 1]}, brief=True)
    assert (answer.winner, answer.values, answer.after, answer.line, answer.explanation) == ("second",) + (None,) * 4
    assert (answer.remoteness, answer.at_most, answer.drawing_count, answer.genus) == (None,) * 4
    assert answer.move is not None and answer.move.from_ is None
    assert grundy.analyze({}).move is None


def test_more_is_answered_if_asked() -> None:
    answer = grundy.analyze({"nim": [1, 2]}, explain=True, remoteness=True, line=10)
    assert answer.remoteness == 3 and answer.line is not None and len(answer.line) == 3
    assert answer.explanation is not None
    bouton = answer.explanation[0]
    assert (bouton.game, bouton.index) == ("nim", 0)
    assert bouton.source is not None and bouton.source.year == 1901
    assert grundy.analyze({"nim": [1, 1, 1]}, play="misere").winner == "second"
    genus = grundy.analyze({"kayles": [5], "nim": [10**20]}, genus=True).genus
    assert genus is not None and genus.values is not None and genus.sum is None
    assert genus.values["kayles"] == [grundy.Genus(4, [1, 4, 6], "4^146", tame=False)]
    assert genus.values["nim"][0] is not None and genus.values["nim"][0].misere == [10**20, 10**20 + 2]
    drawn = {grundy.analyze({"nim": [9, 9]}, seed=seed).move for seed in range(20)}
    assert len(drawn) > 1, "all moves are as good"


def test_a_position_may_be_another_compound_than_a_sum() -> None:
    position = {"square-nim": [7, 13]}
    answer = grundy.analyze(position, compound="conjunctive", remoteness=True, explain=True, line=9)
    assert (answer.winner, answer.remoteness, answer.winning_count) == ("second", 4, 0)
    assert answer.component_numbers == {"square-nim": [4, 7]}
    assert answer.combined_move is not None and [move.to for move in answer.combined_move] == [6, 12]
    assert answer.combined_line is not None and [len(moves) for moves in answer.combined_line] == [2] * 4
    assert answer.to_dict()["combined_line"][0][0]["game"] == "square-nim"
    turn = grundy.play(position, answer.combined_move, compound="conjunctive")
    assert turn.position == {"square-nim": [6, 12]} and not turn.winning and turn.winner == "oracle"
    assert turn.combined_reply is not None and len(turn.combined_reply) == 2

    page = grundy.moves({"nim": [10**30, 2]}, compound="selective", limit=2)
    assert page.count == (10**30 + 1) * 3 - 1
    listed = list(grundy.all_moves({"nim": [1, 2]}, compound="selective", only="winning"))
    assert [[move.to for move in each.combined_move] for each in listed] == [[0, 0]]
    assert grundy.analyze({"nim": [1]}, compound="disjunctive") == grundy.analyze({"nim": [1]})
    positions = [position, {"nim": [1]}]
    many = grundy.analyze_many(positions, compound="conjunctive", remoteness=True)
    assert many == [grundy.analyze(each, compound="conjunctive", remoteness=True) for each in positions]
    own = grundy.analyze({"mine": [3]}, compound="selective", games={"mine": lambda n: range(max(n - 2, 0), n)})
    assert own.combined_move is not None and own.component_numbers == {"mine": ["P"]}
    with pytest.raises(TypeError, match="list"):
        grundy.play({"nim": [1]}, {"game": "nim", "index": 0, "to": 0}, compound="selective")  # type: ignore[call-overload]


def test_integers_have_any_size() -> None:
    for integer in [0, 2**53 - 1, 2**53, 2**63, 2**64, 2**1329, 2**1330, 10**4299, 10**4300, 10**99_999]:
        answer = grundy.analyze({"nim": [integer]})
        assert (answer.grundy, answer.values) == (integer, {"nim": [integer]})
        assert answer.move is None or answer.move.from_ == integer
        page = grundy.moves({"nim": [integer]}, limit=1)
        assert page.count == integer
    answer = grundy.analyze({"euclid": [[10**30, 10**60 + 1]]})
    assert answer.grundy == 10**30
    assert answer.move is not None
    # Positions of these two games are texts. They must not be read as integers, even if they consist of digits.
    text = "10" * 20
    own = {"mine": {"graph": {text[:-1]: [text], text: []}}}
    answer = grundy.analyze({"zero-one": [text + "."], "mine": [text[:-1]]}, games=own)
    assert answer.after is not None
    assert (answer.after["zero-one"], answer.after["mine"]) == ([text + "."], [text])


def test_own_games_of_vectors_have_integers() -> None:
    own = {"mine": {"steps": [[1, 2], [2, 1]]}}
    answer = grundy.analyze({"mine": [(4, 4)]}, games=own)
    assert answer.grundy == grundy.analyze({"mine": [(4, 4)]}, games=own, brief=True).grundy
    assert answer.move is not None and answer.move.to in ([3, 2], [2, 3])


def test_play_may_go_on_for_ever() -> None:
    own = {"walk": {"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}}}
    answer = grundy.analyze({"walk": ["hall"]}, games=own)
    assert (answer.winner, answer.grundy, answer.drawing_count) == ("draw", grundy.Infinite(()), 1)
    listed = grundy.moves({"walk": ["garden"]}, games=own).moves
    assert [(move.to, move.outcome) for move in listed] == [("hall", "draw"), ("gate", "loss")]


def test_moves_come_in_pages() -> None:
    page = grundy.moves({"nim": [3, 5]}, only="winning")
    assert [(move.index, move.to, move.wins, move.grundy) for move in page.moves] == [(1, 3, True, 0)]
    assert (page.count, page.winning_count, page.next) == (8, 1, None)
    first = grundy.moves({"nim": [300]}, limit=7)
    assert first.next is not None and len(first.moves) == 7
    second = grundy.moves({"nim": [300]}, limit=7, cursor=first.next)
    assert not set(first.moves) & set(second.moves)
    assert [move.to for move in grundy.all_moves({"nim": [300]})] == list(reversed(range(300)))
    assert len(list(islice(grundy.all_moves({"nim": [10**50]}), 250))) == 250


def test_a_game_is_played_to_its_end() -> None:
    position: grundy.Position = {"nim": [3, 4, 5], "kayles": [8]}
    for _ in range(100):
        answer = grundy.analyze(position)
        assert answer.winner == "first" and answer.move is not None
        turn = grundy.play(position, answer.move)
        assert turn.winning and turn.winner == "caller"
        position = turn.after
        if turn.over:
            break
    assert turn.over and turn.reply is None


def test_a_move_can_be_a_dictionary() -> None:
    turn = grundy.play({"nim": [1, 1]}, {"game": "nim", "index": 0, "to": 0})
    assert (turn.winning, turn.position, turn.reply and turn.reply.to) == (False, {"nim": [0, 1]}, 0)
    listed = grundy.moves({"nim": [1, 2]}).moves[0]
    assert grundy.play({"nim": [1, 2]}, listed).position == {"nim": [0, 2]}


def test_the_catalogue_is_found_through() -> None:
    every = grundy.games()
    assert len(every) > 60 and len({game.id for game in every}) == len(every)
    for game in every:
        assert game.name and game.rules and game.normal and game.misere and game.key.startswith(game.id)
    assert (every.elsewhere, every.advice) == ((), None)
    domineering = grundy.games("domineering")
    assert not domineering and [game.impartial for game in domineering.elsewhere] == ["cram"]
    assert domineering.advice and "described" in domineering.advice
    [euclid] = [game for game in grundy.games("grossman") if game.id == "euclid"]
    assert euclid.sources[0].year == 1969 and "contest" in euclid.tags and euclid.parameters is None
    assert {"octal", "nim"} <= {game.id for game in grundy.games("", tag="heaps")}
    with pytest.raises(grundy.RequestError, match="heaps"):
        grundy.games(tag="heap")


def test_the_catalogue_is_that_of_the_service() -> None:
    [octal] = [game for game in grundy.games("octal") if game.id == "octal"]
    assert octal.splits and octal.parameters and octal.key.startswith("octal(") and "=" not in octal.example
    for game in grundy.games():
        assert game.to_dict()["id"] == game.id and game.to_dict()["sources"][0]["year"] > 1500


def test_many_positions_are_analyzed_at_once() -> None:
    positions: list[grundy.Position] = [{"nim": [n, 10**30]} for n in range(50)]
    assert grundy.analyze_many(positions) == [grundy.analyze(position) for position in positions]
    own = {"mine": {"graph": {"a": ["b"], "b": []}}}
    [answer] = grundy.analyze_many([{"mine": ["a"]}], games=own, play="misere", explain=True, remoteness=True)
    assert answer == grundy.analyze({"mine": ["a"]}, games=own, play="misere", explain=True, remoteness=True)
    assert grundy.analyze_many([]) == []
    wrong: list[grundy.Position] = [{"nim": [1]}, {"nim": [-1]}, {"grundys-game": [10**20]}]
    with pytest.raises(grundy.RequestError) as raised:
        grundy.analyze_many(wrong)
    assert raised.value.index == 1 and str(raised.value).endswith(", in the position of index 1)")
    found = grundy.analyze_many(wrong, errors="return")
    assert [type(each) for each in found] == [grundy.Analysis, grundy.RequestError, grundy.NoAnswerError]
    with pytest.raises(ValueError, match="errors is"):
        grundy.analyze_many([], errors="ignore")  # type: ignore[call-overload]


def test_answers_are_plain_if_that_is_asked() -> None:
    position: grundy.Position = {"nim": [3, 4, 5], "euclid": [[5, 26]]}
    answer = grundy.analyze(position, explain=True, line=3, remoteness=True).to_dict()
    assert "from" in answer["move"] and answer["explanation"][0]["text"] and len(answer["line"]) == 3
    assert json.loads(json.dumps(answer)) == answer
    own = {"w": {"graph": [[0]]}}
    assert grundy.analyze({"w": [0]}, games=own).to_dict()["grundy"] == {"infinite": []}
    page = grundy.moves({"nim": [2]}).to_dict()
    assert [move["to"] for move in page["moves"]] == [1, 0] and "next" not in page
    assert grundy.play({"nim": [2]}, grundy.moves({"nim": [2]}).moves[0]).to_dict()["reply"]["to"] == 0


def test_values_are_drawn() -> None:
    drawn = grundy.picture("euclid", range(1, 5), range(1, 9))
    assert drawn.svg.startswith("<svg ") and drawn._repr_svg_() == drawn.svg and "Picture" in repr(drawn)
    assert grundy.picture("octal(0.77)", range(20)).svg.startswith("<svg ")
    assert grundy.picture("nim").svg != grundy.picture("kayles").svg
    with pytest.raises(grundy.RequestError, match="one integer or two"):
        grundy.picture("welter", range(3))
    with pytest.raises(grundy.RequestError):
        grundy.picture("euclid", range(1, 1000), range(5))
    with pytest.raises(ValueError, match="without steps"):
        grundy.picture("nim", range(0, 10, 2))
    # Values that are not known leave gaps.
    assert grundy.picture("grundys-game", range(10**20, 10**20 + 3)).svg.startswith("<svg ")


def test_the_readme_runs() -> None:
    text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
        # The comment after a line is the value of the line.
        for line, told in re.findall(r"^(\S.*?) +# ((?:['\d{(\[]|Infinite).*?)(?:, which .*)?$", block, re.MULTILINE):
            assert repr(eval(line, names)) == told, line
    answer = names["answer"]
    assert len(blocks) == 8
    assert (answer.winner, answer.grundy, answer.move.text, answer.move.to) == ("first", 2, "take 2 of 3", 1)
    assert answer.after == {"nim": [1, 4, 5]} and len(names["values"]) == 1_000_000


def test_docstrings_tell_the_truth() -> None:
    assert grundy.__doc__ is not None
    for module in (grundy, import_module("grundy._solve")):
        told = doctest.testmod(module)
        assert told.attempted > 0 and told.failed == 0
    for name in grundy.__all__:
        found = getattr(grundy, name)
        assert found.__doc__ or not (isclass(found) or isfunction(found)), name


def test_a_string_is_the_rules_of_a_game() -> None:
    games = {"mine": "def options(n): return [n - d for d in range(1, n) if n % d == 0]"}
    answer = grundy.analyze({"mine": [24], "nim": [3]}, games=games)
    assert (answer.winner, answer.values) == ("second", {"mine": [3], "nim": [3]})
    assert grundy.moves({"mine": [12]}, games=games).count == 5
    assert grundy.play({"mine": [2]}, {"game": "mine", "index": 0, "to": 1}, games=games).reply is None
    assert [each.grundy for each in grundy.analyze_many([{"mine": [1]}, {"mine": [24]}], games=games)] == [0, 3]
    names = {"mine": "def options(name): return [] if name == '1' else ['1']"}
    assert grundy.analyze({"mine": ["12"]}, games=names).after == {"mine": ["1"]}, "digits in a string stay one"
