"""Draws a small game. Each position is a vertex, whose colour says who wins, and each move is an arrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from ._answers import Infinite, ListedMove, Value, Winner
from ._explore import shown

# A picture with more vertices would be unreadable.
MOST = 40
_LONGEST = 14
_WIDTH, _HEIGHT, _ACROSS, _DOWN, _MARGIN = 108, 34, 128, 78, 14
# The colours are light enough for black text, and colour-blind readers can distinguish them. The winner is also written
# as a text.
_COLOURS = {"first": "#cfe8cf", "second": "#f6d5c5", "draw": "#e4e0f0"}
_WORDS = {"first": "N", "second": "P", "draw": "D"}


def drawing(
    title: str,
    starts: list[Any],
    moves: Mapping[Any, Sequence[ListedMove]],
    values: Mapping[Any, Value],
    winners: Mapping[Any, Winner],
) -> str:
    """Returns the drawing as SVG."""
    arrows = {position: _targets(each) for position, each in moves.items()}
    rows = _rows(arrows, starts)
    widest = max(map(len, rows))
    places = {
        position: (
            _MARGIN + (widest - len(row)) * _ACROSS // 2 + column * _ACROSS,
            _MARGIN + line * _DOWN,
        )
        for line, row in enumerate(rows)
        for column, position in enumerate(row)
    }
    width, height = 2 * _MARGIN + widest * _ACROSS, 2 * _MARGIN + len(rows) * _DOWN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img" font-family="sans-serif" font-size="12" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        '<defs><marker id="grundy-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs>',
    ]
    for position, targets in arrows.items():
        lines += [_arrow(places[position], places[to]) for to in targets]
    for position, (x, y) in places.items():
        lines += _vertex(position, values[position], winners[position], x, y)
    return "\n".join([*lines, "</svg>"])


def _targets(moves: Sequence[ListedMove]) -> list[Any]:
    """The positions that moves lead to, each once. If a move splits a position, these are all parts that it leaves."""
    found: dict[Any, None] = {}
    for move in moves:
        found |= dict.fromkeys(move.to if isinstance(move.to, list) else [move.to])
    return list(found)


def _rows(moves: dict[Any, list[Any]], starts: list[Any]) -> list[list[Any]]:
    """Sorts the positions into rows, by the smallest number of moves that leads to them from a start."""
    rows, seen = [list(dict.fromkeys(starts))], set(starts)
    while True:
        row = dict.fromkeys(to for position in rows[-1] for to in moves[position] if to not in seen)
        if not row:
            return rows
        rows.append(list(row))
        seen |= row.keys()


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y = start[0] + _WIDTH // 2, start[1] + _HEIGHT
    to_x, to_y = end[0] + _WIDTH // 2, end[1]
    if to_y > y:
        path = f"M{x} {y}L{to_x} {to_y}"
    else:  # An arrow back or along the row goes round the right side.
        side = max(x, to_x) + _ACROSS // 2
        path = f"M{x} {y}C{x} {y + 30} {side} {y + 30} {side} {(y + to_y) // 2}S{to_x} {to_y - 30} {to_x} {to_y}"
    return f'<path d="{path}" fill="none" stroke="#555" marker-end="url(#grundy-arrow)"/>'


def _vertex(position: Any, value: Value, winner: Winner, x: int, y: int) -> list[str]:
    worth = f"∞({', '.join(map(str, value.options))})" if isinstance(value, Infinite) else str(value)
    text = shown(position)
    short = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    middle = x + _WIDTH // 2
    return [
        f"<g><title>{escape(text)}</title>",
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="{_COLOURS[winner]}" stroke="#555"/>',
        f'<text x="{middle}" y="{y + 15}">{escape(short)}</text>',
        f'<text x="{middle}" y="{y + 29}" font-size="11">{worth}, {_WORDS[winner]}</text></g>',
    ]
