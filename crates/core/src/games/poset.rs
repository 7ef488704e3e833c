//! Poset games: remove an element of a poset and all elements above it.

use crate::game::kinds::cells;
use crate::game::kinds::deletion::{DELETION, Deletions};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Source, Tag};
use crate::theory::sources::{DEUBER_THOMASSE, GALE_NEYMAN};

const GRIER: Source = Source {
    author: "D. Grier",
    year: 2013,
    title: "Deciding the winner of an arbitrary finite poset game is PSPACE-complete",
};

/// Poset games.
pub(crate) const POSET: Deletions = Deletions {
    card: &Card {
        id: "poset",
        name: "Poset game",
        aliases: &["Poset games", "Partially ordered set game"],
        keywords: &["partial order", "order", "hasse diagram", "divisors"],
        tags: &[Tag::Graphs],
        rules: "A partial order: of two elements one may be below the other, and then it is also below all that are above the \
                other. A move takes an element with all that are above it. Who cannot move loses. Nim is some chains beside \
                each other, in which each element is below the next; Chomp is a product of two chains without its least element, the poisoned square.",
        position: "pairs a<b or b>a, where a is below b, and elements alone. Names have no < > comma and blanks; \
                   pairs that follow from other pairs may be left out. In the text form a pair is a:b, which needs no \
                   escape, and names have no : and no -",
        text_form: "a:b,b:c,d,…",
        example: "a:b,a:c,b:d,c:d,e",
        moves: &[("a:b,b:c,d", "a,d", "take b, with c"), ("a<b,d", "b>a", "take d")],
        sources: &[GALE_NEYMAN, DEUBER_THOMASSE, GRIER],
        normal: "Exact. N-free orders, made of single elements by sums and series, may have up to 4096 elements. A \
                 chain is a heap of nim, a tree is green hackenbush. Parts that are neither sums nor series are \
                 searched, up to about 40 elements.",
        misere: "Exact, in sums too, for N-free orders, and if each component has a lowest factor that is tame, such \
                 as a least element. Others are searched: alone, and in sums with boards, graphs and orders \
                 of such games, and with small positions of any game.",
        ..DELETION
    }
    .complete(),
    shape: Shape::List(&Shape::Comparison),
    read: cells::order,
    small,
};

fn small() -> Vec<PlainValue> {
    let texts =
        |text: &str| PlainValue::List(text.split(',').map(|part| PlainValue::Comparison(part.to_owned())).collect());
    let orders = [
        "a",
        "a,b",
        "a<b",
        "a<b,b<c",
        "a<b,a<c",
        "a<c,b<c",
        "a<b,a<c,b<d,c<d",
        "a<b,c",
        "a<c,a<d,b<c,b<d",
        "a<b,b<c,c<d,d<e",
        "a<d,b<d,b<e,c<e",
        "a<b,c<d,b<e,d<e,f",
        "a<b,b<c,a<d",
        "a<b,b<c,a<d,d<e,f<g",
        // This poset is written with >, and one of its pairs follows from other pairs.
        "e,c>a,b>a,c>b,d>b",
    ];
    orders.map(texts).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kinds::deletion::testing::{value, value_of};

    /// A chain is a heap of nim. The value of a tree is 1 more than the XOR of its branches. A rectangle without its
    /// corner is Chomp.
    #[test]
    fn chains_trees_and_chomp() {
        assert_eq!(value(&POSET, "a<b,b<c,c<d"), 4);
        assert_eq!(value(&POSET, "r<a,r<b,b<c,r<d,d<e,e<f"), 1, "1 ⊕ 2 ⊕ 3 = 0, and 1 more");
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4)] {
            let name = |row: usize, column: usize| format!("{row}.{column}");
            let mut pairs = Vec::new();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                if (row, column) != (0, 0) {
                    pairs.extend(
                        (column + 1 < columns).then(|| format!("{}<{}", name(row, column), name(row, column + 1))),
                    );
                    pairs.extend((row + 1 < rows).then(|| format!("{}<{}", name(row, column), name(row + 1, column))));
                }
            }
            let chomp = value_of("chomp", &vec![columns.to_string(); rows].join(","));
            assert_eq!(value(&POSET, &pairs.join(",")), chomp, "{rows} × {columns}");
        }
    }

    /// In a forest, cutting an edge removes all edges above it. So hackenbush on a forest is the poset game on its
    /// edges.
    #[test]
    fn forests_are_hackenbush() {
        // For each vertex, the vertex below it, or 0 for the ground. The edge below a vertex has the number of this
        // vertex.
        for below in
            [&[0, 1, 1, 2, 2, 3][..], &[0, 0, 1, 2, 2, 5, 5], &[0, 1, 2, 2, 4, 4, 4, 1], &[0, 1, 2, 3, 2, 1, 0, 7]]
        {
            let edges: Vec<(usize, usize)> = (1..).zip(below).map(|(vertex, below)| (*below, vertex)).collect();
            let picture: Vec<String> = edges.iter().map(|(below, vertex)| format!("{below}.{vertex}")).collect();
            let order = |(below, vertex): &(usize, usize)| match below {
                0 => vertex.to_string(),
                below => format!("{below}<{vertex}"),
            };
            let order: Vec<String> = edges.iter().map(order).collect();
            assert_eq!(value(&POSET, &order.join(",")), value_of("hackenbush", &picture.join(",")), "{below:?}");
        }
    }
}
