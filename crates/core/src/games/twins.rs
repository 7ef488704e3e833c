//! Twins: turn just two coins, the right one from heads to tails.
//!
//! A head at place *h* is a heap of *h*, which the other coin, at *u* < *h*, makes a heap of *u*: coin 0 is the heap of none.

use crate::game::{Card, Class, Game, Illegal, Rules, Solved, Step, Tag, Value};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::sources::FERGUSON;
use crate::theory::coins::{self, Halves};
use crate::theory::lists;
use crate::theory::ranks::{locate, total, xor};

/// Twins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Twins;

/// A solved row of coins.
#[derive(Clone, Debug)]
pub struct Row {
    value: Natural,
    halves: Halves,
}

impl Solved for Row {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

/// The value of a head.
fn worth(head: &Natural) -> Natural {
    head.clone()
}

fn worths(heads: &[Natural]) -> Vec<Natural> {
    heads.iter().map(worth).collect()
}

/// The heads after one of them is turned, and with it what makes of its value another, smaller one.
fn turned(heads: &[Natural], head: &Natural, left: &Natural) -> Vec<Natural> {
    coins::turned(heads, &[head.clone(), left.clone()])
}

/// For each head that can make a value, what it has to leave of its own.
fn moves_to<'h>(heads: &'h [Natural], row: &Row, value: &Natural) -> impl Iterator<Item = (&'h Natural, Natural)> {
    let change = &row.value ^ value;
    let moves = heads.iter().map(move |head| (head, &worth(head) ^ &change));
    moves.filter(|(head, left)| *left < worth(head))
}

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
        let left = |head: &Natural| 0..worth(head).to_u64().unwrap_or_default();
        heads.iter().flat_map(|head| left(head).map(move |left| turned(heads, head, &left.into()))).collect()
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
        let worths = worths(heads);
        Row { value: xor(&worths), halves: Halves::of(&worths) }
    }

    fn option_count(&self, heads: &Vec<Natural>, _: &Row) -> Natural {
        total(worths(heads))
    }

    fn option(&self, heads: &Vec<Natural>, _: &Row, rank: &Natural) -> Option<Vec<Natural>> {
        let (head, left) = locate(rank, worths(heads))?;
        Some(turned(heads, heads.get(head)?, &left))
    }

    fn count_to(&self, heads: &Vec<Natural>, row: &Row, value: &Natural) -> Natural {
        moves_to(heads, row, value).count().into()
    }

    fn option_to(&self, heads: &Vec<Natural>, row: &Row, value: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        let (head, left) = moves_to(heads, row, value).nth(rank.to_usize()?)?;
        Some(turned(heads, head, &left))
    }

    fn explain(&self, heads: &Vec<Natural>, row: &Row) -> Vec<Step> {
        let theory = "A head at place h is a heap of h in nim: the other coin makes of it any smaller heap, and two equal heaps cancel.";
        vec![Step::by(FERGUSON, theory), Step::new(coins::shown(&worths(heads), &row.value)), Step::value(&row.value)]
    }

    fn class(&self, _: &Vec<Natural>, row: &Row) -> Class {
        if row.halves.is_whole() { Class::Swap } else { Class::Fixed }
    }

    fn swap_ranks(&self, heads: &Vec<Natural>, row: &Row, value: &Natural) -> Option<Vec<Natural>> {
        let moves = moves_to(heads, row, value).enumerate();
        let swaps = moves.filter(|(_, (head, left))| row.halves.are_mended_by([&worth(head), left]));
        Some(swaps.map(|(rank, _)| rank.into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&Twins, &[("1,4,6", "0,1,4", "turn coin 0 and coin 6")]);
    }
}
