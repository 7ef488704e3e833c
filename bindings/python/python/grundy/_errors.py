"""The errors of questions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request."""

    pointer: str
    """The place: a JSON Pointer into the request, such as ``/position/euclid/0``; of arrays, the index."""
    code: str
    """The kind of fault."""
    detail: str
    """A sentence that says what is wrong."""


class GrundyError(Exception):
    """There is no answer. It is a :class:`RequestError` or a :class:`NoAnswerError`."""

    code: str
    """The kind, for programs, such as ``illegal-position``; where several things are wrong, the first one's."""
    title: str
    """The kind in words."""
    detail: str
    """A text that says what is wrong this time."""
    status: int
    """The HTTP status that the service has for it."""
    errors: tuple[Fault, ...]
    """Each thing that is wrong, at most 32."""
    errors_omitted: int
    """The number of further faults."""

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
        where = self.errors[0].pointer if self.errors else ""
        return f"{self.detail} ({self.code}{where and f' at {where}'})"


class RequestError(GrundyError, ValueError):
    """The question makes no sense: no such game, no position of its game, a move that the rules do not allow."""


class NoAnswerError(GrundyError):
    """The question makes sense, and nobody knows the answer, or it would take too long here.

    Its code is ``value-unknown``, ``misere-unsupported`` or ``too-costly``.
    """


_NO_ANSWER = frozenset({"value-unknown", "misere-unsupported", "too-costly"})


def error(problem: str) -> GrundyError:
    """The exception of a problem in JSON."""
    return of_problem(json.loads(problem))


def of_problem(problem: dict[str, Any]) -> GrundyError:
    """The exception of a problem."""
    return (NoAnswerError if problem["code"] in _NO_ANSWER else RequestError)(problem)
