"""Weakens the contract, so that openapi-generator makes Java that compiles and reads all answers.

Arguments: the contract as JSON, and the file for the weakened contract. A union of several forms becomes any value. A
list of enumerated words becomes a list of strings. Of several media types, only JSON is kept. Otherwise the client would
accept all media types, but read the text of each as JSON."""

import json
import sys


def weakened(schema):
    if isinstance(schema, list):
        return [weakened(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    forms = schema.get("oneOf", schema.get("anyOf"))
    if isinstance(forms, list) and sum(form.get("type") != "null" for form in forms) > 1:
        return {name: each for name, each in schema.items() if name == "description"}
    schema = {name: weakened(each) for name, each in schema.items()}
    if schema and all("/" in name and name[0] != "/" for name in schema):
        return {name: each for name, each in schema.items() if name in ("application/json", "application/problem+json")}
    if schema.get("type") == "array":
        schema["items"].pop("enum", None)
    return schema


with open(sys.argv[1]) as given, open(sys.argv[2], "w") as made:
    json.dump(weakened(json.load(given)), made)
