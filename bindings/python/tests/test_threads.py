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


def runs_meanwhile(work: Callable[[], object]) -> bool:
    """Returns whether this thread runs while another thread works."""
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
    assert done.is_set()
    return not was_done


# Each call lengthens a table that no other test needs. This takes at least a tenth of a second.
@pytest.mark.parametrize(
    "work",
    [
        lambda heap: grundy.analyze({"octal(0.007)": [heap]}),
        lambda heap: grundy.batch(f'{{"position": {{"octal(0.0007)": [{heap}]}}}}'.encode()),
        lambda heap: grundy.values("octal(0.6)", [2 * heap]),
    ],
    ids=["analyze", "batch", "values"],
)
def test_another_thread_runs_meanwhile(work: Callable[[int], object], no_switching: None) -> None:
    # On a busy machine, this thread may be late, so it has several tries.
    assert any(runs_meanwhile(lambda: work(heap)) for heap in range(15_000, 60_000, 5_000))


def test_threads_share_what_is_worked_out() -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda heap: grundy.analyze({"octal(0.45)": [heap % 100]}).grundy, range(2000)))
    assert answers == [grundy.analyze({"octal(0.45)": [heap % 100]}).grundy for heap in range(2000)]
