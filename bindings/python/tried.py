"""Tries the installed package without the packages of the tests. NumPy is used if it is installed."""

import importlib.util
import itertools
import json
import platform

import grundy


def options(heap):
    return [heap - taken for taken in (1, 3, 4) if taken <= heap]


answer = grundy.analyze({"euclid": [(5, 26)], "nim": [3, 10**30]}, explain=True)
assert answer.winner == "first" and answer.explanation and answer.values["nim"][1] == 10**30
assert grundy.solve(options, 20).grundy == grundy.analyze({"mine": [20]}, games={"mine": options}).grundy
assert [each["grundy"] for each in grundy.batch({"position": {"nim": [heap]}} for heap in range(2000))] == list(range(2000))
line = next(grundy.batch(json.dumps({"position": {"nim": [heap]}}) for heap in itertools.count(5)))
assert json.loads(line)["grundy"] == 5
try:
    grundy.analyze_many([{"nim": [1]}, {"nim": [-1]}])
except grundy.RequestError as error:
    assert error.index == 1 and error.errors[0].pointer == "/position/nim/0", error
else:
    raise AssertionError("-1 stones are taken for a heap")
has_numpy = importlib.util.find_spec("numpy") is not None
if has_numpy:
    import numpy as np

    values = grundy.values("nim", np.arange(1000))
    assert values.dtype == np.uint64 and (values == np.arange(1000)).all()
    assert grundy.values("wythoff", positions=(range(4), range(4))).array().shape == (4, 4)
libc = "glibc" if platform.libc_ver()[0] == "glibc" else "musl"
print(f"Python {platform.python_version()}, {platform.machine()}, {libc}, {'with' if has_numpy else 'without'} NumPy: tried")
