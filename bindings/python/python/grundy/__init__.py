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
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version as _version
from typing import Any, Literal

from . import _native
from ._answers import (
    Analysis,
    Component,
    Convention,
    Game,
    Infinite,
    ListedMove,
    Move,
    Moves,
    Position,
    Reason,
    Source,
    Turn,
    Value,
    Winner,
)
from ._arrays import values
from ._errors import Fault, GrundyError, NoAnswerError, RequestError, error
from ._wire import Reader, request

__version__ = _version("grundy")

__all__ = [
    "Analysis",
    "Component",
    "Convention",
    "Fault",
    "Game",
    "GrundyError",
    "Infinite",
    "ListedMove",
    "Move",
    "Moves",
    "NoAnswerError",
    "Position",
    "Reason",
    "RequestError",
    "Source",
    "Turn",
    "Value",
    "Winner",
    "all_moves",
    "analyze",
    "batch",
    "games",
    "moves",
    "play",
    "values",
]

OwnGames = Mapping[str, Mapping[str, Any]]


def _ask(question: Callable[[str], str], fields: dict[str, Any]) -> Any:
    try:
        return json.loads(question(request(fields)))
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None


def analyze(
    position: Position,
    *,
    play: Convention = "normal",
    games: OwnGames | None = None,
    brief: bool = False,
    explain: bool = False,
    remoteness: bool = False,
    line: int | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Analysis:
    """Who wins a position, its Grundy value and the move to make.

    ``games`` defines games of your own, as graphs or as vectors that a move subtracts. ``brief`` leaves out what is as
    long as the position. ``explain`` adds the reasons, ``remoteness`` the length of a perfect game, ``line`` so many of
    the moves that follow. ``seed`` draws the move from those that are as good, ``mistakes`` from all with this
    probability.

    Raises :class:`RequestError` if that makes no sense, :class:`NoAnswerError` if the answer is not known.
    """
    fields = {
        "position": position,
        "play": play,
        "games": games,
        "brief": brief,
        "explain": explain,
        "remoteness": remoteness,
        "line": line,
        "seed": seed,
        "mistakes": mistakes,
    }
    return Analysis._read(_ask(_native.analyze, fields), Reader(games))


def moves(
    position: Position,
    *,
    play: Convention = "normal",
    games: OwnGames | None = None,
    only: Literal["winning"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Moves:
    """A page of the moves of a position, or of those that win.

    A page has at most ``limit`` moves, 100 unless told otherwise, and at most 1000; ``next`` is the ``cursor`` of the
    page after it. :func:`all_moves` goes through all pages.
    """
    fields = {"position": position, "play": play, "games": games, "only": only, "limit": limit, "cursor": cursor}
    return Moves._read(_ask(_native.moves, fields), Reader(games))


def all_moves(
    position: Position,
    *,
    play: Convention = "normal",
    games: OwnGames | None = None,
    only: Literal["winning"] | None = None,
) -> Iterator[ListedMove]:
    """The moves of a position, or those that win, one after the other: there may be 10^18 of them."""
    cursor = None
    while True:
        page = moves(position, play=play, games=games, only=only, cursor=cursor)
        yield from page.moves
        cursor = page.next
        if cursor is None:
            return


def play(
    position: Position,
    move: Move | Mapping[str, Any],
    *,
    play: Convention = "normal",
    games: OwnGames | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Turn:
    """Makes a move, and answers it.

    ``move`` is one of an answer, or a dictionary with ``game``, ``index`` and ``to``. ``seed`` draws the reply from
    those that are as good, ``mistakes`` from all with this probability.
    """
    if isinstance(move, Move):
        move = {"game": move.game, "index": move.index, "to": move.to}
    fields = {"position": position, "move": move, "play": play, "games": games, "seed": seed, "mistakes": mistakes}
    return Turn._read(_ask(_native.play, fields), Reader(games))


def batch(lines: bytes) -> bytes:
    """Answers requests in JSON, a line each, by analyses in JSON, a line each, as the command ``grundy batch`` does.

    A line that can't be answered has an ``error`` in its answer's place, and the others theirs all the same. Blank
    lines have no answer. Nothing becomes an object of Python: for many positions this is several times as fast as
    :func:`analyze`. Other threads run meanwhile.
    """
    return _native.batch(lines)


def games(search: str = "", *, tag: str | None = None) -> tuple[Game, ...]:
    """The games of the catalogue: all, or those that have all words of ``search`` in names or rules, and a tag."""
    try:
        read = json.loads(_native.games(search, tag))
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    return tuple(map(Game._read, read))
