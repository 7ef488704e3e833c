"""Grundy values of whole arrays, without an object for each position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from . import _native
from ._errors import RequestError, error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


# All integers up to this one are doubles. Above it, some integers are not.
_EXACT = 2**53


def _column(column: Any) -> tuple[Any, Any]:
    """Converts a column to integers of NumPy. Also returns a mask, which is True at nulls and negative integers."""
    import numpy as np

    if isinstance(column, np.ma.MaskedArray):
        null, array = np.ma.getmaskarray(column), column.filled(0)
    elif hasattr(column, "fill_null"):  # Polars and PyArrow
        null, array = np.asarray(column.is_null()), np.asarray(column.fill_null(0))
    elif hasattr(column, "fillna"):  # pandas
        null = np.asarray(column.isna())
        array = np.asarray(column.fillna(0) if null.any() else column)
    else:
        array = np.asarray(column)
        null = np.isnan(array) if array.dtype.kind == "f" else np.zeros((), bool)
    if array.dtype.kind == "f":
        # If a column of integers has nulls, pandas stores it as doubles.
        numbers = np.where(null, 0, array)
        if (numbers == np.trunc(numbers)).all() and (abs(numbers) < _EXACT).all():
            array = numbers.astype(np.int64)
    if array.dtype.kind not in "ui":
        raise TypeError(f"positions are arrays of integers, not of {array.dtype}: grundy.analyze takes other ones")
    return array, null | (array < 0)


def _words(array: Any) -> Any:
    """Converts integers of 0 or more to a contiguous array of uint64 with one dimension, without a copy if possible."""
    import numpy as np

    flat = np.ascontiguousarray(array).reshape(-1)
    # No integer is negative here, so each has the same bits as int64 and as uint64.
    return flat.view(np.uint64) if flat.dtype == np.int64 else flat.astype(np.uint64, copy=False)


def _no_integer(arrays: list[Any], absent: Any) -> RequestError:
    at = int(absent.reshape(-1).argmax())
    below = [int(array.reshape(-1)[at]) for array in arrays if array.reshape(-1)[at] < 0]
    detail = f"at index {at}: {f'{below[0]} is below 0' if below else 'there is no integer'}"
    fault = {"pointer": f"/{at}", "code": "invalid-integer", "detail": detail}
    return RequestError({**fault, "title": "Not an integer of 0 or more", "status": 422, "errors": [fault]})


def arrays(game: str, columns: tuple[ArrayLike, ...], missing: Literal["raise", "mask"]) -> Any:
    """The Grundy values of positions whose integers are in columns. See :func:`grundy.values`."""
    import numpy as np

    if missing not in ("raise", "mask"):
        raise ValueError('missing is "raise" or "mask"')
    read = [_column(column) for column in columns]
    numbers = list(np.broadcast_arrays(*(array for array, _ in read)))
    shape = numbers[0].shape if numbers else ()
    absent = np.broadcast_to(np.logical_or.reduce([np.broadcast_to(where, shape) for _, where in read]), shape)
    if absent.any():
        if missing == "raise":
            raise _no_integer(numbers, absent)
        numbers = [np.where(absent, 1, array).astype(array.dtype, copy=False) for array in numbers]
    try:
        found, mask = _native.values(game, [_words(array) for array in numbers], missing == "mask")
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    found = found.reshape(shape)
    return found if mask is None else np.ma.MaskedArray(found, mask.reshape(shape) | absent)
