"""The parts of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Union

from ._wire import Reader, integer, integers, optional

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

Position: TypeAlias = Mapping[str, Sequence[Any]]
"""A sum of games: a dictionary from the key of each game to the list of its positions on the table.

A position of one game is an ``int``, a pair of ``int``, a ``str`` or a list. :func:`grundy.games` describes the
positions of each game.
"""

Component: TypeAlias = Any
"""A position of one game, in the form of that game: an ``int``, a ``str``, or lists of ``int``."""

Convention: TypeAlias = Literal["normal", "misere"]
"""The rule for a player who cannot move: in normal play, this player loses; in misère play, this player wins."""

Compound: TypeAlias = Literal[
    "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "diminished-disjunctive"
]
"""A kind of compound other than a sum. It says in which components a player moves, and when the game ends:

- ``conjunctive``: in all, until one has ended;
- ``continued-conjunctive``: in all that have not ended, until all have ended;
- ``selective``: in one or more, until all have ended;
- ``shortened-selective``: in one or more, until one has ended;
- ``diminished-disjunctive``: in one, until one has ended.
"""

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
    """A part of an answer."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, with their names in answers of the service. Omits fields that are None.

        ``json.dumps`` accepts the dictionary, unless a position is an object that JSON does not have.
        """
        read = ((field.name.rstrip("_"), getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]
        return {name: _plain(value) for name, value in read if value is not None}


@dataclass(frozen=True)
class Infinite(Record):
    """The value of a position that has no Grundy value, since play can go on for ever (Smith 1966)."""

    options: tuple[int, ...]
    """The Grundy values of the options."""

    def to_dict(self) -> dict[str, Any]:
        """The value as the service's answers have it."""
        return {"infinite": list(self.options)}


Value: TypeAlias = Union[int, Infinite, None]
"""The Grundy value, or :class:`Infinite` if there is none; None if only the winner is known."""


def value(read: Any) -> Value:
    if type(read) is int:
        return read
    if type(read) is str:
        return integer(read)
    return None if read is None else Infinite(tuple(integers(read["infinite"])))


@dataclass(frozen=True)
class Move(Record):
    """A move in one component. It can be passed to :func:`grundy.play`."""

    game: str
    """The key of the game."""
    index: int
    """The index of the component among the components of this game."""
    to: Component
    """The component after the move. In a game that splits, the list of the positions that the move leaves."""
    text: str
    """The move in words. Numbers of more than 40 digits are shortened."""
    from_: Component = None
    """The component before the move; None if the answer does not have it."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Move:
        key = read["game"]
        before = reader.component(key, read["from"]) if "from" in read else None
        return cls(key, read["index"], reader.component(key, read["to"]), read["text"], before)


@dataclass(frozen=True)
class ListedMove(Move):
    """A move on a page of moves."""

    grundy: Value = None
    """The value of the whole sum after the move."""
    wins: bool = False
    """True if the move wins."""
    outcome: Literal["win", "draw", "loss"] | None = None
    """The result for the player who makes the move, if the game can be drawn; otherwise None."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> ListedMove:
        key = read["game"]
        to = reader.component(key, read["to"])
        return cls(
            key, read["index"], to, read["text"], None, value(read["grundy"]), read["wins"], read.get("outcome")
        )


@dataclass(frozen=True)
class Source(Record):
    """A publication."""

    author: str
    year: int
    title: str


def _source(read: dict[str, Any]) -> Source:
    return Source(read["author"], read["year"], read["title"])


@dataclass(frozen=True)
class OptionValue(Record):
    """An option in a step of an explanation."""

    text: str
    """The positions that the move leaves. Long ones are cut in the middle."""
    grundy: Value
    """The value."""
    count: int | None = None
    """The number of options with this value, if the option stands for several."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> OptionValue:
        return cls(read["text"], value(read["grundy"]), integers(read.get("count")))


@dataclass(frozen=True)
class Reason(Record):
    """A step of an explanation."""

    text: str
    """One or two short sentences."""
    game: str | None = None
    """The key of the game, if the step is about one component."""
    index: int | None = None
    """The index of the component among the components of this game."""
    source: Source | None = None
    """The publication of the theorem, if the step uses one."""
    kind: str = ""
    """The kind of statement, such as ``options``, ``value`` or ``reason``."""
    options: tuple[OptionValue, ...] | None = None
    """For ``options``: each option if there are few, otherwise one for each value below that of the component."""
    others: int | None = None
    """For ``options``: the number of options that are not listed. None if all are listed."""
    grundy: Value = None
    """For ``value``: the value of the component."""
    from_: int | None = None
    """For ``period``: the heap from which the values repeat."""
    length: int | None = None
    """For ``period``: the length of the period."""
    compared: list[int] | None = None
    """For ``period``: the smallest and the largest n for which the heaps n and n + length were compared."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Reason:
        about = (read.get("game"), read.get("index"), optional(_source, read.get("source")))
        options = tuple(map(OptionValue._read, read["options"])) if "options" in read else None
        data = (integers(read.get("others")), value(read.get("grundy")))
        return cls(
            read["text"], *about, read["kind"], options, *data, read.get("from"), read.get("length"), read.get("compared")
        )


@dataclass(frozen=True)
class Genus(Record):
    """The genus of a position: its Grundy value in normal play, and a list of Grundy values in misère play."""

    normal: int
    """The Grundy value in normal play."""
    misere: list[int]
    """The Grundy values in misère play of the position with 0, 1, 2, … heaps of two.

    From some index on, two values alternate. The list ends after the first two of these.
    """
    text: str
    """The genus as it is printed, such as 4^146."""
    tame: bool
    """True if the position is known to be tame."""
    partial: bool | None = None
    """True if only the first numbers of ``misere`` are known. The text then ends in three dots. Otherwise None."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Genus:
        normal, misere = integers(read["normal"]), integers(read["misere"])
        return cls(normal, misere, read["text"], read["tame"], read.get("partial"))


@dataclass(frozen=True)
class Genera(Record):
    """The genus of each component and of the sum. A genus is None if it is not known."""

    values: dict[str, list[Genus | None]] | None
    """The genus of each component, in lists with the keys of the position. None in brief answers."""
    sum: Genus | None
    """The genus of the sum."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Genera:
        values = read.get("values")
        each = values and {key: [optional(Genus._read, one) for one in of_key] for key, of_key in values.items()}
        return cls(each, optional(Genus._read, read["sum"]))


@dataclass(frozen=True)
class Analysis(Record):
    """The winner of a position, its Grundy value and the recommended move."""

    winner: Winner
    """The winner with perfect play."""
    grundy: Value
    """The value of the whole sum in normal play, even if the question is about misère play."""
    winning_count: int | None
    """The number of moves that win. None if there are too many to count."""
    move: Move | None
    """The recommended move; None if there is no move."""
    values: dict[str, list[Value]] | None
    """The value of each component, in lists with the keys of the position. None in brief answers."""
    after: dict[str, list[Component]] | None
    """The position after the recommended move. None in brief answers."""
    drawing_count: int | None
    """The number of moves that keep a draw, if play may go on for ever."""
    remoteness: int | None
    """If requested: how many moves play lasts if the winner hurries and the loser delays. None if it is not known."""
    at_most: int | None
    """An upper bound of ``remoteness``, if only a bound is known."""
    genus: Genera | None
    """If requested: the genus of each component and of the sum."""
    certificate: dict[str, Any] | None
    """If requested: a proof of the answer, which check.py and ``grundy verify`` check; ``{"refused": …}`` says why there is
    none."""
    line: tuple[Move, ...] | None
    """If requested: the moves that follow when both sides play as recommended."""
    explanation: tuple[Reason, ...] | None
    """If requested: the reasons for the answer, step by step."""

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
            certificate=get("certificate"),
            line=tuple(Move._read(each, reader) for each in read["line"]) if "line" in read else None,
            explanation=tuple(map(Reason._read, read["explanation"])) if "explanation" in read else None,
        )


@dataclass(frozen=True)
class Moves(Record):
    """A page of the moves of a position."""

    count: int
    """How many moves the position has, on this page or not."""
    winning_count: int
    """The number of moves that win."""
    drawing_count: int | None
    """The number of moves that keep a draw, if play may go on for ever."""
    moves: tuple[ListedMove, ...]
    """The moves of this page, component by component. Within a component, the moves are in the order of its game."""
    next: str | None
    """The cursor of the next page; None on the last page."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Moves:
        return cls(
            count=integers(read["count"]),
            winning_count=integers(read["winning_count"]),
            drawing_count=integers(read.get("drawing_count")),
            moves=tuple(ListedMove._read(each, reader) for each in read["moves"]),
            next=read["next"],
        )


ComponentNumber: TypeAlias = Union[int, Literal["N", "P", "draw", "at once", "over"]]
"""The label of a component of a compound. The labels of all components decide the winner."""


@dataclass(frozen=True)
class CompoundAnalysis(Record):
    """The winner of a compound other than a sum, and the recommended move."""

    winner: Winner
    """The winner with perfect play."""
    compound: Compound
    """The kind of compound."""
    winning_count: int
    """How many combined moves win."""
    combined_move: tuple[Move, ...] | None
    """The recommended move, as one move for each changed component; None if there is no move."""
    component_numbers: dict[str, list[ComponentNumber]] | None
    """A label for each component, in lists with the keys of the position. None in brief answers."""
    after: dict[str, list[Component]] | None
    """The position after the recommended move. None in brief answers."""
    drawing_count: int | None
    """How many combined moves keep a draw, if play may go on for ever."""
    remoteness: int | None
    """If requested: how many moves play lasts if the winner hurries and the loser delays. None if it is not known."""
    combined_line: list[tuple[Move, ...]] | None
    """If requested: the combined moves that follow when both sides play as recommended."""
    explanation: tuple[Reason, ...] | None
    """If requested: the reasons for the answer, step by step."""

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
    """Converts a label. In answers, a label is a word or an integer, and large integers are strings of digits."""
    return integer(read) if isinstance(read, str) and read.isdigit() else read


def _moves(read: list[dict[str, Any]], reader: Reader) -> tuple[Move, ...]:
    return tuple(Move._read(each, reader) for each in read)


def _combined(read: list[dict[str, Any]] | None, reader: Reader) -> tuple[Move, ...] | None:
    return None if read is None else _moves(read, reader)


@dataclass(frozen=True)
class ListedCombinedMove(Record):
    """A combined move on a page of moves."""

    combined_move: tuple[Move, ...]
    """One move for each changed component."""
    text: str
    """The move in words."""
    wins: bool
    """True if the move wins."""
    outcome: Literal["win", "draw", "loss"] | None = None
    """The result for the player who makes the move, if the game can be drawn; otherwise None."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> ListedCombinedMove:
        return cls(_moves(read["combined_move"], reader), read["text"], read["wins"], read.get("outcome"))


@dataclass(frozen=True)
class CompoundMoves(Record):
    """A page of the combined moves of a compound."""

    count: int
    """How many combined moves the position has, on this page or not."""
    winning_count: int
    """How many combined moves of the position win."""
    drawing_count: int | None
    """How many combined moves of the position keep a draw, if play may go on for ever."""
    moves: tuple[ListedCombinedMove, ...]
    """The moves of this page, sorted by the option of the first component, then by that of the second, and so on.

    Leaving a component unchanged comes after all its options.
    """
    next: str | None
    """The cursor of the next page; None on the last page."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> CompoundMoves:
        return cls(
            count=integers(read["count"]),
            winning_count=integers(read["winning_count"]),
            drawing_count=integers(read.get("drawing_count")),
            moves=tuple(ListedCombinedMove._read(each, reader) for each in read["moves"]),
            next=read["next"],
        )


@dataclass(frozen=True)
class CompoundTurn(Record):
    """The answer to a combined move."""

    position: dict[str, list[Component]]
    """The position after the caller's move."""
    winning: bool
    """True if the caller's move wins."""
    combined_reply: tuple[Move, ...] | None
    """The oracle's move; None if the oracle has no move."""
    after: dict[str, list[Component]]
    """The position after the reply; the same as ``position`` if there is no reply."""
    over: bool
    """True if the game is over: ``after`` has no move."""
    winner: Literal["caller", "oracle", "draw"]
    """The player who wins if both play perfectly from ``after`` on, or who has won if the game is over."""

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
    """The moves of all pages. Each page is requested by its cursor."""
    cursor = None
    while True:
        found = page(cursor)
        yield from found.moves
        cursor = found.next
        if cursor is None:
            return


@dataclass(frozen=True)
class Turn(Record):
    """The answer to a move."""

    position: dict[str, list[Component]]
    """The position after the caller's move."""
    winning: bool
    """True if the caller's move wins."""
    reply: Move | None
    """The oracle's move; None if the oracle has no move."""
    after: dict[str, list[Component]]
    """The position after the reply; the same as ``position`` if there is no reply."""
    over: bool
    """True if the game is over: ``after`` has no move."""
    winner: Literal["caller", "oracle", "nobody"]
    """The player who wins if both play perfectly from ``after`` on, or who has won if the game is over."""

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


@dataclass(frozen=True)
class Period(Record):
    """How the values of a range repeat: g(n + length) = g(n) + saltus for every n from ``from_`` on."""

    status: Literal["proved", "observed"]
    """``proved``: the values repeat for ever, by a theorem.

    ``observed``: the values repeat in the requested range. Nothing is known beyond it.
    """
    from_: int
    """The smallest n from which on the values repeat."""
    length: int
    """The length of the period."""
    saltus: int
    """The amount by which a value grows from one period to the next."""
    compared: tuple[int, int]
    """The first and the last n for which g(n + length) was compared with g(n) + saltus."""
    proof: str | None
    """The proof that the values repeat for ever, if there is one."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Period:
        proof = read.get("proof") or {}
        first, last = integers(proof.get("compared") or read["compared"])
        return cls(
            read["status"], integers(read["from"]), read["length"], read.get("saltus", 0), (first, last), proof.get("text")
        )


@dataclass(frozen=True)
class Conjecture(Record):
    """A formula that holds for all values in the answer. It is not proved."""

    about: str
    """The list that the formula gives. For ``winner``, it is 1 if the player to move loses, and 0 if not."""
    text: str
    """The formula in words."""
    code: str
    """The formula in Python, with all functions that it needs."""
    found_on: tuple[int, int]
    """The first and the last position whose values were used to find the formula."""
    tested: tuple[int, int]
    """The first and the last of the further positions for which the formula holds."""
    steps: dict[str, int] | None
    """Positions beyond the answer at which the formula follows from the formula at their options."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Conjecture:
        return cls(
            about=read["about"],
            text=read["text"],
            code=read["code"],
            found_on=tuple(read["found_on"]),
            tested=tuple(read["tested"]),
            steps=read.get("steps"),
        )


@dataclass(frozen=True)
class Values(Record):
    """The values of many positions of one game. Each requested column is a list, in the order of the positions."""

    game: str
    """The key of the game."""
    positions: list[Component]
    """The positions."""
    grundy: list[Value] | None
    """The value of each position in normal play; None if it is not known.

    The whole list is None if this column was not requested. This is also true of the other columns.
    """
    winner: list[Winner | None] | None
    """The winner of each position with perfect play; None if it is not known."""
    remoteness: list[int | None] | None
    """How many moves play lasts from each position if the winner hurries and the loser delays.

    None if play never ends or the number is not known.
    """
    period: Period | None
    """How the values of a range repeat, if that is known."""
    genus: list[Genus | None] | None
    """The genus of each position; None if the position has none, or if it is not known."""
    genus_period: Period | None
    """How the genera repeat in the requested range, if they repeat."""
    conjectures: list[Conjecture] | None
    """With ``find``: the formulas that hold for all values, for each list the shortest first."""
    refuted: list[dict[str, Any]] | None
    """With ``find``: formulas that were found for the first values, and that later values or steps refute."""
    checked: dict[str, Any] | None
    """With ``conjecture``: what became of it, as the API says it."""
    count: int | None = None
    """The number of positions, if it was requested."""
    known_to: Component | None = None
    """The last position of a range or a box before the first one of which something is not known, if there is one."""
    winner_period: Period | None = None
    """How the winners of a range repeat, if that is known."""
    rows: list[dict[str, Any]] | None = None
    """The rows of a box whose values repeat, as the API says it."""
    certificate: dict[str, Any] | None = None
    """With ``certificate``: a proof of the values, or in misère play of the winners; or ``refused``, with the reason."""

    def array(self, column: str = "grundy") -> Any:
        """A list as a masked array of NumPy, with a dimension for each integer of the positions.

        Index 0 of a dimension stands for the smallest integer. What is not known, or no position, is masked.
        """
        import numpy as np

        cells = getattr(self, column)
        if cells is None:
            raise ValueError(f"{column} was not requested")
        places = np.array([each if isinstance(each, (tuple, list)) else (each,) for each in self.positions])
        if places.size == 0:
            return np.ma.MaskedArray(np.zeros(0, np.int64))
        places -= places.min(axis=0)
        is_word = any(isinstance(cell, str) for cell in cells)
        zeros = np.zeros(tuple(places.max(axis=0) + 1), "U6" if is_word else np.int64)
        grid = np.ma.MaskedArray(zeros, mask=True)
        for place, cell in zip(places, cells):
            if cell is not None:
                grid[tuple(place)] = cell
        return grid

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
            conjectures=[Conjecture._read(each) for each in read["conjectures"]] if "conjectures" in read else None,
            refuted=read.get("refuted"),
            checked=read.get("checked"),
            count=read.get("count"),
            known_to=optional(lambda to: reader.component(game, to), read.get("known_to")),
            winner_period=optional(Period._read, read.get("winner_period")),
            rows=read.get("rows"),
            certificate=read.get("certificate"),
        )


@dataclass(frozen=True)
class Quotient(Record):
    """A misère quotient. Other lists refer to its elements by their index in ``elements``."""

    game: str
    """The key of the game."""
    elements: list[str]
    """The names of the elements, as products of generators. The first is 1, the element of the empty sum."""
    generators: list[int]
    """The indices in ``positions`` of those whose elements are the generators a, b, c and so on."""
    table: list[list[int]]
    """The products: entry b of list a is the product of the elements a and b."""
    p_portion: list[int]
    """The elements of the sums in which the player to move loses."""
    positions: list[Component]
    """The positions with an element in ``images``: heaps from 0 on, or all positions that moves reach."""
    images: list[int]
    """The element of each of ``positions``."""
    period: tuple[int, int] | None
    """The first heap from which on the elements are proved to repeat, and the length of the period."""
    verified: int | None
    """The largest heap up to which the proof considers each heap; None if the game has no heaps."""
    whole: bool
    """Whether this is proved to be the quotient of all heaps of the game."""

    @classmethod
    def _read(cls, read: dict[str, Any], reader: Reader) -> Quotient:
        game, period = read["game"], read["period"]
        return cls(
            game=game,
            elements=read["elements"],
            generators=read["generators"],
            table=read["table"],
            p_portion=read["p_portion"],
            positions=[reader.component(game, each) for each in read["positions"]],
            images=read["images"],
            period=None if period is None else (period["from"], period["length"]),
            verified=read["verified"],
            whole=read["whole"],
        )


@dataclass(frozen=True)
class Game(Record):
    """The catalogue's entry of a game, or of a family of games."""

    id: str
    """The id. For a game that is not a family, it is the key of the game in a position."""
    key: str
    """A key that a position may have. For a family, it has an example of the parameters."""
    name: str
    aliases: tuple[str, ...]
    """Other names of the game."""
    tags: tuple[str, ...]
    """The kinds of games to which this game belongs."""
    rules: str
    """The rules in plain words."""
    parameters: str | None
    """For a family: a description of the parameters in the parentheses of the key. None for a single game."""
    position: str
    """A description of the positions, in words."""
    text_form: str
    """The form in which a URL writes a position."""
    example: str
    """A position in its text form."""
    sources: tuple[Source, ...]
    """Where the game and its theory come from."""
    normal: str
    """The theory of normal play."""
    misere: str
    """The theory of misère play."""
    max_grundy: int | None
    """The largest Grundy value of a position; None if the values have no largest one."""

    splits: bool
    """True if a move may turn one component into several."""

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


@dataclass(frozen=True)
class Elsewhere(Record):
    """A game that people look for, and that is not here as it is usually played."""

    name: str
    why: str
    """The reason why the game is not here, in one sentence."""
    impartial: str | None
    """The id of an impartial relative of the catalogue: another game, which others may win."""
    played_by: str | None
    """A program that plays the game."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> Elsewhere:
        return cls(name=read["name"], why=read["why"], impartial=read.get("impartial"), played_by=read.get("played_by"))


class FoundGames(tuple[Game, ...]):
    """The games that a search finds, the best first."""

    elsewhere: tuple[Elsewhere, ...]
    """Games that the search names, and that are not here. The games that are found are other games."""
    advice: str | None
    """What to try instead; None if games are found."""

    @classmethod
    def _read(cls, read: dict[str, Any]) -> FoundGames:
        found = cls(map(Game._read, read["games"]))
        found.elsewhere = tuple(map(Elsewhere._read, read.get("elsewhere", ())))
        found.advice = read.get("advice")
        return found


@dataclass(frozen=True)
class Picture:
    """A picture, which a notebook shows."""

    svg: str
    """The SVG."""

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<grundy.Picture of {len(self.svg)} bytes of SVG>"
