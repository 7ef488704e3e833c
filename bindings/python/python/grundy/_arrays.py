"""Grundy values of whole arrays, without an object for each position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._errors import RequestError, error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


# From here on not every integer is a double.
_EXACT = 2**53


def _column(column: Any) -> tuple[Any, Any]:
    """A column as integers of NumPy, and where there is none: at nulls, and below 0."""
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
        # As pandas has integers among which there are nulls.
        numbers = np.where(null, 0, array)
        if (numbers == np.trunc(numbers)).all() and (abs(numbers) < _EXACT).all():
            array = numbers.astype(np.int64)
    if array.dtype.kind not in "ui":
        raise TypeError(f"positions are arrays of integers, not of {array.dtype}: grundy.analyze takes other ones")
    return array, null | (array < 0)


def _words(array: Any) -> Any:
    """Integers of 0 or more as words, contiguous and of one dimension; without a copy if they are that already."""
    import numpy as np

    flat = np.ascontiguousarray(array).reshape(-1)
    # What is not negative has the same bits in both.
    return flat.view(np.uint64) if flat.dtype == np.int64 else flat.astype(np.uint64, copy=False)


def _no_integer(arrays: list[Any], absent: Any) -> RequestError:
    at = int(absent.reshape(-1).argmax())
    below = [int(array.reshape(-1)[at]) for array in arrays if array.reshape(-1)[at] < 0]
    detail = f"at index {at}: {f'{below[0]} is below 0' if below else 'there is no integer'}"
    fault = {"pointer": f"/{at}", "code": "invalid-integer", "detail": detail}
    return RequestError({**fault, "title": "Not an integer of 0 or more", "status": 422, "errors": [fault]})


@overload
def values(game: str, /, *columns: ArrayLike, missing: Literal["raise"] = "raise") -> NDArray[np.uint64]: ...


@overload
def values(
    game: str, /, *columns: ArrayLike, missing: Literal["mask"]
) -> np.ma.MaskedArray[tuple[Any, ...], np.dtype[np.uint64]]: ...


def values(game: str, /, *columns: ArrayLike, missing: Literal["raise", "mask"] = "raise") -> Any:
    """The Grundy values of many positions of one game, at the speed of the engine.

    For all games whose positions are one integer or two, families with their parameters too::

        grundy.values("euclid", a, b)
        grundy.values("octal(0.77)", heaps)

    A position is lost for the player to move, in normal play, iff its value is 0.

    Columns are arrays of any integer type, or what NumPy makes arrays of, such as columns of pandas, Polars or
    PyArrow; they are broadcast against each other, and the values have their common shape. Other threads run meanwhile.

    Where there is no value, because the integers are no position of the game, as negative ones and nulls are none, or
    the value is not known or has more than 64 bits, ``missing`` says what happens: ``"raise"`` raises a
    :class:`GrundyError` for the first such place, whose index (in C order) it names; ``"mask"`` makes the result a
    masked array, masked there.

    Needs NumPy.
    """
    import numpy as np

    if missing not in ("raise", "mask"):
        raise ValueError('missing is "raise" or "mask"')
    read = [_column(column) for column in columns]
    arrays = list(np.broadcast_arrays(*(array for array, _ in read)))
    shape = arrays[0].shape if arrays else ()
    absent = np.broadcast_to(np.logical_or.reduce([np.broadcast_to(where, shape) for _, where in read]), shape)
    if absent.any():
        if missing == "raise":
            raise _no_integer(arrays, absent)
        arrays = [np.where(absent, 1, array).astype(array.dtype, copy=False) for array in arrays]
    try:
        found, mask = _native.values(game, [_words(array) for array in arrays], missing == "mask")
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    found = found.reshape(shape)
    return found if mask is None else np.ma.MaskedArray(found, mask.reshape(shape) | absent)
