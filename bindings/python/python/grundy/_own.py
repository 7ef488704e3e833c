"""Games of the caller's own in a question. JSON describes some of these games, and Python explores the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._explore import Explored, explore, of_mapping
from ._solve import Solution
from ._wire import Graphs

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

OwnGame: TypeAlias = Union[
    str, Mapping[str, Any], Callable[[Any], Iterable[Any]], Solution[Any], Explored[Any]
]


class OwnGames:
    """The caller's own games in one question, or in several questions."""

    __slots__ = ("described", "explored")

    def __init__(self, games: Mapping[str, OwnGame] | None, positions: Iterable[Mapping[str, Any]], misere: bool) -> None:
        if games and not all(isinstance(position, Mapping) for position in positions):
            raise TypeError('a position is a dictionary from games to lists, such as {"nim": [3, 4, 5]}')
        if games is not None and not isinstance(games, Mapping):
            raise TypeError('games is a dictionary from names to games, such as {"mine": options}')
        self.described: dict[str, Mapping[str, Any]] = {}
        self.explored: dict[str, Explored[Any]] = {}
        for name, game in (games or {}).items():
            explored = _explored(name, game, positions)
            if explored is None:
                if not isinstance(game, (str, Mapping)):
                    raise TypeError(
                        f"a game of your own is a function, what solve returned, rules or a dictionary: {name} is {game!r}"
                    )
                self.described[name] = {"rules": game} if isinstance(game, str) else game
                continue
            if isinstance(explored.graph, _native.Splitting):
                explored.values()  # This raises if play may go on for ever.
            elif misere:
                explored.graph.prepare_misere()
            self.explored[name] = explored

    @property
    def graphs(self) -> Graphs:
        """The explored games, as the engine takes them."""
        return [(name, game.graph) for name, game in self.explored.items()]

    def position(self, position: Any) -> Any:
        """Replaces the components of explored games by their numbers."""
        if not self.explored or not isinstance(position, Mapping):
            return position
        return {
            key: [self.component(key, each) for each in components] if key in self.explored else components
            for key, components in position.items()
        }

    def component(self, key: str, component: Any) -> Any:
        game = self.explored.get(key)
        return component if game is None else game.number(component, key)

    def option(self, key: str, option: Any) -> Any:
        """Converts the component after a move to its number. In a game that splits, returns a list of numbers."""
        game = self.explored.get(key)
        if game is None or isinstance(game.graph, _native.Graph):
            return self.component(key, option)
        return [game.number(part, key) for part in (option if isinstance(option, list) else [option])]


def _explored(name: str, game: OwnGame, positions: Iterable[Mapping[str, Any]]) -> Explored[Any] | None:
    """Explores a game in Python. Returns None if the engine reads the game itself."""
    if isinstance(game, Explored):
        return game
    if isinstance(game, Solution):
        return game._explored
    if callable(game):
        return explore(game, (each for position in positions for each in position.get(name, ())))
    graph = game.get("graph") if isinstance(game, Mapping) else None
    if isinstance(graph, Mapping) and len(game) == 1 and not all(isinstance(vertex, str) for vertex in graph):
        return of_mapping(graph, name)
    return None

