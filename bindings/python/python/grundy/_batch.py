"""Answers many requests. Each request is a line of JSON, or a dictionary."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Union, overload

from . import _native
from ._wire import encode

# The most lines, and the most bytes of lines, whose answers are in memory at once. More would not be faster.
_MOST_LINES = 1000
_MOST_BYTES = 1 << 16


@overload
def batch(lines: bytes | bytearray | memoryview) -> bytes: ...


@overload
def batch(lines: str) -> str: ...  # type: ignore[overload-overlap]


@overload
def batch(lines: Iterable[bytes]) -> Iterator[bytes]: ...


@overload
def batch(lines: Iterable[str]) -> Iterator[str]: ...


@overload
def batch(lines: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]: ...


@overload
def batch(lines: Iterable[bytes | str | Mapping[str, Any]]) -> Iterator[bytes | str | dict[str, Any]]: ...


def batch(lines: Any) -> Any:
    """Answers requests for analyses, as the command ``grundy batch`` does.

    ``lines`` is one of these:

    - ``bytes`` or a ``str`` with a request on each line. The result has the same type, with an answer on each line;
    - an iterable of requests, such as a list, a generator or an open file. Each request is a line of ``bytes``, a line
      of ``str``, or a dictionary. The result is an iterator: a line is answered by a line of the same type, without its
      line end, and a dictionary by a dictionary. Only some of the requests are read ahead, at most 1000, so an iterable
      may be longer than the memory, or have no end.

    If a request has no answer, its answer has an ``error`` and the number of its ``line``, counted from 1. The other
    requests are still answered. Blank lines have no answer. A line ``{"games": {…}}`` defines games of your own for the
    lines after it. The answer to this line has the names of the games. The answers are those of the service, in which
    integers from 2^53 on are strings of digits.

    Lines do not become Python objects. So for many positions, they are several times as fast as :func:`analyze`. Other
    threads can run meanwhile.

    Raises :class:`TypeError` if something in the iterable is no request, and names its line. The answers to the lines
    before it come first.
    """
    if isinstance(lines, str):
        return _native.Stream([]).answer(lines.encode()).decode()
    if isinstance(lines, (bytes, bytearray, memoryview)):
        return _native.Stream([]).answer(bytes(lines))
    if isinstance(lines, Mapping):
        raise TypeError("batch answers many requests: give it a list of dictionaries, or call analyze")
    return _answers(enumerate(lines, 1))


def _answers(requests: Iterator[tuple[int, Any]]) -> Iterator[bytes | str | dict[str, Any]]:
    stream = _native.Stream([])
    ended: Exception | None = None
    while ended is None:
        asked: list[Any] = []
        text = bytearray()
        try:
            while len(asked) < _MOST_LINES and len(text) < _MOST_BYTES:
                number, request = next(requests)
                line = _line(number, request)
                text += line + b"\n"
                if line:
                    asked.append(request)
        # The requests before an error are answered before the error is raised.
        except Exception as error:
            ended = error
        for request, answer in zip(asked, stream.answer(bytes(text)).splitlines()):
            if isinstance(request, Mapping):
                yield json.loads(answer)
            else:
                yield answer.decode() if isinstance(request, str) else answer
    if not isinstance(ended, StopIteration):
        raise ended


def _line(number: int, request: Any) -> bytes:
    """A request as one line. In JSON, a line feed is outside of strings, so that it can be replaced by a space."""
    try:
        if isinstance(request, Mapping):
            return json.dumps(encode(request), separators=(",", ":")).encode()
        line = request.encode() if isinstance(request, str) else memoryview(request).tobytes()
    except (TypeError, UnicodeError) as error:
        raise TypeError(f"line {number} is no request: {error}") from error
    return line.strip().replace(b"\n", b" ")
