"""Asks about many positions of one game. Each position is a separate game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._answers import Component, Convention, Values
from ._arrays import arrays
from ._own import OwnGame, OwnGames
from ._wire import Reader, ask

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import TypeAlias

Column: TypeAlias = Literal["grundy", "winner", "remoteness", "genus", "count"]
"""A property of each position that the answer can have, or ``"count"``, the number of positions."""

Outcome: TypeAlias = Literal["lost", "won", "drawn"]
"""What the player to move can reach: to lose, to win, or neither."""

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
    positions: Iterable[Component] | tuple[range, ...] | Literal["all"],
    starts: Iterable[Component] | None = None,
    play: Convention = "normal",
    of: Iterable[Column] = _USUAL,
    only: Outcome | None = None,
    games: Mapping[str, OwnGame] | None = None,
    find: bool = False,
    conjecture: str | None = None,
    subtract: str | None = None,
    certificate: bool = False,
) -> Values: ...


def values(
    game: str,
    /,
    *columns: ArrayLike,
    missing: Literal["raise", "mask"] = "raise",
    positions: Iterable[Component] | tuple[range, ...] | Literal["all"] | None = None,
    starts: Iterable[Component] | None = None,
    play: Convention = "normal",
    of: Iterable[Column] = _USUAL,
    only: Outcome | None = None,
    games: Mapping[str, OwnGame] | None = None,
    find: bool = False,
    conjecture: str | None = None,
    subtract: str | None = None,
    certificate: bool = False,
) -> Any:
    """Answers about many positions of one game, as an array of NumPy or, with ``positions=``, as lists.

    Each position is a separate game.

    **Arrays** have the speed of the engine. They can be used for all games whose positions are one or two integers,
    including families with their parameters::

        grundy.values("euclid", a, b)
        grundy.values("octal(0.77)", heaps)

    The result has the Grundy values. In normal play, the player to move loses exactly if the value is 0. Columns may
    have any integer type. They may be arrays, or anything that NumPy converts to arrays, such as columns of pandas,
    Polars or PyArrow. They are broadcast against each other, and the result has their common shape. Other threads can run
    meanwhile. Arrays need NumPy.

    A place has no value if it has a null, or if its integers are not a position of the game, such as negative integers.
    It also has none if the value is not known, or has more than 64 bits. ``missing`` says what happens then:
    ``"raise"`` raises a :class:`GrundyError` that names the index of the first such place (in C order), and ``"mask"``
    makes the result a masked array, in which these places are masked.

    **Lists** can be used for all games, including games of your own, under either convention::

        grundy.values("kayles", positions=range(1000), of=["grundy", "winner", "remoteness"], play="misere")
        grundy.values("mine", positions="all", starts=[30], games={"mine": options})

    ``positions`` is one of these:

    - at most 100,000 positions;
    - a ``range`` without steps: then the result also says how the values repeat;
    - a tuple of such ranges: all tuples of their integers that are positions, the last integer runs fastest. Then
      :meth:`Values.array` makes an array of a list, with a dimension for each range;
    - ``"all"``: all vertices of a graph, or with ``starts``, all positions that moves reach from them.

    ``of`` says which lists the :class:`Values` have. No moves are counted or chosen, so even positions with too many
    moves to count are answered. A value that is not known is None. ``known_to`` says how far all is known of a range.

    ``only`` leaves only positions that the player to move loses, wins, or neither.

    ``find`` looks for formulas of the lists. ``conjecture`` is a formula of your own, as the text of a Python function
    ``value(n)`` or ``lost(n)``, which is compared with the values. ``subtract`` says what a move takes from a heap, such
    as ``"1, 2, 3+4i"``, so that formulas can be proved. ``certificate`` adds a proof of the values, or in
    misère play of the winners, which a short program checks from the rules alone.

    Raises :class:`RequestError` if a position is not legal, and :class:`TypeError` if a keyword does not go with the
    way in which the positions are given.
    """
    if positions is None:
        # The default of ``of`` is told from a list that the caller wrote, even if they are equal.
        given = {
            "starts": starts is not None,
            "play": play != "normal",
            "of": of is not _USUAL,
            "only": only is not None,
            "games": games is not None,
            "find": find,
            "conjecture": conjecture is not None,
            "subtract": subtract is not None,
            "certificate": certificate,
        }
        for name in (name for name, is_given in given.items() if is_given):
            raise TypeError(f"{name}= goes with positions=: arrays give the Grundy values of a game of the catalogue")
        return arrays(game, columns, missing)
    if missing != "raise":
        raise TypeError("missing= goes with arrays: with positions=, a value that is not known is None")
    if isinstance(of, str):
        raise TypeError(f"of is a list of columns, such as [{of!r}]")
    if columns:
        raise TypeError("arrays of positions, or positions=, not both")
    begin = None if starts is None else list(starts)
    is_box = isinstance(positions, tuple) and positions != () and all(_is_plain(each) for each in positions)
    listed: Any = positions if isinstance(positions, (str, range)) else list(positions)
    described = (games or {}).get(game, "")
    if is_box and not isinstance(described, (str, Mapping)):
        listed = list(itertools.product(*listed))
    explored_from = begin if isinstance(listed, str) else listed
    own = OwnGames(games, [{game: explored_from or []}], play == "misere")
    if _is_plain(listed) and game not in own.explored:
        asked: Any = {"from": listed[0], "to": listed[-1]}
    elif is_box and game not in own.explored:
        asked = {"box": [[side[0], side[-1]] for side in listed]}
    else:
        asked = listed if isinstance(listed, str) else [own.component(game, each) for each in listed]
    fields = {
        "game": game,
        "positions": asked,
        "starts": begin and [own.component(game, each) for each in begin],
        "play": play,
        "of": list(of),
        "only": only,
        "games": own.described or None,
        "find": find or None,
        "conjecture": conjecture,
        "subtract": subtract,
        "certificate": certificate or None,
    }
    return Values._read(ask(_native.table, fields, own.graphs), Reader(own.described, own.explored))


def _is_plain(positions: Any) -> bool:
    """Whether this is a range of consecutive integers."""
    return isinstance(positions, range) and positions.step == 1 and len(positions) > 0
