"""Teaches schemathesis about streams of lines, and about bad requests that a schema cannot tell from good ones."""

import itertools
import json

import schemathesis
from schemathesis import GenerationMode

NDJSON = "application/x-ndjson"

# The longest side of a map.
MAX_SIDE = 256

# All integers up to this one are doubles. Above it, some integers are not, so some JSON readers round them.
EXACT = 2**53

# The largest number of requests of one run that may be refused because the service is busy. There is only one client, so
# more refusals would be a fault of the service, and would hide other faults.
MAX_BUSY = 20

BEYOND_SCHEMAS = {
    "illegal-move",
    "illegal-position",
    "invalid-cursor",
    "invalid-game",  # names, targets that are no vertices, vectors that go on for ever
    "misere-unsupported",
    "not-found",  # a name in the path
    "too-costly",
    "too-many-digits",
    "unknown-game",  # in a move or in the path
    "value-unknown",
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


def numbers(value):
    """All numbers of a JSON value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for element in value for number in numbers(element)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def is_short_range(text):
    """True if a range goes up and is short."""
    first, _, last = str(text).partition("..")
    return first.isdigit() and last.isdigit() and 0 <= int(last) - int(first) < MAX_SIDE


def no_schema_says(fault, case):
    """True if a request can have this fault though it fits the schema."""
    code, pointer = fault["code"], fault["pointer"]
    if code in BEYOND_SCHEMAS or pointer.startswith(("/move/", "/combined_move")):  # the game decides which moves exist
        return True
    match code, pointer:
        case "invalid-query", "/position":  # a URL has at least one game
            return True
        case "invalid-request" | "invalid-query", "/id":  # an integer has at most 128 digits
            return True
        case "invalid-query", "/a" | "/b" if "no parameter" not in fault["detail"]:  # a range goes up and is short
            return not is_short_range((case.query or {}).get(pointer[1:], ""))
        case "invalid-query", "/a" | "/b" | "/n":  # games of one number have one range, games of two have two
            return True
        case "invalid-query", _ if pointer.startswith("/of/"):  # a column is named once, which no short pattern says
            return fault["detail"].endswith("is there twice")
        case "invalid-query", "/seed":  # mistakes need one
            return True
        case "invalid-request", "" if "are no heaps with a code" in fault["detail"]:  # only some games have heaps
            return True
        case "invalid-request", "" | "/move":
            # A sum needs "move", and another compound "combined_move".
            return fault["detail"].startswith(('"mistakes" needs a "seed"', 'there is no "move"', "there is no combined_move", "there is no move"))
        case "invalid-request" | "invalid-query", "/genus" | "/certificate":  # only sums have a genus and a certificate
            return True
        case "invalid-request" | "invalid-query", "/conjecture" | "/subtract":  # a function of Python, and a list of numbers and names
            return True
        case "invalid-request", "/to":  # a quotient is of positions, or up to an integer, and the game decides which positions exist
            return "not both" in fault["detail"] or "are no integers" in fault["detail"]
        case "invalid-request" | "invalid-integer", _ if pointer.startswith(("/positions", "/starts")):  # the game decides which positions exist
            return True
        case "invalid-query", _ if pointer.startswith("/positions"):  # a range goes up, or a box stands in its place
            return True
        case "invalid-request" | "invalid-integer", _ if pointer.startswith("/position/moore/"):  # a number, then a list
            return True
        case "invalid-integer", _:  # 9007199254740993.0 is two integers to most readers
            return any(abs(number) >= EXACT for number in numbers(case.body))
    return False


@schemathesis.check
def refused_for_what_no_schema_says(ctx, response, case):
    """A request that fits the schema is refused only for faults that no schema can describe."""
    if case.meta and case.meta.generation.mode == GenerationMode.POSITIVE and response.status_code < 500:
        if case.operation.label.startswith(("POST", "GET /v1")):
            for problem in problems(response):
                for fault in problem.get("errors", [{**problem, "pointer": ""}]):
                    what = f"it fits the schema: {fault['code']} at {fault['pointer']!r}: {fault['detail']}"
                    assert no_schema_says(fault, case), what


@schemathesis.check
def items_are_refused(ctx, response, case):
    """A batch that does not fit the schema fails as a whole, or an item of it does."""
    if case.meta and case.meta.generation.mode == GenerationMode.NEGATIVE and (case.method, case.path) == ("POST", "/v1/batch"):
        assert problems(response), "it does not fit the schema, and yet nothing failed"


refusals = itertools.count(1)


@schemathesis.check
def few_are_refused_as_busy(ctx, response, case):
    """Only a busy service answers 503, and only a few times."""
    if response.status_code == 503:
        assert response.json()["code"] == "overloaded", "503 means that the service is busy"
        assert next(refusals) <= MAX_BUSY, f"more than {MAX_BUSY} requests are refused as busy"
