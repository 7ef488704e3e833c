"""Plays impartial combinatorial games perfectly.

A position is a sum of games: a dictionary from the key of a game to the list of its positions on the table::

    >>> import grundy
    >>> answer = grundy.analyze({"euclid": [(5, 26)], "nim": [3, 4, 5]})
    >>> answer.winner, answer.grundy, answer.move.text
    ('first', 7, 'subtract 2 × 5 from 26')

Integers may be of any size. :func:`games` says what can be played; ``games=`` of each question takes games of your own.
Questions and answers are those of the HTTP service, whose contract has them all in detail.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version as _version
from typing import Any, Literal, TypeAlias, overload

from . import _native
from ._answers import (
    Analysis,
    Component,
    ComponentNumber,
    Compound,
    CompoundAnalysis,
    CompoundMoves,
    CompoundTurn,
    Convention,
    Game,
    Genera,
    Genus,
    Infinite,
    ListedCombinedMove,
    ListedMove,
    Move,
    Moves,
    Period,
    Picture,
    Position,
    Reason,
    Source,
    Turn,
    Value,
    Values,
    Winner,
    listed,
)
from ._errors import Fault, GrundyError, NoAnswerError, RequestError, error, of_problem
from ._own import OwnGame, OwnGames
from ._solve import Solution, solve
from ._values import values
from ._wire import Question, Reader, ask, request

__version__ = _version("grundy")

__all__ = [
    "Analysis",
    "Component",
    "ComponentNumber",
    "Compound",
    "CompoundAnalysis",
    "CompoundMoves",
    "CompoundTurn",
    "Convention",
    "Fault",
    "Game",
    "Games",
    "Genera",
    "Genus",
    "GrundyError",
    "Infinite",
    "ListedCombinedMove",
    "ListedMove",
    "Move",
    "Moves",
    "NoAnswerError",
    "Period",
    "Picture",
    "Position",
    "Reason",
    "RequestError",
    "Solution",
    "Source",
    "Turn",
    "Value",
    "Values",
    "Winner",
    "all_moves",
    "analyze",
    "analyze_many",
    "batch",
    "game",
    "games",
    "moves",
    "picture",
    "play",
    "solve",
    "values",
]

Games: TypeAlias = Mapping[str, OwnGame]
"""Games of the caller's own, by the names that they have in positions.

A game is a function, as :func:`solve` takes it; what that returned; ``{"graph": …}`` from each vertex to its options, with
vertices of anything hashable; ``{"steps": …, "rides": …}``, vectors that a move subtracts; or a string, which is the rules
as a script that the engine runs within limits, so that it may be a stranger's: ``"def options(n): return range(n)"``.
"""


_Sum: TypeAlias = Literal["disjunctive"]


def _ask(question: Question, own: OwnGames, position: Position, fields: dict[str, Any]) -> Any:
    return ask(question, {"position": own.position(position), "games": own.described or None} | fields, own.graphs)


@overload
def analyze(
    position: Position,
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    line: int | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Analysis: ...


@overload
def analyze(
    position: Position,
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    line: int | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> CompoundAnalysis: ...


def analyze(
    position: Position,
    *,
    compound: Compound | _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    line: int | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Analysis | CompoundAnalysis:
    """Says who wins a position, its Grundy value and the move to make.

    ``games`` defines games of your own: functions, graphs, vectors that a move subtracts, or rules as text. ``brief`` leaves
    out what is as long as the position. ``explain`` adds the reasons, ``remoteness`` the length of a perfect game, ``genus`` what the
    literature prints of misère play, ``line`` so many of the moves that follow. ``seed`` draws the move from those that are as good, ``mistakes`` from all with this
    probability. ``compound`` says how the components are one game, if not a sum: the answer is another one then.

    Raises :class:`RequestError` if that makes no sense, :class:`NoAnswerError` if the answer is not known.
    """
    own = OwnGames(games, [position], play == "misere")
    fields = {
        "compound": compound,
        "play": play,
        "brief": brief,
        "explain": explain,
        "remoteness": remoteness,
        "genus": genus,
        "line": line,
        "seed": seed,
        "mistakes": mistakes,
    }
    kind = CompoundAnalysis if _is_combined(compound) else Analysis
    return kind._read(_ask(_native.analyze, own, position, fields), Reader(own.described, own.explored))


def _is_combined(compound: Compound | _Sum | None) -> bool:
    """Is it another kind of compound than a sum?"""
    return compound not in (None, "disjunctive")


@overload
def moves(
    position: Position,
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Moves: ...


@overload
def moves(
    position: Position,
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> CompoundMoves: ...


def moves(
    position: Position,
    *,
    compound: Compound | _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Moves | CompoundMoves:
    """A page of the moves of a position, or of those that win.

    A page has at most ``limit`` moves, 100 unless told otherwise, and at most 1000; ``next`` is the ``cursor`` of the
    page after it. :func:`all_moves` goes through all pages. With another ``compound`` than a sum moves are combined ones.
    """
    fields = {"compound": compound, "play": play, "only": only, "limit": limit, "cursor": cursor}
    return _page(OwnGames(games, [position], play == "misere"), position, fields)


def _page(own: OwnGames, position: Position, fields: dict[str, Any]) -> Moves | CompoundMoves:
    kind = CompoundMoves if _is_combined(fields["compound"]) else Moves
    return kind._read(_ask(_native.moves, own, position, fields), Reader(own.described, own.explored))


@overload
def all_moves(
    position: Position,
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
) -> Iterator[ListedMove]: ...


@overload
def all_moves(
    position: Position,
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
) -> Iterator[ListedCombinedMove]: ...


def all_moves(
    position: Position,
    *,
    compound: Compound | _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    only: Literal["winning"] | None = None,
) -> Iterator[Any]:
    """The moves of a position, or those that win, one after the other: there may be 10^18 of them."""
    own = OwnGames(games, [position], play == "misere")
    fields = {"compound": compound, "play": play, "only": only}
    yield from listed(lambda cursor: _page(own, position, fields | {"cursor": cursor}))


@overload
def play(
    position: Position,
    move: Move | Mapping[str, Any],
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Turn: ...


@overload
def play(
    position: Position,
    move: Sequence[Move | Mapping[str, Any]],
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> CompoundTurn: ...


def play(
    position: Position,
    move: Move | Mapping[str, Any] | Sequence[Move | Mapping[str, Any]],
    *,
    compound: Compound | _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Turn | CompoundTurn:
    """Makes a move, and answers it.

    ``move`` is one of an answer, or a dictionary with ``game``, ``index`` and ``to``; with another ``compound`` than a sum a
    list with one for each component that is changed. ``seed`` draws the reply from those that are as good, ``mistakes``
    from all with this probability.
    """
    own = OwnGames(games, [position], play == "misere")
    fields = {"compound": compound, "play": play, "seed": seed, "mistakes": mistakes}
    if _is_combined(compound):
        if isinstance(move, Move | Mapping | str) or not isinstance(move, Sequence):
            raise TypeError("a combined move is a list of moves, one for each component that is changed")
        turn = _ask(_native.play, own, position, {"combined_move": [_told(own, each) for each in move]} | fields)
        return CompoundTurn._read(turn, Reader(own.described, own.explored))
    turn = _ask(_native.play, own, position, {"move": _told(own, move)} | fields)
    return Turn._read(turn, Reader(own.described, own.explored))


def _told(own: OwnGames, move: Any) -> Mapping[str, Any]:
    """A move as a request has it."""
    if not isinstance(move, Move | Mapping):
        raise TypeError("a move is one of an answer, or a dictionary with game, index and to")
    if isinstance(move, Move):
        move = {"game": move.game, "index": move.index, "to": move.to}
    return {**move, "to": own.option(move.get("game", ""), move["to"])} if "to" in move else move


def batch(lines: bytes) -> bytes:
    """Answers requests in JSON, a line each, by analyses in JSON, a line each, as the command ``grundy batch`` does.

    A line that can't be answered has an ``error`` in its answer's place, and the others theirs all the same. Blank
    lines have no answer. A line ``{"games": {…}}`` defines games of your own for the lines behind it, and is answered by
    their names. Nothing becomes an object of Python: for many positions this is several times as fast as
    :func:`analyze`. Other threads run meanwhile.
    """
    return _native.batch(lines, [])


@overload
def analyze_many(
    positions: Iterable[Position],
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    errors: Literal["raise"] = "raise",
) -> list[Analysis]: ...


@overload
def analyze_many(
    positions: Iterable[Position],
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    errors: Literal["return"],
) -> list[Analysis | GrundyError]: ...


@overload
def analyze_many(
    positions: Iterable[Position],
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    errors: Literal["raise"] = "raise",
) -> list[CompoundAnalysis]: ...


@overload
def analyze_many(
    positions: Iterable[Position],
    *,
    compound: Compound,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    errors: Literal["return"],
) -> list[CompoundAnalysis | GrundyError]: ...


def analyze_many(
    positions: Iterable[Position],
    *,
    compound: Compound | _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    errors: Literal["raise", "return"] = "raise",
) -> Any:
    """Analyzes positions that have nothing to do with each other, in one call of the engine: one answer for each, in order.

    The fields are those of :func:`analyze`, for all of them. Where one has no answer, ``errors`` says what happens:
    ``"raise"`` raises its :class:`GrundyError`, to which a note tells its index; ``"return"`` puts the exception into
    the answer's place.
    """
    if errors not in ("raise", "return"):
        raise ValueError('errors is "raise" or "return"')
    asked = list(positions)
    own = OwnGames(games, asked, play == "misere")
    fields = {
        "compound": compound,
        "play": play,
        "brief": brief,
        "explain": explain,
        "remoteness": remoteness,
        "genus": genus,
        "games": own.described or None,
    }
    kind = CompoundAnalysis if _is_combined(compound) else Analysis
    lines = "\n".join(request({"position": own.position(position)} | fields) for position in asked)
    reader = Reader(own.described, own.explored)
    found: list[Analysis | CompoundAnalysis | GrundyError] = []
    for index, line in enumerate(_native.batch(lines.encode(), own.graphs).splitlines()):
        read = json.loads(line)
        if "error" not in read:
            found.append(kind._read(read, reader))
            continue
        wrong = of_problem(read["error"])
        if errors == "raise":
            wrong.add_note(f"in the position of index {index}")
            raise wrong
        found.append(wrong)
    return found


def picture(game: str, *ranges: range) -> Picture:
    """The Grundy values of a game of one integer or of two, drawn: a plot, or a map. A notebook shows it.

    A range for each integer, without steps: ``grundy.picture("euclid", range(1, 41), range(1, 41))``,
    ``grundy.picture("kayles", range(100))``. Without ranges it is of small numbers.
    """
    return Picture(_drawn(game, ranges))


def _drawn(game: str, ranges: tuple[range, ...]) -> str:
    names = ("n",) if len(ranges) == 1 else ("a", "b")
    if len(ranges) > 2 or not all(isinstance(each, range) and each and each.step == 1 for each in ranges):
        raise ValueError("a picture is of one range or of two, each of at least one number and without steps")
    query = "&".join(f"{name}={each[0]}..{each[-1]}" for name, each in zip(names, ranges))
    try:
        return _native.picture(game, query)
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None


def games(search: str = "", *, tag: str | None = None) -> tuple[Game, ...]:
    """The games of the catalogue: all, or those that have all words of ``search`` in names or rules, and a tag."""
    try:
        read = json.loads(_native.games(search, tag))
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    return tuple(map(Game._read, read["games"]))


def game(key: str) -> Game:
    """The game of the catalogue that has this key, such as ``kayles``, or the family of one such as ``octal(0.77)``.

    Raises :class:`RequestError`, which names the nearest key, if there is none.
    """
    if not isinstance(key, str):
        raise TypeError(f"the key of a game is a string, not {key!r}")
    # The request has no components. It is sent so that the engine reads the key, and refuses a wrong key.
    analyze({key: []})
    id = key.partition("(")[0]
    return next(found for found in games() if found.id == id)
