"""Every row has its answer in its place."""

import json

import answers
import pyarrow as pa
import pytest


def test_values_stand_beside_their_positions():
    a, b = [5, 0, None, -1, 3, 2**63 - 1], [26, 7, 4, 5, 3, 1]
    batch = pa.RecordBatch.from_pydict({"a": a, "b": b, "id": list("uvwxyz")})
    [found] = answers.values("euclid", ["a", "b"])([batch])
    assert found.schema.names == ["a", "b", "id", "grundy", "error"]
    assert found["id"].to_pylist() == list("uvwxyz") and found["a"].to_pylist() == a
    assert found["grundy"].to_pylist() == [5, None, None, None, 0, 2**63 - 2]
    zero, null, negative = found["error"].to_pylist()[1:4]
    assert ("illegal-position" in zero, null, "invalid-integer" in negative) == (True, "null", True)
    assert found["error"].to_pylist()[4:] == [None, None]


def test_values_of_one_integer():
    batch = pa.RecordBatch.from_pydict({"n": pa.array([3, 2**63 - 1], pa.int64())})
    [found] = answers.values("lasker-nim", ["n"])([batch])
    assert found["grundy"].to_pylist() == [4, None]
    assert "63 bits" in found["error"].to_pylist()[1]


def test_batches_may_be_empty():
    batch = pa.RecordBatch.from_pydict({"a": pa.array([], pa.int64()), "b": pa.array([], pa.int64())})
    [found] = answers.values("euclid", ["a", "b"])([batch])
    assert found.num_rows == 0 and found.schema.names == ["a", "b", "grundy", "error"]
    [found] = answers.lines("value")([pa.RecordBatch.from_pydict({"value": pa.array([], pa.string())})])
    assert found.num_rows == 0


def test_each_line_has_one_answer():
    requests = ['{"position": {"nim": [1]}, "id": 1}', "", None, "no JSON", '{"position":\n{"nim": [2]}}\n', " \t"]
    [found] = answers.lines("value")([pa.RecordBatch.from_pydict({"value": requests, "id": list(range(6))})])
    assert found["value"].to_pylist() == requests
    read = [json.loads(answer) for answer in found["answer"].to_pylist()]
    assert (read[0]["id"], read[0]["winner"], read[4]["grundy"]) == (1, "first", 2)
    assert ["error" in answer for answer in read] == [False, True, True, True, False, True]


def test_what_no_row_is_to_blame_for_fails_the_job():
    batch = pa.RecordBatch.from_pydict({"a": [1], "b": [1]})
    with pytest.raises(Exception, match="unknown-game"):
        list(answers.values("euclidd", ["a", "b"])([batch]))
