"""The Spark job reads positions and writes answers. See ./run for a cluster of one machine, and docs/scale.md for larger
clusters.

    spark-submit --py-files answers.py job.py --game euclid --columns a,b pairs.parquet values.parquet
    spark-submit --py-files answers.py job.py requests.jsonl answers.jsonl

With --game, the columns of each row are a position, and the row gets the Grundy value of this position. Without --game,
each line gets the answer to the request on it, which is JSON as for `POST /v1/analyze`. In a Parquet file, the column
that --json names has the requests.

If a task dies, its files are dropped, and it runs again. The files of a task are visible only once the task is committed.
The output is complete iff it has a `_SUCCESS`. The output must not exist before.
"""

import argparse

import answers
from pyspark.sql import SparkSession
from pyspark.sql.types import LongType, StringType, StructType


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--game", help="the key of a game of one or two integers")
    parser.add_argument("--columns", help="the columns that are a position, by default a,b")
    parser.add_argument("--json", help="the column that has requests in JSON")
    parser.add_argument("--partitions", type=int, help="in how many tasks; by default as the input is split")
    return parser.parse_args()


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
        rows = read.json(options.input) if is_lines(options.input) else read.parquet(options.input)
        answer = answers.values(options.game, (options.columns or "a,b").split(","))
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
