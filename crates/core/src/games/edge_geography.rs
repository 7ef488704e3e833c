//! Undirected edge geography: a token moves along an edge, which is deleted. By search.

use crate::game::kinds::geography::{self, FRAENKEL, TokenOnEdges};
use crate::game::{Card, Left, Rules, Tag};

/// Undirected edge geography.
#[derive(Clone, Copy, Debug, Default)]
pub struct EdgeGeography;

impl Rules for EdgeGeography {
    type Position = TokenOnEdges;
    /// The vertex that the token moves to.
    type Move = u64;

    const CARD: Card = Card {
        id: "edge-geography",
        name: "Edge geography",
        aliases: &["Undirected edge geography"],
        keywords: &["token on a graph", "generalized geography", "trail in a graph", "used edges"],
        tags: &[Tag::Graphs],
        rules: "An undirected graph with a token on a vertex. A move puts the token along an edge on a neighbour, and this edge is \
                deleted; vertices stay. Who cannot move loses.",
        position: geography::POSITION,
        text_form: "token,u.v,u.v,…",
        example: "0,0.1,1.2,2.0,2.3,3.4",
        moves: &[("0,0.1,1.2,0.2,2.3", "1,0.2,1.2,2.3", "go from 0 to 1"), ("1,0.1,2.3", "0,2.3", "go from 1 to 0")],
        sources: &[FRAENKEL],
        normal: "Exact, by search while the graph is small.",
        misere: "By search while the sum is small.",
        ..Card::BLANK
    };

    /// Neighbour by neighbour, ascending.
    fn moves(&self, graph: &TokenOnEdges) -> impl Iterator<Item = u64> {
        graph.neighbours()
    }

    fn after(&self, graph: &TokenOnEdges, to: &u64) -> Left<TokenOnEdges> {
        graph.moved(*to, |edge| !(edge.contains(&graph.token()) && edge.contains(to))).into()
    }

    fn describe(&self, graph: &TokenOnEdges, to: &u64) -> String {
        format!("go from {} to {to}", graph.token())
    }

    fn key(&self, graph: &TokenOnEdges) -> TokenOnEdges {
        graph.reached()
    }

    fn small(&self) -> Vec<TokenOnEdges> {
        geography::small()
    }
}
