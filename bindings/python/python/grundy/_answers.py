"""The parts of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from ._wire import Reader, integer, integers, optional

Position: TypeAlias = Mapping[str, Sequence[Any]]
"""Everything on the table, one sum: for each game, by its key, the list of its positions.

How a position of a game is written :func:`grundy.games` says: an ``int``, a pair of them, a ``str``, a list.
"""

Component: TypeAlias = Any
"""A position of one game, in the shape of that game: an ``int``, a ``str``, or lists of ``int``."""

Convention: TypeAlias = Literal["normal", "misere"]
"""The convention: in normal play the player who cannot move loses, in misère play this player wins."""

Compound: TypeAlias = Literal[
    "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "diminished-disjunctive"
]
"""How the components are one game, if not a sum: a move in all of them, ending with the first or the last; in one or more,
ending with the last or the first; in one, ending with the first."""

Winner: TypeAlias = Literal["first", "second", "draw"]
"""The winner with perfect play; ``first`` is the player to move."""


def _plain(value: Any) -> Any:
    """A field of an answer as plain values: dictionaries, lists, texts and numbers."""
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, tuple) and all(isinstance(each, Record) for each in value):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


class Record:
    """The parts of answers."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields, of plain values, under the names that the service's answers have; those that are None are left out.

        ``json.dumps`` takes it, if the positions are what JSON has.
        """
        read = ((field.name.rstrip("_"), getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
        return {name: _plain(value) for name, value in read if value is not None}


@dataclass(frozen=True, slots=True)
class Infinite(Record):
    """No Grundy value, since play can go on for ever (Smith 1966)."""

    options: tuple[int, ...]
    """The Grundy values of the options."""

    def to_dict(self) -> dict[str, Any]:
        """The value as the service's answers have it."""
        return {"infinite": list(self.options)}


Value: TypeAlias = int | Infinite | None
"""The Grundy value, or why there is none: None where only the winner is known."""


def value(read: Any) -> Value:
    if type(read) is int:
        return read
    if type(read) is str:
        return integer(read)
    return None if read is None else Infinite(tuple(integers(read["infinite"])))


@dataclass(frozen=True, slots=True)
class Move(Record):
    """A move: the component, and what it becomes. :func:`grundy.play` takes it as it is."""

    game: str
    """The key of the game."""
    index: int
    """The index of the component among those of its game."""
    to: Component
    """The component after; of a game that splits, the list of what is left of it."""
    text: str
    """The move in words; numbers over 40 digits are shortened."""
    from_: Component = None
    """The component before, where it is told."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Move:
        key = read["game"]
        before = reader.component(key, read["from"]) if "from" in read else None
        return cls(key, read["index"], reader.component(key, read["to"]), read["text"], before)


@dataclass(frozen=True, slots=True)
class ListedMove(Move):
    """A move of a listing."""

    grundy: Value = None
    """The value of the whole sum after the move."""
    wins: bool = False
    """True if the move wins."""
    outcome: Literal["win", "draw", "loss"] | None = None
    """The outcome for the player who makes it, in a game that can be drawn; else None."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> ListedMove:
        key = read["game"]
        to = reader.component(key, read["to"])
        return cls(
            key, read["index"], to, read["text"], None, value(read["grundy"]), read["wins"], read.get("outcome")
        )


@dataclass(frozen=True, slots=True)
class Source(Record):
    """A publication."""

    author: str
    year: int
    title: str


def _source(read: dict[str, Any]) -> Source:
    return Source(read["author"], read["year"], read["title"])


@dataclass(frozen=True, slots=True)
class Reason(Record):
    """A step of an explanation."""

    text: str
    """A short sentence or two."""
    game: str | None = None
    """The key of the game, if the step is about one component."""
    index: int | None = None
    """The index of the component among those of its game."""
    source: Source | None = None
    """The publication of the theorem, if the step rests on one."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Reason:
        return cls(read["text"], read.get("game"), read.get("index"), optional(_source, read.get("source")))


@dataclass(frozen=True, slots=True)
class Genus(Record):
    """A genus, as the literature prints it of wild games in misère play."""

    normal: int
    """The Grundy value of normal play."""
    misere: list[int]
    """The Grundy values of misère play beside 0, 1, 2, … heaps of two, up to the second of the two that then alternate."""
    text: str
    """The genus as it is printed, such as 4^146."""
    tame: bool
    """True if the position is known to be tame."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Genus:
        return cls(integers(read["normal"]), integers(read["misere"]), read["text"], read["tame"])


@dataclass(frozen=True, slots=True)
class Genera(Record):
    """The genus of each component and of the sum; None where it is not known."""

    values: dict[str, list[Genus | None]] | None
    """The genus of each component, in the shape of the position; not of brief answers."""
    sum: Genus | None
    """The genus of the sum."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Genera:
        values = read.get("values")
        each = values and {key: [optional(Genus._read, one) for one in of_key] for key, of_key in values.items()}
        return cls(each, optional(Genus._read, read["sum"]))


@dataclass(frozen=True, slots=True)
class Analysis(Record):
    """The winner of a position, its Grundy value and the recommended move."""

    winner: Winner
    """The winner with perfect play."""
    grundy: Value
    """The value of the whole sum in normal play, also in answers about misère play."""
    winning_count: int
    """The number of moves that win."""
    move: Move | None
    """The recommended move; None if there is no move."""
    values: dict[str, list[Value]] | None
    """The value of each component, in the shape of the position; not of brief answers."""
    after: dict[str, list[Component]] | None
    """The position after the recommended move; not of brief answers."""
    drawing_count: int | None
    """The number of moves that keep a draw, where play may go on for ever."""
    remoteness: int | None
    """The number of moves that a perfect game lasts, if that was asked and is known."""
    at_most: int | None
    """A bound of that, where only a bound is known."""
    genus: Genera | None
    """The genus of each component and of the sum, if that was asked."""
    line: tuple[Move, ...] | None
    """The moves that follow if both sides play as recommended, if they were asked for."""
    explanation: tuple[Reason, ...] | None
    """Why, step by step, if that was asked."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Analysis:
        values, get = read.get("values"), read.get
        return cls(
            winner=read["winner"],
            grundy=value(read["grundy"]),
            winning_count=integers(read["winning_count"]),
            move=Move._read(read["move"], reader) if read["move"] else None,
            values=values and {key: [value(each) for each in of_key] for key, of_key in values.items()},
            after=reader.position(get("after")),
            drawing_count=integers(get("drawing_count")),
            remoteness=get("remoteness"),
            at_most=get("at_most"),
            genus=optional(Genera._read, get("genus")),
            line=tuple(Move._read(each, reader) for each in read["line"]) if "line" in read else None,
            explanation=tuple(map(Reason._read, read["explanation"])) if "explanation" in read else None,
        )


@dataclass(frozen=True, slots=True)
class Moves(Record):
    """A page of the moves of a position."""

    count: int
    """The number of moves of the position, however many are listed."""
    winning_count: int
    """The number of moves that win."""
    drawing_count: int | None
    """The number of moves that keep a draw, where play may go on for ever."""
    moves: tuple[ListedMove, ...]
    """The moves of this page: component by component, in each in the game's own order."""
    next: str | None
    """The cursor of the next page; None on the last."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Moves:
        return cls(
            count=integers(read["count"]),
            winning_count=integers(read["winning_count"]),
            drawing_count=integers(read.get("drawing_count")),
            moves=tuple(ListedMove._read(each, reader) for each in read["moves"]),
            next=read["next"],
        )


ComponentNumber: TypeAlias = int | Literal["N", "P", "draw", "at once", "over"]
"""What decides a component of a compound alone."""


@dataclass(frozen=True, slots=True)
class CompoundAnalysis(Record):
    """Who wins a compound other than a sum, and the recommended move."""

    winner: Winner
    """Who wins with perfect play."""
    compound: Compound
    """The kind of compound."""
    winning_count: int
    """How many combined moves win."""
    combined_move: tuple[Move, ...] | None
    """The recommended move: one for each component that is changed; None if there is no move."""
    component_numbers: dict[str, list[ComponentNumber]] | None
    """What decides each component alone, in the shape of the position; not of brief answers."""
    after: dict[str, list[Component]] | None
    """The position after the recommended move; not of brief answers."""
    drawing_count: int | None
    """How many combined moves keep a draw, where play may go on for ever."""
    remoteness: int | None
    """How many moves the game lasts, if that was asked and is known."""
    combined_line: list[tuple[Move, ...]] | None
    """The moves that follow if both sides play as recommended, if they were asked for."""
    explanation: tuple[Reason, ...] | None
    """Why, step by step, if that was asked."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> CompoundAnalysis:
        numbers, get = read.get("component_numbers"), read.get
        return cls(
            winner=read["winner"],
            compound=read["compound"],
            winning_count=integers(read["winning_count"]),
            combined_move=_combined(read["combined_move"], reader),
            component_numbers=numbers and {key: [_number(each) for each in of_key] for key, of_key in numbers.items()},
            after=reader.position(get("after")),
            drawing_count=integers(get("drawing_count")),
            remoteness=integers(get("remoteness")),
            combined_line=[_moves(each, reader) for each in read["combined_line"]] if "combined_line" in read else None,
            explanation=tuple(map(Reason._read, read["explanation"])) if "explanation" in read else None,
        )


def _number(read: Any) -> ComponentNumber:
    """A number of any size is a string of digits beside the words."""
    return integer(read) if isinstance(read, str) and read.isdigit() else read


def _moves(read: list[dict[str, Any]], reader: Reader) -> tuple[Move, ...]:
    return tuple(Move._read(each, reader) for each in read)


def _combined(read: list[dict[str, Any]] | None, reader: Reader) -> tuple[Move, ...] | None:
    return None if read is None else _moves(read, reader)


@dataclass(frozen=True, slots=True)
class ListedCombinedMove(Record):
    """A combined move of a listing."""

    combined_move: tuple[Move, ...]
    """A move for each component that is changed."""
    text: str
    """The move in words."""
    wins: bool
    """Does it win?"""
    outcome: Literal["win", "draw", "loss"] | None = None
    """What it makes of a game that can be drawn, for who makes it; else None."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> ListedCombinedMove:
        return cls(_moves(read["combined_move"], reader), read["text"], read["wins"], read.get("outcome"))


@dataclass(frozen=True, slots=True)
class CompoundMoves(Record):
    """A page of the combined moves of a compound."""

    count: int
    """How many combined moves the position has, whatever is listed."""
    winning_count: int
    """How many of them win."""
    drawing_count: int | None
    """How many of them keep a draw, where play may go on for ever."""
    moves: tuple[ListedCombinedMove, ...]
    """By the first component's options in their order, then by the second's; leaving a component as it is comes last."""
    next: str | None
    """The cursor of the next page; None on the last."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> CompoundMoves:
        return cls(
            count=integers(read["count"]),
            winning_count=integers(read["winning_count"]),
            drawing_count=integers(read.get("drawing_count")),
            moves=tuple(ListedCombinedMove._read(each, reader) for each in read["moves"]),
            next=read["next"],
        )


@dataclass(frozen=True, slots=True)
class CompoundTurn(Record):
    """The answer to a combined move."""

    position: dict[str, list[Component]]
    """The position after the caller's move."""
    winning: bool
    """Did the caller's move win?"""
    combined_reply: tuple[Move, ...] | None
    """The oracle's move; None if there is none."""
    after: dict[str, list[Component]]
    """The position after the reply; the same as ``position`` without one."""
    over: bool
    """Is the game over?"""
    winner: Literal["caller", "oracle", "draw"]
    """Who wins with perfect play from here, or has won if the game is over."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> CompoundTurn:
        return cls(
            position=reader.position(read["position"]),
            winning=read["winning"],
            combined_reply=_combined(read["combined_reply"], reader),
            after=reader.position(read["after"]),
            over=read["over"],
            winner=read["winner"],
        )


def listed(page: Callable[[str | None], Any]) -> Iterator[Any]:
    """The moves of all pages, each asked for by its cursor."""
    cursor = None
    while True:
        found = page(cursor)
        yield from found.moves
        cursor = found.next
        if cursor is None:
            return


@dataclass(frozen=True, slots=True)
class Turn(Record):
    """The answer to a move."""

    position: dict[str, list[Component]]
    """The position after the caller's move."""
    winning: bool
    """True if the caller's move won."""
    reply: Move | None
    """The oracle's move; None if there is none."""
    after: dict[str, list[Component]]
    """The position after the reply; the same as ``position`` without one."""
    over: bool
    """True if the game is over: neither player has a move left."""
    winner: Literal["caller", "oracle", "nobody"]
    """The winner with perfect play from here, or the player who has won if the game is over."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Turn:
        return cls(
            position=reader.position(read["position"]),
            winning=read["winning"],
            reply=Move._read(read["reply"], reader) if read["reply"] else None,
            after=reader.position(read["after"]),
            over=read["over"],
            winner=read["winner"],
        )


@dataclass(frozen=True, slots=True)
class Period(Record):
    """The period of a range of values: g(n + length) = g(n) + saltus for every n from ``from_`` on."""

    status: Literal["proved", "observed"]
    """``proved``: for ever, by a theorem. ``observed``: in the range that was asked for; nothing is known beyond it."""
    from_: int
    """The least n from which on the values repeat."""
    length: int
    """The number of positions after which they repeat."""
    saltus: int
    """The number that each repetition adds to a value."""
    compared: tuple[int, int]
    """The first and the last n for which the values were compared."""
    proof: str | None
    """The proof that they repeat for ever, if there is one."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Period:
        proof = read.get("proof") or {}
        first, last = integers(proof.get("compared") or read["compared"])
        return cls(
            read["status"], integers(read["from"]), read["length"], read.get("saltus", 0), (first, last), proof.get("text")
        )


@dataclass(frozen=True, slots=True)
class Values(Record):
    """Answers for many positions of a game, each for itself: lists in the order of the positions."""

    game: str
    """The key of the game."""
    positions: list[Component]
    """The positions."""
    grundy: list[Value] | None
    """The value of each in normal play, None where it is not known. None as a whole if values were not asked for."""
    winner: list[Winner | None] | None
    """The winner of each with perfect play, with None likewise."""
    remoteness: list[int | None] | None
    """The moves that a perfect game of each lasts, with None likewise, and also where play never ends."""
    period: Period | None
    """The period of the values of a range, if one is known."""
    genus: list[Genus | None] | None
    """The genus of each, with None likewise, and also where a position has none."""
    genus_period: Period | None
    """The period of the genera of a range, if they repeat in it."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Values:
        game, grundy = read["game"], read.get("grundy")
        return cls(
            game=game,
            positions=[reader.component(game, each) for each in read["positions"]],
            grundy=None if grundy is None else [value(each) for each in grundy],
            winner=read.get("winner"),
            remoteness=read.get("remoteness"),
            period=optional(Period._read, read.get("period")),
            genus=[optional(Genus._read, each) for each in read["genus"]] if "genus" in read else None,
            genus_period=optional(Period._read, read.get("genus_period")),
        )


@dataclass(frozen=True, slots=True)
class Game(Record):
    """The catalogue's entry of a game, or of a family of games."""

    id: str
    """The id; that of a single game is its key in a position."""
    key: str
    """A key that works; that of a family has an example of its parameters."""
    name: str
    aliases: tuple[str, ...]
    """Other names of the game."""
    tags: tuple[str, ...]
    """The kinds of games that it belongs to."""
    rules: str
    """The rules in plain words."""
    parameters: str | None
    """The text that goes into the parentheses of the key; None if this is no family."""
    position: str
    """A description of positions, in words."""
    text_form: str
    """The pattern of the text form, as the service has it in URLs."""
    example: str
    """A position in its text form."""
    sources: tuple[Source, ...]
    """Publications on the game and its theory."""
    normal: str
    """The theory of normal play."""
    misere: str
    """The theory of misère play."""
    max_grundy: int | None
    """The largest Grundy value, if there is one."""

    splits: bool
    """True if a move makes a list of positions of a component."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Game:
        parameters, text = read["parameters"], read["example"]["text"]
        return cls(
            id=read["id"],
            key=text.partition("=")[0],
            name=read["name"],
            aliases=tuple(read["aliases"]),
            tags=tuple(read["tags"]),
            rules=read["rules"],
            parameters=parameters and parameters["text"],
            position=read["position"]["text"],
            text_form=read["text_form"],
            example=text.partition("=")[2],
            sources=tuple(map(_source, read["sources"])),
            normal=read["play"]["normal"],
            misere=read["play"]["misere"],
            max_grundy=read["max_grundy"],
            splits=read["splits"],
        )


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, which a notebook shows."""

    svg: str
    """The SVG."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<grundy.Picture of {len(self.svg)} bytes of SVG>"
