//! Reading the games that a request defines: a graph, or vectors as steps and rides.
//!
//! A graph may be long, so it is read twice at most: once fast, straight into compressed rows, and only if that fails
//! once more, carefully, to name every fault with its place.

mod careful;
mod deletion;
mod fault;
mod graph;
mod splitting;
mod vectors;

use super::fault::{Code, Faults};
use super::json::{AllMembers, STEPS_A_BYTE};
use crate::number::meter;
use crate::own::NamedGraph;
use crate::theory::graphs::Limits;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::vectors::Rules;
pub(crate) use deletion::Deletions;
pub use graph::read_graph;
pub use vectors::read_vectors;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// A game that a request defines.
#[derive(Debug)]
pub(crate) enum Definition {
    /// Positions and moves, one by one.
    Graph(NamedGraph),
    /// The same without cycles, and with moves that leave sums.
    Splitting(NamedGraph<SplittingGraph>),
    /// Moves as vectors.
    Vectors(Rules),
    /// Cells that moves take.
    Deletions(Deletions),
}

impl Definition {
    /// Reads `{"graph": …}` or `{"steps": …, "rides": …}`, of which either may be left out.
    ///
    /// # Errors
    /// Every fault, with JSON pointers relative to the definition.
    pub fn read(json: &str, limits: Limits) -> Result<Self, Faults> {
        meter::charge_each(json.len(), STEPS_A_BYTE);
        let Ok(AllMembers(entries)) = serde_json::from_str(json) else {
            let found = careful::type_of(json);
            let detail = format!(
                r#"a game is {{"graph": …}}, {{"steps": …, "rides": …}}, or a deletion game such as {{"board": …, "pieces": …}}, and this is {found}"#
            );
            return Err(Faults::one("", Code::InvalidGame, detail));
        };
        let mut faults = Faults::default();
        let mut members = deletion::Members::new();
        let [mut graph, mut steps, mut rides]: [Option<&RawValue>; 3] = [None; 3];
        for (name, value) in entries {
            let field = match name.as_str() {
                "graph" => &mut graph,
                "steps" => &mut steps,
                "rides" => &mut rides,
                other if deletion::field(other).is_some() => {
                    let field = deletion::field(other).unwrap_or_default();
                    if members.insert(field, value).is_some() {
                        faults.add(|| (format!("/{field}"), "it is there twice; this is the second".to_owned()));
                    }
                    continue;
                }
                other => {
                    let detail = || {
                        format!(
                            "a game has the fields graph, or steps and rides, or board and pieces, or edges and rule, or order, or \
                             cells and moves, and no {}",
                            fault::quoted(other)
                        )
                    };
                    faults.add(|| (format!("/{}", fault::step(other)), detail()));
                    continue;
                }
            };
            if field.replace(value).is_some() {
                faults.add(|| (format!("/{name}"), "it is there twice; this is the second".to_owned()));
            }
        }
        if !members.is_empty() {
            if graph.is_some() || steps.is_some() || rides.is_some() {
                faults.add(|| (String::new(), "a game is of one form, and this is of two".to_owned()));
            }
            return if faults.is_empty() { deletion::read(&members).map(Self::Deletions) } else { Err(faults) };
        }
        if graph.is_some() == (steps.is_some() || rides.is_some()) {
            let both = if graph.is_some() { "not both" } else { "and this has neither" };
            let detail = format!("a game is a graph, or vectors as steps and rides, {both}");
            faults.add(|| (String::new(), detail));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        match graph {
            Some(graph) => graph::read(graph.get(), limits),
            None => read_vectors(steps, rides).map(Self::Vectors),
        }
    }
}

/// The fast reading of a definition.
pub(super) struct DefinitionSeed(pub(super) Limits);

impl<'de> DeserializeSeed<'de> for DefinitionSeed {
    type Value = Definition;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Definition, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for DefinitionSeed {
    type Value = Definition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a graph, or steps and rides")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Definition, A::Error> {
        // The messages are never shown: the careful reading words them.
        let refused = || A::Error::custom("no game");
        let mut graph = None;
        let mut members = deletion::Members::new();
        let [mut steps, mut rides]: [Option<&RawValue>; 2] = [None; 2];
        while let Some(name) = map.next_key::<Field>()? {
            let again = match name {
                Field::Deletion(field) => members.insert(field, map.next_value()?).is_some(),
                Field::Graph => {
                    let seed = graph::GraphSeed { limits: self.0, too_large: &mut None, by_digits: false };
                    graph.replace(map.next_value_seed(seed)?).is_some()
                }
                Field::Steps => steps.replace(map.next_value()?).is_some(),
                Field::Rides => rides.replace(map.next_value()?).is_some(),
            };
            if again {
                return Err(refused());
            }
        }
        if !members.is_empty() {
            let is_alone = graph.is_none() && steps.is_none() && rides.is_none();
            let read = deletion::read(&members).map(Definition::Deletions).map_err(|_| refused());
            return if is_alone { read } else { Err(refused()) };
        }
        match (graph, steps.is_some() || rides.is_some()) {
            (Some(graph), false) => Ok(Definition::Graph(graph)),
            (None, true) => read_vectors(steps, rides).map(Definition::Vectors).map_err(|_| refused()),
            _ => Err(refused()),
        }
    }
}

/// A member of a definition.
enum Field {
    Graph,
    Steps,
    Rides,
    /// Of a deletion game.
    Deletion(&'static str),
}

impl<'de> serde::Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(FieldVisitor)
    }
}

struct FieldVisitor;

impl Visitor<'_> for FieldVisitor {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field of a game")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
        match name {
            "graph" => Ok(Field::Graph),
            "steps" => Ok(Field::Steps),
            "rides" => Ok(Field::Rides),
            other => deletion::field(other).map(Field::Deletion).ok_or_else(|| E::custom("no field")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointers(json: &str) -> Vec<String> {
        let faults = Definition::read(json, Limits::NONE).err().unwrap_or_default();
        faults.listed().iter().map(|fault| fault.pointer.clone()).collect()
    }

    #[test]
    fn graphs_and_vectors() {
        assert!(matches!(Definition::read(r#"{"graph": [[0]]}"#, Limits::NONE), Ok(Definition::Graph(_))));
        let read = Definition::read(r#"{"steps": [[1, 2.0, -3]], "rides": [[1e1, 0, 0]]}"#, Limits::NONE).unwrap();
        let Definition::Vectors(rules) = read else { panic!("vectors") };
        assert_eq!((rules.steps(), rules.rides()), ([vec![1, 2, -3]].as_slice(), [vec![10, 0, 0]].as_slice()));
    }

    #[test]
    fn every_fault_has_its_place() {
        for (json, expected) in [
            ("[]", vec![""]),
            ("{}", vec![""]),
            (r#"{"graph": [[]], "steps": [[1]]}"#, vec![""]),
            (r#"{"graf/": [[]], "graph": [[]], "graph": [[]]}"#, vec!["/graf~1", "/graph"]),
            (r#"{"graph": {"a": ["b"]}}"#, vec!["/graph/a/0"]),
            (r#"{"steps": []}"#, vec![""]),
            (r#"{"steps": 1, "rides": [1, [0.5, "1"]]}"#, vec!["/steps", "/rides/0", "/rides/1/0", "/rides/1/1"]),
            (r#"{"steps": [[1, 0], [0, 0], [1]], "rides": [[9007199254740992, 1]]}"#, vec!["/rides/0/0"]),
            (r#"{"steps": [[1, 0], [0, 0], [1]]}"#, vec!["/steps/1", "/steps/2"]),
            (r#"{"steps": [[1, -1], [-1, 1]]}"#, vec![""]),
        ] {
            assert_eq!(pointers(json), expected, "{json}");
        }
        let many = format!(r#"{{"rides": [{}[1]]}}"#, "[1],".repeat(64));
        assert_eq!(pointers(&many), [""]);
        let long = format!(r#"{{"rides": [[{}1]]}}"#, "1,".repeat(16));
        assert_eq!(pointers(&long), ["/rides/0"]);
    }
}
