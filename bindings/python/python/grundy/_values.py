"""Asks about many positions of one game, each for itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from . import _native
from ._answers import Component, Convention, Values
from ._arrays import arrays
from ._own import OwnGame, OwnGames
from ._wire import Reader, ask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Column: TypeAlias = Literal["grundy", "winner", "remoteness", "genus"]
"""The property that is asked of each position."""

_USUAL: tuple[Column, ...] = ("grundy", "winner")


@overload
def values(game: str, /, *columns: ArrayLike, missing: Literal["raise"] = "raise") -> NDArray[np.uint64]: ...


@overload
def values(
    game: str, /, *columns: ArrayLike, missing: Literal["mask"]
) -> np.ma.MaskedArray[tuple[Any, ...], np.dtype[np.uint64]]: ...


@overload
def values(
    game: str,
    /,
    *,
    positions: Iterable[Component] | Literal["all"],
    starts: Iterable[Component] | None = None,
    play: Convention = "normal",
    of: Iterable[Column] = _USUAL,
    games: Mapping[str, OwnGame] | None = None,
) -> Values: ...


def values(
    game: str,
    /,
    *columns: ArrayLike,
    missing: Literal["raise", "mask"] = "raise",
    positions: Iterable[Component] | Literal["all"] | None = None,
    starts: Iterable[Component] | None = None,
    play: Convention = "normal",
    of: Iterable[Column] = _USUAL,
    games: Mapping[str, OwnGame] | None = None,
) -> Any:
    """Answers for many positions of one game, each for itself: as arrays of NumPy, or with ``positions`` as lists.

    **Arrays**, at the speed of the engine, for all games whose positions are one integer or two, families with their
    parameters too::

        grundy.values("euclid", a, b)
        grundy.values("octal(0.77)", heaps)

    The result has the Grundy values. A position is lost for the player to move, in normal play, iff its value is 0.
    Columns are arrays of any integer type, or what NumPy makes arrays of, such as columns of pandas, Polars or
    PyArrow; they are broadcast against each other, and the values have their common shape. Other threads run meanwhile.
    Where there is no value, because the integers are no position of the game, as negative ones and nulls are none, or
    the value is not known or has more than 64 bits, ``missing`` says what happens: ``"raise"`` raises a
    :class:`GrundyError` for the first such place, whose index (in C order) it names; ``"mask"`` makes the result a
    masked array, masked there. Needs NumPy.

    **Lists**, for all games, games of your own too, under either convention::

        grundy.values("kayles", positions=range(1000), of=["grundy", "winner", "remoteness"], play="misere")
        grundy.values("mine", positions="all", starts=[30], games={"mine": options})

    ``positions`` are at most 100,000; or a ``range`` without steps, of which the result tells how its values repeat; or
    ``"all"``: all vertices of a graph, or all positions that moves lead to from the ``starts``. ``of`` says which lists the
    :class:`Values` have. Nothing is known of moves, so positions are answered whose moves are too many to count.

    Raises :class:`RequestError` where a position is none; a value that is not known is None.
    """
    if positions is None:
        return arrays(game, columns, missing)
    if isinstance(of, str):
        raise TypeError(f"of is a list of columns, such as [{of!r}]")
    if columns:
        raise TypeError("arrays of positions, or positions=, not both")
    begin = None if starts is None else list(starts)
    listed: Any = positions if isinstance(positions, str | range) else list(positions)
    explored_from = begin if isinstance(listed, str) else listed
    own = OwnGames(games, [{game: explored_from or []}], play == "misere")
    if isinstance(listed, range) and listed.step == 1 and len(listed) > 0 and game not in own.explored:
        asked: Any = {"from": listed[0], "to": listed[-1]}
    else:
        asked = listed if isinstance(listed, str) else [own.component(game, each) for each in listed]
    fields = {
        "game": game,
        "positions": asked,
        "starts": begin and [own.component(game, each) for each in begin],
        "play": play,
        "of": list(of),
        "games": own.described or None,
    }
    return Values._read(ask(_native.table, fields, own.graphs), Reader(own.described, own.explored))
