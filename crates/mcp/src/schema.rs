//! Makes the schemas of the input and the answers of tools from the contract, which is the OpenAPI document. The
//! schemas of tools are short, since a model pays for each word that it reads. Most of the contract describes how the
//! positions of each game are written. The schemas of tools leave this out, and the tool that looks games up describes
//! it. The schemas of inputs have no references, since not every reader follows references. The schema of an answer
//! keeps parts that it repeats in its `$defs`.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

/// Returns a short schema that replaces a schema of the contract; `None` if the schema is not replaced.
fn short(name: &str) -> Option<Value> {
    Some(match name {
        "Position" | "AskedPosition" => json!({
            "type": "object",
            "description": "A sum of games: the key of a game -> the list of its positions on the table. \
                            grundy_games has the keys and the forms of positions",
            "additionalProperties": { "type": "array", "items": {} },
            "examples": [{ "nim": [3, 4, 5] }, { "octal(0.77)": [9], "euclid": [[5, 26]] }]
        }),
        "Component" => {
            json!({ "description": "A position of one game, or of a game that splits the list of those that it becomes" })
        }
        "WireInteger" => json!({ "type": ["integer", "string"] }),
        _ => return None,
    })
}

/// The schema of the request that describes what several tools take. The other tools refer to this tool.
const FIRST: &str = "Request";

/// Returns the words that replace the contract's description of a field, for the tool that describes it.
fn described(field: &str) -> Option<&'static str> {
    Some(match field {
        "brief" => "Leave out what is as long as the position: values, after, from",
        "compound" => {
            "Else a sum. Move in all until one ends: conjunctive; until all end: continued-conjunctive; in any until all end: selective; \
             until one ends: shortened-selective; in one until one ends: diminished-disjunctive"
        }
        "games" => {
            "Games of your own, by name, for position. With rules: options in Python takes a position, an \
             integer, a text or a tuple (a list in JSON), and returns the positions that a move leaves; a list \
             among them is the sum of its parts. No floats, classes or imports but math, itertools, functools. \
             Or a graph: where a move leads from each vertex; vectors to subtract (steps; rides by \
             multiples); pieces on a board, edges and a rule, an order, cells and moves"
        }
        "mistakes" => "Probability that the move is drawn from all moves instead; needs seed",
        "seed" => "Draw the move from all that are as good as the position allows, by this number",
        _ => return None,
    })
}

/// Returns the schema of a tool's input. `name` is the name of the schema in the contract.
pub(super) fn of(contract: &Value, name: &str) -> Value {
    let mut whole = named(contract, name);
    let known = &contract["components"]["schemas"][FIRST]["properties"];
    if let Some(properties) = whole["properties"].as_object_mut() {
        // The field `id` is left out of the schema, since a call has its own id. The tool still accepts the field.
        properties.remove("id");
        for (field, schema) in properties {
            if name != FIRST && known.get(field).is_some() {
                let kind = schema.get("type").cloned().unwrap_or_default();
                *schema = json!({ "type": kind, "description": "As in grundy_analyze" });
                continue;
            }
            match field.as_str() {
                "games" => {
                    *schema = json!({ "type": "object", "additionalProperties": { "type": "object" }, "examples": [{
                        "digits": { "rules": "def options(n):\n    return [n - int(d) for d in str(n) if d != '0']" },
                        "trail": { "graph": { "a": ["b", "c"], "b": ["c"], "c": [] } },
                        "queen": { "rides": [[0, 1], [1, 0], [1, 1]] },
                        "dominoes": { "board": ["....", ".x.."], "pieces": [["xx"], ["x", "x"]] },
                    }] });
                }
                "compound" => *schema = json!({ "type": "string" }),
                "combined_move" => {
                    let words = "In compounds: a move for each component moved";
                    *schema = json!({ "type": "array", "items": { "type": "object" }, "description": words });
                }
                // A move of an answer is a move of a request. What else it says is ignored.
                "move" => {
                    let words = "Your move in a sum, as answers write moves: its game, the index of the component, what it becomes";
                    *schema = json!({
                        "type": "object",
                        "properties": { "game": { "type": "string" }, "index": { "type": "integer" }, "to": {} },
                        "required": ["game", "index", "to"],
                        "description": words,
                    });
                }
                _ => {}
            }
            if let Some(words) = described(field) {
                schema["description"] = words.into();
            }
        }
    }
    whole
}

fn named(contract: &Value, name: &str) -> Value {
    short(name).unwrap_or_else(|| {
        let mut schema = contract["components"]["schemas"][name].clone();
        if let Some(members) = schema.as_object_mut() {
            // The examples are removed. They are long, since they contain every game.
            members.remove("examples");
            members.remove("example");
        }
        resolve(contract, &mut schema);
        schema
    })
}

/// Replaces references by the schemas to which they refer.
fn resolve(contract: &Value, schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.remove("$ref")
                && let Value::Object(target) = named(contract, reference.rsplit('/').next().unwrap_or_default())
            {
                // If the object with the reference has members of its own, they are kept, since they are more specific.
                for (name, member) in target {
                    members.entry(name).or_insert(member);
                }
            }
            members.values_mut().for_each(|member| resolve(contract, member));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| resolve(contract, item)),
        _ => {}
    }
}

/// An `anyOf` with more forms than this is left out of the schemas of answers. Only the `anyOf` of the positions of all
/// games has more.
const MOST_FORMS: usize = 4;

/// Keywords that are left out of the schemas of answers: limits, defaults, examples and the like. The service obeys the
/// limits, so a reader of answers need not know them. "required" would make the schemas too long.
const LEFT_OUT: [&str; 12] = [
    "$ref",
    "default",
    "example",
    "examples",
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minimum",
    "propertyNames",
    "required",
];

/// Returns the schema of an answer. `name` is the name of the schema in the contract. The schema lists all members with
/// their types, but describes only the members of the answer itself. It leaves out the forms of positions.
pub(super) fn of_answer(contract: &Value, name: &str) -> Value {
    let mut whole = answered(contract, &contract["components"]["schemas"][name], 0);
    share(&mut whole);
    whole
}

/// Shortens the schema of an answer or of one of its parts. `depth` is 0 for the answer, 1 for its members, 2 for their
/// members or list items, and so on. Only the descriptions at depth 1 are kept.
fn answered(contract: &Value, schema: &Value, depth: usize) -> Value {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(items) => return items.iter().map(|item| answered(contract, item, depth)).collect(),
        _ => return schema.clone(),
    };
    if members.get("anyOf").and_then(Value::as_array).is_some_and(|forms| forms.len() > MOST_FORMS) {
        return json!({});
    }
    // An object that allows members with any name may also list one member for each game of the catalogue. These
    // members are left out.
    let is_map = members.get("additionalProperties").is_some_and(Value::is_object);
    let mut whole = match members.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) {
        // A model hands a certificate on, and reads no part of it.
        Some("Position" | "Certificate") => json!({ "type": "object" }),
        Some("WireInteger") => json!({ "type": ["integer", "string"] }),
        // The schema of the tool's input lists the kinds of compounds.
        Some("Compound") => json!({ "type": "string" }),
        Some("Component") | None => json!({}),
        Some(name) => answered(contract, &contract["components"]["schemas"][name], depth),
    };
    for (name, member) in members {
        match name.as_str() {
            left_out if LEFT_OUT.contains(&left_out) => {}
            "description" if depth != 1 => {}
            "properties" if is_map => {}
            "properties" => {
                let named = member.as_object().into_iter().flatten().filter(|(name, _)| *name != "id");
                whole[name] = named.map(|(name, of)| (name.clone(), answered(contract, of, depth + 1))).collect();
            }
            "items" | "additionalProperties" => whole[name] = answered(contract, member, depth + 1),
            _ => whole[name] = answered(contract, member, depth),
        }
    }
    if let Some(schema) = whole.as_object_mut() {
        merge(schema);
    }
    whole
}

/// Removes a `oneOf` with a form that allows every value, since the other forms would match as well. Merges the parts of
/// an `allOf` into one object. Merges the forms of a `oneOf` into one schema with several types, if
/// all types are different.
fn merge(schema: &mut Map<String, Value>) {
    let is_open =
        |form: &Value| form.as_object().is_some_and(|form| form.keys().all(|keyword| keyword == "description"));
    if let Some(forms) = schema.get("oneOf").and_then(Value::as_array)
        && let Some(open) = forms.iter().find(|form| is_open(form)).cloned()
    {
        schema.remove("oneOf");
        for (name, member) in open.as_object().into_iter().flatten() {
            schema.entry(name).or_insert_with(|| member.clone());
        }
    }
    let types = schema.get("oneOf").and_then(Value::as_array).and_then(|forms| different_types(forms));
    let Some(Value::Array(forms)) = schema.remove(if types.is_some() { "oneOf" } else { "allOf" }) else { return };
    schema.extend(types.map(|types| ("type".to_owned(), types.into())));
    for (name, member) in forms.iter().filter_map(Value::as_object).flatten() {
        match (schema.get_mut(name), member) {
            (Some(Value::Object(all)), Value::Object(more)) => all.extend(more.clone()),
            (Some(_), _) => {}
            (None, _) => drop(schema.insert(name.clone(), member.clone())),
        }
    }
}

/// Returns the types of the forms of a union; `None` if two forms have the same type, or if a form is an `enum`, whose
/// values may be of any type. In the schemas of answers, each keyword except `enum` restricts values of only one type.
/// So forms with different types can be merged without a change of meaning.
fn different_types(forms: &[Value]) -> Option<Vec<Value>> {
    let mut types = Vec::new();
    for form in forms {
        match form.get("type").filter(|_| form.get("enum").is_none())? {
            Value::Array(several) => types.extend(several.iter().cloned()),
            one => types.push(one.clone()),
        }
    }
    let is_new = |(at, one): (usize, &Value)| !types[..at].contains(one);
    types.iter().enumerate().all(is_new).then_some(types)
}

/// The length in bytes from which a repeated part is moved to `$defs`. A reference is about half as long.
const WORTH_SHARING: usize = 60;

/// Moves long parts that a schema has several times to its `$defs`.
fn share(schema: &mut Value) {
    let mut times = HashMap::new();
    count(schema, &mut times);
    times.retain(|part, times| *times > 1 && part.len() >= WORTH_SHARING);
    let mut names = HashMap::new();
    let mut parts = Map::new();
    refer(schema, "", &times, &mut names, &mut parts);
    if !parts.is_empty() {
        schema["$defs"] = parts.into();
    }
}

/// The keywords whose value is a schema, a list of schemas, or an object of schemas.
const PARTS: [&str; 5] = ["properties", "items", "additionalProperties", "oneOf", "anyOf"];

/// Returns the parts of a schema, each with its name. The items of a list and the forms of a union have no name.
fn parts_of(schema: &mut Value) -> Vec<(Option<&str>, &mut Value)> {
    let mut parts = Vec::new();
    for (keyword, value) in schema.as_object_mut().into_iter().flatten() {
        if PARTS.contains(&keyword.as_str()) {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(members)) => {
                    parts.extend(members.iter_mut().map(|(name, member)| (Some(name.as_str()), member)));
                }
                (_, Value::Array(forms)) => parts.extend(forms.iter_mut().map(|form| (None, form))),
                (_, one) => parts.push((None, one)),
            }
        }
    }
    parts
}

/// Returns the text of a schema without its description, since parts with different descriptions may be shared.
fn text_of(schema: &Value) -> String {
    let mut schema = schema.clone();
    schema.as_object_mut().map(|members| members.remove("description"));
    schema.to_string()
}

/// Counts how often each part occurs. The parts of a repeated part count once.
fn count(schema: &mut Value, times: &mut HashMap<String, usize>) {
    for (_, part) in parts_of(schema) {
        let seen = times.entry(text_of(part)).or_default();
        *seen += 1;
        if *seen == 1 {
            count(part, times);
        }
    }
}

/// Replaces the parts in `times` by references to `parts`. `names` has their names, which come from the member where a
/// part is first met: `above`, if the part itself has no name.
fn refer(
    schema: &mut Value,
    above: &str,
    times: &HashMap<String, usize>,
    names: &mut HashMap<String, String>,
    parts: &mut Map<String, Value>,
) {
    for (name, part) in parts_of(schema) {
        let name = name.unwrap_or(above);
        let text = text_of(part);
        if !times.contains_key(&text) {
            refer(part, name, times, names, parts);
            continue;
        }
        let description = part.as_object_mut().and_then(|members| members.remove("description"));
        let mut whole = std::mem::take(part);
        let name = if let Some(name) = names.get(&text) {
            name.clone()
        } else {
            refer(&mut whole, name, times, names, parts);
            let mut unique = name.to_owned();
            while parts.contains_key(&unique) {
                unique.push('_');
            }
            parts.insert(unique.clone(), whole);
            names.insert(text, unique.clone());
            unique
        };
        *part = json!({ "$ref": format!("#/$defs/{name}") });
        if let Some(description) = description {
            part["description"] = description;
        }
    }
}
