//! [`KnownLabels`]: the labels of graphs that were asked about, for those who ask about the same graph again, as a bot does
//! at each turn of a game.

use std::sync::Arc;

use super::Graph;
use super::labels::Labels;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{ByDigest, Cached};

/// Memory that the labels of all graphs together may take: those of some million vertices.
const MAX_BYTES: usize = 32 << 20;

/// Below so many edges labelling takes no longer than looking it up.
const LEAST_EDGES: u32 = 10_000;

/// The labels of the graphs that were asked about last.
#[derive(Debug)]
pub struct KnownLabels(ByDigest<Arc<Labels>>);

impl Cached for Arc<Labels> {
    fn bytes(&self) -> usize {
        Labels::bytes(self)
    }
}

impl Default for KnownLabels {
    fn default() -> Self {
        Self(ByDigest::new(MAX_BYTES))
    }
}

impl KnownLabels {
    /// The labels of a graph.
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn of(&self, graph: &Graph) -> Result<Arc<Labels>, Spent> {
        let labels = || Labels::of(graph).map(Arc::new);
        if graph.edges() < LEAST_EDGES {
            return labels();
        }
        meter::charge_each(graph.bytes(), 1);
        self.0.of(graph, labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_graph_is_labelled_once() {
        let path = |length: u32| Graph::from_rows((0..=length).map(|v| if v < length { vec![v + 1] } else { vec![] }));
        let (known, graph) = (KnownLabels::default(), path(LEAST_EDGES).unwrap());
        let first = known.of(&graph).unwrap();
        assert_eq!(*first, Labels::of(&graph).unwrap());
        assert!(Arc::ptr_eq(&first, &known.of(&graph.clone()).unwrap()));
        let longer = path(LEAST_EDGES + 1).unwrap();
        assert_eq!(*known.of(&longer).unwrap(), Labels::of(&longer).unwrap());
    }
}
