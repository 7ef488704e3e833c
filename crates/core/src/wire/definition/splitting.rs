//! Reads a graph in which a move may lead to a sum of vertices. The JSON is read directly into the arrays of a
//! [`SplittingGraph`].

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

use super::fault::quoted;
use super::vertices::{Index, NO_GRAPH, noted};
use crate::number::{cost, meter};
use crate::own::NamedGraph;
use crate::own::names::Interner;
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::splitting::{NoValues, SplittingGraph};
use crate::theory::graphs::{GraphLimits, TooLarge};
use crate::wire::fault::{Code, Faults, step};
use crate::wire::json;

/// Returns the graph, if it has no cycle.
///
/// # Errors
/// If play may return to a vertex, or the meter is spent.
pub(super) fn without_cycles(graph: NamedGraph<SplittingGraph>) -> Result<NamedGraph<SplittingGraph>, Faults> {
    let Err(NoValues::Cycle { through }) = graph.graph.values() else { return Ok(graph) };
    let name = graph.words(through);
    let detail = format!(
        "play may come back to {}, and a graph with an option that is a list of vertices must have no cycle",
        quoted(&name)
    );
    Err(Faults::one(format!("/graph/{}", step(&name)), Code::InvalidGame, detail))
}

/// Reads an object or an array, in which each option is a vertex or a list of vertices. If this fails,
/// `careful::faults` finds the faults.
pub(super) struct SplittingVisitor<'l> {
    limits: GraphLimits,
    too_large: &'l mut Option<TooLarge>,
    options: Vec<u32>,
    sums: Vec<u32>,
    parts: Vec<u32>,
}

impl<'l> SplittingVisitor<'l> {
    pub(super) fn new(limits: GraphLimits, too_large: &'l mut Option<TooLarge>) -> Self {
        Self { limits, too_large, options: vec![0], sums: vec![0], parts: Vec::new() }
    }

    /// Reads the list of the options of one vertex, and adds it after the lists that were read before. `vertices` reads
    /// a vertex in an option.
    fn row<E: Error, V>(&mut self, options: &RawValue, vertices: &mut V) -> Result<(), E>
    where
        for<'v, 'p> &'v mut V: DeserializeSeed<'p, Value = u32>,
    {
        meter::go_on(cost::NUMBER).map_err(E::custom)?;
        self.within("vertices", self.options.len(), self.limits.vertices)?;
        let read = json::each(options, |_, option| {
            if option.get().starts_with('[') {
                listed(json::each(option, |_, part| self.part(part, vertices)))?;
            } else {
                self.part(option, vertices)?;
            }
            meter::go_on(cost::COMPONENT).map_err(E::custom)?;
            self.within("edges", self.sums.len(), self.limits.edges)?;
            self.sums.push(vertex(self.parts.len()));
            Ok(())
        });
        listed(read)?;
        self.options.push(vertex(self.sums.len() - 1));
        Ok(())
    }

    /// Reads one vertex of an option.
    fn part<E: Error, V>(&mut self, part: &RawValue, vertices: &mut V) -> Result<(), E>
    where
        for<'v, 'p> &'v mut V: DeserializeSeed<'p, Value = u32>,
    {
        meter::go_on(cost::COMPONENT).map_err(E::custom)?;
        self.within("edges", self.parts.len() + 1, self.limits.edges)?;
        let part = vertices.deserialize(&mut serde_json::Deserializer::from_str(part.get()));
        self.parts.push(part.map_err(E::custom)?);
        Ok(())
    }

    fn within<E: Error>(&mut self, what: &'static str, count: usize, limit: u32) -> Result<(), E> {
        let over = if count > index(limit) { Err(TooLarge { what, limit }) } else { Ok(()) };
        noted(over, self.too_large)
    }

    fn finish<E: Error>(self) -> Result<SplittingGraph, E> {
        let graph = SplittingGraph::from_arrays(self.options, self.sums, self.parts);
        graph.filter(|graph| graph.vertices() > 0).ok_or_else(|| E::custom(NO_GRAPH))
    }
}

/// Returns the result of reading a list, or an error if it was no list.
fn listed<E: Error>(read: Option<Result<(), E>>) -> Result<(), E> {
    read.unwrap_or_else(|| Err(E::custom(NO_GRAPH)))
}

impl<'de> Visitor<'de> for SplittingVisitor<'_> {
    type Value = NamedGraph<SplittingGraph>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or an array of lists")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut rows: A) -> Result<Self::Value, A::Error> {
        while let Some(options) = rows.next_element::<&RawValue>()? {
            self.row(options, &mut Index { by_digits: true })?;
        }
        Ok(NamedGraph::new(self.finish()?, None))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut names = Interner::new();
        while let Some(name) = entries.next_key_seed(&mut names)? {
            if !names.define(name) {
                return Err(A::Error::custom(NO_GRAPH));
            }
            self.row(entries.next_value()?, &mut names)?;
        }
        let (names, vertices) = names.into_names();
        for part in &mut self.parts {
            *part = vertices[index(*part)];
        }
        Ok(NamedGraph::new(self.finish()?, Some(names)))
    }
}
