"""Explores a game that is a function. Each position is explored once, and written into arrays for the engine."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from . import _native
from ._errors import NoAnswerError, RequestError

P = TypeVar("P", bound=Hashable)

# A target below this constant is the number of a position. All other targets are sums: the number of the sum plus this
# constant. The engine uses the same constant.
_FIRST_SUM = 1 << 31
# The seconds after which the progress bar is shown, and the seconds between two updates.
_LONG = 2.0
_BETWEEN_DRAWINGS = 0.2
# The number of positions between two looks at the clock.
_BETWEEN_LOOKS = 1024

DEFAULT_LIMIT = 5_000_000
"""The largest number of positions of a game. If each is a short tuple, they take about a gigabyte of memory."""

MISERE_LIMIT = 1_000_000
"""The largest number of sums that a search of misère play stores, for games that split."""


class _Bar:
    """A progress bar of tqdm, if tqdm is installed. It shows how many of the positions found so far are explored."""

    def __init__(self, wanted: bool) -> None:
        self._next = time.monotonic() + _LONG if wanted else float("inf")
        self._bar: Any = None

    def look(self, done: int, found: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._next = float("inf")
                return
            # disable=None means: show no bar if the output is not a terminal.
            self._bar = tqdm(desc="exploring", unit=" positions", leave=False, disable=None)
        self._bar.n, self._bar.total = done, found
        self._bar.refresh()
        self._next = now + _BETWEEN_DRAWINGS

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class Explored(Generic[P]):
    """The numbered positions that play from the starts can reach, and the engine's graph of these positions."""

    __slots__ = ("graph", "numbers", "positions")

    def __init__(
        self,
        numbers: dict[P, int],
        positions: list[P],
        offsets: array[int],
        targets: array[int],
        sums: array[int],
        parts: array[int],
    ) -> None:
        self.numbers = numbers
        self.positions = positions
        self.graph: _native.Graph | _native.Splitting
        words = partial(_words, positions)
        if len(sums) > 1:
            self.graph = _native.Splitting(
                offsets.tobytes(), targets.tobytes(), sums.tobytes(), parts.tobytes(), words
            )
        else:
            self.graph = _native.Graph(offsets.tobytes(), targets.tobytes(), words)

    def number(self, position: P, game: str) -> int:
        try:
            return self.numbers[position]
        except (KeyError, TypeError):
            raise _fault(
                "illegal-position", f"{position!r} is no position of {game}, or none that was explored"
            ) from None

    def values(self) -> Sequence[int]:
        """The Grundy values of the positions, in the order of their numbers.

        Raises :class:`RequestError` if moves split and play may go on for ever.
        """
        values = array("I")
        try:
            values.frombytes(self.graph.values())
        except _native.Cycle as cycle:
            position = self.positions[cycle.args[0]]
            detail = f"play from {position!r} can come back to it, and where a move splits no play may go on for ever"
            raise _fault("invalid-game", detail) from None
        return values


def _words(positions: list[Any], number: int) -> str:
    return shown(positions[number])


def shown(position: object) -> str:
    """A position as messages show it."""
    return position if isinstance(position, str) and position else repr(position)


def _fault(code: str, detail: str, pointer: str = "") -> RequestError:
    fault = {"pointer": pointer, "code": code, "detail": detail}
    return RequestError({**fault, "title": code.replace("-", " ").capitalize(), "status": 422, "errors": [fault]})


def too_many(limit: int) -> NoAnswerError:
    detail = f"the game has more than {limit} positions: if it has an end at all, a larger limit= lets it be explored"
    return NoAnswerError({"code": "too-costly", "title": "Too much work", "status": 422, "detail": detail})


def explore(
    options: Callable[[P], Iterable[P | list[P]]],
    starts: Iterable[P],
    limit: int = DEFAULT_LIMIT,
    progress: bool = True,
) -> Explored[P]:
    """Explores all positions that play from the starts can reach. Calls ``options`` once for each of them."""
    if not hasattr(limit, "__index__") or limit < 1:
        raise ValueError(f"limit is the most positions, an integer of 1 or more, not {limit!r}")
    numbers: dict[P, int] = {}
    positions: list[P] = []
    offsets, targets, sums, parts = array("I", [0]), array("I"), array("I", [0]), array("I")
    # `found` counts the positions so far. number_of(position, found) returns the number of a position. A new position
    # gets the number `found`.
    number_of, add, found = numbers.setdefault, targets.append, 0

    def part(position: P) -> int:
        nonlocal found
        try:
            number = number_of(position, found)
        except TypeError as error:
            raise _unhashable(position, error) from None
        if number == found:
            positions.append(position)
            found += 1
            if found > limit:
                raise too_many(limit)
        return number

    for start in starts:
        part(start)
    bar = _Bar(progress)
    try:
        # The list grows during this loop.
        for done, position in enumerate(positions):
            made = options(position)
            if made is None:
                raise TypeError(f"the options of {position!r} are None: is a return missing? Without moves they are []")
            for option in made:
                # This repeats the code of `part`. For large games, calling `part` would take half of the time.
                try:
                    number = number_of(option, found)  # type: ignore[arg-type]
                except TypeError as error:
                    if not isinstance(option, list):
                        raise _unhashable(option, error) from None
                    of_sum = [part(each) for each in option]
                    if len(of_sum) == 1:
                        number = of_sum[0]
                    else:
                        number = _FIRST_SUM + len(sums) - 1
                        parts.extend(of_sum)
                        sums.append(len(parts))
                else:
                    if number == found:
                        positions.append(option)  # type: ignore[arg-type]
                        found += 1
                        if found > limit:
                            raise too_many(limit)
                add(number)
            offsets.append(len(targets))
            if not done % _BETWEEN_LOOKS:
                bar.look(done, found)
    finally:
        bar.close()
    return Explored(numbers, positions, offsets, targets, sums, parts)


def of_mapping(graph: Mapping[P, Iterable[P | list[P]]], name: str) -> Explored[P]:
    """Explores a dictionary from each vertex to its options. Each vertex must be a key."""

    def options(vertex: P) -> Iterable[P | list[P]]:
        try:
            return graph[vertex]
        except KeyError:
            detail = f"{vertex!r} is no vertex of this graph (one without moves needs an empty list)"
            raise _fault("invalid-game", detail, f"/games/{name}/graph") from None

    return explore(options, graph, progress=False)


def _unhashable(position: object, error: TypeError) -> TypeError:
    why = "a list is a sum of positions" if isinstance(position, list) else str(error)
    return TypeError(f"positions of games that are functions are hashable, and {position!r} is not: {why}")
