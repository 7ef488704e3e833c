//! Finds every fault of a graph that the fast reading refused, and the place of each fault.

use super::fault::quoted;
use crate::number::NotNatural;
use crate::number::{cost, meter};
use crate::wire::fault::{Code, Faults, step};
use crate::wire::integer::WireInteger;
use crate::wire::json::{self};
use serde_json::value::RawValue;
use std::collections::HashSet;

/// Returns the faults of a graph.
pub(super) fn faults(json: &str) -> Faults {
    meter::charge_each(json.len(), cost::ENTRY);
    let found = match json.trim_start().as_bytes().first() {
        Some(b'{') => json::all_members(json).map(|entries| of_object(&entries)),
        Some(b'[') => serde_json::from_str(json).map(|rows: Vec<&RawValue>| of_array(&rows)),
        _ => {
            let detail = format!(
                "a graph is an object of vertices, each with the list of vertices that a move leads to, or an array of arrays of indices, and this is {}",
                type_of(json)
            );
            return Faults::one("/graph", Code::InvalidGame, detail);
        }
    };
    found.unwrap_or_else(|error| Faults::one("/graph", Code::InvalidGame, error.to_string()))
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
    for (name, row) in meter::each(entries, cost::COMPONENT) {
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
    for (number, row) in meter::each(rows.iter().enumerate(), cost::COMPONENT) {
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

/// Checks the moves of one vertex. Each move is a vertex or a list of vertices. `fault` returns the fault of a vertex,
/// if there is one.
fn check_row(faults: &mut Faults, vertex: &str, row: &RawValue, fault: impl Fn(&str) -> Option<String>) {
    let Ok(targets) = serde_json::from_str::<Vec<&RawValue>>(row.get()) else {
        let found = type_of(row.get());
        let detail = format!("the moves of a vertex are a list of vertices, and this is {found}");
        return faults.add(|| (format!("/graph/{vertex}"), detail));
    };
    for (place, target) in meter::each(&targets, cost::COMPONENT).enumerate() {
        match serde_json::from_str::<Vec<&RawValue>>(target.get()) {
            Ok(parts) => {
                for (number, part) in meter::each(parts.iter().enumerate(), cost::COMPONENT) {
                    if let Some(detail) = fault(part.get()) {
                        faults.add(|| (format!("/graph/{vertex}/{place}/{number}"), detail));
                    }
                }
            }
            Err(_) => {
                if let Some(detail) = fault(target.get()) {
                    faults.add(|| (format!("/graph/{vertex}/{place}"), detail));
                }
            }
        }
    }
}

/// Returns the JSON type with its article, such as "an array". A list is called an array, because "list" in the
/// messages means a list of vertices.
pub(super) fn type_of(json: &str) -> &'static str {
    match json::type_of(json) {
        "a list" => "an array",
        other => other,
    }
}
