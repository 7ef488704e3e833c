"""Grundy values of whole arrays, without an object for each position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._errors import RequestError, error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def _column(array: Any) -> Any:
    """The array as words, contiguous and of one dimension; without a copy if it is that already."""
    import numpy as np

    if array.dtype.kind not in "ui":
        raise TypeError(f"positions are arrays of integers, not of {array.dtype}: grundy.analyze takes other ones")
    flat = np.ascontiguousarray(array).reshape(-1)
    if array.dtype.kind == "i" and flat.size and flat.min() < 0:
        at = int((flat < 0).argmax())
        fault = {"pointer": f"/{at}", "code": "invalid-integer", "detail": f"at index {at}: {flat[at]} is below 0"}
        title = "Not an integer of 0 or more"
        raise RequestError({**fault, "title": title, "status": 422, "errors": [fault]})
    # What is not negative has the same bits in both.
    return flat.view(np.uint64) if flat.dtype == np.int64 else flat.astype(np.uint64, copy=False)


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

    Where there is no value, because the integers are no position of the game, or the value is not known or has more
    than 64 bits, ``missing`` says what happens: ``"raise"`` raises a :class:`GrundyError` for the first such place,
    whose index (in C order) it names; ``"mask"`` makes the result a masked array, masked there.

    Needs NumPy.
    """
    import numpy as np

    if missing not in ("raise", "mask"):
        raise ValueError('missing is "raise" or "mask"')
    arrays = np.broadcast_arrays(*columns)
    shape = arrays[0].shape if arrays else ()
    try:
        found, mask = _native.values(game, [_column(array) for array in arrays], missing == "mask")
    except _native.Rejected as rejected:
        raise error(rejected.args[0]) from None
    found = found.reshape(shape)
    return found if mask is None else np.ma.MaskedArray(found, mask.reshape(shape))
