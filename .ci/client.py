"""Calls each operation with a client that openapi-python-client makes from the contract, and compares what the client has
read with the answer, field by field.

The client sends the default of each parameter. Arguments: the folder of the client, and the address of the service."""

import importlib
import inspect
import json
import pkgutil
import sys
import time
import urllib.request
from pathlib import Path

import attrs

folder, address = Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(folder.parent))
package = folder.name
client = importlib.import_module(package).Client(base_url=address)
contract = json.load(urllib.request.urlopen(f"{address}/openapi.json"))

# How often a call to a busy service is repeated, after a second each time.
PATIENCE = 180

# Arguments that a call needs in addition to the defaults.
NEEDS = {
    "analyze_url": [{"nim": ["3", "4", "5"]}],
    "moves_url": [{"nim": ["3", "4", "5"]}],
    "show_game": [{"game": "kayles"}],
    "values_url": [{"game": "kayles", "from_": "0", "to": "12"}],
    "map_": [{"game": "euclid"}, {"game": "nim"}],
    "game_quotient": [{"game": "kayles", "to": 9}],
    "show_problem": [{"code": "not-found"}],
}


def bodies(path):
    """The contract's examples of a body."""
    schema = contract["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    name = schema["$ref"].rsplit("/", 1)[1]
    examples = contract["components"]["schemas"][name]["examples"]
    model = getattr(importlib.import_module(f"{package}.models"), name)
    # Only the last three examples are sent. The first example of an analysis is a sum of all games, which takes seconds
    # of work.
    return [{"body": model.from_dict(example)} for example in examples[-3:]]


def answer(operation, arguments):
    """The answer to a call. A busy service refuses calls with 503, and then the call is repeated, as clients do."""
    for _ in range(PATIENCE):
        response = operation.sync_detailed(client=client, **arguments)
        if response.status_code != 503:
            break
        time.sleep(1)
    return response


# The classes of certificates. docs/proofs.md describes their fields, and the contract leaves most of them open.
OPEN = "CertificateFields"


def untyped(value, place):
    """The places in a parsed answer whose members no schema describes."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from untyped(member, f"{place}/{key}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from untyped(member, f"{place}/{index}")
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            members = getattr(value, field.name)
            # A schema that says nothing of other members permits any, and the client keeps them as they came.
            if field.name != "additional_properties" or field.type != "dict[str, Any]":
                yield from untyped(members, f"{place}/{field.name}")
            elif not type(value).__name__.startswith(OPEN):
                yield from (f"{place}/{name}" for name in members)


def check(call, response):
    """Compares what the client has read with the answer."""
    if "json" not in response.headers["content-type"]:
        return
    whole = json.loads(response.content)
    assert response.parsed is not None, f"{call}: the client has read nothing of {response.content[:200]}"
    assert hasattr(response.parsed, "to_dict"), f"{call}: the client has no type for {response.content[:200]}"
    assert response.parsed.to_dict() == whole, f"{call}: the client has read {response.parsed.to_dict()} of {whole}"
    places = list(untyped(response.parsed, ""))
    assert not places, f"{call}: no schema has {places}"


calls, called = 0, 0
api = importlib.import_module(f"{package}.api")
for _, tag, _ in pkgutil.iter_modules(api.__path__):
    operations = importlib.import_module(f"{package}.api.{tag}")
    for _, name, _ in pkgutil.iter_modules(operations.__path__):
        operation = importlib.import_module(f"{package}.api.{tag}.{name}")
        parameters = inspect.signature(operation.sync_detailed).parameters
        defaults = {key: of.default for key, of in parameters.items() if of.default is not inspect.Parameter.empty}
        needs = bodies(f"/v1/{name}") if "body" in parameters else NEEDS.get(name, [{}])
        for needed in needs:
            response = answer(operation, {**defaults, **needed})
            assert response.status_code == 200, f"{name} {needed}: {response.status_code} {response.content[:500]}"
            check(f"{name} {needed}", response)
            calls += 1
        called += 1
        assert set(parameters) - set(defaults) - {"client"} <= set().union(*needs), f"{name} needs {list(parameters)}"
operations = sum(len(methods) for methods in contract["paths"].values())
assert called == operations, f"the client has {called} of {operations} operations"
print(f"A generated client has called {operations} operations, in {calls} calls, and has read every field of the answers.")
