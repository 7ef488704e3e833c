//! The silver dollar game without the dollar: coins on a strip move left and must not jump over other coins.
//!
//! A move makes the gap before a coin smaller, and the gap behind the coin larger by the same number. So the gaps are
//! the steps of a staircase, and the gap before the last coin is the lowest step. The theory of staircases is in
//! [`crate::game::kinds::stairs`].

use crate::game::kinds::lists::{self, with};
use crate::game::kinds::stairs;
use crate::game::shape::Notation;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::theory::sources::WINNING_WAYS;
use crate::theory::step::equation;

/// The silver dollar game without the dollar.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilverDollar;

/// Returns the gap before each coin, from the last coin to the first. A gap is a number of empty squares.
fn gaps(coins: &[Natural]) -> Vec<Natural> {
    let gap = |place: usize| match place.checked_sub(1) {
        None => coins[place].clone(),
        Some(before) => coins[place].saturating_sub(&(&coins[before] + &Natural::ONE)),
    };
    (0..coins.len()).rev().map(gap).collect()
}

/// Returns the move of one coin to the left, by `squares` squares. `from_right` is the number of coins right of this
/// coin.
fn go_left(coins: &[Natural], from_right: usize, squares: &Natural) -> Option<(usize, Natural)> {
    let place = coins.len().checked_sub(from_right + 1)?;
    Some((place, coins[place].checked_sub(squares)?))
}

impl Rules for SilverDollar {
    type Position = Vec<Natural>;
    /// The place of the coin in the list, and the square that it goes to.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "silver-dollar",
        name: "Silver dollar game without the dollar",
        aliases: &["Georgia and Bob (POJ 1704)", "Sliding coins", "Coins on a strip without jumping"],
        problems: &["POJ 1704"],
        keywords: &["coins on a strip", "slide coins to the left", "sliding", "Bob and Georgia"],
        tags: &[Tag::Coins, Tag::Strips, Tag::Contest],
        rules: "Coins on a strip of squares, at most one a square. A move slides a coin left by any number of squares; it may \
                not jump over a coin or land on one. Who cannot move loses. No coin is special; if they may jump, it is welter. \
                POJ 1704 counts squares from 1: subtract 1 from each.",
        position: "the squares of the coins from the left, counted from 0, increasing",
        notation: Some(Notation::Strip),
        text_form: "square,square,…",
        example: "1,4,6",
        moves: &[("1,4,6", "1,2,6", "move the coin on square 4 to square 2")],
        sources: &[WINNING_WAYS, Source { author: "POJ", year: 2004, title: "1704. Georgia and Bob" }],
        normal: "Exact. The value is the XOR of every other gap, counted back from the gap before the last coin. A gap is the \
                 number of free squares between a coin and the coin before it, or the left end.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if no such gap has more than 1 square.",
        ..Card::BLANK
    };

    fn legal(&self, coins: &Vec<Natural>) -> Result<(), Illegal> {
        lists::increasing_only(coins)
    }

    /// The moves, coin by coin from the left. Each coin moves 1, 2, … squares.
    fn moves(&self, coins: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        let gaps = gaps(coins);
        let squares = move |from_right: usize| 1..=gaps[from_right].to_u64().unwrap_or_default();
        let moves = (0..coins.len()).rev().flat_map(move |coin| squares(coin).map(move |squares| (coin, squares)));
        moves.filter_map(|(coin, squares)| go_left(coins, coin, &squares.into()))
    }

    fn find(&self, coins: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        match lists::changes(coins, to).as_deref() {
            None => Err(format!("the coins stay {}", coins.len()).into()),
            // The squares in `coins` ascend, and so do the squares in `to`. So the coin that moved neither jumped over
            // another coin nor stopped on an occupied square.
            Some([place]) if to[*place] < coins[*place] => Ok((*place, to[*place].clone())),
            Some(_) => Err("one coin must move, to the left, and pass no other".into()),
        }
    }

    fn after(&self, coins: &Vec<Natural>, (place, target): &(usize, Natural)) -> Follower<Vec<Natural>> {
        with(coins, *place, target.clone()).into()
    }

    fn describe(&self, coins: &Vec<Natural>, (place, target): &(usize, Natural)) -> String {
        format!("move the coin on square {} to square {}", coins[*place].short(), target.short())
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::increasing(9, 5), small::increasing(12, 2)].concat()
    }
}

impl Theory<Self> for SilverDollar {
    type Solved = Natural;

    fn solve(&self, coins: &Vec<Natural>) -> Natural {
        stairs::solve(&gaps(coins))
    }

    fn moves_to<'a>(
        &'a self,
        coins: &'a Vec<Natural>,
        own: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        match goal {
            Goal::All => {
                let from_left = gaps(coins).into_iter().enumerate().rev();
                let make = move |(coin, _), rank: &Natural| go_left(coins, coin, &(rank + &Natural::ONE));
                Some(Moves::blocks(from_left, |(_, gap)| gap.clone(), make))
            }
            goal => {
                let moves = stairs::moves_of(&gaps(coins), own, goal)?;
                Some(Moves::found(moves, move |down| go_left(coins, down.index, &down.coins)))
            }
        }
    }

    fn explain(&self, coins: &Vec<Natural>, own: &Natural) -> Vec<Step> {
        let theory = "A gap is the number of free squares between a coin and the coin before it, or the left end. When a coin moves, the gap behind it grows, which the next coin can undo. So every other gap, from the \
                      one before the last coin, is a heap of nim, and the others do not count. The value is the XOR of these gaps.";
        let here = match stairs::shown(&gaps(coins)) {
            shown if shown.is_empty() => "Here there is no coin.".to_owned(),
            shown => format!("Here these gaps, from the right, make {}.", equation(&shown, own.short())),
        };
        vec![Step::by(WINNING_WAYS, theory), Step::new(here)]
    }

    fn tameness(&self, coins: &Vec<Natural>, _: &Natural) -> Tameness {
        Tameness::tame(stairs::high(&gaps(coins)) == 0)
    }
}
