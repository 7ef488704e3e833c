"""Many requests are answered, each by itself."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest

import grundy

LINES = [
    '{"position": {"nim": [1]}, "id": "ü"}',
    "",
    '{"position": {"nim": [-1]}, "id": 2}',
    '{"position": {"kayles": [5]}}',
]


def test_lines_are_answered_as_lines() -> None:
    text = "\n".join(LINES)
    answers = [json.loads(line) for line in grundy.batch(text.encode()).splitlines()]
    assert [answer.get("id") for answer in answers] == ["ü", 2, None]
    assert (answers[0]["winner"], answers[1]["error"]["code"], answers[2]["grundy"]) == ("first", "invalid-integer", 4)
    assert answers[1]["line"] == 3
    assert grundy.batch(b"") == b"" and grundy.batch("") == "" and list(grundy.batch([])) == []


def test_all_kinds_of_lines_have_the_same_answers() -> None:
    text = "\n".join(LINES) + "\n"
    expected = grundy.batch(text.encode())
    assert grundy.batch(bytearray(text.encode())) == grundy.batch(memoryview(text.encode())) == expected
    assert grundy.batch(text) == expected.decode()
    answers = expected.splitlines()
    assert list(grundy.batch([line.encode() for line in LINES])) == answers
    assert list(grundy.batch(io.BytesIO(text.encode()))) == answers
    assert list(grundy.batch(iter(LINES))) == list(grundy.batch(io.StringIO(text))) == expected.decode().splitlines()
    dictionaries: list[dict[str, Any]] = [json.loads(line) for line in LINES if line]
    found = list(grundy.batch(dictionaries))
    assert found[1].pop("line") == 2, "the lines of this batch are the dictionaries"
    assert found == [{name: value for name, value in json.loads(line).items() if name != "line"} for line in answers]


def test_kinds_of_requests_may_be_mixed() -> None:
    position = {"nim": (10**30, 10**30 + 1)}
    line, told, text = grundy.batch([b'{"position":\n{"nim": [2]}}\n', {"position": position}, '{"position": {}}'])
    assert isinstance(line, bytes) and json.loads(line)["grundy"] == 2, "a line feed in JSON does not end the request"
    assert isinstance(told, dict) and told["values"] == {"nim": [str(10**30), str(10**30 + 1)]}
    assert isinstance(text, str) and json.loads(text)["winner"] == "second"


def test_a_line_of_a_batch_defines_games_for_all_lines_after_it() -> None:
    lines = b'{"games": {"a": {"graph": [[], [0]]}}}\n{"position": {"a": [1]}, "brief": true}\n'
    defined, answer = grundy.batch(lines).splitlines()
    assert defined == b'{"games":["a"]}' and b'"winner":"first"' in answer
    # The requests are more than are read ahead.
    many = [{"games": {"a": {"graph": [[], [0]]}}}] + [{"position": {"a": [1]}, "brief": True}] * 5000
    answers = list(grundy.batch(many))
    assert answers[0] == {"games": ["a"]} and len(answers) == 5001
    assert all(answer["winner"] == "first" for answer in answers[1:])


def test_requests_may_have_no_end() -> None:
    read = 0

    def requests() -> Iterator[dict[str, Any]]:
        nonlocal read
        for heap in count():
            read += 1
            yield {"position": {"nim": [heap]}, "brief": True}

    answers = grundy.batch(requests())
    assert read == 0, "nothing is read before an answer is wanted"
    assert [answer["grundy"] for answer in islice(answers, 3000)] == list(range(3000))
    assert read <= 4000
    long = [json.dumps({"position": {"nim": [1]}, "id": "x" * 200})] * 1000
    wanted = iter(long)
    next(grundy.batch(wanted))
    assert len(list(wanted)) > 500, "of long lines, fewer are read ahead"


def test_errors_name_their_lines_in_the_whole_batch() -> None:
    good, wrong = '{"position": {"nim": [1]}}', '{"position": {"nim": ["x"]}}'
    answers = [json.loads(answer) for answer in grundy.batch([good, "", *[good] * 2500, wrong, " \n", "no JSON"])]
    failures = {answer["line"]: answer["error"]["code"] for answer in answers if "error" in answer}
    assert failures == {2503: "invalid-integer", 2505: "invalid-json"} and len(answers) == 2503


def test_what_is_no_request_is_named_after_the_answers_before_it() -> None:
    requests: list[Any] = [{"position": {"nim": [1]}}, 7]
    answers = grundy.batch(requests)
    assert next(answers)["winner"] == "first"
    with pytest.raises(TypeError, match="line 2 is no request: .*int"):
        next(answers)
    with pytest.raises(TypeError, match="line 1 is no request: .*object"):
        next(grundy.batch([{"position": {"nim": [object()]}}]))
    with pytest.raises(TypeError, match="analyze"):
        grundy.batch({"position": {"nim": [1]}})
    with pytest.raises(TypeError, match="iterable"):
        grundy.batch(7)  # type: ignore[call-overload]

    def broken() -> Iterator[str]:
        yield '{"position": {}}'
        raise OSError("the disk")

    texts = grundy.batch(broken())
    assert '"second"' in next(texts)
    with pytest.raises(OSError, match="the disk"):
        next(texts)
