//! [`NamedGraph`]: a graph whose vertices the client has named.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use grundy_certify::{joined_up_to, list};

use super::names::Names;
use super::ruled::Ruled;
use crate::game::Illegal;
use crate::game::shape::{PlainValue, Shape};
use crate::game::words::{cut, quote};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::graphs::Graph;
use crate::theory::graphs::labels::SmithLabels;
use crate::theory::graphs::misere::Types;
use crate::theory::graphs::splitting::SplittingGraph;
use crate::theory::step::{counted, joined};

/// A graph whose vertices have names. If `G` is [`SplittingGraph`], a move may leave any number of vertices.
#[derive(Debug)]
pub struct NamedGraph<G = Graph> {
    /// The graph. Its vertices are numbered in the order in which they are defined.
    pub graph: Arc<G>,
    vertices: u32,
    naming: Naming,
    labels: Option<Arc<SmithLabels>>,
    types: OnceLock<Types>,
}

/// The way in which vertices are named in requests, responses and sentences.
enum Naming {
    /// By strings.
    Texts(Names),
    /// By the index of the vertex.
    Indices,
    /// By the index in requests and responses, and by these words in sentences.
    Words(Box<dyn Fn(u32) -> String + Send + Sync>),
    /// By positions of a game that the client defined by rules. Each vertex stands for a position.
    Rules(Box<Ruled>),
}

impl fmt::Debug for Naming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texts(names) => names.fmt(f),
            Self::Indices => f.write_str("Indices"),
            Self::Words(_) => f.write_str("Words"),
            Self::Rules(positions) => positions.fmt(f),
        }
    }
}

/// A graph that knows its number of vertices.
pub trait Vertices {
    /// The number of vertices.
    fn count(&self) -> u32;
}

impl Vertices for Graph {
    fn count(&self) -> u32 {
        self.vertices()
    }
}

impl Vertices for SplittingGraph {
    fn count(&self) -> u32 {
        self.vertices()
    }
}

impl NamedGraph {
    /// Finds the values of all vertices beforehand. After that, requests about the graph are not charged for values.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn find_labels(&mut self) -> Result<&SmithLabels, Spent> {
        let labels = SmithLabels::of(&self.graph)?;
        Ok(self.labels.insert(Arc::new(labels)))
    }

    /// Finds the misère types of all vertices beforehand. After that, requests about the graph are not charged for
    /// types.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn find_types(&self) -> Result<(), Spent> {
        if self.types.get().is_none() {
            let _ = self.types.set(Types::of(&self.graph)?);
        }
        Ok(())
    }

    /// Sets the values of all vertices, which were found beforehand.
    pub(crate) fn labelled(self, labels: Option<Arc<SmithLabels>>) -> Self {
        Self { labels, ..self }
    }

    /// The values of all vertices, if they were found beforehand.
    #[must_use]
    pub fn labels(&self) -> Option<&Arc<SmithLabels>> {
        self.labels.as_ref()
    }

    /// Returns the misère types of all vertices; `None` if [`Self::find_types`] has not found them.
    pub(crate) fn types(&self) -> Option<&Types> {
        self.types.get()
    }

    /// Returns how many bytes of memory the graph and its names need.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let names = match &self.naming {
            Naming::Texts(names) => names.bytes(),
            Naming::Rules(positions) => positions.bytes(),
            Naming::Indices | Naming::Words(_) => 0,
        };
        self.graph.bytes() + names
    }
}

impl<G: Vertices> NamedGraph<G> {
    pub(crate) fn new(graph: G, names: Option<Names>) -> Self {
        Self::with(Arc::new(graph), names.map_or(Naming::Indices, Naming::Texts))
    }

    /// Creates a graph for a program that uses the library. The program identifies vertices by their index. Sentences
    /// name a vertex by `words`, which is called only when a sentence needs the name.
    #[must_use]
    pub fn described(graph: G, words: impl Fn(u32) -> String + Send + Sync + 'static) -> Self {
        Self::with(Arc::new(graph), Naming::Words(Box::new(words)))
    }

    /// Creates a graph whose vertices stand for positions of a game that the client defined by rules.
    pub(crate) fn ruled(graph: Arc<G>, positions: Ruled) -> Self {
        Self::with(graph, Naming::Rules(Box::new(positions)))
    }

    fn with(graph: Arc<G>, naming: Naming) -> Self {
        Self { vertices: graph.count(), graph, naming, labels: None, types: OnceLock::new() }
    }

    /// Returns the vertex for which [`Self::written`] returns `written`: a name, an index, or a position of a game that
    /// is defined by rules. `None` if there is no such vertex.
    #[must_use]
    pub fn vertex(&self, written: &PlainValue) -> Option<u32> {
        match (written, &self.naming) {
            (PlainValue::Text(name), Naming::Texts(names)) => names.vertex(name),
            (PlainValue::Integer(index), Naming::Indices | Naming::Words(_)) => {
                u32::try_from(index.to_u64()?).ok().filter(|v| *v < self.vertices)
            }
            (PlainValue::Literal(position), Naming::Rules(positions)) => positions.vertex(position),
            _ => None,
        }
    }

    /// Returns a vertex as responses write it.
    #[must_use]
    pub fn written(&self, v: u32) -> PlainValue {
        match &self.naming {
            Naming::Texts(names) => PlainValue::Text(names.name(v).to_owned()),
            Naming::Rules(positions) => {
                positions.position(v).map_or(PlainValue::Integer(v.into()), PlainValue::Literal)
            }
            Naming::Indices | Naming::Words(_) => PlainValue::Integer(v.into()),
        }
    }

    /// Returns the graph as JSON, up to some bytes more than `most`. `options` returns the options of a vertex, each as
    /// the vertices that a move leaves. `None` if the vertices are positions of other rules.
    pub(crate) fn definition(&self, most: usize, options: impl Fn(u32) -> Vec<Vec<u32>>) -> Option<String> {
        let is_named = matches!(self.naming, Naming::Texts(_));
        let name = |v: &u32| match &self.naming {
            Naming::Texts(names) => serde_json::to_string(names.name(*v)).ok(),
            Naming::Indices => Some(v.to_string()),
            Naming::Words(_) | Naming::Rules(_) => None,
        };
        let option = |left: Vec<u32>| match &left[..] {
            [to] => name(to),
            _ => Some(list(left.iter().map(name).collect::<Option<Vec<_>>>()?)),
        };
        let row = |v: u32| {
            let options = list(meter::each(options(v), cost::OPTION).map(option).collect::<Option<Vec<_>>>()?);
            Some(if is_named { format!("{}:{options}", name(&v)?) } else { options })
        };
        let rows = joined_up_to(most, meter::each(0..self.vertices, cost::OPTION).map(row))?;
        Some(if is_named { format!(r#"{{"graph":{{{rows}}}}}"#) } else { format!(r#"{{"graph":[{rows}]}}"#) })
    }

    /// The name of a vertex in a sentence. A long name is not cut.
    #[must_use]
    pub fn words(&self, v: u32) -> Cow<'_, str> {
        match &self.naming {
            Naming::Texts(names) => names.name(v).into(),
            Naming::Indices => v.to_string().into(),
            Naming::Words(words) => words(v).into(),
            Naming::Rules(_) => self.written(v).to_string().into(),
        }
    }

    /// The form of positions: strings, integers or Python literals.
    pub(crate) fn shape(&self) -> Shape {
        match self.naming {
            Naming::Texts(_) => Shape::Text { pattern: "" },
            Naming::Indices | Naming::Words(_) => Shape::Integer,
            Naming::Rules(_) => Shape::Literal,
        }
    }

    /// Returns the vertex that a client wrote.
    ///
    /// # Errors
    /// There is no vertex with this name.
    pub(crate) fn read(&self, written: &PlainValue) -> Result<u32, Illegal> {
        self.vertex(written).ok_or_else(|| match written {
            PlainValue::Text(name) => Illegal::new(format!("the graph has no vertex {}", quote(name))),
            PlainValue::Integer(_) => {
                let vertices = counted(self.vertices, "vertex", "vertices");
                Illegal::new(format!("the graph has {vertices}, counted from 0"))
            }
            _ => Illegal::shape(),
        })
    }

    /// True if the vertices that a move leaves keep the order in which they were listed. Otherwise, they are sorted.
    pub(crate) fn keeps_order(&self) -> bool {
        matches!(self.naming, Naming::Rules(_))
    }

    /// Describes a move from a vertex. If the client's script describes moves, its words are used.
    pub(crate) fn describe(&self, from: u32, to: &[u32]) -> String {
        let described = if let Naming::Rules(rules) = &self.naming { rules.describe(from, to) } else { None };
        described.unwrap_or_else(|| format!("move from {} to {}", self.short(from), self.sum(to)))
    }

    /// Describes the vertices that a move leaves.
    pub(crate) fn sum(&self, to: &[u32]) -> String {
        match to {
            [] => "nothing".to_owned(),
            to => joined(to, |v| self.short(*v), " + "),
        }
    }

    /// The name of a vertex in a sentence. A long name is cut.
    pub(crate) fn short(&self, v: u32) -> String {
        cut(&self.words(v)).to_owned()
    }
}
