"""Other threads run while the engine works."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import grundy


@pytest.fixture
def no_switching() -> Iterator[None]:
    """A thread of Python runs until it releases the interpreter by itself."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


# Each call computes a table that no other test needs. This takes at least a tenth of a second.
@pytest.mark.parametrize(
    "work",
    [
        lambda: grundy.analyze({"octal(0.007)": [15_000]}),
        lambda: grundy.batch(b'{"position": {"octal(0.0007)": [15000]}}'),
        lambda: grundy.values("octal(0.6)", [30_000]),
    ],
    ids=["analyze", "batch", "values"],
)
def test_another_thread_runs_meanwhile(work: Callable[[], object], no_switching: None) -> None:
    begun, done = threading.Event(), threading.Event()

    def call() -> None:
        begun.set()
        work()
        done.set()

    thread = threading.Thread(target=call)
    thread.start()
    begun.wait()
    # If the call held the interpreter, this line would be reached only after the end of the call.
    was_done = done.is_set()
    thread.join()
    assert done.is_set() and not was_done


def test_threads_share_what_is_worked_out() -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda heap: grundy.analyze({"octal(0.45)": [heap % 100]}).grundy, range(2000)))
    assert answers == [grundy.analyze({"octal(0.45)": [heap % 100]}).grundy for heap in range(2000)]
