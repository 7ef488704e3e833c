//! Undirected vertex geography: a token moves along an edge, and the vertex that it leaves is deleted.
//!
//! The player to move wins iff every maximum matching of the graph has the token's vertex (Fraenkel, Scheinerman and
//! Ullman 1993). So a move to *w* wins iff some maximum matching of the graph without the token's vertex leaves *w*
//! without a mate. One search for a maximum matching finds all such *w*. Grundy values are found by search, while the
//! graph is small.

use std::sync::Arc;

use crate::game::kinds::geography::{FRAENKEL, GEOGRAPHY, Geography, GeographyVariant, GraphVertex, TokenOnEdges};
use crate::game::search::{Found, FoundBySearch, Searched};
use crate::game::{Card, Game, Goal, HasValue, Moves, Play, Step, Tameness, Theory, Unsolved, Value};
use crate::number::meter;
use crate::theory::Caches;
use crate::theory::graphs::matching;

/// Undirected vertex geography.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexGeography;

impl GeographyVariant for VertexGeography {
    const CARD: Card = Card {
        id: "vertex-geography",
        name: "Vertex geography",
        aliases: &["Undirected vertex geography", "Slither"],
        keywords: &["token on a graph", "generalized geography", "path in a graph", "visited vertices", "matching"],
        rules: "A graph, that is points, its vertices, some of them joined by edges. A token is on a vertex. A move puts the token along an edge on a neighbour, and the vertex that it \
                leaves is deleted with all its edges. Who cannot move loses.",
        position: "the vertex of the token, then the edges [u, v] in any order, each once, at most 100000, between vertices that are \
                   numbers below 2^64",
        example: "0,0.1,1.2,2.3,3.0,1.4,4.5",
        moves: &[("0,0.1,1.2,0.2,2.3", "1,1.2,2.3", "go from 0 to 1"), ("1,0.1,2.3", "0,2.3", "go from 1 to 0")],
        normal: "The winner and all winning moves are exact for one position alone, by the largest sets of edges of which no two share a vertex. Grundy values are found by \
                 search while the graph is small.",
        ..GEOGRAPHY
    };

    const MOST_EDGES: usize = 100_000;

    fn deletes(from: GraphVertex, _: GraphVertex, edge: &[GraphVertex; 2]) -> bool {
        edge.contains(&from)
    }
}

/// Values are searched only if a graph has at most this number of edges. A search already fails with far fewer edges,
/// unless the graph is little more than a path.
const MOST_SEARCHED: usize = 2_000;

/// The rules, and the search for values by the rules.
type VertexRules = Geography<VertexGeography>;
type VertexSearch = FoundBySearch<VertexRules>;

/// The theory: the values that a search found, or matchings if the search would take too long.
#[derive(Clone, Debug)]
pub(crate) enum VertexTheory {
    /// All positions were searched.
    Search(VertexSearch),
    /// A matching decides each position when it is solved.
    Matchings,
}

/// A solved position.
#[derive(Clone, Debug)]
pub(crate) enum SolvedVertex {
    /// The values that a search found.
    Value(Found),
    /// The vertices to which the token can move and win.
    Winning(Arc<[GraphVertex]>),
}

impl HasValue for SolvedVertex {
    fn value(&self) -> Value {
        match self {
            Self::Value(found) => found.value(),
            Self::Winning(moves) => Value::Outcome { wins: !moves.is_empty(), valued: true },
        }
    }
}

impl Game for VertexRules {
    type Theory = VertexTheory;

    /// The search may take half of the steps of the request, so that matchings can decide the winner if it fails. In
    /// misère play, nothing but a search decides.
    fn theory(&self, positions: &[TokenOnEdges], play: Play, tables: &Caches) -> Result<VertexTheory, Unsolved> {
        let search = || Searched::new(self.clone()).theory(positions, play, tables);
        if play == Play::Misere {
            return search().map(VertexTheory::Search);
        }
        if positions.iter().any(|graph| graph.edges.len() > MOST_SEARCHED) {
            return Ok(VertexTheory::Matchings);
        }
        let found = meter::within(meter::left() / 2, search);
        meter::go_on(0)?;
        Ok(found.ok().and_then(Result::ok).map_or(VertexTheory::Matchings, VertexTheory::Search))
    }
}

/// Returns the vertices to which the token can move and win, ascending; `None` if the meter is spent.
fn winning(graph: &TokenOnEdges) -> Option<Vec<GraphVertex>> {
    let (vertices, rest) = graph.without_token()?;
    let missed = matching::missed(&rest)?;
    let is_missed = |to: &GraphVertex| vertices.binary_search(to).is_ok_and(|number| missed[number]);
    Some(graph.neighbours().filter(is_missed).collect())
}

impl Theory<VertexRules> for VertexTheory {
    type Solved = SolvedVertex;

    fn covers(&self, positions: &[TokenOnEdges]) -> bool {
        match self {
            Self::Search(search) => search.covers(positions),
            Self::Matchings => true,
        }
    }

    fn solve(&self, graph: &TokenOnEdges) -> SolvedVertex {
        match self {
            Self::Search(search) => SolvedVertex::Value(search.solve(graph)),
            // If the meter is spent, nobody sees the result.
            Self::Matchings => SolvedVertex::Winning(winning(graph).unwrap_or_default().into()),
        }
    }

    fn moves_to<'a>(
        &'a self,
        graph: &'a TokenOnEdges,
        solved: &'a SolvedVertex,
        goal: &Goal,
    ) -> Option<Moves<'a, GraphVertex>> {
        match (self, solved, goal) {
            (Self::Search(search), SolvedVertex::Value(found), goal) => search.moves_to(graph, found, goal),
            (_, SolvedVertex::Winning(moves), Goal::Wins(Play::Normal)) => Some(Moves::list(moves.to_vec())),
            _ => None,
        }
    }

    fn explain(&self, graph: &TokenOnEdges, solved: &SolvedVertex) -> Vec<Step> {
        match (self, solved) {
            (Self::Search(search), SolvedVertex::Value(found)) => search.explain(graph, found),
            (_, SolvedVertex::Winning(moves)) => {
                let theory = "A position is won for the player to move exactly if every maximum matching of the graph has the token's vertex. \
                              So a move wins exactly if it goes to a vertex that some maximum matching of the other vertices leaves without \
                              a mate.";
                let here = match moves.len() {
                    0 => "Here no move goes to such a vertex, so".to_owned(),
                    1 => "Here one move goes to such a vertex, so".to_owned(),
                    count => format!("Here {count} moves go to such a vertex, so"),
                };
                vec![Step::by(FRAENKEL, theory), Step::winner(here, !moves.is_empty(), Play::Normal)]
            }
            (Self::Matchings, SolvedVertex::Value(_)) => Vec::new(),
        }
    }

    fn shows_options(&self, _: &TokenOnEdges, solved: &SolvedVertex) -> bool {
        matches!(solved, SolvedVertex::Value(_))
    }

    fn tameness(&self, _: &TokenOnEdges, solved: &SolvedVertex) -> Tameness {
        match solved {
            SolvedVertex::Value(found) => found.tameness,
            SolvedVertex::Winning(_) => Tameness::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules as _;

    /// Returns whether the player to move wins, by the rules alone.
    fn wins(rules: &VertexRules, graph: &TokenOnEdges) -> bool {
        rules.moves(graph).any(|to| rules.after(graph, &to).parts().iter().all(|left| !wins(rules, left)))
    }

    #[test]
    fn matchings_find_all_winning_moves_of_all_graphs_on_five_vertices() {
        let rules = VertexRules::new();
        let pairs: Vec<[GraphVertex; 2]> = (0..5).flat_map(|one| (one + 1..5).map(move |other| [one, other])).collect();
        let chosen = |set: u32| pairs.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
        let five = (0_u32..1 << pairs.len()).map(|set| chosen(set).map(|(_, edge)| *edge).collect());
        let five = five.map(|edges| TokenOnEdges { token: 0, edges });
        for graph in five.chain(rules.small()) {
            let expected: Vec<GraphVertex> = rules
                .moves(&graph)
                .filter(|to| rules.after(&graph, to).parts().iter().all(|left| !wins(&rules, left)))
                .collect();
            assert_eq!(winning(&graph).unwrap(), expected, "{graph:?}");
        }
    }

    #[test]
    fn a_graph_that_is_too_large_to_search_has_a_winner_and_its_moves() {
        // A grid of 200 × 200 squares has a matching that has every vertex. Without a corner it has an odd number of
        // vertices, and the matching misses only vertices of the colour of the corner's neighbours.
        let side: GraphVertex = 200;
        let at = |row: GraphVertex, column: GraphVertex| row * side + column;
        let mut edges = Vec::new();
        for row in 0..side {
            for column in 0..side {
                edges.extend((column + 1 < side).then(|| [at(row, column), at(row, column + 1)]));
                edges.extend((row + 1 < side).then(|| [at(row, column), at(row + 1, column)]));
            }
        }
        edges.sort_unstable();
        let grid = TokenOnEdges { token: 0, edges };
        let rules = VertexRules::new();
        let theory = rules.theory(std::slice::from_ref(&grid), Play::Normal, &Caches::default()).unwrap();
        let solved = theory.solve(&grid);
        assert_eq!(solved.value(), Value::Outcome { wins: true, valued: true });
        let moves = theory.moves_to(&grid, &solved, &Goal::Wins(Play::Normal)).unwrap();
        assert_eq!((moves.count(), moves.nth(&0_u64.into())), (2_u64.into(), Some(1)));
        let left = rules.after(&grid, &1);
        assert_eq!(theory.solve(&left.parts()[0]).value(), Value::Outcome { wins: false, valued: true });
    }
}
