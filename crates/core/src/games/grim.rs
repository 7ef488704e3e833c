//! Grim: delete a vertex of a graph. The vertex must have a neighbour.

use crate::game::kinds::cells;
use crate::game::kinds::deletion::{DELETION, Deletions};
use crate::game::shape::{Notation, Shape};
use crate::game::{Card, Source, Tag};
use crate::theory::deletion::graphs;

const ADAMS_DIXON: Source = Source {
    author: "R. Adams, J. Dixon, J. Elder, J. Peabody, O. Vega and K. Willis",
    year: 2016,
    title: "Combinatorial analysis of a subtraction game on graphs",
};

/// Grim.
pub(crate) const GRIM: Deletions = Deletions {
    card: &Card {
        id: "grim",
        name: "Grim",
        aliases: &["Cannibal Clobber (impartial)", "Impartial Cannibal Clobber"],
        keywords: &["vertices", "isolated vertices", "graph"],
        tags: &[Tag::Graphs],
        rules: "A graph: points, its vertices, some of them joined by edges. A move deletes a vertex that still has a neighbour, with its edges; vertices without one are out of play. Who cannot move loses.",
        position: "the edges [u, v], between vertices that are integers; edges and their ends may come in any order",
        notation: Some(Notation::Edges),
        text_form: "u.v,u.v,…",
        example: "0.1,1.2,2.3,3.0,1.4",
        moves: &[("0.1,1.2,2.3", "2.3", "delete 1"), ("0.1,1.2,2.3", "1.2,2.3", "delete 0")],
        sources: &[ADAMS_DIXON],
        normal: "Exact, by search. A path of n vertices, however long, is Officers with n.",
        ..DELETION
    }
    .complete(),
    shape: Shape::List(&Shape::Pair),
    read: |written| cells::graph(written, false, "delete", |_, edges| graphs::grim(edges)),
    small: || cells::small_graphs(false),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kinds::deletion::testing::value;

    /// A path of n vertices is a heap of n in the octal game 0.6.
    #[test]
    fn paths() {
        for (n, officers) in (2..).zip([1, 2, 0, 1, 2, 3, 1, 2, 3]) {
            let path: Vec<String> = (1..n).map(|v| format!("{}.{v}", v - 1)).collect();
            assert_eq!(value(&GRIM, &path.join(",")), officers, "P{n}");
        }
    }
}
