//! Arc Kayles: remove two neighbouring vertices of a graph. On a grid, the game is Cram.

use crate::game::kinds::cells;
use crate::game::kinds::deletion::{DELETION, Deletions};
use crate::game::shape::{Notation, Shape};
use crate::game::{Card, Source, Tag};
use crate::theory::deletion::graphs;
use crate::theory::sources::SCHAEFER;

const HUGGAN_STEVENS: Source = Source {
    author: "M. A. Huggan and B. Stevens",
    year: 2016,
    title: "Polynomial time graph families for Arc Kayles",
};

/// Arc Kayles.
pub(crate) const ARC_KAYLES: Deletions = Deletions {
    card: &Card {
        id: "arc-kayles",
        name: "Arc Kayles",
        aliases: &["Edge Kayles", "Matching game"],
        keywords: &["edges", "graph", "tree", "remove an edge and both endpoints"],
        tags: &[Tag::Graphs],
        rules: "A graph: points, its vertices, some of them joined by edges. A move takes two vertices that an edge joins, with all edges at either of them. Who cannot \
                move loses.",
        position: "the edges [u, v], between vertices that are integers; edges and their ends may come in any order",
        notation: Some(Notation::Edges),
        text_form: "u.v,u.v,…",
        example: "0.1,1.2,2.3,3.0,1.4",
        moves: &[("0.1,1.2,2.3", "2.3", "take 0 and 1"), ("0.1,1.2,2.3,4.5", "4.5", "take 1 and 2")],
        sources: &[SCHAEFER, HUGGAN_STEVENS],
        normal: "Exact, by search: graphs of about 30 vertices and trees of 50. A path of n vertices, however long, is Dawson's Kayles with n.",
        ..DELETION
    }
    .complete(),
    shape: Shape::List(&Shape::Pair),
    read: |written| cells::graph(written, false, "take", |_, edges| graphs::arc_kayles(edges)),
    small: || cells::small_graphs(false),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kinds::deletion::testing::value;

    /// A path of n vertices is a heap of n in the octal game 0.07. All moves from a cycle leave the same path.
    #[test]
    fn paths_and_cycles() {
        let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5];
        for n in 3..=16_usize {
            let path: Vec<String> = (1..n).map(|v| format!("{}.{v}", v - 1)).collect();
            assert_eq!(value(&ARC_KAYLES, &path.join(",")), dawson[n], "P{n}");
            let cycle = format!("{},{}.0", path.join(","), n - 1);
            assert_eq!(value(&ARC_KAYLES, &cycle), u64::from(dawson[n - 2] == 0), "C{n}");
        }
    }
}
