//! Reads a graph from JSON directly into [`Rows`], in which one array holds the options of all vertices. A tree of JSON
//! values, or a list for each vertex, would take more memory and time.

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

use super::vertices::{Index, NO_GRAPH, noted};
use super::{Definition, careful, splitting};
use crate::number::{cost, meter};
use crate::own::NamedGraph;
use crate::own::names::Interner;
use crate::theory::graphs::{Graph, GraphLimits, Rows, TooLarge};
use crate::wire::fault::{Code, Faults};
use crate::wire::json::{self, Seed};

/// Reads a graph: an object of vertex → list of vertices, or an array of arrays of indices. In both spellings, an
/// option may also be a list of vertices.
///
/// # Errors
/// Returns all faults. Their pointers are relative to the definition, and begin with `/graph`.
pub(super) fn read(json: &str, limits: GraphLimits) -> Result<Definition, Faults> {
    let mut too_large = None;
    for by_digits in [false, true] {
        if let Ok(graph) = json::visit(json, GraphVisitor { limits, too_large: &mut too_large, by_digits }) {
            return Ok(Definition::Graph(graph));
        }
        if too_large.is_some() {
            break;
        }
    }
    if too_large.is_none()
        && let Ok(graph) = json::visit(json, splitting::SplittingVisitor::new(limits, &mut too_large))
    {
        return splitting::without_cycles(graph).map(Definition::Splitting);
    }
    if let Some(over) = too_large {
        return Err(careful::too_large(over));
    }
    let faults = careful::faults(json, limits);
    // `careful::faults` accepts names that have more than 4 GiB together, but the visitors refuse them. No request
    // reaches this limit, since bodies are limited.
    Err(if faults.is_empty() { Faults::one("/graph", Code::TooCostly, "the names are too long") } else { faults })
}

/// Reads a graph in which each option is a single vertex, and not a list of vertices.
///
/// # Errors
/// Returns all faults, with pointers relative to the definition.
pub fn read_graph(json: &str, limits: GraphLimits) -> Result<NamedGraph, Faults> {
    match read(json, limits)? {
        Definition::Graph(graph) => Ok(graph),
        _ => Err(Faults::one("/graph", Code::InvalidGame, "moves of this graph split")),
    }
}

/// Reads a graph from an object of vertex → list of vertices, or from an array of arrays of indices.
pub(super) struct GraphVisitor<'p> {
    pub(super) limits: GraphLimits,
    /// The limit that the graph exceeds, if there is one.
    pub(super) too_large: &'p mut Option<TooLarge>,
    /// True if indices are read slowly, as [`Index::by_digits`] explains.
    pub(super) by_digits: bool,
}

impl<'de> Visitor<'de> for GraphVisitor<'_> {
    type Value = NamedGraph;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of lists of vertices, or an array of arrays of indices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Self::Value, A::Error> {
        let Self { limits, too_large, by_digits } = self;
        let (mut rows, mut index) = (Rows::new(limits), Index { by_digits });
        loop {
            let row = Row { vertices: &mut index, steps_a_target: cost::ENTRY, rows: &mut rows, too_large };
            if lists.next_element_seed(Seed(row))?.is_none() {
                return Ok(NamedGraph::new(finish(rows)?, None));
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let Self { limits, too_large, .. } = self;
        let (mut rows, mut names) = (Rows::new(limits), Interner::new());
        while let Some(name) = entries.next_key_seed(&mut names)? {
            if !names.define(name) {
                return Err(A::Error::custom(NO_GRAPH));
            }
            let row = Row { vertices: &mut names, steps_a_target: cost::LOOK_UP, rows: &mut rows, too_large };
            entries.next_value_seed(Seed(row))?;
        }
        let (names, vertices) = names.into_names();
        rows.rename(&vertices);
        // `vertices` is freed at once, to save memory.
        drop(vertices);
        Ok(NamedGraph::new(finish(rows)?, Some(names)))
    }
}

fn finish<E: Error>(rows: Rows) -> Result<Graph, E> {
    if rows.is_empty() {
        return Err(E::custom(NO_GRAPH));
    }
    rows.finish().map_err(|_| E::custom(NO_GRAPH))
}

/// Reads a row of vertices.
struct Row<'r, V> {
    /// Reads one vertex.
    vertices: &'r mut V,
    steps_a_target: u64,
    rows: &'r mut Rows,
    too_large: &'r mut Option<TooLarge>,
}

impl<'de, V> Visitor<'de> for Row<'_, V>
where
    for<'v> &'v mut V: DeserializeSeed<'de, Value = u32>,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut targets: A) -> Result<(), A::Error> {
        meter::go_on(cost::NUMBER).map_err(A::Error::custom)?;
        while let Some(target) = targets.next_element_seed(&mut *self.vertices)? {
            meter::charge(self.steps_a_target);
            noted(self.rows.target(target), self.too_large)?;
        }
        noted(self.rows.end_row(), self.too_large)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shape::PlainValue;
    use proptest::prelude::*;

    fn read(json: &str) -> Result<NamedGraph, Faults> {
        read_graph(json, GraphLimits::NONE)
    }

    fn text(name: &str) -> PlainValue {
        PlainValue::Text(name.to_owned())
    }

    fn index(at: u64) -> PlainValue {
        PlainValue::Integer(at.into())
    }

    #[track_caller]
    fn assert_faults(json: &str, expected: &[(&str, &str)]) {
        let faults = read(json).unwrap_err();
        let found: Vec<(&str, &str)> =
            faults.listed().iter().map(|f| (f.pointer.as_str(), f.detail.as_str())).collect();
        assert_eq!(found, expected, "{json}");
    }

    #[test]
    fn both_spellings() {
        let named = read(r#"{"b": ["a/~", "b", "a/~"], "a/~": [], "\u0063": ["b"]}"#).unwrap();
        assert_eq!(*named.graph, Graph::from_rows([vec![1, 0], vec![], vec![0]]).unwrap());
        assert_eq!(named.vertex(&text("a/~")), Some(1));
        assert_eq!(named.vertex(&text("c")), Some(2));
        assert_eq!((named.vertex(&text("d")), named.vertex(&index(0))), (None, None));
        assert_eq!((named.written(0), named.written(2)), (text("b"), text("c")));
        let rows = read("[[1, 0, 1.0], [], [0]]").unwrap();
        assert_eq!(rows.graph, named.graph);
        assert_eq!(rows.vertex(&index(2)), Some(2));
        assert_eq!((rows.vertex(&index(3)), rows.vertex(&text("0"))), (None, None));
        assert_eq!(rows.written(1), index(1));
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_faults(
            r#"{"a": ["b", "x"], "b/~": 3, "a": ["b/~", 5], "b": [["c", []]]}"#,
            &[
                ("/graph/a/1", "“x” is no vertex of this graph (one without moves needs an empty list)"),
                ("/graph/b~1~0", "the moves of a vertex are a list of vertices, and this is a number"),
                ("/graph/a", "the vertex “a” is defined twice; this is its second definition"),
                ("/graph/a/1", "a vertex of this graph is a string, and this is a number"),
                ("/graph/b/0/0", "“c” is no vertex of this graph (one without moves needs an empty list)"),
                ("/graph/b/0/1", "a vertex of this graph is a string, and this is an array"),
            ],
        );
        assert_faults(
            r#"[[1, 2], {"a": 1}, [0, -1, 1.5, "0", 3, 99999999999]]"#,
            &[
                ("/graph/1", "the moves of a vertex are a list of vertices, and this is an object"),
                ("/graph/2/1", "it is below 0"),
                ("/graph/2/2", "it has a fraction"),
                ("/graph/2/3", "a vertex of this graph is an index from 0 to 2, and this is a string"),
                ("/graph/2/4", "there is no vertex 3: this graph has the vertices 0 to 2"),
                ("/graph/2/5", "there is no vertex 99999999999: this graph has the vertices 0 to 2"),
            ],
        );
        for empty in ["{}", "[]"] {
            assert_faults(empty, &[("/graph", "the graph has no vertex")]);
        }
        for other in ["null", "\"a\"", "7"] {
            assert_eq!(read(other).unwrap_err().listed()[0].pointer, "/graph");
        }
    }

    #[test]
    fn options_may_be_lists() {
        let split = |json: &str| match super::read(json, GraphLimits::NONE) {
            Ok(Definition::Splitting(graph)) => graph,
            other => panic!("{other:?}"),
        };
        let (named, rows) = (
            split(r#"{"b": ["c", ["d", "c", "c"], []], "c": ["d"], "d": []}"#),
            split("[[1, [2, 1.0, 1], []], [2], []]"),
        );
        assert_eq!(named.graph, rows.graph);
        assert_eq!(named.graph.options(0).collect::<Vec<_>>(), [&[1][..], &[2, 1, 1], &[]]);
        assert_eq!(named.vertex(&text("d")), Some(2));
        assert_eq!(read("[[[]]]").unwrap_err().listed()[0].pointer, "/graph");
        for (json, pointer) in [
            ("[[[1, 1]], [0]]", "/graph/"),
            (r#"{"a/": [[], "a/"]}"#, "/graph/a~1"),
            ("[[[1]]]", "/graph/0/0/0"),
            ("[[[0, [0]]]]", "/graph/0/0/1"),
        ] {
            let faults = super::read(json, GraphLimits::NONE).unwrap_err();
            assert_eq!(faults.listed()[0].code, Code::InvalidGame);
            assert!(faults.listed()[0].pointer.starts_with(pointer), "{json}: {faults:?}");
        }
        for (limits, json) in [
            (GraphLimits { vertices: 2, edges: 9 }, "[[[]], [], []]"),
            (GraphLimits { vertices: 9, edges: 3 }, "[[[1, 1], [1, 1]], []]"),
        ] {
            assert_eq!(super::read(json, limits).unwrap_err().listed()[0].code, Code::TooCostly);
        }
    }

    #[test]
    fn faults_are_counted_past_the_first_32_and_quote_little() {
        let faults = read(&format!(r#"{{"a": ["{}"{}]}}"#, "x".repeat(100), ", 0".repeat(40))).unwrap_err();
        assert_eq!((faults.listed().len(), faults.omitted()), (32, 9));
        assert!(faults.listed()[0].detail.starts_with(&format!("“{}…”", "x".repeat(40))));
    }

    #[test]
    fn limits() {
        let limits = GraphLimits { vertices: 2, edges: 3 };
        assert!(read_graph("[[0, 1, 1], []]", limits).is_ok());
        assert!(read_graph(r#"{"a": ["a", "b", "b"], "b": []}"#, limits).is_ok());
        for over in ["[[0, 1, 1, 1], []]", "[[], [], []]", r#"{"a": ["a", "a", "a", "a"]}"#] {
            let faults = read_graph(over, limits).unwrap_err();
            assert_eq!((faults.listed()[0].pointer.as_str(), faults.listed()[0].code), ("/graph", Code::TooCostly));
        }
    }

    proptest! {
        /// `read` fails iff the careful reading finds a fault. Here, a graph that `read` refuses only for a cycle does
        /// not count as a failure.
        #[test]
        fn the_two_readings_agree(json in arb_json()) {
            let read = super::read(&json, GraphLimits::NONE);
            let has_cycle = |faults: &Faults| faults.listed()[0].detail.starts_with("play may come back");
            let refused = read.err().is_some_and(|faults| !has_cycle(&faults));
            prop_assert_eq!(refused, !careful::faults(&json, GraphLimits::NONE).is_empty(), "{}", json);
        }
    }

    fn arb_json() -> impl Strategy<Value = String> {
        let item = prop::sample::select(vec![
            "0", "1", "2", "1.0", "-0", "-1", "0.5", "\"a\"", "\"b\"", "\"\"", "[]", "[0,1]", "[\"a\"]", "null",
        ]);
        let row = prop_oneof![
            9 => prop::collection::vec(item, 0..3).prop_map(|items| format!("[{}]", items.join(","))),
            1 => prop::sample::select(vec!["0", "true", "{}", "\"a\""]).prop_map(str::to_owned)
        ];
        let key = prop::sample::select(vec!["a", "b", "", "\\u0061"]);
        prop_oneof![
            prop::collection::vec(row.clone(), 0..4).prop_map(|rows| format!("[{}]", rows.join(","))),
            prop::collection::vec((key, row), 0..4).prop_map(|entries| {
                let entries: Vec<String> = entries.iter().map(|(key, row)| format!("\"{key}\":{row}")).collect();
                format!("{{{}}}", entries.join(","))
            })
        ]
    }
}
