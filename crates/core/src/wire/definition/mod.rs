//! Reads the games that a request defines. A game is defined by rules, by a graph, by vectors, or as a deletion game.

mod board;
mod deletion;
mod fault;
mod fields;
mod form;
mod graph;
mod reader;
mod rules;
mod vectors;

use super::fault::{Code, Fault, Faults};
use super::json_reader::{JsonReader, Read};
use super::limits::LimitCounter;
use crate::theory::graphs::GraphLimits;
use fields::{DefinitionFields, GRAPH};
pub(crate) use form::Definition;

pub use graph::read_graph;

impl Definition {
    /// Reads `{"graph": …}`, `{"rules": …}`, `{"steps": …, "rides": …}` (either may be left out), or a deletion game.
    ///
    /// # Errors
    /// Returns all faults, with JSON pointers relative to the definition.
    pub(crate) fn read(json: &mut JsonReader, counts: &mut LimitCounter) -> Read<Self> {
        if json.peek()? != b'{' {
            let found = fault::type_of(json.raw()?.get());
            let detail = format!(
                r#"a game is {{"rules": …}}, {{"graph": …}}, {{"steps": …, "rides": …}}, or a deletion game such as {{"board": …, "pieces": …}}, and this is {found}"#
            );
            return Err(Fault::new(Code::InvalidGame, detail).into());
        }
        let all = "a game has the fields rules and constants, or graph, or steps and rides, or board and pieces, or edges and \
                   rule, or order, or cells and moves";
        let (mut graph, mut faults) = (None, Faults::default());
        let limits = GraphLimits { vertices: counts.limits.max_vertices, edges: counts.limits.max_edges };
        let read_graph = |json: &mut JsonReader| graph::read(json, limits).map(|read| graph = Some(read));
        let fields = DefinitionFields::read(json, field, all, read_graph, &mut faults)?;
        if let Some(detail) = mixed(&fields) {
            faults.add(|| (String::new(), detail.to_owned()));
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        graph.map_or_else(|| Self::of_fields(&fields, counts).map_err(|faults| counts.unread(faults)), Ok)
    }

    /// Reads rules, vectors or a deletion game. The fields tell which of these it is.
    fn of_fields(fields: &DefinitionFields, counts: &mut LimitCounter) -> Result<Self, Faults> {
        if fields.has_any(&rules::FIELDS) {
            return rules::read(fields, counts).map(Self::Rules);
        }
        if deletion::is_of(fields) {
            return deletion::read(fields, counts);
        }
        vectors::read(fields, counts).map(Self::Vectors)
    }
}

/// Returns the field with this name.
fn field(name: &str) -> Option<&'static str> {
    let plain = [GRAPH].iter().chain(&rules::FIELDS).chain(&vectors::FIELDS);
    fields::field(plain.chain(deletion::FIELDS.into_iter().flatten()), name)
}

/// Returns the text of the fault, unless the fields define exactly one game: by rules, by a graph, by vectors, or as a
/// deletion game.
fn mixed(fields: &DefinitionFields) -> Option<&'static str> {
    let forms = [
        fields.get(GRAPH).is_some(),
        fields.has_any(&rules::FIELDS),
        fields.has_any(&vectors::FIELDS),
        deletion::is_of(fields),
    ];
    match forms.into_iter().filter(|is_there| *is_there).count() {
        1 => None,
        0 => Some(
            "a game is rules, or a graph, or vectors as steps and rides, or a deletion game such as board and pieces, and this has \
             none of them",
        ),
        _ => Some("a game is of one form, and this is of two: rules, a graph, vectors or a deletion game"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::json_reader;
    use crate::wire::limits::RequestLimits;

    fn read(json: &str) -> Result<Definition, Faults> {
        let limits = RequestLimits::default();
        json_reader::read(json.as_bytes(), |json| Definition::read(json, &mut LimitCounter::new(&limits)))
    }

    fn pointers(json: &str) -> Vec<String> {
        let faults = read(json).err().unwrap_or_default();
        faults.listed().iter().map(|fault| fault.pointer.clone()).collect()
    }

    #[test]
    fn graphs_and_vectors() {
        assert!(matches!(read(r#"{"graph": [[0]]}"#), Ok(Definition::Graph(_))));
        let read = read(r#"{"steps": [[1, 2.0, -3]], "rides": [[1e1, 0, 0]]}"#).unwrap();
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
        let many = format!(r#"{{"rides": [{}[1]]}}"#, "[1],".repeat(256));
        assert_eq!(pointers(&many), [""]);
        let long = format!(r#"{{"rides": [[{}1]]}}"#, "1,".repeat(16));
        assert_eq!(pointers(&long), ["/rides/0"]);
    }
}
