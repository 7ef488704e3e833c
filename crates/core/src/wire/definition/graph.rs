//! Reads a graph: an object of vertex → list of options, or an array of such lists. An option is a vertex, or a list of
//! vertices, which is their sum. The JSON is read directly into arrays that hold the options of all vertices. A tree of
//! JSON values, or a list for each vertex, would take more memory and time.

use super::Definition;
use super::fault::{invalid, quoted, type_of};
use super::fields::GRAPH;
use crate::number::{NotNatural, cost, meter};
use crate::own::NamedGraph;
use crate::own::names::{Interner, Names};
use crate::theory::graphs::graph::{NONE, index, vertex};
use crate::theory::graphs::splitting::{NoValues, SplittingGraph};
use crate::theory::graphs::{EDGES, GraphLimits, Rows, TooLarge, VERTICES};
use crate::wire::fault::{Code, Fault, Faults, step};
use crate::wire::integer::WireInteger;
use crate::wire::json_reader::{self, JsonReader, Read, Unread};

/// Reads a graph.
///
/// # Errors
/// Returns all faults, with pointers relative to the graph.
pub(super) fn read(json: &mut JsonReader, limits: GraphLimits) -> Read<Definition> {
    let options = Options::new(limits);
    match json.peek()? {
        // The fault of a limit is that of the whole graph.
        b'{' => options.read_named(json).map_err(Unread::without_place),
        b'[' => options.read_numbered(json).map_err(Unread::without_place),
        _ => {
            let found = type_of(json.raw()?.get());
            Err(invalid(format!(
                "a graph is an object of vertices, each with the list of vertices that a move leads to, or an array of arrays of \
                 indices, and this is {found}"
            )))
        }
    }
}

/// Reads a graph in which each option is a single vertex, and not a list of vertices.
///
/// # Errors
/// Returns all faults, with pointers that begin with `/graph`.
pub fn read_graph(json: &str, limits: GraphLimits) -> Result<NamedGraph, Faults> {
    match json_reader::read(json.as_bytes(), |json| read(json, limits)).map_err(|faults| faults.under(GRAPH))? {
        Definition::Graph(graph) => Ok(graph),
        _ => Err(Faults::one("/graph", Code::InvalidGame, "moves of this graph split")),
    }
}

/// The options of the vertices that were read.
struct Options {
    limits: GraphLimits,
    /// The end of each vertex' options, after a 0.
    rows: Vec<u32>,
    /// The end of each option in `parts`, after a 0. `None` while every option is a single vertex.
    sums: Option<Vec<u32>>,
    /// The vertices of the options. [`NONE`] stands for a vertex whose fault is reported already.
    parts: Vec<u32>,
}

impl Options {
    fn new(limits: GraphLimits) -> Self {
        let GraphLimits { vertices, edges } = GraphLimits::NONE;
        let limits = GraphLimits { vertices: limits.vertices.min(vertices), edges: limits.edges.min(edges) };
        Self { limits, rows: vec![0], sums: None, parts: Vec::new() }
    }

    fn read_numbered(mut self, json: &mut JsonReader) -> Read<Definition> {
        let read = json.list(|json, _| self.row(json, cost::ENTRY, read_index));
        let mut faults = json_reader::faults_of(read)?;
        let last = self.vertices().saturating_sub(1);
        if self.parts.iter().any(|part| index(*part) > last) {
            let detail = |part| format!("there is no vertex {part}: this graph has the vertices 0 to {last}");
            self.find_unknown(|part| index(part) > last, |row| row.to_string(), detail, &mut faults);
        }
        self.finish(None, faults)
    }

    fn read_named(mut self, json: &mut JsonReader) -> Read<Definition> {
        let mut names = Interner::new();
        let read = json.object(|json, name, faults| {
            let number = names.intern(name).ok_or_else(too_long)?;
            if !names.define(number) {
                faults.add(|| {
                    let detail = format!("the vertex {} is defined twice; this is its second definition", quoted(name));
                    (format!("/{}", step(name)), detail)
                });
            }
            self.row(json, cost::LOOK_UP, |json| {
                if json.peek()? == b'"' {
                    return names.intern(&json.string()?).ok_or_else(too_long);
                }
                let found = type_of(json.raw()?.get());
                Err(invalid(format!("a vertex of this graph is a string, and this is {found}")))
            })
        });
        let mut faults = json_reader::faults_of(read)?;
        if !names.are_defined() {
            let detail = |part| {
                let name = quoted(names.name(part));
                format!("{name} is no vertex of this graph (one without moves needs an empty list)")
            };
            self.find_unknown(|part| !names.is_defined(part), |row| step(names.name_of(row)), detail, &mut faults);
        }
        let (names, vertices) = names.into_names();
        for part in &mut self.parts {
            *part = vertices.get(index(*part)).copied().unwrap_or(NONE);
        }
        // `vertices` is freed at once, to save memory.
        drop(vertices);
        self.finish(Some(names), faults)
    }

    /// Reads the options of the next vertex; `read` reads a vertex in an option, and `steps` are charged for it.
    fn row(
        &mut self,
        json: &mut JsonReader,
        steps: u64,
        mut read: impl FnMut(&mut JsonReader) -> Read<u32>,
    ) -> Read<()> {
        meter::go_on(cost::NUMBER)?;
        within(VERTICES, self.rows.len(), self.limits.vertices)?;
        let row = if json.peek()? == b'[' {
            json.list(|json, _| {
                if json.peek()? == b'[' {
                    return self.sum(json, &mut read);
                }
                let option = self.part(json, steps, &mut read);
                self.end_option()?;
                option
            })
        } else {
            let found = type_of(json.raw()?.get());
            Err(invalid(format!("the moves of a vertex are a list of vertices, and this is {found}")))
        };
        self.rows.push(vertex(self.options()));
        row
    }

    /// Reads an option that is a list of vertices.
    fn sum(&mut self, json: &mut JsonReader, mut read: impl FnMut(&mut JsonReader) -> Read<u32>) -> Read<()> {
        if self.sums.is_none() {
            self.sums = Some((0..=vertex(self.parts.len())).collect());
        }
        meter::go_on(cost::COMPONENT)?;
        let sum = json.list(|json, _| self.part(json, cost::COMPONENT, &mut read));
        self.end_option()?;
        sum
    }

    /// Reads a vertex of an option.
    #[inline]
    fn part(
        &mut self,
        json: &mut JsonReader,
        steps: u64,
        mut read: impl FnMut(&mut JsonReader) -> Read<u32>,
    ) -> Read<()> {
        meter::charge(steps);
        within(EDGES, self.parts.len() + 1, self.limits.edges)?;
        match read(json) {
            Ok(part) => {
                self.parts.push(part);
                Ok(())
            }
            Err(unread) => {
                self.parts.push(NONE);
                Err(unread)
            }
        }
    }

    #[inline]
    fn end_option(&mut self) -> Read<()> {
        if let Some(sums) = &mut self.sums {
            within(EDGES, sums.len(), self.limits.edges)?;
            sums.push(vertex(self.parts.len()));
        }
        Ok(())
    }

    fn options(&self) -> usize {
        self.sums.as_ref().map_or(self.parts.len(), |sums| sums.len() - 1)
    }

    fn vertices(&self) -> usize {
        self.rows.len() - 1
    }

    /// Adds the fault of each vertex in an option that is unknown. It is called once all vertices are known, since an option
    /// may be a vertex that comes later. `name` returns the step of a pointer to a row.
    fn find_unknown(
        &self,
        is_unknown: impl Fn(u32) -> bool,
        name: impl Fn(usize) -> String,
        detail: impl Fn(u32) -> String,
        faults: &mut Faults,
    ) {
        meter::charge_each(self.parts.len(), cost::LOOK_UP);
        let end = |option: usize| self.sums.as_ref().map_or(option, |sums| index(sums[option]));
        for (row, options) in self.rows.windows(2).enumerate() {
            for (place, option) in (index(options[0])..index(options[1])).enumerate() {
                let parts = &self.parts[end(option)..end(option + 1)];
                for (number, &part) in parts.iter().enumerate().filter(|(_, part)| **part != NONE) {
                    if is_unknown(part) {
                        let within = if parts.len() == 1 { String::new() } else { format!("/{number}") };
                        faults.add(|| (format!("/{}/{place}{within}", name(row)), detail(part)));
                    }
                }
            }
        }
    }

    fn finish(self, names: Option<Names>, mut faults: Faults) -> Read<Definition> {
        if self.vertices() == 0 {
            faults.add(|| (String::new(), "the graph has no vertex".to_owned()));
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let Self { rows, sums, parts, .. } = self;
        // All vertices are known, and the limits are those of the tables. So the arrays make a graph.
        let no_graph = || invalid("the lists make no graph");
        let Some(sums) = sums else {
            let graph = Rows::from_arrays(rows, parts).and_then(|rows| rows.finish().ok()).ok_or_else(no_graph)?;
            return Ok(Definition::Graph(NamedGraph::new(graph, names)));
        };
        let graph = SplittingGraph::from_arrays(rows, sums, parts).ok_or_else(no_graph)?;
        let graph = NamedGraph::new(graph, names);
        let Err(NoValues::Cycle { through }) = graph.graph.values() else { return Ok(Definition::Splitting(graph)) };
        let name = graph.words(through);
        let detail = format!(
            "play may come back to {}, and a graph with an option that is a list of vertices must have no cycle",
            quoted(&name)
        );
        Err(Fault::new(Code::InvalidGame, detail).under(name).into())
    }
}

/// Reads the index of a vertex. The number of vertices is not known yet, so the index may be too large.
#[inline]
fn read_index(json: &mut JsonReader) -> Read<u32> {
    match WireInteger::read(json)? {
        WireInteger::Number(n) => match u32::try_from(n) {
            Ok(n) if n != NONE => Ok(n),
            _ => Err(invalid(format!("there is no vertex {n}"))),
        },
        WireInteger::Other(NotNatural::OtherType(found)) => Err(no_index(found)),
        WireInteger::Other(reason) => Err(invalid(reason.to_string())),
        WireInteger::Text(_) => Err(no_index("a string")),
    }
}

fn no_index(found: &str) -> Unread {
    invalid(format!(
        "a vertex of this graph is an index, and this is {}",
        if found == "a list" { "an array" } else { found }
    ))
}

fn within(what: [&'static str; 2], count: usize, limit: u32) -> Read<()> {
    if count <= index(limit) {
        return Ok(());
    }
    let over = TooLarge { what, limit };
    Err(Unread::ended(Fault::new(Code::TooCostly, format!("the graph has {over}, which is the limit"))))
}

/// No request reaches this limit, since bodies are limited.
fn too_long() -> Unread {
    Unread::ended(Fault::new(Code::TooCostly, "the names are too long"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shape::PlainValue;
    use crate::theory::graphs::Graph;

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
                ("/graph/b~1~0", "the moves of a vertex are a list of vertices, and this is a number"),
                ("/graph/a", "the vertex “a” is defined twice; this is its second definition"),
                ("/graph/a/1", "a vertex of this graph is a string, and this is a number"),
                ("/graph/b/0/1", "a vertex of this graph is a string, and this is an array"),
                ("/graph/a/1", "“x” is no vertex of this graph (one without moves needs an empty list)"),
                ("/graph/b/0/0", "“c” is no vertex of this graph (one without moves needs an empty list)"),
            ],
        );
        assert_faults(
            r#"[[1, 2], {"a": 1}, [0, -1, 1.5, "0", 3, 99999999999]]"#,
            &[
                ("/graph/1", "the moves of a vertex are a list of vertices, and this is an object"),
                ("/graph/2/1", "it is below 0"),
                ("/graph/2/2", "it has a fraction"),
                ("/graph/2/3", "a vertex of this graph is an index, and this is a string"),
                ("/graph/2/5", "there is no vertex 99999999999"),
                ("/graph/2/4", "there is no vertex 3: this graph has the vertices 0 to 2"),
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
        let read_with = |json: &str, limits| {
            json_reader::read(json.as_bytes(), |json| super::read(json, limits)).map_err(|faults| faults.under("graph"))
        };
        let split = |json: &str| match read_with(json, GraphLimits::NONE) {
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
            ("[[[1]]]", "/graph/0/0"),
            ("[[[0, [0]]]]", "/graph/0/0/1"),
        ] {
            let faults = read_with(json, GraphLimits::NONE).unwrap_err();
            assert_eq!(faults.listed()[0].code, Code::InvalidGame);
            assert!(faults.listed()[0].pointer.starts_with(pointer), "{json}: {faults:?}");
        }
        for (limits, json) in [
            (GraphLimits { vertices: 2, edges: 9 }, "[[[]], [], []]"),
            (GraphLimits { vertices: 9, edges: 3 }, "[[[1, 1], [1, 1]], []]"),
        ] {
            assert_eq!(read_with(json, limits).unwrap_err().listed()[0].code, Code::TooCostly);
        }
    }

    #[test]
    fn faults_are_counted_past_the_first_32_and_quote_little() {
        let name = "x".repeat(100);
        let faults = read(&format!(r#"{{"a": ["{name}"{}]}}"#, format!(", \"{name}\"").repeat(40))).unwrap_err();
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
}
