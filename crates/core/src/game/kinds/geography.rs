//! [`Geography`]: a token moves along an edge of an undirected graph. The move deletes the edge, or the vertex that the
//! token leaves.

use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;

use crate::game::shape::{Pair, PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, Position, Rules, Source, Tag};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::graphs::Graph;

/// One of the games that [`Geography`] implements.
pub(crate) trait GeographyVariant: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The catalogue's card of the game.
    const CARD: Card;

    /// The largest number of edges.
    const MOST_EDGES: usize = 2_000;

    /// Returns whether the token's move from the vertex `from` to the vertex `to` deletes `edge`.
    fn deletes(from: GraphVertex, to: GraphVertex, edge: &[GraphVertex; 2]) -> bool;
}

/// The rules of the game that a [`GeographyVariant`] defines.
#[derive(Clone, Debug)]
pub(crate) struct Geography<V>(PhantomData<fn() -> V>);

pub(crate) const FRAENKEL: Source = Source {
    author: "A. S. Fraenkel, E. R. Scheinerman and D. Ullman",
    year: 1993,
    title: "Undirected edge geography",
};

/// The fields that the cards of all [`Geography`] games have in common.
pub(crate) const GEOGRAPHY: Card = Card {
    tags: &[Tag::Graphs],
    position: "the vertex of the token, then the edges [u, v] in any order, each once, at most 2000, between vertices that are \
               numbers below 2^64",
    text_form: "token,u.v,u.v,…",
    sources: &[FRAENKEL],
    normal: "Exact, by search while the graph is small.",
    misere: "By search while the sum is small.",
    ..Card::BLANK
};

/// A vertex of a graph.
pub(crate) type GraphVertex = u64;

/// The largest number of edges of any [`GeographyVariant`].
const MOST_EDGES: usize = 100_000;

/// A simple graph with a token on a vertex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenOnEdges {
    pub(crate) token: GraphVertex,
    /// The edges in ascending order. The smaller end of each edge comes first.
    pub(crate) edges: Vec<[GraphVertex; 2]>,
}

/// Returns the fault of a graph that has more than `most` edges.
fn too_many(most: usize) -> Illegal {
    Illegal::part(most.saturating_add(1), format!("there are at most {most} edges"))
}

/// Reads the number of a vertex.
fn vertex(written: &Natural) -> Result<GraphVertex, Illegal> {
    written.to_u64().ok_or_else(|| "vertices are numbers below 2^64".into())
}

impl Position for TokenOnEdges {
    const SHAPE: Shape = Shape::List(&Shape::Coordinates);

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let PlainValue::List(parts) = written else { return Err(Illegal::shape()) };
        meter::charge_each(parts.len(), cost::LOOK_UP);
        let mut parts = parts.into_iter().enumerate();
        let Some((_, PlainValue::Integer(token))) = parts.next() else {
            return Err(Illegal::part(0, "the vertex of the token comes first"));
        };
        let token = vertex(&token).map_err(|Illegal { reason, .. }| Illegal::part(0, reason))?;
        let mut edges = Vec::with_capacity(parts.len().min(MOST_EDGES));
        for (place, part) in parts {
            if place > MOST_EDGES {
                return Err(too_many(MOST_EDGES));
            }
            let at = |Illegal { reason, .. }| Illegal::part(place, reason);
            let ends = match part {
                PlainValue::Pair(Pair { first, second }) => Some([first, second]),
                other => other.into_integers().and_then(|ends| <[Natural; 2]>::try_from(ends).ok()),
            };
            let [one, other] = ends.ok_or_else(|| Illegal::part(place, "an edge joins two vertices"))?;
            let (one, other) = (vertex(&one).map_err(at)?, vertex(&other).map_err(at)?);
            if one == other {
                return Err(Illegal::part(place, "an edge joins two vertices, and not one to itself"));
            }
            edges.push(([one.min(other), one.max(other)], place));
        }
        edges.sort_unstable();
        match edges.windows(2).find(|two| two[0].0 == two[1].0) {
            Some(two) => Err(Illegal::part(two[1].1, "each edge is listed once")),
            None => Ok(Self { token, edges: edges.into_iter().map(|(edge, _)| edge).collect() }),
        }
    }

    fn write(&self) -> PlainValue {
        let edges = self.edges.iter().map(|[one, other]| PlainValue::Pair(Pair::new(*one, *other)));
        PlainValue::List([PlainValue::Integer(self.token.into())].into_iter().chain(edges).collect())
    }

    fn weight(&self) -> usize {
        2 * self.edges.len() + 2
    }
}

impl TokenOnEdges {
    /// The vertices that edges join to the token's vertex, ascending.
    pub(crate) fn neighbours(&self) -> impl Iterator<Item = GraphVertex> {
        meter::charge_each(self.edges.len(), cost::ENTRY);
        // Each edge has its smaller end first, and the edges ascend. So the neighbours that are smaller than the
        // token's vertex come before those that are larger.
        self.edges.iter().filter_map(|[one, other]| match self.token {
            token if token == *other => Some(*one),
            token if token == *one => Some(*other),
            _ => None,
        })
    }

    /// Returns the graph without the token's vertex, and the names of its vertices, ascending. The vertices have the
    /// numbers 0, 1, 2, …. `None` if the meter is spent.
    pub(crate) fn without_token(&self) -> Option<(Vec<GraphVertex>, Graph)> {
        meter::go_on_each(self.edges.len(), cost::COMPONENT).ok()?;
        let mut names: Vec<GraphVertex> = self.edges.iter().flatten().copied().filter(|v| *v != self.token).collect();
        names.sort_unstable();
        names.dedup();
        let number = |name: &GraphVertex| names.binary_search(name).ok();
        let mut rows = vec![Vec::new(); names.len()];
        for [one, other] in &self.edges {
            if let (Some(one), Some(other)) = (number(one), number(other)) {
                rows[one].push(u32::try_from(other).ok()?);
                rows[other].push(u32::try_from(one).ok()?);
            }
        }
        Some((names, Graph::from_rows(rows).ok()?))
    }

    /// The part of the graph that the token can reach. Play never leaves this part. The vertices get new numbers, in
    /// the order of their distance from the token.
    fn reached(&self) -> Self {
        meter::charge_each(self.edges.len(), cost::COMPONENT);
        let mut beside: BTreeMap<GraphVertex, Vec<GraphVertex>> = BTreeMap::new();
        for [one, other] in &self.edges {
            beside.entry(*one).or_default().push(*other);
            beside.entry(*other).or_default().push(*one);
        }
        let mut numbers = BTreeMap::from([(self.token, 0)]);
        let (mut next, mut open) = (1, VecDeque::from([self.token]));
        while let Some(here) = open.pop_front() {
            for there in beside.get(&here).into_iter().flatten() {
                numbers.entry(*there).or_insert_with(|| {
                    open.push_back(*there);
                    next += 1;
                    next - 1
                });
            }
        }
        let numbered = |[one, other]: &[GraphVertex; 2]| {
            let (one, other): (GraphVertex, GraphVertex) = (*numbers.get(one)?, *numbers.get(other)?);
            Some([one.min(other), one.max(other)])
        };
        let mut edges: Vec<[GraphVertex; 2]> = self.edges.iter().filter_map(numbered).collect();
        edges.sort_unstable();
        Self { token: 0, edges }
    }
}

impl<V: GeographyVariant> Geography<V> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<V: GeographyVariant> Rules for Geography<V> {
    type Position = TokenOnEdges;
    /// The vertex that the token moves to.
    type Move = GraphVertex;

    const CARD: Card = V::CARD;

    fn legal(&self, graph: &TokenOnEdges) -> Result<(), Illegal> {
        if graph.edges.len() > V::MOST_EDGES { Err(too_many(V::MOST_EDGES)) } else { Ok(()) }
    }

    /// The moves are in ascending order of the vertices to which the token moves.
    fn moves(&self, graph: &TokenOnEdges) -> impl Iterator<Item = GraphVertex> {
        graph.neighbours()
    }

    fn after(&self, graph: &TokenOnEdges, to: &GraphVertex) -> Follower<TokenOnEdges> {
        meter::charge_each(graph.edges.len(), cost::ENTRY);
        let edges = graph.edges.iter().filter(|edge| !V::deletes(graph.token, *to, edge)).copied().collect();
        TokenOnEdges { token: *to, edges }.into()
    }

    fn describe(&self, graph: &TokenOnEdges, to: &GraphVertex) -> String {
        format!("go from {} to {to}", graph.token)
    }

    fn key(&self, graph: &TokenOnEdges) -> TokenOnEdges {
        graph.reached()
    }

    /// All graphs on four vertices with the token on the first vertex, and some graphs on up to seven vertices.
    fn small(&self) -> Vec<TokenOnEdges> {
        let pairs: Vec<[GraphVertex; 2]> = (0..4).flat_map(|one| (one + 1..4).map(move |other| [one, other])).collect();
        let chosen =
            |set: u32| pairs.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, edge)| *edge);
        let four = (0_u32..1 << pairs.len()).map(|set| TokenOnEdges { token: 0, edges: chosen(set).collect() });
        let larger: [(GraphVertex, &[[GraphVertex; 2]]); 5] = [
            (2, &[[0, 1], [0, 4], [1, 2], [2, 3], [3, 4]]),
            (1, &[[0, 1], [1, 2], [1, 3], [2, 3], [3, 4], [4, 5]]),
            (0, &[[0, 1], [0, 2], [0, 3], [1, 4], [2, 4], [3, 5], [4, 5]]),
            (5, &[[0, 1], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [4, 5]]),
            (9, &[[2, 7], [2, 9], [7, 9], [9, 11], [11, 30], [40, 41]]),
        ];
        four.chain(larger.map(|(token, edges)| TokenOnEdges { token, edges: edges.to_vec() })).collect()
    }
}
