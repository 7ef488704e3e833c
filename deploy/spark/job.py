"""The Spark job reads positions and writes answers. See ./run for a cluster of one machine, and docs/scale.md for larger
clusters.

    spark-submit --py-files answers.py job.py --game euclid --columns a,b pairs.parquet values.parquet
    spark-submit --py-files answers.py job.py --game mine --rules mine.py pairs.parquet values.parquet
    spark-submit --py-files answers.py job.py --game euclid --box 1..9999,1..9999 values.parquet
    spark-submit --py-files answers.py job.py requests.jsonl answers.jsonl

With --game, the columns of each row are a position, and the row gets the Grundy value of this position. With --rules,
the game is one of your own, whose rules are in a file. With --box, there is no input: the rows are all positions whose
integers are in these ranges. Without --game, each line gets the answer to the request on it, which is JSON as for
`POST /v1/analyze`. In a Parquet file, the column that --json names has the requests.

If a task dies, its files are dropped, and it runs again. The files of a task are visible only once the task is committed.
The output is complete iff it has a `_SUCCESS`. The output must not exist before.
"""

import argparse
import math
import pathlib

import answers
from pyspark.sql import SparkSession
from pyspark.sql.types import LongType, StringType, StructType


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", nargs="?", help="lines, or a folder or file that ends in .parquet; none with --box")
    parser.add_argument("output")
    parser.add_argument("--game", help="the key of a game of one or two integers, or the name of your own")
    parser.add_argument("--rules", type=pathlib.Path, help="a file with the rules of the game, as docs/rules.md has them")
    parser.add_argument("--box", type=answers.sides, help="the first and last integers of the positions: 0..99,0..99")
    parser.add_argument("--columns", help="the columns that are a position, by default a,b")
    parser.add_argument("--json", help="the column that has requests in JSON")
    parser.add_argument("--partitions", type=int, help="in how many tasks; by default as the input is split")
    options = parser.parse_args(words)
    if (options.input is None) != (options.box is not None):
        parser.error("give an input, or --box, and not both")
    if (options.rules or options.box) and not options.game:
        parser.error("--rules and --box need --game")
    names = options.columns.split(",") if options.columns else ["a", "b", "c", "d"][: len(options.box or "ab")]
    if options.box and len(options.box) != len(names):
        parser.error(f"the box has {len(options.box)} ranges, and --columns has {len(names)} names")
    options.columns = names
    return options


def is_lines(path):
    return not path.rstrip("/").endswith(".parquet")


def main():
    options = arguments()
    spark = (
        SparkSession.builder.appName("grundy")
        # The files of all tasks are moved when the job ends. Algorithm 2 moves them earlier, and leaves some files
        # behind if the job fails.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1")
        .getOrCreate()
    )
    read = spark.read
    if options.game:
        if options.box:
            count = math.prod(last - first + 1 for first, last in options.box)
            rows = spark.range(count).selectExpr(*answers.places(options.box, options.columns))
        else:
            rows = read.json(options.input) if is_lines(options.input) else read.parquet(options.input)
        answer = answers.values(options.game, options.columns, options.rules and options.rules.read_text())
        schema = StructType([*rows.schema, *StructType().add("grundy", LongType()).add("error", StringType())])
    else:
        rows = read.text(options.input) if is_lines(options.input) else read.parquet(options.input)
        answer = answers.lines(options.json or "value")
        schema = StructType([*rows.schema, *StructType().add("answer", StringType())])
    if options.partitions:
        rows = rows.repartition(options.partitions)
    answered = rows.mapInArrow(answer, schema)
    if not is_lines(options.output):
        answered.write.parquet(options.output)
    elif options.game:
        answered.write.json(options.output)
    else:
        answered.select("answer").write.text(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
