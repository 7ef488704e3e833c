"""Answers Arrow batches of positions. Each executor runs this code, which does not use Spark itself.

Every row gets exactly one answer. If a row is wrong, its answer says so, and the task goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import grundy
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Batches = Iterable[pa.RecordBatch]

# Spark has no unsigned integers.
LARGEST = np.uint64(2**63 - 1)


def values(game: str, columns: list[str], rules: str | None = None) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Adds two columns: `grundy` has the value of the position in a row, and `error` says why there is no value.

    With `rules`, the text of rules in Python, `game` is the name of the game that they define.
    """

    if rules is not None:
        # No row is to blame for a fault of the rules. So it fails the job, before the first row is read.
        grundy.values(game, positions=[], games={game: rules})

    def answer(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            position = [batch.column(name) for name in columns]
            found, error = _values(game, position) if rules is None else _by_rules(game, position, rules)
            yield batch.append_column("grundy", found).append_column("error", error)

    return answer


def _values(game: str, columns: list[pa.Array]) -> tuple[pa.Array, pa.Array]:
    found = grundy.values(game, *columns, missing="mask")
    mask = np.ma.getmaskarray(found) | (found.data > LARGEST)
    errors: list[str | None] | pa.Array = pa.nulls(len(mask), pa.string())
    if mask.any():
        errors = [None] * len(mask)
        for row in np.flatnonzero(mask):
            errors[row] = _error(game, [column[row].as_py() for column in columns])
    return pa.array(found.data.view(np.int64), mask=mask), pa.array(errors, pa.string())


def _by_rules(game: str, columns: list[pa.Array], rules: str) -> tuple[pa.Array, pa.Array]:
    positions = [row if len(row) > 1 else row[0] for row in zip(*(column.to_pylist() for column in columns))]
    games = {game: rules}
    try:
        # All positions of a batch are explored together, which is much faster than one by one.
        found: list[Any] = grundy.values(game, positions=positions, of=["grundy"], games=games).grundy
        errors: list[str | None] = [None] * len(found)
    except (grundy.GrundyError, TypeError):
        found, errors = [], []
        for position in positions:
            try:
                found.append(grundy.analyze({game: [position]}, games=games, brief=True).grundy)
                errors.append(None)
            except grundy.GrundyError as error:
                found.append(None)
                errors.append("null" if None in _integers(position) else str(error))
    for row, value in enumerate(found):
        if errors[row] is None and not (isinstance(value, int) and value <= int(LARGEST)):
            found[row], errors[row] = None, "there is no Grundy value, or it is not known" if value is None else str(value)
    return pa.array(found, pa.int64()), pa.array(errors, pa.string())


def _integers(position: Any) -> tuple[Any, ...]:
    return position if isinstance(position, tuple) else (position,)


def sides(box: str) -> list[tuple[int, int]]:
    """The ranges of a box that is written as for `grundy values`: the first and the last integer of each, as `0..9,0..9`."""
    found = [tuple(map(int, side.split(".."))) for side in box.split(",")]
    if not all(len(side) == 2 and side[0] <= side[1] for side in found):
        raise ValueError(f"a box has the first and the last integer of each range, such as 0..9,0..9, and not {box}")
    return [(side[0], side[1]) for side in found]


def places(box: list[tuple[int, int]], columns: list[str]) -> list[str]:
    """The columns of a box as expressions of SQL. `id` numbers the positions from 0, and the last integer runs fastest."""
    found, stride = [], 1
    for name, (first, last) in reversed(list(zip(columns, box, strict=True))):
        size = last - first + 1
        found.append(f"id div {stride} % {size} + ({first}) AS `{name}`")
        stride *= size
    return found[::-1]


def _error(game: str, numbers: list[int | None]) -> str:
    if None in numbers:
        return "null"
    try:
        grundy.analyze({game: [numbers if len(numbers) > 1 else numbers[0]]}, brief=True)
    except grundy.GrundyError as error:
        return str(error)
    return "the value has more than 63 bits, or is not known"


def lines(column: str) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Adds the column `answer`: the JSON of the answer to the request in `column`, which is JSON, too."""

    def answer(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch.append_column("answer", _lines(batch.column(column)))

    return answer


def _lines(requests: pa.Array) -> pa.Array:
    # Each request must be exactly one line. A line break in its JSON is outside of strings, so it can be
    # replaced by a blank.
    requests = pc.fill_null(pc.replace_substring(requests, "\n", " "), "null")
    requests = pc.if_else(pc.equal(pc.utf8_trim_whitespace(requests), ""), "null", requests)
    if not len(requests):
        return pa.array([], pa.string())
    whole = pc.binary_join(pa.ListArray.from_arrays(pa.array([0, len(requests)], pa.int32()), requests), "\n")
    answers = grundy.batch(whole[0].as_buffer().to_pybytes())
    split = pc.split_pattern(pa.array([answers[:-1].decode()]), "\n").values
    assert len(split) == len(requests)
    return split
