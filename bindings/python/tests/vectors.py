"""The positions that brute force has solved, `tests/vectors/` of the repository, as a user of Python writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[3] / "tests" / "vectors"

TEXTS = {"red-blue", "zero-one", "notakto", "poset"}


def _integers(value: Any) -> Any:
    if isinstance(value, list):
        return [_integers(each) for each in value]
    return int(value) if isinstance(value, str) else value


def component(key: str, value: Any, games: dict[str, Any]) -> Any:
    return value if key in TEXTS or key in games else _integers(value)


def number(value: Any) -> Any:
    """A Grundy value or a count."""
    return int(value) if isinstance(value, str) and value != "inf" else value


def read() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            yield path.stem, json.loads(line)
