//! [`NamedGraph`]: a graph whose vertices the client has named.

use super::names::Names;
use crate::theory::graphs::Graph;

/// A graph with the client's own names of its vertices.
#[derive(Debug)]
pub struct NamedGraph {
    /// The graph; vertices count in the order in which they are defined.
    pub graph: Graph,
    /// `None`: they are named by their index.
    names: Option<Names>,
}

/// How the client calls a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexName<'n> {
    /// By a string: the graph is an object.
    Text(&'n str),
    /// By its index: the graph is an array.
    Index(u64),
}

impl NamedGraph {
    pub(crate) fn new(graph: Graph, names: Option<Names>) -> Self {
        Self { graph, names }
    }

    /// The vertex of this name.
    #[must_use]
    pub fn vertex(&self, name: VertexName<'_>) -> Option<u32> {
        match (name, &self.names) {
            (VertexName::Text(text), Some(names)) => names.vertex(text),
            (VertexName::Index(at), None) => u32::try_from(at).ok().filter(|&at| at < self.graph.vertices()),
            _ => None,
        }
    }

    /// The name of a vertex.
    #[must_use]
    pub fn name(&self, v: u32) -> VertexName<'_> {
        self.names.as_ref().map_or(VertexName::Index(u64::from(v)), |names| VertexName::Text(names.name(v)))
    }

    /// Whether vertices have names, and no indices.
    #[must_use]
    pub const fn named(&self) -> bool {
        self.names.is_some()
    }

    /// Bytes of memory that the graph and its names hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.graph.bytes() + self.names.as_ref().map_or(0, Names::bytes)
    }
}
