"""A game that is a function, solved."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import xor
from typing import Any, Generic, TypeVar, cast

from . import _native
from ._answers import Analysis, Convention, Infinite, ListedMove, Move, Moves, Value, Winner, listed
from ._explore import DEFAULT_LIMIT, MISERE_LIMIT, Explored, explore, shown
from ._wire import Question, Reader, ask

P = TypeVar("P", bound=Hashable)
V = TypeVar("V")

# Stands for an infinite value, and for the length of play that never ends.
_NONE = 2**32 - 1
# The name of the game in requests to the engine.
_NAME = "game"


class _Of(Mapping[P, V]):
    """A property of each position. It is computed when it is read."""

    __slots__ = ("_at", "_numbers")

    def __init__(self, numbers: Mapping[P, int], at: Callable[[int], V]) -> None:
        self._numbers = numbers
        self._at = at

    def __getitem__(self, position: P) -> V:
        return self._at(self._numbers[position])

    def __iter__(self) -> Iterator[P]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __repr__(self) -> str:
        first = [f"{position!r}: {self[position]!r}" for position, _ in zip(self, range(10))]
        return f"{{{', '.join(first)}{', …' if len(self) > len(first) else ''}}}"


class Solution(Generic[P]):
    """A game that is a function, solved for all positions that play from its start can reach.

    It can also be a game in ``games=`` of any question. Then no position is explored again.
    """

    def __init__(self, explored: Explored[P], start: P | list[P], play: Convention) -> None:
        self._explored = explored
        self._start = start
        self._play = play

    @property
    def start(self) -> P | list[P]:
        """The position that this solution is about. A list is the sum of its positions."""
        return self._start

    @property
    def play(self) -> Convention:
        """The convention. A player who cannot move loses in normal play, and wins in misère play."""
        return self._play

    @property
    def winner(self) -> Winner:
        """The winner with perfect play; ``first`` is the player to move."""
        if self._splits:
            return "first" if self._wins([self._numbers])[0] else "second"
        if len(self._numbers) == 1:
            return self._winner(self._numbers[0])
        return self._analysis.winner

    @property
    def grundy(self) -> Value:
        """The Grundy value in normal play, even if ``play`` is misère play."""
        if self._splits:
            return reduce(xor, (self._words[number] for number in self._numbers), 0)
        if len(self._numbers) == 1:
            return self._value(self._numbers[0])
        return self._analysis.grundy

    @property
    def remoteness(self) -> int | None:
        """How many moves play lasts if the winner hurries and the loser delays.

        None if play never ends or the number is not known.
        """
        return None if self._splits else self._analysis.remoteness

    @property
    def move(self) -> Move | None:
        """The recommended move; None if there is no move."""
        if not self._splits:
            return self._analysis.move
        return next((move for move in self.moves if move.wins), next(iter(self.moves), None))

    @cached_property
    def moves(self) -> tuple[ListedMove, ...]:
        """All moves from the start.

        ``to`` is the position that a move leads to, or a list of positions if the move splits. ``grundy`` is the value
        of the whole sum after the move, and ``wins`` says whether the move wins.
        """
        if self._splits:
            return self._splitting_moves()
        return tuple(listed(lambda cursor: Moves._read(self._ask(_native.moves, cursor=cursor), self._reader)))

    @cached_property
    def values(self) -> Mapping[P, Value]:
        """The Grundy value of each position."""
        return _Of(self._explored.numbers, self._value)

    @cached_property
    def winners(self) -> Mapping[P, Winner]:
        """The winner from each position, under the convention ``play``."""
        return _Of(self._explored.numbers, self._winner)

    def at(self, position: P | list[P] | None = None, *, play: Convention | None = None) -> Solution[P]:
        """The same game from another position, or under another convention. No position is explored again.

        Raises :class:`RequestError` if no play from the start reaches the position.
        """
        here = self._start if position is None else position
        found = Solution(self._explored, here, _checked(play or self._play))
        found._numbers  # This raises if the position was not explored.
        return found

    def to_dict(self) -> dict[str, Any]:
        """The answers for the start, as plain values."""
        return {
            "start": self._start,
            "play": self._play,
            "winner": self.winner,
            "grundy": self.grundy.to_dict() if isinstance(self.grundy, Infinite) else self.grundy,
            "remoteness": self.remoteness,
            "move": self.move and self.move.to_dict(),
            "positions": len(self),
        }

    def __len__(self) -> int:
        """The number of explored positions."""
        return len(self._explored.positions)

    def __contains__(self, position: object) -> bool:
        return position in self._explored.numbers

    def __iter__(self) -> Iterator[P]:
        return iter(self._explored.positions)

    def __repr__(self) -> str:
        return (
            f"<grundy.Solution of {self._start!r}: winner {self.winner!r}, grundy {self.grundy!r}, "
            f"{self._play} play, {len(self)} positions>"
        )

    def _repr_svg_(self) -> str | None:
        """The drawing that a notebook shows, for a small game."""
        from ._draw import MOST, drawing

        if len(self) > MOST:
            return None
        moves = {position: self.at(position, play="normal").moves for position in self}
        return drawing(repr(self), self._components, moves, self.values, self.winners)

    @property
    def _splits(self) -> bool:
        return isinstance(self._explored.graph, _native.Splitting)

    @property
    def _components(self) -> list[P]:
        return self._start if isinstance(self._start, list) else [self._start]

    @cached_property
    def _numbers(self) -> list[int]:
        return [self._explored.number(each, "the game") for each in self._components]

    @property
    def _reader(self) -> Reader:
        return Reader({}, {_NAME: self._explored})

    def _ask(self, question: Question, **fields: Any) -> Any:
        """Asks the engine about a game that does not split. In the question and the answer, positions are numbers."""
        graph = cast(_native.Graph, self._explored.graph)
        if self._play == "misere":
            graph.prepare_misere()
        return ask(question, {"position": {_NAME: self._numbers}, "play": self._play} | fields, [(_NAME, graph)])

    @cached_property
    def _analysis(self) -> Analysis:
        return Analysis._read(self._ask(_native.analyze, remoteness=True), self._reader)

    @cached_property
    def _words(self) -> Sequence[int]:
        return self._explored.values()

    def _value(self, number: int) -> Value:
        value = self._words[number]
        graph = self._explored.graph
        return Infinite(tuple(graph.option_values(number))) if value == _NONE and isinstance(graph, _native.Graph) else value

    @cached_property
    def _lengths(self) -> Sequence[int]:
        """How many moves perfect misère play lasts from each position, in the order of their numbers."""
        lengths = array("I")
        lengths.frombytes(cast(_native.Graph, self._explored.graph).misere_remoteness())
        return lengths

    def _winner(self, number: int) -> Winner:
        if self._splits:
            return "first" if self._wins([[number]])[0] else "second"
        if self._play == "normal":
            value = self._value(number)
            if isinstance(value, Infinite):
                return "first" if 0 in value.options else "draw"
            return "first" if value else "second"
        length = self._lengths[number]
        return "draw" if length == _NONE else "second" if length % 2 else "first"

    def _wins(self, sums: list[list[int]]) -> list[bool]:
        """Returns, for each sum of positions of a game that splits, whether the player to move wins it."""
        words = self._words
        if self._play == "normal":
            return [reduce(xor, (words[number] for number in each), 0) != 0 for each in sums]
        graph = cast(_native.Splitting, self._explored.graph)
        return _asked(lambda: graph.misere(sums, MISERE_LIMIT))

    def _splitting_moves(self) -> tuple[ListedMove, ...]:
        graph, positions = cast(_native.Splitting, self._explored.graph), self._explored.positions
        found: list[tuple[int, list[int]]] = []
        for index, number in enumerate(self._numbers):
            # Moves that leave the same parts are one move.
            of_part = {tuple(sorted(option)): option for option in graph.options(number)}
            found += [(index, option) for option in of_part.values()]
        after = [self._numbers[:index] + self._numbers[index + 1 :] + option for index, option in found]
        moves = []
        for (index, option), left, others_win in zip(found, after, self._wins(after)):
            before, to = positions[self._numbers[index]], [positions[part] for part in option]
            value = reduce(xor, (self._words[part] for part in left), 0)
            text = f"move from {shown(before)} to {' + '.join(map(shown, to)) or 'nothing'}"
            moves.append(
                ListedMove(_NAME, index, to[0] if len(to) == 1 else to, text, before, value, not others_win, None)
            )
        return tuple(moves)


def _asked(question: Callable[[], V]) -> V:
    from ._errors import error

    try:
        return question()
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None


def _checked(play: Convention) -> Convention:
    if play not in ("normal", "misere"):
        raise ValueError('play is "normal" or "misere"')
    return play


def solve(
    options: Callable[[P], Iterable[P | list[P]]],
    start: P | list[P],
    *,
    play: Convention = "normal",
    limit: int = DEFAULT_LIMIT,
    progress: bool = True,
) -> Solution[P]:
    """Solves a game that is a function. The function maps a position to the positions that moves lead to.

    A position is any hashable object: an ``int``, a ``str``, a ``tuple``, a frozen dataclass. ``options`` returns any
    iterable of positions, such as a generator. An option may also be a ``list``: the move leaves the sum of the
    positions in the list::

        >>> import grundy
        >>> def kayles(pins):
        ...     for taken in (1, 2):
        ...         for left in range(pins - taken + 1):
        ...             yield [left, pins - taken - left]
        >>> grundy.solve(kayles, 12).grundy
        4

    ``start`` is a position, or a list of positions, which is also a sum. If no move splits, play may go on for ever.
    Then values may be :class:`Infinite`, and the winner may be ``"draw"``.

    ``play`` is the rule for a player who cannot move: in ``"normal"`` play, this player loses; in ``"misere"`` play,
    this player wins. If moves split, misère play is decided by a search of at most a million sums.

    ``options`` is called once for each position, without recursion. Ctrl-C ends the exploration at any time. If the
    exploration takes long, and tqdm is installed, a progress bar is shown. ``progress=False`` turns the bar off.

    Raises :class:`NoAnswerError` if there are more than ``limit`` positions, and :class:`RequestError` if moves split
    and play may go on for ever.
    """
    _checked(play)
    starts = start if isinstance(start, list) else [start]
    solution = Solution(explore(options, starts, limit, progress), start, play)
    if solution._splits:
        solution._words  # This raises if there is a cycle.
    return solution
