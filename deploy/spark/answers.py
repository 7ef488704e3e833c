"""Answers Arrow batches of positions. Each executor runs this code, which does not use Spark itself.

Every row gets exactly one answer. If a row is wrong, its answer says so, and the task goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import grundy
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

Batches = Iterable[pa.RecordBatch]

# Spark has no unsigned integers.
LARGEST = np.uint64(2**63 - 1)


def values(game: str, columns: list[str]) -> Callable[[Batches], Iterator[pa.RecordBatch]]:
    """Adds two columns: `grundy` has the value of the position in a row, and `error` says why there is no value."""

    def answer(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            found, error = _values(game, [batch.column(name) for name in columns])
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
