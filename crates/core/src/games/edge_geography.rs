//! Undirected edge geography: a token moves along an edge, which is deleted. The game is solved by search.

use crate::game::Card;
use crate::game::kinds::geography::{GEOGRAPHY, GeographyVariant, GraphVertex};

/// Undirected edge geography.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeGeography;

impl GeographyVariant for EdgeGeography {
    const CARD: Card = Card {
        id: "edge-geography",
        name: "Edge geography",
        aliases: &["Undirected edge geography"],
        keywords: &["token on a graph", "generalized geography", "trail in a graph", "used edges"],
        rules: "A graph, that is points, its vertices, some of them joined by edges. A token is on a vertex. A move puts the token along an edge on a neighbour, and this edge is \
                deleted; vertices stay. Who cannot move loses.",
        example: "0,0.1,1.2,2.0,2.3,3.4",
        moves: &[("0,0.1,1.2,0.2,2.3", "1,0.2,1.2,2.3", "go from 0 to 1"), ("1,0.1,2.3", "0,2.3", "go from 1 to 0")],
        ..GEOGRAPHY
    };

    fn deletes(from: GraphVertex, to: GraphVertex, edge: &[GraphVertex; 2]) -> bool {
        edge.contains(&from) && edge.contains(&to)
    }
}
