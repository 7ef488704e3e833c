//! Caches the labels of graphs, so that later requests about the same graph need not compute them again. A bot sends
//! such a request at each turn of a game.

use std::sync::Arc;

use super::Graph;
use super::labels::SmithLabels;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, CacheKind, Cached, allocated};

/// The labels of a graph are cached only if the graph has at least this number of edges. Labelling a smaller graph is
/// as fast as looking it up.
const LEAST_EDGES: u32 = 10_000;

impl Cached for Arc<SmithLabels> {
    const KIND: CacheKind = CacheKind::Graphs;

    fn bytes(&self) -> usize {
        allocated::<(SmithLabels, [usize; 2])>(1) + SmithLabels::bytes(self)
    }
}

/// Returns the labels of a graph.
pub(crate) fn labels(graph: &Graph, cache: &Cache) -> Result<Arc<SmithLabels>, Spent> {
    let labels = || SmithLabels::of(graph).map(Arc::new);
    if graph.edges() < LEAST_EDGES {
        return labels();
    }
    meter::charge_each(graph.bytes(), cost::WORD);
    cache.find(SmithLabels::TOPIC, graph, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_graph_is_labelled_once() {
        let path = |length: u32| Graph::from_rows((0..=length).map(|v| if v < length { vec![v + 1] } else { vec![] }));
        let (cache, graph) = (Cache::default(), path(LEAST_EDGES).unwrap());
        let first = labels(&graph, &cache).unwrap();
        assert_eq!(*first, SmithLabels::of(&graph).unwrap());
        assert!(Arc::ptr_eq(&first, &labels(&graph.clone(), &cache).unwrap()));
        let longer = path(LEAST_EDGES + 1).unwrap();
        assert_eq!(*labels(&longer, &cache).unwrap(), SmithLabels::of(&longer).unwrap());
    }
}
