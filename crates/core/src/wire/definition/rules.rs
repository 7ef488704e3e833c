//! Reads rules from JSON: a script and its constants.

use std::borrow::Cow;
use std::collections::HashSet;

use grundy_rules::Constant;
use serde_json::value::RawValue;

use super::fault::{invalid, type_of};
use super::fields::DefinitionFields;
use crate::game::UnusableRules;
use crate::game::words::cut;
use crate::number::{cost, meter};
use crate::own::{RulesLimits, RulesSource, ScriptGame};
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::json;
use crate::wire::json_reader::{self, JsonReader, Read, Unread};
use crate::wire::limits::LimitCounter;

/// The fields of a game that is defined by rules.
pub(super) const FIELDS: [&str; 2] = ["rules", "constants"];

/// The largest number of bytes of the JSON of constants. In memory, constants have up to 16 times as many bytes.
const MOST_CONSTANTS: usize = 1 << 20;

/// Reads and compiles rules.
///
/// # Errors
/// Returns the first fault, with a pointer relative to the definition.
pub(super) fn read(fields: &DefinitionFields, counts: &mut LimitCounter) -> Result<ScriptGame, Faults> {
    let limits = counts.limits;
    let [rules, constants] = FIELDS.map(|field| fields.get(field));
    let Some(rules) = rules else {
        return Err(Faults::one("/constants", Code::InvalidGame, "constants are for rules, and there are none"));
    };
    if limits.max_rules == 0 {
        return Err(Faults::one(
            "/rules",
            Code::InvalidGame,
            "this service takes no rules: describe the game as a graph",
        ));
    }
    let rules = script(rules, limits.max_rules)?;
    let values = constants.map_or_else(|| Ok(Vec::new()), |constants| read_constants(constants, counts))?;
    let bounds = RulesLimits {
        positions: limits.max_vertices,
        moves: limits.max_edges,
        bytes: limits.max_rules_memory,
        steps: limits.max_steps,
    };
    let source = RulesSource { rules, constants: constants.map_or("{}", RawValue::get).to_owned() };
    ScriptGame::compile(source, &values, bounds).map_err(|fault| Fault::of_rules(fault).into())
}

/// Reads the script: a string, or a list of lines.
fn script(raw: &RawValue, most: usize) -> Result<String, Faults> {
    meter::charge_each(raw.get().len(), cost::ENTRY);
    let not_rules = || {
        let detail = format!("rules are a string, or a list of lines, and this is {}", type_of(raw.get()));
        Faults::one("/rules", Code::InvalidGame, detail)
    };
    let within = |script: String, at_least: &str| match script.len() {
        found if found > most => {
            let detail = format!("rules have at most {most} bytes (--max-rules), and these have {at_least}{found}");
            Err(Faults::one("/rules", Code::TooCostly, detail))
        }
        _ => Ok(script),
    };
    if !raw.get().starts_with('[') {
        return within(serde_json::from_str(raw.get()).map_err(|_| not_rules())?, "");
    }
    let mut script = String::new();
    let read = json::each(raw, |number, line| {
        let line: Line = serde_json::from_str(line.get()).map_err(|_| Some(not_rules()))?;
        script.push_str(if number > 0 { "\n" } else { "" });
        script.push_str(&line.0);
        if script.len() > most { Err(None) } else { Ok(()) }
    });
    match read {
        Some(Ok(()) | Err(None)) => within(script, "at least "),
        Some(Err(Some(faults))) => Err(faults),
        None => Err(not_rules()),
    }
}

/// A line of a script.
#[derive(serde::Deserialize)]
struct Line<'r>(#[serde(borrow)] Cow<'r, str>);

fn read_constants(raw: &RawValue, counts: &mut LimitCounter) -> Result<Vec<(String, Constant)>, Faults> {
    let bytes = raw.get().len();
    if bytes > MOST_CONSTANTS {
        let detail = format!("constants have at most {MOST_CONSTANTS} bytes of JSON, and these have {bytes}");
        return Err(Faults::one("/constants", Code::TooCostly, detail));
    }
    meter::charge_each(bytes, cost::NUMBER);
    meter::go_on(0).map_err(Fault::spent)?;
    let (mut constants, mut names) = (Vec::new(), HashSet::new());
    let read = json_reader::read(raw.get().as_bytes(), |json| {
        if json.peek()? != b'{' {
            let found = type_of(json.raw()?.get());
            return Err(invalid(format!(
                r#"constants are an object of names and values, such as {{"K": 3}}, and this is {found}"#
            )));
        }
        json.object(|json, name, _| {
            if !names.insert(name.to_owned()) {
                json.raw()?;
                return Err(invalid("this name is there twice"));
            }
            constants.push((name.to_owned(), constant(json, counts, 0)?));
            Ok(())
        })
    });
    read.map_err(|faults| faults.under("constants"))?;
    Ok(constants)
}

/// The most lists and objects in one another that a constant may have.
const DEEPEST: usize = 128;

/// Reads a constant, which is in `depth` lists and objects, and counts it and all constants in it.
fn constant(json: &mut JsonReader, counts: &mut LimitCounter, depth: usize) -> Read<Constant> {
    Ok(match json.peek()? {
        b'[' | b'{' if depth >= DEEPEST => {
            json.raw()?;
            return Err(invalid(format!("a constant has at most {DEEPEST} lists and objects in one another")));
        }
        b'[' => {
            let mut values = Vec::new();
            json.list(|json, _| {
                counts.part().map_err(Unread::ended)?;
                values.push(constant(json, counts, depth + 1)?);
                Ok(())
            })?;
            Constant::List(values)
        }
        b'{' => {
            let (mut members, mut names) = (Vec::new(), HashSet::new());
            json.object(|json, name, _| {
                counts.part().map_err(Unread::ended)?;
                if !names.insert(name.to_owned()) {
                    json.raw()?;
                    return Err(invalid(format!("the key {:?} appears twice", cut(name))));
                }
                members.push((name.to_owned(), constant(json, counts, depth + 1)?));
                Ok(())
            })?;
            Constant::Object(members)
        }
        b'"' => Constant::Text(json.string()?.into_owned()),
        b'n' => json.raw().map(|_| Constant::Null)?,
        b't' | b'f' => Constant::Bool(json.raw()?.get() == "true"),
        _ => {
            let number = json.raw()?.get();
            let is_float = number.contains(['.', 'e', 'E']);
            Constant::Int(number.parse().map_err(|_| {
                invalid(if is_float {
                    "a constant is no float: rules have integers"
                } else {
                    "an integer of a constant has 64 bits"
                })
            })?)
        }
    })
}

impl Fault {
    /// Converts a fault of rules into a fault with a pointer relative to the definition.
    pub(in crate::wire) fn of_rules(fault: UnusableRules) -> Self {
        let code = if fault.too_costly { Code::TooCostly } else { Code::InvalidGame };
        let (line, column) = fault.place.unzip();
        let at = fault.at.map(Box::new);
        Self { line, column, at, ..Self::new(code, fault.reason) }.under("rules")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::definition::Definition;
    use crate::wire::limits::RequestLimits;

    fn read(json: &str) -> Result<Definition, Faults> {
        let limits = RequestLimits::default();
        json_reader::read(json.as_bytes(), |json| Definition::read(json, &mut LimitCounter::new(&limits)))
    }

    fn fault(json: &str) -> (String, Code, String) {
        let faults = read(json).err().unwrap_or_default();
        let [fault] = faults.listed() else { panic!("{json}: {faults:?}") };
        (fault.pointer.clone(), fault.code, fault.detail.clone())
    }

    #[test]
    fn a_script_is_a_string_or_lines() {
        for json in [
            r#"{"rules": "def options(n): return []"}"#,
            r#"{"rules": ["def options(n):", "  return [n - K]"], "constants": {"K": 3, "E": [[1, "a"], {"b": null}]}}"#,
        ] {
            assert!(matches!(read(json), Ok(Definition::Rules(_))), "{json}");
        }
    }

    #[test]
    fn every_fault_has_its_place() {
        let long = format!(r##"{{"rules": "#{}"}}"##, "x".repeat(16_384));
        for (json, pointer, code, words) in [
            (r#"{"rules": 3}"#, "/rules", Code::InvalidGame, "a list of lines, and this is a number"),
            (r#"{"rules": ["", 3]}"#, "/rules", Code::InvalidGame, "and this is an array"),
            (r#"{"constants": {}}"#, "/constants", Code::InvalidGame, "constants are for rules"),
            (r#"{"rules": "", "constants": [1]}"#, "/constants", Code::InvalidGame, "an object of names"),
            (r#"{"rules": "", "constants": {"K": 0.5}}"#, "/constants/K", Code::InvalidGame, "no float"),
            (r#"{"rules": "", "constants": {"K": 1, "K": 2}}"#, "/constants/K", Code::InvalidGame, "twice"),
            (r#"{"rules": "", "constants": {"K": 9223372036854775808}}"#, "/constants/K", Code::InvalidGame, "64 bits"),
            (r#"{"rules": "", "constants": {"no name": 1}}"#, "/rules", Code::InvalidGame, "no name of Python"),
            (r#"{"rules": "def f(): pass"}"#, "/rules", Code::InvalidGame, "defines a function options"),
            (r#"{"rules": "def options(n)\n  return []"}"#, "/rules", Code::InvalidGame, "line 1, column 15"),
            (r#"{"rules": "", "graph": [[]]}"#, "", Code::InvalidGame, "of one form, and this is of two"),
            (&long, "/rules", Code::TooCostly, "at most 16384 bytes (--max-rules), and these have 16385"),
        ] {
            let found = fault(json);
            assert!(found.0 == pointer && found.1 == code && found.2.contains(words), "{json}: {found:?}");
        }
    }
}
