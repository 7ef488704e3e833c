"""The errors of questions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One fault of a request."""

    pointer: str
    """The place: a JSON Pointer into the request, such as ``/position/euclid/0``. For arrays, the index."""
    code: str
    """The kind of fault."""
    detail: str
    """The fault in a sentence."""


class GrundyError(Exception):
    """A question has no answer. Each such error is a :class:`RequestError` or a :class:`NoAnswerError`."""

    code: str
    """The kind of error, for programs, such as ``illegal-position``. With several faults, the kind of the first."""
    title: str
    """The kind of error, in words."""
    detail: str
    """This error in a sentence. If there are several faults, the sentence is about the first."""
    status: int
    """The HTTP status with which the service answers this error."""
    errors: tuple[Fault, ...]
    """The faults of the request, at most 32."""
    errors_omitted: int
    """How many faults the request has that are not in ``errors``."""
    index: int | None = None
    """If :func:`grundy.analyze_many` raised the error: the index of the position."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem)
        self.code = problem["code"]
        self.title = problem["title"]
        self.detail = problem["detail"]
        self.status = problem["status"]
        faults = problem.get("errors", ())
        self.errors = tuple(Fault(fault["pointer"], fault["code"], fault["detail"]) for fault in faults)
        self.errors_omitted = problem.get("errors_omitted", 0)

    def __str__(self) -> str:
        where = f" at {self.errors[0].pointer}" if self.errors else ""
        which = "" if self.index is None else f", in the position of index {self.index}"
        return f"{self.detail} ({self.code}{where}{which})"


class RequestError(GrundyError, ValueError):
    """The question makes no sense. For example, a position is not legal, or a move breaks the rules."""


class NoAnswerError(GrundyError):
    """The question makes sense, but nobody knows the answer, or finding the answer would take too long.

    The code is ``value-unknown``, ``misere-unsupported`` or ``too-costly``.
    """


_NO_ANSWER = frozenset({"value-unknown", "misere-unsupported", "too-costly"})


def error(problem: str) -> GrundyError:
    """The exception of a problem in JSON."""
    return of_problem(json.loads(problem))


def of_problem(problem: dict[str, Any]) -> GrundyError:
    """The exception of a problem."""
    return (NoAnswerError if problem["code"] in _NO_ANSWER else RequestError)(problem)
