//! Subset take-away: remove a set of a family, and all sets of the family that contain it.

use crate::game::kinds::cells;
use crate::game::kinds::deletion::{DELETION, Deletions};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Source, Tag};
use crate::theory::sources::GALE_NEYMAN;

const BROUWER: Source = Source {
    author: "A. E. Brouwer and J. D. Christensen",
    year: 2018,
    title: "Counterexamples to conjectures about subset takeaway",
};

/// Subset take-away.
pub(crate) const SUBSET_TAKE_AWAY: Deletions = Deletions {
    card: &Card {
        id: "subset-take-away",
        name: "Subset take-away",
        aliases: &["Subset takeaway", "Superset game"],
        keywords: &["sets", "subsets", "hypergraph", "simplicial complex"],
        tags: &[Tag::Graphs],
        rules: "A family of finite sets, none of them empty. A move takes a set with all that contain it. Who cannot \
                move loses. Gale and Neyman conjectured that the proper subsets of a set are always lost for the \
                player to move; that fails for large sets.",
        position: "the sets, each a list of integers; all in any order",
        text_form: "a,b,a.b,…",
        example: "1,2,3,1.2,1.3,2.3",
        moves: &[("1,2,1.2", "2", "take {1}, with {1, 2}"), ("1,2,1.2", "1,2", "take {1, 2}")],
        sources: &[GALE_NEYMAN, BROUWER],
        normal: "Exact, by search: the proper subsets of a set of up to 5, and families of about 40 sets.",
        ..DELETION
    }
    .complete(),
    shape: Shape::List(&Shape::List(&Shape::Integer)),
    read: cells::family,
    small,
};

fn small() -> Vec<PlainValue> {
    let set = |set: u64| {
        PlainValue::List(
            (1..=3).filter(|n| set >> (n - 1) & 1 == 1).map(|n: u64| PlainValue::Integer(n.into())).collect(),
        )
    };
    let families =
        (0..128_u64).map(|family| PlainValue::List((1..8).filter(|s| family >> (s - 1) & 1 == 1).map(set).collect()));
    families.collect()
}
