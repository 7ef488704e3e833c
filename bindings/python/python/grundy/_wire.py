"""Converts Python's values to the JSON of the engine, and back.

In JSON, integers up to 2^53 - 1 are numbers, and larger integers are strings of digits, so that no reader rounds them.
In Python, all of them are ``int``. The game says which strings are integers: either its positions are texts, or they
contain no texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._errors import error
from ._explore import Explored

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

Graphs: TypeAlias = list[tuple[str, Union[_native.Graph, _native.Splitting]]]
Question: TypeAlias = Callable[[str, Graphs], str]

_MAX_NUMBER = 2**53 - 1
# For more digits, Python is slower than the engine. Python also refuses more than 4,300 digits.
_MANY_DIGITS = 400
_MANY_BITS = 1330


def digits(integer: int) -> str:
    """The decimal digits of an integer of any size."""
    if integer.bit_length() <= _MANY_BITS or integer < 0:
        return str(integer)
    return _native.to_digits(integer.to_bytes((integer.bit_length() + 7) // 8, "little"))


def integer(digits: str) -> int:
    """The integer that has these decimal digits."""
    return int(digits) if len(digits) <= _MANY_DIGITS else int.from_bytes(_native.from_digits(digits), "little")


def encode(value: Any) -> Any:
    """Converts a position, or another part of a request, to a value that JSON has."""
    kind = type(value)
    if kind is int:
        return value if -_MAX_NUMBER <= value <= _MAX_NUMBER else digits(value)
    if kind is str:
        return _text(value)
    if kind is float:
        return _number(value)
    if kind is bool or value is None:
        return value
    if kind is list or kind is tuple:
        return [encode(each) for each in value]
    if isinstance(value, Mapping):
        return {_text(key) if isinstance(key, str) else key: encode(each) for key, each in value.items()}
    if isinstance(value, str):
        return _text(value)
    if hasattr(value, "tolist"):  # NumPy's integers and arrays; an array of one integer also has __index__
        return encode(value.tolist())
    if hasattr(value, "__index__"):
        return encode(index(value))
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [encode(each) for each in value]
    raise TypeError(f"{kind.__name__} is no part of a position: it has integers, strings, lists and tuples")


def _text(text: str) -> str:
    """Returns the text, if it is valid Unicode.

    If the text contains half of a pair of surrogates, raises UnicodeEncodeError, as writing the text to a file does.
    """
    if not text.isascii():
        text.encode()
    return text


def _number(number: float) -> float:
    if not isfinite(number):
        raise TypeError(f"{number} is no part of a position: it has integers, strings, lists and tuples")
    return number


def request(fields: dict[str, Any]) -> str:
    """The JSON of a request. Omits fields that are None or False, which ask for nothing."""
    asked = {name: encode(value) for name, value in fields.items() if value is not None and value is not False}
    return json.dumps(asked, separators=(",", ":"))


def ask(question: Question, fields: dict[str, Any], graphs: Graphs) -> Any:
    """Asks the engine, and parses the JSON of its answer."""
    try:
        return json.loads(question(request(fields), graphs))
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None


def integers(value: Any) -> Any:
    """Converts integers of JSON, and lists of them, to Python's integers."""
    if type(value) is str:
        return integer(value)
    if type(value) is list:
        return [integers(each) for each in value]
    return value


_is_text = lru_cache(maxsize=1024)(_native.is_text)


class Reader:
    """Converts positions in an answer to Python. The reader knows the games of the request."""

    __slots__ = ("_described", "_explored")

    def __init__(self, described: Mapping[str, Mapping[str, Any]], explored: Mapping[str, Explored[Any]]) -> None:
        self._described = described
        self._explored = explored

    def _is_text(self, key: str) -> bool:
        """Whether strings in the positions of this game are texts.

        In the caller's own games, they are texts, unless the game is defined by vectors.
        """
        own = self._described.get(key)
        return "steps" not in own and "rides" not in own if own is not None else _is_text(key)

    def component(self, key: str, value: Any) -> Any:
        """Converts one component of a game, or the list of the positions that a move leaves."""
        explored = self._explored.get(key)
        if explored is not None:
            positions = explored.positions
            return positions[value] if type(value) is int else [positions[each] for each in value]
        return value if type(value) is int or self._is_text(key) else integers(value)

    def position(self, position: dict[str, list[Any]] | None) -> Any:
        """Converts a position; None stays None."""
        return position and {key: self.component(key, components) for key, components in position.items()}


def optional(convert: Callable[[Any], Any], value: Any) -> Any:
    """Converts a value; None stays None."""
    return None if value is None else convert(value)
