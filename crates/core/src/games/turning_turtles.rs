//! Turning turtles: turn a coin from heads to tails, and one left of it if you like.
//!
//! A head at place *h* is a heap of *h* + 1: turning another coin, too, at place *u* makes a heap of *u* + 1 of it, or
//! cancels one. So the value is the XOR. In misère play that two equal heaps vanish makes a difference.

use crate::game::kinds::coins::{self, HeadsAsHeaps, Row};
use crate::game::kinds::lists;
use crate::game::shape::{Shape, Written};
use crate::game::{Card, Class, Game, Illegal, Rules, Step, Tag};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// Turning turtles.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurningTurtles;

/// A head is a heap of its place and one more.
type Heads = HeadsAsHeaps<1>;

impl Rules for TurningTurtles {
    type Position = Vec<Natural>;
    type Option = Vec<Natural>;

    const CARD: Card = Card {
        id: "turning-turtles",
        name: "Turning turtles",
        aliases: &["Turtles"],
        tags: &[Tag::Coins],
        rules: "A row of coins, numbered from 0. A move turns a coin from heads to tails, and, if you like, one more coin left of it, either way. Who cannot move, all being tails, loses.",
        shape: Shape::List(&Shape::Integer),
        position: coins::POSITION,
        text_form: "head,head,…",
        example: "1,4,6",
        sources: &[FERGUSON],
        normal: "Exact. A head at place h is worth h + 1; the value is the XOR.",
        misere: "Exact, in sums too. Values 0 and 1 swap iff the heads' values from 2 on are whole pairs {2m, 2m + 1}.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Vec<Natural>, Illegal> {
        coins::read(written)
    }

    fn write(&self, heads: &Vec<Natural>) -> Written {
        Written::integers(heads)
    }

    /// Head by head: it alone, then with coin 0, 1, ….
    fn options(&self, heads: &Vec<Natural>) -> Vec<Vec<Natural>> {
        Heads::options(heads)
    }

    fn check(&self, heads: &Vec<Natural>, to: &Vec<Natural>) -> Result<(), String> {
        coins::check(heads, to, 2).map(|_| ())
    }

    fn describe(&self, heads: &Vec<Natural>, to: &Vec<Natural>) -> String {
        coins::describe(heads, to)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        lists::increasing(8, 8).collect()
    }
}

impl Game for TurningTurtles {
    type Solved = Row;

    fn solve(&self, heads: &Vec<Natural>) -> Row {
        Heads::solve(heads)
    }

    fn option_count(&self, heads: &Vec<Natural>, _: &Row) -> Natural {
        Heads::option_count(heads)
    }

    fn option(&self, heads: &Vec<Natural>, _: &Row, rank: &Natural) -> Option<Vec<Natural>> {
        Heads::option(heads, rank)
    }

    fn count_to(&self, heads: &Vec<Natural>, row: &Row, value: &Natural) -> Natural {
        Heads::count_to(heads, row, value)
    }

    fn option_to(&self, heads: &Vec<Natural>, row: &Row, value: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        Heads::option_to(heads, row, value, rank)
    }

    fn explain(&self, heads: &Vec<Natural>, row: &Row) -> Vec<Step> {
        let theory = "A head at place h is a heap of h + 1 in nim: the other coin makes of it any smaller heap, and two equal heaps cancel.";
        vec![
            Step::by(FERGUSON, theory),
            Step::new(coins::shown(&Heads::worths(heads), &row.value)),
            Step::value(&row.value),
        ]
    }

    fn class(&self, _: &Vec<Natural>, row: &Row) -> Class {
        row.class()
    }

    fn swap_ranks(&self, heads: &Vec<Natural>, row: &Row, value: &Natural) -> Option<Vec<Natural>> {
        Some(Heads::swap_ranks(heads, row, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(
            &TurningTurtles,
            &[("1,4,6", "1,4", "turn coin 6"), ("1,4,6", "1,2,4", "turn coin 2 and coin 6")],
        );
    }
}
