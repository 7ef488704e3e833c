"""Tests what tests/groups.py reads in the output of the programs that run tests, and what it says at the end."""

import unittest

from groups import MOST_LINES, Outcome, Test, of_cargo, of_node, of_pytest, summary

CARGO = """
test errors::one ... FAILED
failures:

---- errors::one stdout ----

thread 'errors::one' panicked at tests/it/errors.rs:10:5:
assertion `left == right` failed: what
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    errors::one

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

     Running tests/deep.rs
thread 'main' has overflowed its stack
  process didn't exit successfully: `deep` (signal: 6, SIGABRT: process abort signal)
"""

NODE = r"""
TAP version 13
# Subtest: all
    ok 1 - skipped # SKIP test name does not match pattern
    ok 2 - well, (in) \#1
      ---
      duration_ms: 1
      ...
    not ok 3 - “bad” \#2 \\
      ---
      location: '/a.test.mjs:6:3'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be equal:

        1 !== 2
      code: 'ERR_ASSERTION'
      ...
not ok 1 - all
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
# SyntaxError: what
not ok 2 - /b.test.mjs
  ---
  failureType: 'testCodeFailure'
  exitCode: 1
  error: 'test failed'
  ...
# pass 2
"""

PYTEST = """
=================================== FAILURES ===================================
____________________________________ test_a ____________________________________

    def test_a(): assert 1 == 2
>       assert 1 == 2
E       assert 1 == 2

test_x.py:2: AssertionError
=========================== short test summary info ============================
FAILED test_x.py::test_a - assert 1 == 2
"""


class Reading(unittest.TestCase):
    def test_cargo(self):
        one, crash = of_cargo(CARGO.splitlines())
        self.assertEqual(one.name, "errors::one")
        self.assertEqual((one.message[1], one.message[-1]), ("assertion `left == right` failed: what", " right: 2"))
        self.assertIn("SIGABRT", crash.name)
        self.assertIn("thread 'main' has overflowed its stack", crash.message)

    def test_node(self):
        (bad, file), passed = of_node(NODE.splitlines())
        self.assertEqual(passed, ["well, (in) #1"])
        self.assertEqual(bad.name, "“bad” #2 \\")
        self.assertEqual(bad.message, ["location: '/a.test.mjs:6:3'", "  Expected values to be equal:", "  1 !== 2"])
        self.assertIn("# SyntaxError: what", file.message)

    def test_pytest(self):
        (failed,) = of_pytest(PYTEST.splitlines())
        self.assertEqual((failed.name, failed.message[-1]), ("test_a", "test_x.py:2: AssertionError"))

    def test_no_output_of_one_is_read_as_that_of_another(self):
        self.assertEqual(of_cargo((NODE + PYTEST).splitlines()), [])
        self.assertEqual(of_node((CARGO + PYTEST).splitlines()), ([], []))
        self.assertEqual(of_pytest((CARGO + NODE).splitlines()), [])


class Saying(unittest.TestCase):
    def said(self, count, length):
        failed = [Test(f"test {at}", [f"line {line}" for line in range(length)]) for at in range(count)]
        short = Test("short", ["its only line"])
        return summary([Outcome("it", [], [*failed, short], [], 1, 1), Outcome("npm", [], [], ["wobbles"], 1, 1)])

    def test_every_failure_is_named_in_few_lines(self):
        for count in (1, 3, 30, 60):
            said = self.said(count, 70)
            self.assertLessEqual(len(said), MOST_LINES)
            self.assertEqual([f"it: test {at}" for at in range(count)], [line for line in said if line.startswith("it: test")])
            self.assertIn("npm: wobbles", said)
            self.assertIn(f"== Failed: {count + 1}", said)
        self.assertIn("    its only line", self.said(3, 70))

    def test_more_failures_than_lines_are_counted(self):
        said = self.said(500, 3)
        self.assertLessEqual(len(said), MOST_LINES)
        self.assertRegex("\n".join(said), "and 4[0-9][0-9] more")


if __name__ == "__main__":
    unittest.main()
