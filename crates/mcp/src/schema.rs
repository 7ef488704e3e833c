//! Schemas of tools, made of the contract's. Whoever reads them pays for each word, so the forms of the positions of
//! all games, which are most of the contract, are left to the tool that looks games up.

use serde_json::{Map, Value, json};

/// What stands for a schema of the contract in a tool's.
fn short(name: &str) -> Option<Value> {
    Some(match name {
        "Position" => json!({
            "type": "object",
            "description": "A sum of games: the key of a game -> the list of its positions on the table. \
                            grundy_games has the keys and the forms of positions",
            "additionalProperties": { "type": "array", "items": {} },
            "examples": [{ "nim": [3, 4, 5] }, { "octal(0.77)": [9], "euclid": [[5, 26]] }]
        }),
        "Component" => {
            json!({ "description": "A position of one game, or of a game that splits the list of those that it becomes" })
        }
        "WireInteger" => json!({
            "type": ["integer", "string"],
            "description": "An integer of 0 or more, above 2^53 as a string of digits"
        }),
        _ => return None,
    })
}

/// A schema of the contract with all that it refers to.
pub(super) fn of(contract: &Value, name: &str) -> Value {
    let mut defs = Map::new();
    let mut whole = brought(contract, name, &mut defs);
    whole["$defs"] = defs.into();
    whole
}

/// A schema whose references lead into `defs`, where what they refer to is put.
fn brought(contract: &Value, name: &str, defs: &mut Map<String, Value>) -> Value {
    let mut schema = short(name).unwrap_or_else(|| contract["components"]["schemas"][name].clone());
    if let Some(object) = schema.as_object_mut().filter(|_| short(name).is_none()) {
        // They show every game.
        object.remove("examples");
        object.remove("example");
    }
    bring(contract, &mut schema, defs);
    schema
}

fn bring(contract: &Value, schema: &mut Value, defs: &mut Map<String, Value>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref") {
                let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
                *reference = format!("#/$defs/{name}");
                if !defs.contains_key(&name) {
                    // Something is there before it is looked into, since it may refer to itself.
                    defs.insert(name.clone(), Value::Null);
                    let whole = brought(contract, &name, defs);
                    defs.insert(name, whole);
                }
            }
            members.values_mut().for_each(|member| bring(contract, member, defs));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| bring(contract, item, defs)),
        _ => {}
    }
}
