"""Every row has its answer in its place."""

import json
import pathlib
import re
import shlex

import answers
import job
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


RULES = "def options(n): return [n - d for d in range(1, n) if n % d == 0]"
OF_PAIRS = "def options(at): return [(at[0] - 1, at[1])] * (at[0] > 0) + [(at[0], at[1] - 1)] * (at[1] > 0)"


def test_a_game_may_be_given_by_its_rules():
    batch = pa.RecordBatch.from_pydict({"n": [6, 24, 1]})
    [found] = answers.values("mine", ["n"], RULES)([batch])
    assert (found["grundy"].to_pylist(), found["error"].to_pylist()) == ([1, 3, 0], [None] * 3)
    pairs = pa.RecordBatch.from_pydict({"a": [1, 2, None, 3], "b": [1, 1, 1, 4], "id": list("wxyz")})
    [found] = answers.values("mine", ["a", "b"], OF_PAIRS)([pairs])
    assert found["grundy"].to_pylist() == [0, 1, None, 1] and found["id"].to_pylist() == list("wxyz")
    assert found["error"].to_pylist() == [None, None, "null", None]


def test_a_row_that_rules_do_not_end_from_says_so():
    rules = "def options(n): return [1 // (n - 3)] if n == 3 else [n - 1] if n else []"
    [found] = answers.values("mine", ["n"], rules)([pa.RecordBatch.from_pydict({"n": [2, 3, 5]})])
    assert found["grundy"].to_pylist() == [0, None, None] and "division" in found["error"][1].as_py()
    [loops] = answers.values("mine", ["n"], "def options(n): return [n]")([pa.RecordBatch.from_pydict({"n": [2]})])
    assert loops["grundy"].to_pylist() == [None] and "Infinite" in loops["error"][0].as_py()
    with pytest.raises(Exception, match="options"):
        answers.values("mine", ["n"], "def option(n): return []")


def test_a_box_has_each_position_once():
    assert answers.sides("0..9,-1..4") == [(0, 9), (-1, 4)]
    for wrong in ("9", "0..", "4..2", "0..9;0..9"):
        with pytest.raises(ValueError):
            answers.sides(wrong)
    found = answers.places([(1, 2), (-1, 1)], ["a", "b"])
    assert found == ["id div 3 % 2 + (1) AS `a`", "id div 1 % 3 + (-1) AS `b`"]


def test_the_commands_of_the_page_are_read():
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/scale.md").read_text()
    commands = re.findall(r"^spark-submit --py-files answers.py job.py (.*)$", page, re.MULTILINE)
    read = [job.arguments(shlex.split(command)) for command in commands]
    assert len(read) >= 5 and {bool(options.box) for options in read} == {bool(options.rules) for options in read} == {True, False}
    for wrong in ("in out --box 0..1,0..1 --game nim", "out", "in out --rules x", "out --game nim --box 0..1 --columns a,b"):
        with pytest.raises(SystemExit):
            job.arguments(shlex.split(wrong))
