//! Undirected vertex geography: a token moves along an edge, and the vertex that it leaves is deleted. The game is
//! solved by search.

use crate::game::Card;
use crate::game::kinds::geography::{GEOGRAPHY, GeographyVariant, GraphVertex};

/// Undirected vertex geography.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexGeography;

impl GeographyVariant for VertexGeography {
    const CARD: Card = Card {
        id: "vertex-geography",
        name: "Vertex geography",
        aliases: &["Undirected vertex geography", "Slither"],
        keywords: &["token on a graph", "generalized geography", "path in a graph", "visited vertices", "matching"],
        rules: "An undirected graph with a token on a vertex. A move puts the token along an edge on a neighbour, and the vertex that it \
                leaves is deleted with all its edges. Who cannot move loses.",
        example: "0,0.1,1.2,2.3,3.0,1.4,4.5",
        moves: &[("0,0.1,1.2,0.2,2.3", "1,1.2,2.3", "go from 0 to 1"), ("1,0.1,2.3", "0,2.3", "go from 1 to 0")],
        normal: "Exact, by search while the graph is small. By a theorem that is not used here, the player to move wins exactly if every \
                 maximum matching has the token's vertex.",
        ..GEOGRAPHY
    };

    fn deletes(from: GraphVertex, _: GraphVertex, edge: &[GraphVertex; 2]) -> bool {
        edge.contains(&from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kinds::geography::Geography;
    use crate::game::search::Searched;
    use crate::game::{Game, Play, Rules, Theory};
    use crate::theory::Caches;

    /// The number of edges of the largest matching that uses no vertex in `without`.
    fn matching(edges: &[[u64; 2]], without: &[u64]) -> usize {
        let Some(([one, other], rest)) = edges.split_first() else { return 0 };
        let skipped = matching(rest, without);
        if without.contains(one) || without.contains(other) {
            return skipped;
        }
        skipped.max(1 + matching(rest, &[without, &[*one, *other]].concat()))
    }

    #[test]
    fn the_token_is_won_where_each_maximum_matching_has_its_vertex() {
        let rules = Geography::<VertexGeography>::new();
        let graphs = rules.small();
        let theory = Searched::new(rules).theory(&graphs, Play::Normal, &Caches::default()).unwrap();
        for graph in &graphs {
            let is_in_all = matching(&graph.edges, &[]) > matching(&graph.edges, &[graph.token]);
            assert_eq!(theory.solve(graph).value > 0, is_in_all, "{graph:?}");
        }
    }
}
