"""Runs groups of tests side by side, since many tests wait more than they work. A group that fails ends no other group.

    tests/run                      runs all groups
    tests/run GROUP…               runs these groups
    tests/run GROUP --ARGUMENT…    runs a group, and passes the arguments to cargo test, node --test or pytest
    tests/run --ARGUMENT…          runs cargo test with these arguments

The end of the output lists every test that failed, with its message. A test of a group with a browser that fails is run
once more, alone. If it passes, it is listed as flaky, and is no failure."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path


def cargo(targets):
    """Returns a command for these targets. All of them run, even if one fails."""
    return f'cargo test --locked --no-fail-fast {targets} "$@"'


def node(files):
    """Returns a command for these files."""
    return f'node --test --test-reporter=tap "$@" {files}'


@dataclass
class Group:
    """A command of bash that runs tests. Its arguments are options of what runs them."""

    what: str
    command: str
    # Whether node runs the tests, and a test that failed is run once more.
    again: bool = False
    # Whether the tests need the address of a live service.
    service: bool = False


GROUPS = {
    "lib": Group("the unit tests of the crates, with the laws of all games", cargo("--lib")),
    "it": Group("the tests of crates and of the live service, from outside", cargo("--test '[!l]*'")),
    "load": Group("the service under load and attack, and behind proxies", cargo("--test load")),
    "doc": Group("the examples in the documentation", cargo("--doc")),
    "page": Group("the modules of the page, without a browser", node("--test-concurrency=$(nproc) tests/page/*.test.mjs"), service=True),
    "browser": Group("the page in a browser", node("tests/browser/playground.test.mjs"), again=True, service=True),
    "npm": Group("the npm package", 'bindings/js/test "$@"', again=True),
    "python": Group("the Python package", 'bindings/python/test "$@"'),
}

# If more tests of a group fail, they are not run again, since the code and not the machine is to blame.
MOST_AGAIN = 8

# The largest number of lines that list what failed.
MOST_LINES = 100

# Messages often contain whole answers. Of a longer line, the middle is left out.
LONGEST_LINE = 400


@dataclass
class Test:
    """What the output says about a test."""

    name: str
    message: list


def of_cargo(lines):
    """Returns the tests that failed, as libtest prints them: each message after a line with the name."""
    failed, test = [], None
    for at, line in enumerate(lines):
        if found := re.fullmatch(r"---- (.+) stdout ----", line):
            test = Test(found[1], [])
            failed.append(test)
        elif line in ("failures:", "successes:"):
            test = None
        elif "process didn't exit successfully" in line and "(signal" in line:
            failed.append(Test(line.strip(), lines[max(0, at - 12) : at]))
        elif test and line.strip() and "RUST_BACKTRACE=1" not in line:
            test.message.append(line)
    return failed


TAP = re.compile(r"( *)(not )?ok \d+ - (.*?)( # (?:SKIP|TODO).*)?")


def of_node(lines):
    """Returns the tests that failed, and the names of those that passed, as node prints them in TAP."""
    failed, passed, at = [], [], 0
    while at < len(lines):
        found = TAP.fullmatch(lines[at])
        at += 1
        if not found or found[4]:
            continue
        indent, fails, name, _ = found.groups()
        name = re.sub(r"\\([\\#])", r"\1", name)
        if not fails:
            passed.append(name)
            continue
        start, details = at, []
        while at < len(lines) and lines[at] != f"{indent}  ...":
            details.append(lines[at].removeprefix(f"{indent}  "))
            at += 1
        # A suite fails if one of its tests does.
        if "failureType: 'subtestsFailed'" in details:
            continue
        message = explained(details)
        if any(line.startswith("exitCode:") for line in details):
            # If a file ends before its tests do, the comments above say why.
            message += [line for line in lines[max(0, start - 20) : start] if line.startswith("# ")]
        failed.append(Test(name, message))
    return failed, passed


def explained(details):
    """Returns the place and the message of a failure, which TAP has in YAML."""
    kept, inside = [], False
    for line in details:
        if re.match(r"\w+:", line):
            inside = line.startswith("error:")
        if (inside and line.strip() and line != "error: |-") or line.startswith("location:"):
            kept.append(line)
    return kept


def of_pytest(lines):
    """Returns the tests that failed, as pytest prints them: each message after a line with the name."""
    failed, test = [], None
    for line in lines:
        if found := re.fullmatch(r"_{3,} (.+) _{3,}", line):
            test = Test(found[1], [])
            failed.append(test)
        elif re.fullmatch(r"=+ .+ =+", line):
            test = None
        elif test and re.match(r"E  |\S+:\d+: ", line):
            test.message.append(line)
    return failed


def failures(lines):
    """Returns the tests that failed in the output of a group, whatever runs its tests."""
    return of_cargo(lines) + of_node(lines)[0] + of_pytest(lines)


# The process groups of the commands that run now.
running = set()


def run(command, arguments, service, live):
    """Runs a command with these arguments. Returns its output, its exit code, and its seconds of CPU."""
    variables = {**os.environ, "PLAYGROUND": service} if service else os.environ
    process = subprocess.Popen(
        ["bash", "-c", command, "bash", *arguments], env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
    )
    running.add(process.pid)
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if live:
            print(line, end="", flush=True)
    _, status, usage = os.wait4(process.pid, 0)
    running.discard(process.pid)
    return lines, os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


@dataclass
class Outcome:
    """What came of a group."""

    name: str
    lines: list
    failed: list
    flaky: list
    seconds: float
    cpu: float


def outcome(name, arguments, service, live):
    """Runs a group, and then once more each test that failed, if the group allows it."""
    group, start = GROUPS[name], time.monotonic()
    service = service if group.service else None
    lines, code, cpu = run(group.command, arguments, service, live)
    failed, flaky = failures(lines), []
    if group.again and len(failed) <= MOST_AGAIN:
        for test in list(failed):
            only = f"--test-name-pattern=^{re.escape(test.name)}$"
            again, code, more = run(group.command, [only], service, live)
            lines += [f"== Once more, alone: {test.name}", *again]
            cpu += more
            if code == 0 and test.name in of_node(again)[1]:
                failed.remove(test)
                flaky.append(test.name)
    if code and not failed:
        failed = [Test("the command", lines[-30:])]
    return Outcome(name, lines, failed, flaky, time.monotonic() - start, cpu)


def fair(lengths, room):
    """Returns how many lines each message may have. What short messages leave is shared by long ones."""
    shares = {}
    for left, at in zip(range(len(lengths), 0, -1), sorted(range(len(lengths)), key=lengths.__getitem__)):
        shares[at] = min(lengths[at], room // left)
        room -= shares[at]
    return shares


def shortened(line):
    """Returns a line without its middle if it is long."""
    return line if len(line) <= LONGEST_LINE else f"{line[:300]} … {line[-80:]}"


def summary(outcomes):
    """Returns the last lines of the output: what failed, what is flaky, and the time of each group."""
    failed = [(outcome.name, test) for outcome in outcomes for test in outcome.failed]
    flaky = [f"{outcome.name}: {name}" for outcome in outcomes for name in outcome.flaky]
    said = []
    if flaky:
        said += ["", f"== Flaky: {len(flaky)}. Each of these tests failed, and passed when it was run once more, alone."]
        said += flaky
    if failed:
        said += ["", f"== Failed: {len(failed)}"]
        room = MOST_LINES - len(said) - len(outcomes) - 3
        listed, omitted = failed[:room], failed[room:]
        shares = fair([len(test.message) for _, test in listed], room - len(listed))
        for at, (name, test) in enumerate(listed):
            said.append(f"{name}: {shortened(test.name)}")
            shown = test.message[: shares[at]]
            if 0 < len(shown) < len(test.message):
                shown[-1] = f"… {len(test.message) - len(shown) + 1} more lines, which are above"
            said += [f"    {shortened(line)}" for line in shown]
        if omitted:
            said.append(f"… and {len(omitted)} more, which are above")
    said += [""]
    for outcome in outcomes:
        state = "failed" if outcome.failed else "ok"
        said.append(f"== {outcome.name}: {state}, {outcome.seconds:.0f} s, {outcome.cpu:.0f} s of CPU")
    return said


def run_groups(names, arguments):
    """Runs these groups at the same time. Prints the output of each group when it ends, and yields its outcome."""
    service = url = None
    if any(GROUPS[name].service for name in names):
        command = [os.environ["GRUNDY"], "serve", "--listen", "127.0.0.1:0", "--log", "error"]
        service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        url = re.search(r"http:\S+", service.stdout.readline())[0] + "/"
    # The output of a single group is printed while the group runs.
    live = len(names) == 1
    with ThreadPoolExecutor(len(names)) as pool:
        try:
            for ended in as_completed([pool.submit(outcome, name, arguments, url, live) for name in names]):
                of = ended.result()
                if not live:
                    print(f"\n== {of.name}", *of.lines, sep="\n", flush=True)
                yield of
        finally:
            for group in running:
                os.killpg(group, signal.SIGTERM)
            if service:
                service.terminate()


def main(chosen):
    """Runs what the arguments choose. Returns the exit code."""
    names = list(takewhile(lambda word: not word.startswith("-"), chosen))
    arguments = chosen[len(names) :]
    unknown = [name for name in names if name not in GROUPS]
    if unknown or chosen[:1] in (["--help"], ["-h"]):
        groups = "\n".join(f"    {name:8} {group.what}" for name, group in GROUPS.items())
        print(f"no such group: {unknown[0]}" if unknown else __doc__, f"\n\nThe groups:\n\n{groups}", sep="")
        return 2 if unknown else 0
    subprocess.run(["tests/needs"], check=True)
    # This Chromium can open no windows. With it, the tests of pages take two thirds of the time.
    os.environ["CHROMIUM"] = shutil.which("chromium-headless-shell")
    if arguments and not names:
        os.execvp("cargo", ["cargo", "test", "--locked", *arguments])
    subprocess.run(["cargo", "test", "--locked", "--no-run"], check=True)
    os.environ["GRUNDY"] = str(Path(os.environ.get("CARGO_TARGET_DIR", "target")).absolute() / "debug/grundy")
    outcomes = list(run_groups(names or list(GROUPS), arguments))
    print(*summary(outcomes), sep="\n")
    return 1 if any(outcome.failed for outcome in outcomes) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
