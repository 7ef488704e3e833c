//! Twins: turn just two coins, the right one from heads to tails.
//!
//! A head at place *h* is a heap of *h*, which the other coin, at *u* < *h*, makes a heap of *u*: coin 0 is the heap of none.

use crate::game::kinds::coins::{self, HeadsAsHeaps, Row};
use crate::game::kinds::lists;
use crate::game::shape::{Shape, Written};
use crate::game::{Card, Class, Game, Illegal, Rules, Step, Tag};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;

/// Twins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Twins;

/// A head is a heap of its place.
type Heads = HeadsAsHeaps<0>;

impl Rules for Twins {
    type Position = Vec<Natural>;
    type Option = Vec<Natural>;

    const CARD: Card = Card {
        id: "twins",
        name: "Twins",
        aliases: &["Turning twins"],
        tags: &[Tag::Coins],
        rules: "A row of coins, numbered from 0. A move turns just two of them, the right one from heads to tails. Who cannot move loses; coin 0 alone can't be turned.",
        shape: Shape::List(&Shape::Integer),
        position: coins::POSITION,
        text_form: "head,head,…",
        example: "1,4,6",
        sources: &[FERGUSON],
        normal: "Exact. A head at place h is worth h; the value is the XOR.",
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

    /// Head by head: with coin 0, 1, ….
    fn options(&self, heads: &Vec<Natural>) -> Vec<Vec<Natural>> {
        Heads::options(heads)
    }

    fn check(&self, heads: &Vec<Natural>, to: &Vec<Natural>) -> Result<(), String> {
        match coins::check(heads, to, 2)?.len() {
            2 => Ok(()),
            _ => Err("a move turns just two coins".to_owned()),
        }
    }

    fn describe(&self, heads: &Vec<Natural>, to: &Vec<Natural>) -> String {
        coins::describe(heads, to)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        lists::increasing(8, 8).collect()
    }
}

impl Game for Twins {
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
        let theory = "A head at place h is a heap of h in nim: the other coin makes of it any smaller heap, and two equal heaps cancel.";
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
        laws::check_words(&Twins, &[("1,4,6", "0,1,4", "turn coin 0 and coin 6")]);
    }
}
