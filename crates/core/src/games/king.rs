//! A king on its way to the corner: a move goes one square left, one square down, or both.
//!
//! The values depend on the two distances to the edges. The value is 0 if both distances are even, and 2 if both are
//! odd. If one is even and one is odd, the value is 3 if the even distance is larger, and 1 if the odd distance is
//! larger. (The proof is by induction on the three options. The values are also checked by brute force.)

use crate::game::shape::Pair;
use crate::game::{Card, Follower, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;

/// The king's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct King;

const HDU: Source = Source { author: "HDU", year: 2008, title: "2147. kiki's game" };

impl Rules for King {
    type Position = Pair;
    type Move = Pair;

    const CARD: Card = Card {
        id: "king",
        name: "King to the corner",
        aliases: &["kiki's game (HDU 2147)", "Cornering the king"],
        problems: &["HDU 2147"],
        keywords: &["chess king", "chess", "corner"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A king on a board. A move takes it one square left, down, or both. Who cannot move, from the corner, loses. HDU's \
                board of n × m is [n − 1, m − 1].",
        position: "[x, y]: how many squares are left of it and below it",
        text_form: "x,y",
        example: "4,7",
        moves: &[("4,7", "3,7", "move the king left"), ("4,7", "3,6", "move the king left and down")],
        sources: &[HDU],
        normal: "Exact. The value is 0 if both numbers are even and 2 if both are odd. Else it is 3 if the even one \
                 is larger and 1 if the odd one is.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if x or y is 0.",
        max_grundy: Some(3),
        ..Card::BLANK
    };

    /// The moves go left, down, and both.
    fn moves(&self, square: &Pair) -> impl Iterator<Item = Pair> {
        let [left, down] = [&square.first, &square.second].map(|number| number.checked_sub(&Natural::ONE));
        let both = left.clone().zip(down.clone()).map(|(left, down)| Pair::new(left, down));
        let left = left.map(|left| Pair::new(left, square.second.clone()));
        let down = down.map(|down| Pair::new(square.first.clone(), down));
        [left, down, both].into_iter().flatten()
    }

    fn why_not(&self, _: &Pair, _: &Follower<Pair>) -> String {
        "the king moves one square: x, y or both get 1 smaller".to_owned()
    }

    left_is_the_move!();

    fn describe(&self, square: &Pair, to: &Pair) -> String {
        let words = match (square.first == to.first, square.second == to.second) {
            (false, true) => "left",
            (true, false) => "down",
            _ => "left and down",
        };
        format!("move the king {words}")
    }
}

impl Theory<Self> for King {
    type Solved = u8;

    fn solve(&self, square: &Pair) -> u8 {
        let Pair { first, second } = square;
        match (first.is_even(), second.is_even()) {
            (true, true) => 0,
            (false, false) => 2,
            (is_first, _) if is_first == (first > second) => 3,
            _ => 1,
        }
    }

    fn explain(&self, square: &Pair, _: &u8) -> Vec<Step> {
        let theory = "Let x and y be the distances from the left edge and from the bottom. The value is 0 if both are even, and 2 if both are \
                      odd. Else it is 3 if the even one is larger, and 1 if the odd one is.";
        let shown =
            |number: &Natural| format!("{} is {}", number.short(), if number.is_even() { "even" } else { "odd" });
        let here = format!("Here {} and {}.", shown(&square.first), shown(&square.second));
        let reason = "By induction: from two even distances every move makes at least one odd, so none leaves 0. From two odd ones moves \
                      leave 0 and 1, but none 2. If the even one is larger, they leave 0, 1 and 2. If the odd one is larger, \
                      they leave 0, and maybe 2 and 3, but not 1.";
        vec![Step::by(HDU, theory), Step::new(reason), Step::new(here)]
    }

    fn shows_options(&self, _: &Pair, _: &u8) -> bool {
        true
    }

    /// Squares on an edge are fickle, because play from there is forced. All other squares are firm: brute force shows
    /// this for a small board, and the values repeat with the period 2.
    fn tameness(&self, square: &Pair, _: &u8) -> Tameness {
        Tameness::tame(square.zero().is_some())
    }
}
