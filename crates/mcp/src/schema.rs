//! Schemas of what tools are given, made of the contract's. Whoever reads them pays for each word, so the forms of the
//! positions of all games, which are most of the contract, are left to the tool that looks games up. And each is whole:
//! not everybody who reads schemas follows references.

use serde_json::{Value, json};

/// What stands for a schema of the contract in a tool's.
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

/// The schema of what a tool is given, by the name of the contract's.
pub(super) fn of(contract: &Value, name: &str) -> Value {
    let mut whole = named(contract, name);
    if let Some(properties) = whole["properties"].as_object_mut() {
        // A call has a name of its own. It may have this one, too.
        properties.remove("id");
        if let Some(games) = properties.get_mut("games") {
            *games = json!({
                "type": "object",
                "description": "Games of your own, by name, for position: a graph says where a move leads from each \
                                vertex, to a list of vertices where it splits; or a move subtracts one of the vectors steps, or a multiple of one of rides; or a deletion game: \
                                a board and pieces, edges and a rule, an order, or cells and moves",
                "additionalProperties": { "type": "object" },
                "examples": [{
                    "trail": { "graph": { "a": ["b", "c"], "b": ["c"], "c": [] } },
                    "queen": { "rides": [[0, 1], [1, 0], [1, 1]] },
                    "dominoes": { "board": ["....", ".x.."], "pieces": [["xx"], ["x", "x"]] },
                }]
            });
        }
    }
    whole
}

fn named(contract: &Value, name: &str) -> Value {
    short(name).unwrap_or_else(|| {
        let mut schema = contract["components"]["schemas"][name].clone();
        if let Some(members) = schema.as_object_mut() {
            // They show every game.
            members.remove("examples");
            members.remove("example");
        }
        resolve(contract, &mut schema);
        schema
    })
}

/// Puts what is referred to in the place of references.
fn resolve(contract: &Value, schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.remove("$ref")
                && let Value::Object(target) = named(contract, reference.rsplit('/').next().unwrap_or_default())
            {
                // What is said where it is used is more to the point.
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
