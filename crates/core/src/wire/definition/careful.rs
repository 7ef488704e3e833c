//! The slow reading of a graph that the fast one refused: every fault, with its place.

use super::fault::{Faults, Kind, quoted, step};
use crate::number::NotNatural;
use crate::number::meter;
use crate::wire::integer::WireInteger;
use crate::wire::json::STEPS_A_BYTE;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;

/// What a vertex takes, and an edge, beside their bytes.
const STEPS_A_VERTEX: u64 = 250;
const STEPS_A_TARGET: u64 = 120;

/// The faults of a graph.
pub(super) fn faults(json: &str) -> Faults {
    meter::charge_each(json.len(), 2 * STEPS_A_BYTE);
    match json.trim_start().as_bytes().first() {
        Some(b'{') => match serde_json::from_str::<Entries<'_>>(json) {
            Ok(Entries(entries)) => of_object(&entries),
            Err(error) => not_json(&error),
        },
        Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(json) {
            Ok(rows) => of_array(&rows),
            Err(error) => not_json(&error),
        },
        _ => Faults::one(
            "/graph",
            Kind::InvalidGame,
            format!(
                "a graph is an object of vertices, each with the list of vertices that a move leads to, or an array of arrays of indices, and this is {}",
                type_of(json)
            ),
        ),
    }
}

fn not_json(error: &serde_json::Error) -> Faults {
    Faults::one("/graph", Kind::InvalidGame, error.to_string())
}

fn no_vertex(faults: &mut Faults) {
    faults.add(|| ("/graph".to_owned(), "the graph has no vertex".to_owned()));
}

fn of_object(entries: &[(String, &RawValue)]) -> Faults {
    let mut faults = Faults::default();
    if entries.is_empty() {
        no_vertex(&mut faults);
    }
    let vertices: HashSet<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    let mut defined = HashSet::with_capacity(vertices.len());
    for (name, row) in entries {
        if meter::go_on(STEPS_A_VERTEX).is_err() {
            break;
        }
        if !defined.insert(name.as_str()) {
            faults.add(|| {
                let detail = format!("the vertex {} is defined twice; this is its second definition", quoted(name));
                (format!("/graph/{}", step(name)), detail)
            });
        }
        check_row(&mut faults, &step(name), row, |target| match serde_json::from_str::<String>(target) {
            Ok(target) if vertices.contains(target.as_str()) => None,
            Ok(target) => {
                Some(format!("{} is no vertex of this graph (one without moves needs an empty list)", quoted(&target)))
            }
            Err(_) => Some(format!("a vertex of this graph is a string, and this is {}", type_of(target))),
        });
    }
    faults
}

fn of_array(rows: &[&RawValue]) -> Faults {
    let mut faults = Faults::default();
    if rows.is_empty() {
        no_vertex(&mut faults);
    }
    let last = rows.len().saturating_sub(1);
    for (number, row) in rows.iter().enumerate() {
        if meter::go_on(STEPS_A_VERTEX).is_err() {
            break;
        }
        check_row(&mut faults, &number.to_string(), row, |target| match serde_json::from_str(target) {
            Ok(WireInteger::Number(n)) if usize::try_from(n).is_ok_and(|n| n <= last) => None,
            Ok(WireInteger::Number(n)) => {
                Some(format!("there is no vertex {n}: this graph has the vertices 0 to {last}"))
            }
            Ok(WireInteger::Other(reason)) if !matches!(reason, NotNatural::OtherType(_)) => Some(reason.to_string()),
            _ => Some(format!("a vertex of this graph is an index from 0 to {last}, and this is {}", type_of(target))),
        });
    }
    faults
}

/// Looks at the moves of one vertex; `fault` says what is wrong with a target.
fn check_row(faults: &mut Faults, vertex: &str, row: &RawValue, fault: impl Fn(&str) -> Option<String>) {
    let Ok(targets) = serde_json::from_str::<Vec<&RawValue>>(row.get()) else {
        let found = type_of(row.get());
        let detail = format!("the moves of a vertex are a list of vertices, and this is {found}");
        return faults.add(|| (format!("/graph/{vertex}"), detail));
    };
    for (place, target) in targets.iter().enumerate() {
        if meter::go_on(STEPS_A_TARGET).is_err() {
            return;
        }
        if let Some(detail) = fault(target.get()) {
            faults.add(|| (format!("/graph/{vertex}/{place}"), detail));
        }
    }
}

/// The JSON type of a value, with its article.
pub(super) fn type_of(json: &str) -> &'static str {
    match json.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// All entries of an object, repeated names too, which a map would drop.
pub(super) struct Entries<'de>(pub(super) Vec<(String, &'de RawValue)>);

impl<'de> serde::Deserialize<'de> for Entries<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
