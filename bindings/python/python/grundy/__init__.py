"""Plays impartial combinatorial games perfectly.

A position is a sum of games: a dictionary from the key of a game to the list of its positions on the table::

    >>> import grundy
    >>> answer = grundy.analyze({"euclid": [(5, 26)], "nim": [3, 4, 5]})
    >>> answer.winner, answer.grundy, answer.move.text
    ('first', 7, 'subtract 2 × 5 from 26')

Integers may be of any size. :func:`games` lists the games that can be played. The argument ``games=`` defines games of
your own. Questions and answers have the fields of the HTTP service. The contract of the service describes all fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._answers import (
    Analysis,
    Component,
    ComponentNumber,
    Compound,
    CompoundAnalysis,
    CompoundMoves,
    CompoundTurn,
    Conjecture,
    Convention,
    Elsewhere,
    FoundGames,
    Game,
    Genera,
    Genus,
    Infinite,
    ListedCombinedMove,
    ListedMove,
    Move,
    Moves,
    OptionValue,
    Period,
    Picture,
    Position,
    Quotient,
    Reason,
    Source,
    Turn,
    Value,
    Values,
    Winner,
    listed,
)
from ._batch import batch
from ._errors import Fault, GrundyError, NoAnswerError, RequestError, error, of_problem
from ._own import OwnGame, OwnGames
from ._quotient import quotient
from ._solve import Solution, solve
from ._values import values
from ._wire import Question, Reader, ask, request

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

__version__ = _version("grundy")

__all__ = [
    "Analysis",
    "Component",
    "ComponentNumber",
    "Compound",
    "CompoundAnalysis",
    "CompoundMoves",
    "CompoundTurn",
    "Conjecture",
    "Convention",
    "Elsewhere",
    "Fault",
    "FoundGames",
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
    "OptionValue",
    "Period",
    "Picture",
    "Position",
    "Quotient",
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
    "quotient",
    "solve",
    "values",
]

Games: TypeAlias = Mapping[str, OwnGame]
"""Games of the caller's own: a dictionary from the name that a game has in positions to the game.

A game is one of these:

- a function, as :func:`solve` takes it;
- a :class:`Solution`, which :func:`solve` returned;
- ``{"graph": …}``, a dictionary from each vertex to its options. A vertex may be any hashable object;
- ``{"steps": …, "rides": …}``, vectors that a move subtracts;
- a string with the rules as a script, such as ``"def options(n): return range(n)"``. The engine runs the script within
  limits, so the script may come from a stranger.
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
    terms: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    certificate: bool = False,
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
    terms: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    certificate: bool = False,
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
    terms: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    certificate: bool = False,
    line: int | None = None,
    seed: int | None = None,
    mistakes: float | None = None,
) -> Analysis | CompoundAnalysis:
    """Says who wins a position, its Grundy value and the move to make.

    ``games`` defines games of your own: functions, graphs, vectors that a move subtracts, or rules as text.
    ``compound`` is the kind of compound. If it is not a sum, the answer is a :class:`CompoundAnalysis`. ``brief`` omits
    the fields that are as long as the position.

    ``explain`` adds the reasons. ``terms`` does so, too, and says what each term in them means. ``remoteness`` adds how
    many moves a perfect game lasts, and ``genus`` the genus, which the literature prints for misère play.
    ``certificate`` adds a proof that a short program checks from the rules alone. ``line`` adds this many of the moves
    that follow.

    With ``seed``, the recommended move is drawn at random from all moves that are as good as the position allows.
    ``mistakes`` is the probability that it is drawn from all moves instead.

    Raises :class:`RequestError` if the question makes no sense, and :class:`NoAnswerError` if the answer is not known.
    """
    own = OwnGames(games, [position], play == "misere")
    fields = {
        "compound": compound,
        "play": play,
        "brief": brief,
        "explain": explain,
        "terms": terms,
        "remoteness": remoteness,
        "genus": genus,
        "certificate": certificate,
        "line": line,
        "seed": seed,
        "mistakes": mistakes,
    }
    kind = CompoundAnalysis if _is_combined(compound) else Analysis
    return kind._read(_ask(_native.analyze, own, position, fields), Reader(own.described, own.explored))


def _is_combined(compound: Compound | _Sum | None) -> bool:
    """Whether this is a kind of compound other than a sum."""
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
    """A page of the moves of a position, or of the winning moves.

    A page has at most ``limit`` moves: 100 by default, and 1000 at most. ``next`` is the ``cursor`` of the next page.
    :func:`all_moves` goes through all pages. If ``compound`` is not a sum, the moves are combined moves.
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
    """The moves of a position, or the winning moves, one after the other. There may be 10^18 of them."""
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
    """Makes a move, and replies to it.

    ``move`` is a move from an answer, or a dictionary with ``game``, ``index`` and ``to``. If ``compound`` is not a
    sum, ``move`` is a list of one such move for each changed component.

    With ``seed``, the reply is drawn at random from all moves that are as good as the position allows. ``mistakes`` is
    the probability that it is drawn from all moves instead.
    """
    own = OwnGames(games, [position], play == "misere")
    fields = {"compound": compound, "play": play, "seed": seed, "mistakes": mistakes}
    if _is_combined(compound):
        if isinstance(move, (Move, Mapping, str)) or not isinstance(move, Sequence):
            raise TypeError("a combined move is a list of moves, one for each component that is changed")
        turn = _ask(_native.play, own, position, {"combined_move": [_told(own, each) for each in move]} | fields)
        return CompoundTurn._read(turn, Reader(own.described, own.explored))
    turn = _ask(_native.play, own, position, {"move": _told(own, move)} | fields)
    return Turn._read(turn, Reader(own.described, own.explored))


def _told(own: OwnGames, move: Any) -> Mapping[str, Any]:
    """A move as a request contains it."""
    if not isinstance(move, (Move, Mapping)):
        raise TypeError("a move is one of an answer, or a dictionary with game, index and to")
    if isinstance(move, Move):
        move = {"game": move.game, "index": move.index, "to": move.to}
    return {**move, "to": own.option(move.get("game", ""), move["to"])} if "to" in move else move


@overload
def analyze_many(
    positions: Iterable[Position],
    *,
    compound: _Sum | None = None,
    play: Convention = "normal",
    games: Games | None = None,
    brief: bool = False,
    explain: bool = False,
    terms: bool = False,
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
    terms: bool = False,
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
    terms: bool = False,
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
    terms: bool = False,
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
    terms: bool = False,
    remoteness: bool = False,
    genus: bool = False,
    errors: Literal["raise", "return"] = "raise",
) -> Any:
    """Analyzes many independent positions in one call of the engine. Returns one answer for each, in the same order.

    The keyword arguments are those of :func:`analyze`, and apply to all positions. ``errors`` says what happens if a
    position has no answer: ``"raise"`` raises a :class:`GrundyError` with the ``index`` of the position, and ``"return"``
    puts the exception in the place of the answer.
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
        "terms": terms,
        "remoteness": remoteness,
        "genus": genus,
        "games": own.described or None,
    }
    kind = CompoundAnalysis if _is_combined(compound) else Analysis
    lines = "\n".join(request({"position": own.position(position)} | fields) for position in asked)
    reader = Reader(own.described, own.explored)
    found: list[Analysis | CompoundAnalysis | GrundyError] = []
    for index, line in enumerate(_native.Stream(own.graphs).answer(lines.encode()).splitlines()):
        read = json.loads(line)
        if "error" not in read:
            found.append(kind._read(read, reader))
            continue
        wrong = of_problem(read["error"])
        if errors == "raise":
            wrong.index = index
            raise wrong
        found.append(wrong)
    return found


def picture(game: str, *ranges: range) -> Picture:
    """A picture of the Grundy values of a game, which a notebook shows.

    If the positions of the game are integers, it is a plot. If they are pairs of integers, it is a map. Give a range
    without steps for each integer: ``grundy.picture("kayles", range(100))``, or
    ``grundy.picture("euclid", range(1, 41), range(1, 41))``. Without ranges, the picture shows small numbers.
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


def games(search: str = "", *, tag: str | None = None) -> FoundGames:
    """The games of the catalogue that have words of ``search`` and the ``tag``, the best first.

    Without ``search`` and ``tag``, these are all games. ``elsewhere`` of the result has the games that ``search`` names
    and that are not here, such as Domineering, with the reason.
    """
    try:
        read = json.loads(_native.games(search, tag))
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    return FoundGames._read(read)


def game(key: str) -> Game:
    """The game of the catalogue with this key, such as ``kayles``. For ``octal(0.77)``, it is the family of the game.

    If there is no such game, raises :class:`RequestError`, which names the most similar key.
    """
    if not isinstance(key, str):
        raise TypeError(f"the key of a game is a string, not {key!r}")
    # The request has no components. It is sent so that the engine reads the key, and refuses a wrong key.
    analyze({key: []})
    id = key.partition("(")[0]
    return next(found for found in games() if found.id == id)
