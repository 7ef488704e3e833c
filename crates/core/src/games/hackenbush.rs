//! Green hackenbush: cut an edge, and what no longer hangs on the ground falls.
//!
//! Vertices of a cycle may be fused without changing the value, and so may all that no single edge separates; loops count 1
//! each (the fusion principle; Conway, in Winning Ways). What is left is a tree of bridges, where a branch is worth 1 more than
//! what stands on it, and branches at a vertex are summed. So one depth-first search finds the value: an edge that is no
//! bridge counts 1, a bridge 1 more than what hangs on it, all in XOR.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::game::{Card, Class, Game, Goal, Illegal, List, Rules, Solved, Source, Step, Tag, Unsolved, Value};
use crate::natural::Natural;
use crate::options::Found;
use crate::shape::{Pair, Shape, Written};
use crate::theory::Tables;

/// Green hackenbush.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays",
};

/// The most edges of a picture: the moves to a value are found by cutting each of them.
const MOST_EDGES: usize = 2000;

/// The squares of the edges of a request's pictures together: cutting each edge takes some 20 ns for each of the others.
const MAX_STEPS: usize = 20_000_000;

type Vertex = u64;

const GROUND: Vertex = 0;

/// Edges that all hang on the ground, in the client's order; which end comes first, and which edge, means nothing.
#[derive(Clone, Debug)]
pub struct Picture(Vec<[Vertex; 2]>);

impl Picture {
    /// The edges, the smaller end first, in order.
    fn sorted(&self) -> Vec<[Vertex; 2]> {
        let mut edges: Vec<[Vertex; 2]> = self.0.iter().copied().map(ends_in_order).collect();
        edges.sort_unstable();
        edges
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.sorted() == other.sorted()
    }
}

impl Eq for Picture {}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

fn ends_in_order([one, other]: [Vertex; 2]) -> [Vertex; 2] {
    [one.min(other), one.max(other)]
}

/// The places of edges, one for each of several between the same vertices, which are one move: its first.
fn cuts(edges: &[[Vertex; 2]]) -> Vec<usize> {
    let mut seen = HashSet::new();
    (0..edges.len()).filter(|place| seen.insert(ends_in_order(edges[*place]))).collect()
}

/// A picture with its vertices numbered, the ground first.
struct Graph {
    /// Of each vertex the edges there, by their places, with their other ends. A loop is there twice.
    neighbours: Vec<Vec<(usize, usize)>>,
    edges: usize,
}

/// What a search from the ground finds.
struct Found1 {
    value: u32,
}
