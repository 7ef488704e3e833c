//! Node Kayles: remove a vertex of a graph and its neighbours.

use crate::game::kinds::cells;
use crate::game::kinds::deletion::{DELETION, Deletions};
use crate::game::shape::{Notation, Shape};
use crate::game::{Card, Source, Tag};
use crate::theory::deletion::graphs;
use crate::theory::sources::SCHAEFER;

const BROWN: Source =
    Source { author: "S. Brown and others", year: 2020, title: "Nimber sequences of Node-Kayles games" };

/// Node Kayles.
pub(crate) const NODE_KAYLES: Deletions = Deletions {
    card: &Card {
        id: "node-kayles",
        name: "Node Kayles",
        aliases: &["Blocking game", "Independent set game", "Impartial Col"],
        keywords: &["tree", "independent set", "vertices", "graph", "remove a vertex and its neighbours"],
        tags: &[Tag::Graphs],
        rules: "A graph: points, its vertices, some of them joined by edges. A move takes a vertex with all its neighbours. Who cannot move loses. So no two of the \
                vertices that the players choose are joined.",
        position: "the edges [u, v], between vertices that are integers, and vertices alone; all in any order",
        notation: Some(Notation::Edges),
        text_form: "u.v,u.v,w,…",
        example: "0.1,1.2,2.3,3.0,1.4,5",
        moves: &[("0.1,1.2,2.3,5", "3,5", "take 1, with 0, 2"), ("0.1,5", "0.1", "take 5")],
        sources: &[SCHAEFER, BROWN],
        normal: "Exact, by search: grids to 7 × 7, graphs of about 40 vertices, trees of 60. A path of n vertices, however long, is Dawson's Chess with n.",
        ..DELETION
    }
    .complete(),
    shape: Shape::List(&Shape::Coordinates),
    read: |written| cells::graph(written, true, "take", graphs::node_kayles),
    small: || cells::small_graphs(true),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kinds::deletion::testing::value;

    /// A path of n vertices is a heap of n in the octal game 0.137.
    #[test]
    fn paths_and_complete_graphs() {
        let dawson = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5];
        for (n, expected) in dawson.into_iter().enumerate().skip(2) {
            let path: Vec<String> = (1..n).map(|v| format!("{}.{v}", v - 1)).collect();
            assert_eq!(value(&NODE_KAYLES, &path.join(",")), expected, "P{n}");
            let all: Vec<String> = (0..n).flat_map(|u| (u + 1..n).map(move |v| format!("{u}.{v}"))).collect();
            assert_eq!(value(&NODE_KAYLES, &all.join(",")), 1, "K{n}");
        }
    }
}
