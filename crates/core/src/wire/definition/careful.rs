//! Finds every fault of a graph that the fast reading refused, and the place of each fault.

use super::fault::quoted;
use crate::number::NotNatural;
use crate::number::{cost, meter};
use crate::own::names::Interner;
use crate::theory::graphs::{GraphLimits, TooLarge};
use crate::wire::fault::{Code, Faults, step};
use crate::wire::integer::WireInteger;
use crate::wire::json::{self};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Returns the faults of a graph. Reading ends once the graph has more vertices or edges than the limits allow.
pub(super) fn faults(json: &str, limits: GraphLimits) -> Faults {
    meter::charge_each(json.len(), cost::ENTRY);
    let mut check = Check { limits, vertices: 0, edges: 0, faults: Faults::default() };
    let read = serde_json::from_str::<&RawValue>(json).map_err(|error| error.to_string());
    let read = read.and_then(|graph| match json.trim_start().as_bytes().first() {
        Some(b'{') => check.object(graph),
        Some(b'[') => {
            check.array(graph);
            Ok(())
        }
        _ => Err(format!(
            "a graph is an object of vertices, each with the list of vertices that a move leads to, or an array of arrays of indices, and this is {}",
            type_of(json)
        )),
    });
    match read {
        Ok(()) => check.faults,
        Err(detail) => Faults::one("/graph", Code::InvalidGame, detail),
    }
}

/// Reading has ended early. The reason is among the faults, or the meter is spent.
struct Ended;

/// A graph that is being checked.
struct Check {
    limits: GraphLimits,
    vertices: u32,
    edges: u32,
    faults: Faults,
}

impl Check {
    /// Counts a vertex.
    fn vertex(&mut self) -> Result<(), Ended> {
        self.vertices = self.vertices.saturating_add(1);
        meter::go_on(cost::COMPONENT).map_err(|_| Ended)?;
        self.within("vertices", self.vertices, self.limits.vertices)
    }

    /// Counts an edge.
    fn edge(&mut self) -> Result<(), Ended> {
        self.edges = self.edges.saturating_add(1);
        meter::go_on(cost::COMPONENT).map_err(|_| Ended)?;
        self.within("edges", self.edges, self.limits.edges)
    }

    fn within(&mut self, what: &'static str, count: u32, limit: u32) -> Result<(), Ended> {
        if count <= limit {
            return Ok(());
        }
        self.faults.append(too_large(TooLarge { what, limit }));
        Err(Ended)
    }

    /// Checks a graph whose vertices have names. The names are read first, since an option may name a vertex that comes
    /// later.
    fn object(&mut self, graph: &RawValue) -> Result<(), String> {
        let mut names = Interner::new();
        let read = json::each_member(graph, "", |name, _| {
            self.vertex()?;
            names.intern(&name).map(|_| ()).ok_or(Ended)
        });
        let read = read.map_err(|fault| fault.detail)?;
        if read.is_err() {
            return Ok(());
        }
        self.not_empty();
        let read = json::each_member(graph, "", |name, row| {
            if !names.find(&name).is_some_and(|number| names.define(number)) {
                self.faults.add(|| {
                    let detail =
                        format!("the vertex {} is defined twice; this is its second definition", quoted(&name));
                    (format!("/graph/{}", step(&name)), detail)
                });
            }
            self.row(&step(&name), row, |target| match serde_json::from_str::<Cow<str>>(target) {
                Ok(target) if names.find(&target).is_some() => None,
                Ok(target) => Some(format!(
                    "{} is no vertex of this graph (one without moves needs an empty list)",
                    quoted(&target)
                )),
                Err(_) => Some(format!("a vertex of this graph is a string, and this is {}", type_of(target))),
            })
        });
        read.map(|_| ()).map_err(|fault| fault.detail)
    }

    /// Checks a graph whose vertices have indices. The vertices are counted first, since an option may be a vertex that
    /// comes later.
    fn array(&mut self, graph: &RawValue) {
        if !matches!(json::each(graph, |_, _| self.vertex()), Some(Ok(()))) {
            return;
        }
        self.not_empty();
        let last = u64::from(self.vertices.saturating_sub(1));
        json::each(graph, |number, row| {
            self.row(&number.to_string(), row, |target| match serde_json::from_str(target) {
                Ok(WireInteger::Number(n)) if n <= last => None,
                Ok(WireInteger::Number(n)) => {
                    Some(format!("there is no vertex {n}: this graph has the vertices 0 to {last}"))
                }
                Ok(WireInteger::Other(reason)) if !matches!(reason, NotNatural::OtherType(_)) => {
                    Some(reason.to_string())
                }
                _ => {
                    let found = type_of(target);
                    Some(format!("a vertex of this graph is an index from 0 to {last}, and this is {found}"))
                }
            })
        });
    }

    fn not_empty(&mut self) {
        if self.vertices == 0 {
            self.faults.add(|| ("/graph".to_owned(), "the graph has no vertex".to_owned()));
        }
    }

    /// Checks the moves of one vertex. Each move is a vertex or a list of vertices. `fault` returns the fault of a
    /// vertex, if there is one.
    fn row(&mut self, vertex: &str, row: &RawValue, fault: impl Fn(&str) -> Option<String>) -> Result<(), Ended> {
        let read = json::each(row, |place, target| {
            self.edge()?;
            if target.get().starts_with('[') {
                let parts = json::each(target, |number, part| {
                    self.edge()?;
                    if let Some(detail) = fault(part.get()) {
                        self.faults.add(|| (format!("/graph/{vertex}/{place}/{number}"), detail));
                    }
                    Ok(())
                });
                return parts.unwrap_or(Ok(()));
            }
            if let Some(detail) = fault(target.get()) {
                self.faults.add(|| (format!("/graph/{vertex}/{place}"), detail));
            }
            Ok(())
        });
        read.unwrap_or_else(|| {
            let found = type_of(row.get());
            let detail = format!("the moves of a vertex are a list of vertices, and this is {found}");
            self.faults.add(|| (format!("/graph/{vertex}"), detail));
            Ok(())
        })
    }
}

/// Returns the fault of a graph that has more vertices or edges than a limit allows.
pub(super) fn too_large(over: TooLarge) -> Faults {
    Faults::one("/graph", Code::TooCostly, format!("the graph has {over}, which is the limit"))
}

/// Returns the JSON type with its article, such as "an array". A list is called an array, because "list" in the
/// messages means a list of vertices.
pub(super) fn type_of(json: &str) -> &'static str {
    match json::type_of(json) {
        "a list" => "an array",
        other => other,
    }
}
