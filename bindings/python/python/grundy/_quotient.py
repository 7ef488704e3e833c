"""Asks for misère quotients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import _native
from ._answers import Component, Quotient
from ._own import OwnGame, OwnGames
from ._wire import Reader, ask


def quotient(
    game: str,
    /,
    *,
    positions: Iterable[Component] | None = None,
    to: int | None = None,
    games: Mapping[str, OwnGame] | None = None,
) -> Quotient:
    """Returns the misère quotient of positions of one game, which decides misère play of all their sums::

        grundy.quotient("octal(0.123)")
        grundy.quotient("dawsons-kayles", to=12)
        grundy.quotient("mine", positions=[10], games={"mine": options})

    ``positions`` are positions of the game. The quotient also covers all positions that moves reach from them. With
    ``to``, it covers the heaps up to this one, or for another game the integers. Without both, it covers all heaps of a
    game of heaps.

    Raises :class:`NoAnswerError` if no finite quotient is found within the limit of work.
    """
    listed = None if positions is None else list(positions)
    own = OwnGames(games, [{game: listed if listed is not None else range((to or 0) + 1)}], False)
    if listed is None and game in own.explored:
        listed, to = list(range((to or 0) + 1)), None
    fields = {
        "game": game,
        "positions": None if listed is None else [own.component(game, each) for each in listed],
        "to": to,
        "games": own.described or None,
    }
    return Quotient._read(ask(_native.quotient, fields, own.graphs), Reader(own.described, own.explored))
