"""What schemathesis does not know by itself: streams of lines, and which requests a schema cannot tell from good ones."""

import json

import schemathesis
from schemathesis import GenerationMode

NDJSON = "application/x-ndjson"

BEYOND_SCHEMAS = {
    "illegal-move",
    "illegal-position",
    "invalid-cursor",
    "misere-unsupported",
    "not-found",  # a name in the path
    "too-costly",
    "too-many-digits",
    "unknown-game",  # in a move or in the path
}


@schemathesis.serializer(NDJSON)
def write_lines(ctx, value):
    line = json.dumps(value) if not isinstance(value, bytes) else value.decode("latin-1")
    return f"{line}\n{line}\n".encode()


@schemathesis.deserializer(NDJSON)
def read_line(ctx, response):
    lines = response.content.splitlines()
    return json.loads(lines[0])


def problems(response):
    """The problems that an answer tells of, one for each item of a batch that failed."""
    if response.status_code >= 400:
        return [response.json()]
    media_type = response.headers.get("content-type", [""])[0]
    if NDJSON in media_type:
        items = [json.loads(line) for line in response.content.splitlines()]
    elif "json" in media_type:
        items = response.json().get("results", [])
    else:
        items = []  # a picture
    return [item["error"] for item in items if "error" in item]


def no_schema_says(problem):
    if problem["code"] in BEYOND_SCHEMAS:
        return True
    # Nor that at least one game must be in a URL, that 9007199254740993.0 is two integers to most readers, that a name
    # has 128 bytes and not characters, that a range goes up and is short, and that a move is one of the game
    # that it names.
    unsaid = (
        "there is no game",
        "too large for a bare JSON number",
        "at most 128 bytes",
        "must not go down",
        "a side of a map has at most",
    )
    if any(words in problem["detail"] for words in unsaid):
        return True
    return all(error["pointer"].startswith("/move/") for error in problem.get("errors", [{"pointer": ""}]))


@schemathesis.check
def refused_for_what_no_schema_says(ctx, response, case):
    """What fits the schema is refused for other reasons only."""
    if case.meta and case.meta.generation.mode == GenerationMode.POSITIVE and response.status_code < 500:
        if case.operation.label.startswith(("POST", "GET /v1")):
            for problem in problems(response):
                assert no_schema_says(problem), f"it fits the schema: {problem['code']}: {problem['detail']}"


@schemathesis.check
def items_are_refused(ctx, response, case):
    """What does not fit the schema of a batch fails as a whole, or some item does."""
    if case.meta and case.meta.generation.mode == GenerationMode.NEGATIVE and (case.method, case.path) == ("POST", "/v1/batch"):
        assert problems(response), "it does not fit the schema, and yet nothing failed"
