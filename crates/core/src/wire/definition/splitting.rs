//! A graph in which moves may split, from JSON into compressed rows.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

use super::fault;
use super::graph::{NO_GRAPH, NameSeed, STEPS_A_NAME, STEPS_A_VERTEX, noted};
use crate::number::meter;
use crate::own::NamedGraph;
use crate::own::names::Interner;
use crate::theory::graphs::graph::{index, vertex};
use crate::theory::graphs::splitting::{NoValues, SplittingGraph};
use crate::theory::graphs::{Limits, TooLarge};
use crate::wire::fault::{Code, Faults};
use crate::wire::integer::WireInteger;

/// Reads either spelling, in which each option is a vertex or a list of them. The errors only say that there is one: the
/// careful reading finds it.
pub(super) fn read(
    json: &str,
    limits: Limits,
    too_large: &mut Option<TooLarge>,
) -> serde_json::Result<NamedGraph<SplittingGraph>> {
    let rows = Rows { limits, too_large, options: vec![0], sums: vec![0], parts: Vec::new() };
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let graph = deserializer.deserialize_any(rows)?;
    deserializer.end().map(|()| graph)
}

/// The graph, if it has no cycle.
///
/// # Errors
/// Play may come back to a vertex, or the meter is spent.
pub(super) fn without_cycles(graph: NamedGraph<SplittingGraph>) -> Result<NamedGraph<SplittingGraph>, Faults> {
    let Err(NoValues::Cycle { through }) = graph.graph.values() else { return Ok(graph) };
    let name = graph.words(through);
    let detail = format!(
        "play may come back to {}, and a graph with an option that is a list of vertices must have no cycle",
        fault::quoted(&name)
    );
    Err(Faults::one(format!("/graph/{}", fault::step(&name)), Code::InvalidGame, detail))
}

/// The rows that are read.
struct Rows<'l> {
    limits: Limits,
    too_large: &'l mut Option<TooLarge>,
    options: Vec<u32>,
    sums: Vec<u32>,
    parts: Vec<u32>,
}

impl Rows<'_> {
    /// Reads the options of one more vertex; `read` reads a part.
    fn row<E: Error>(
        &mut self,
        options: &RawValue,
        mut read: impl FnMut(&str) -> serde_json::Result<u32>,
    ) -> Result<(), E> {
        meter::go_on(STEPS_A_VERTEX).map_err(E::custom)?;
        self.within("vertices", self.options.len(), self.limits.vertices)?;
        for option in serde_json::from_str::<Vec<&RawValue>>(options.get()).map_err(E::custom)? {
            let is_list = option.get().starts_with('[');
            let parts = if is_list { serde_json::from_str(option.get()).map_err(E::custom)? } else { vec![option] };
            for part in parts {
                meter::go_on(STEPS_A_NAME).map_err(E::custom)?;
                self.within("edges", self.parts.len() + 1, self.limits.edges)?;
                self.parts.push(read(part.get()).map_err(E::custom)?);
            }
            meter::go_on(STEPS_A_NAME).map_err(E::custom)?;
            self.within("edges", self.sums.len(), self.limits.edges)?;
            self.sums.push(vertex(self.parts.len()));
        }
        self.options.push(vertex(self.sums.len() - 1));
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

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = NamedGraph<SplittingGraph>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or an array of lists")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut rows: A) -> Result<Self::Value, A::Error> {
        while let Some(options) = rows.next_element::<&RawValue>()? {
            self.row(options, |part| match serde_json::from_str(part)? {
                WireInteger::Number(at) => u32::try_from(at).map_err(serde_json::Error::custom),
                _ => Err(serde_json::Error::custom(NO_GRAPH)),
            })?;
        }
        Ok(NamedGraph::new(self.finish()?, None))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut names = Interner::new();
        while let Some(name) = entries.next_key_seed(NameSeed { names: &mut names })? {
            if !names.define(name) {
                return Err(A::Error::custom(NO_GRAPH));
            }
            let options: &RawValue = entries.next_value()?;
            self.row(options, |part| {
                NameSeed { names: &mut names }.deserialize(&mut serde_json::Deserializer::from_str(part))
            })?;
        }
        let (names, vertices) = names.into_names();
        for part in &mut self.parts {
            *part = vertices[index(*part)];
        }
        Ok(NamedGraph::new(self.finish()?, Some(names)))
    }
}
