//! The chocolate bar: break a bar along a line into two, until only single squares are left.
//!
//! Every break makes one piece more. So every play of a bar of *m* × *n* squares has *mn* − 1 moves, and G = (*mn* − 1)
//! mod 2.

use crate::game::kinds::bars::Breaks;
use crate::game::shape::{Notation, Unordered};
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;

/// The chocolate bar.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChocolateBar;

const WINKLER: Source =
    Source { author: "P. Winkler", year: 2004, title: "Mathematical Puzzles: A Connoisseur's Collection" };

/// The smallest length that a side of a part may have.
const LEAST: u64 = 1;

impl Rules for ChocolateBar {
    type Position = Unordered;
    type Move = Follower<Unordered>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "chocolate-bar",
        name: "Chocolate bar",
        aliases: &["Breaking chocolate", "Cutting the chocolate"],
        keywords: &["chocolate", "break a bar", "break chocolate", "pieces"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A bar of chocolate, or several. A move breaks one along a line into two, both of which stay. Who \
                cannot move, all being single squares, loses. If the player who makes the first single square wins, \
                the game is cutting-game; with a poisoned square it is poisoned-bar.",
        position: "[m, n], both at least 1, in either order",
        notation: Some(Notation::Size),
        text_form: "m,n",
        example: "3,4",
        moves: &[
            ("3,4", "3,1 3,3", "break 3 × 4 into 3 × 1 and 3 × 3"),
            ("4,3", "4,1 4,2", "break 4 × 3 into 4 × 1 and 4 × 2"),
        ],
        sources: &[WINKLER],
        normal: "Exact. All plays are equally long: the value is 1 exactly if m · n is even.",
        misere: "Exact, in sums too. All values swap.",
        max_grundy: Some(1),
        ..Card::BLANK
    };

    fn legal(&self, bar: &Unordered) -> Result<(), Illegal> {
        match bar.0.zero() {
            Some(part) => Err(Illegal::part(part, "a bar has at least 1 row and 1 column")),
            None => Ok(()),
        }
    }

    /// Lists the breaks of the smaller side after 1, 2, … squares, then those of the larger side in the same order.
    fn moves(&self, bar: &Unordered) -> impl Iterator<Item = Follower<Unordered>> {
        Breaks::new(bar, LEAST).all()
    }

    fn find(&self, bar: &Unordered, left: &Follower<Unordered>) -> Result<Follower<Unordered>, Illegal> {
        let to = &left.clone().into_sorted();
        Breaks::new(bar, LEAST).check(to.parts()).map(|()| to.clone())
    }

    left_is_the_move!();

    fn describe(&self, bar: &Unordered, to: &Follower<Unordered>) -> String {
        Breaks::new(bar, LEAST).describe(to.parts())
    }

    /// Returns only a few bars. A move splits a bar, so brute force must go through all sums of bars.
    fn small(&self) -> Vec<Unordered> {
        let sizes = (1..=10_u64).flat_map(|n| (1..=n).map(move |m| (m, n)));
        sizes.filter(|(m, n)| m * n <= 10).map(|(m, n)| Unordered::new(m, n)).collect()
    }
}

impl Theory<Self> for ChocolateBar {
    type Solved = u8;

    fn solve(&self, bar: &Unordered) -> u8 {
        u8::from(bar.0.first.is_even() || bar.0.second.is_even())
    }

    fn moves_to<'a>(
        &'a self,
        bar: &'a Unordered,
        parity: &'a u8,
        goal: &Goal,
    ) -> Option<Moves<'a, Follower<Unordered>>> {
        match goal {
            Goal::All => Some(Breaks::new(bar, LEAST).moves()),
            // Every option has the value 1 − parity.
            Goal::Value(value) if *value == u64::from(1 - parity) => Some(Breaks::new(bar, LEAST).moves()),
            Goal::Value(_) => Some(Moves::None),
            _ => None,
        }
    }

    fn explain(&self, bar: &Unordered, parity: &u8) -> Vec<Step> {
        let moves = (&bar.0.first * &bar.0.second).saturating_sub(&Natural::ONE);
        let [m, n, moves] = [&bar.0.first, &bar.0.second, &moves].map(Natural::short);
        let is = if *parity == 1 { "odd" } else { "even" };
        let theory = "Every break makes one piece more, so any play of a bar of m × n lasts m · n − 1 moves. So the value is 0 if this \
                      number is even, and 1 if it is odd.";
        let here = format!("Here {m} × {n} − 1 = {moves} is {is}.");
        vec![Step::by(WINKLER, theory), Step::new(here)]
    }

    fn tameness(&self, _: &Unordered, _: &u8) -> Tameness {
        Tameness::Fickle
    }
}
