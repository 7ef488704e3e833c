"""Measures the job on a cluster of this machine, in comparison with `grundy batch`: ./run [--rows ROWS]. The default is
ten million rows. Each executor is a separate process.

The first part kills an executor in the middle of the job, and compares the output with the input. The output has the CPU
seconds of all processes: the driver, the executors and their Python. They vary less than the elapsed time if the machine
does other work.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import grundy
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pyspark

HERE = pathlib.Path(__file__).resolve().parent
WORK = pathlib.Path(os.environ["WORK"])
GRUNDY = pathlib.Path(os.environ["GRUNDY"])
PARTS = 40


def make(rows):
    """Makes pairs of random integers of 63 bits, as Parquet with one file for each task, and as requests in JSON."""
    pairs, requests = WORK / f"pairs-{rows}.parquet", WORK / f"requests-{rows}.jsonl"
    if requests.exists():
        return pairs, requests
    shutil.rmtree(pairs, ignore_errors=True)
    pairs.mkdir()
    partial = requests.with_suffix(".partial")
    random = np.random.default_rng(15)
    with open(partial, "wb") as file:
        for part, ids in enumerate(np.array_split(np.arange(rows), PARTS)):
            a, b = (random.integers(1, 2**63 - 1, len(ids)) for _ in range(2))
            pq.write_table(pa.table({"id": ids, "a": a, "b": b}), pairs / f"{part:03}.parquet")
            text = (pa.array(column).cast(pa.string()) for column in (ids, a, b))
            pieces = ['{"position":{"euclid":[[', ",", ']]},"brief":true,"id":', "}\n"]
            ids, a, b = text
            lines = pc.binary_join_element_wise(pieces[0], a, pieces[1], b, pieces[2], ids, pieces[3], "")
            file.write(b"".join(line.encode() for line in lines.to_pylist()))
    partial.rename(requests)
    return pairs, requests


def below(ancestor):
    """Returns the command and the CPU seconds of a process and of all its descendants."""
    parents, told = {}, {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            told[int(process.name)] = ((process / "cmdline").read_bytes(), seconds)
            parents[int(process.name)] = int(fields[1])
        except OSError:
            continue  # It has ended meanwhile.

    def comes_from(pid):
        return pid == ancestor or (pid in parents and comes_from(parents[pid]))

    return {pid: of_process for pid, of_process in told.items() if comes_from(pid)}


def run(command, each_time=lambda processes: None, **settings):
    """Runs a command. Returns its status, the seconds that it took, and the CPU seconds of all its processes."""
    start, cpu = time.monotonic(), {}
    process = subprocess.Popen([*map(str, command)], **settings)
    while process.poll() is None:
        processes = below(process.pid)
        cpu |= {pid: seconds for pid, (_, seconds) in processes.items()}
        each_time(processes)
        time.sleep(0.1)
    return process.returncode, time.monotonic() - start, sum(cpu.values())


def submit(cores, *arguments, kill=False):
    """Runs the job with `cores` executors of one core each. Returns the seconds and the CPU seconds that it took."""
    output = pathlib.Path(arguments[-1])
    shutil.rmtree(output, ignore_errors=True)
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.local.dir": str(WORK / "local"),
        "spark.pyspark.python": sys.executable,
        "spark.executor.memory": "1g",
        "spark.sql.files.maxPartitionBytes": str(32 << 20),
    }
    home = pathlib.Path(pyspark.__file__).parent
    command = [home / "bin/spark-submit", "--master", f"local-cluster[{cores},1,1024]", "--py-files", HERE / "answers.py"]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    environment = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": str(WORK / "workers"),
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }
    killed = []

    def look(processes):
        # At this point, some tasks are done, and others are running.
        if kill and not killed and len(list(output.glob("_temporary/0/task_*"))) >= PARTS // 5:
            killed.extend([pid for pid, (command, _) in processes.items() if b"ExecutorBackend\0" in command][:1])
            os.kill(killed[0], signal.SIGKILL)

    with open(WORK / "spark.log", "wb") as log:
        command += [HERE / "job.py", *arguments]
        status, seconds, cpu = run(command, look, env=environment, stdout=log, stderr=log)
    if status:
        raise SystemExit((WORK / "spark.log").read_text()[-4000:])
    assert bool(killed) == kill, "the job was too short to be killed in the middle"
    return seconds, cpu


def check(pairs, values):
    """Each row of the input is in the output once, with its value."""
    assert (values / "_SUCCESS").exists()
    rows, found = (pq.read_table(path).sort_by("id") for path in (pairs, values))
    assert found.select(["id", "a", "b"]).equals(rows.select(["id", "a", "b"])), "rows are lost or doubled"
    assert found["error"].null_count == len(found)
    expected = grundy.values("euclid", rows["a"].to_numpy(), rows["b"].to_numpy())
    assert (found["grundy"].to_numpy() == expected).all()
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000, help="of each kind")
    rows = parser.parse_args().rows
    WORK.mkdir(parents=True, exist_ok=True)
    pairs, requests = make(rows)
    values, answers = WORK / "values.parquet", WORK / "answers.jsonl"
    of_pairs = ("--game", "euclid", pairs, values)

    submit(2, "--partitions", PARTS, *of_pairs, kill=True)
    print(f"one of two executors killed in the middle: {check(pairs, values)} rows, each once", flush=True)

    few = WORK / "few.parquet"
    pq.write_table(pa.table({"a": [1], "b": [2]}), few)
    nothing = {cores: submit(cores, "--game", "euclid", few, values)[1] for cores in (1, 2)}
    taken = " and ".join(f"{cpu:.1f}" for cpu in nothing.values())
    print(f"to start a cluster of one and of two, run a job of one row and end takes {taken} s of CPU: left out below")
    print(f"{rows:11,} positions                     seconds   CPU s  rows a second of CPU")

    def tell(what, seconds, cpu):
        print(f"{what:40}{seconds:10.1f}{cpu:8.1f}{rows / cpu:22,.0f}", flush=True)

    a, b = (pq.read_table(pairs)[name].to_numpy() for name in "ab")
    start, cpu = time.monotonic(), time.process_time()
    grundy.values("euclid", a, b)
    tell("pairs, grundy.values alone", time.monotonic() - start, time.process_time() - cpu)
    for cores in (1, 2):
        seconds, cpu = submit(cores, *of_pairs)
        check(pairs, values)
        tell(f"pairs, Parquet to Parquet, executors: {cores}", seconds, cpu - nothing[cores])

    with open(requests, "rb") as lines, open(WORK / "answers", "wb") as alone:
        _, *taken = run(["taskset", "-c", "0", GRUNDY, "batch"], stdin=lines, stdout=alone)
    tell("JSON lines, grundy batch on one core", *taken)
    for cores in (1, 2):
        seconds, cpu = submit(cores, requests, answers)
        tell(f"JSON lines to JSON lines, executors: {cores}", seconds, cpu - nothing[cores])
    # The parts are numbered in the order of the input, so this also checks the order of the answers.
    joined = b"".join(part.read_bytes() for part in sorted(answers.glob("part-*")))
    assert joined == (WORK / "answers").read_bytes(), "the answers are not those of grundy batch"
    print("the answers are those of grundy batch, byte for byte")


main()
