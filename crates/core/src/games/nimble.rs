//! Nimble: coins on a strip of squares. A square may hold several coins. A move shifts one coin to any square further
//! left.
//!
//! A coin on square *i* is a heap of *i*, because it can move to every square left of *i*, whatever lies there. So the
//! value is the XOR of all *i* for which square *i* has an odd number of coins.

use crate::game::kinds::lists;
use crate::game::shape::Notation;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::theory::sources::FERGUSON;
use crate::theory::step;

/// Nimble.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nimble;

/// The number of coins on squares from 2 on. In misère play the position is fickle iff there is no such coin.
fn high(coins: &[Natural]) -> Natural {
    coins.iter().skip(2).sum()
}

/// The moves to a value: the square that the coin leaves, and the square that it goes to. There is at most one such
/// move from each square.
fn moves_to<'c>(
    coins: &'c [Natural],
    own: &Natural,
    value: &Natural,
) -> impl Iterator<Item = (usize, usize)> + use<'c> {
    // Squares are indices of a list, so a change that does not fit into a machine word leads to no square.
    let change = (own ^ value).to_usize().filter(|change| *change > 0);
    let targets = coins.iter().enumerate().filter(|(_, coins)| !coins.is_zero());
    targets.filter_map(move |(from, _)| Some((from, from ^ change?)).filter(|(from, to)| to < from))
}

fn moved(coins: &[Natural], from: usize, to: usize) -> Vec<Natural> {
    let mut coins = coins.to_vec();
    coins[from] = coins[from].saturating_sub(&Natural::ONE);
    coins[to] = &coins[to] + &Natural::ONE;
    coins
}

impl Rules for Nimble {
    type Position = Vec<Natural>;
    /// The square that a coin leaves, and the square that it goes to.
    type Move = (usize, usize);

    const CARD: Card = Card {
        id: "nimble",
        name: "Nimble",
        aliases: &["Nimble Game (HackerRank)"],
        problems: &["HackerRank Nimble", "SPOJ QCJ3", "BOJ 11869"],
        keywords: &["coins to the left", "move a coin"],
        tags: &[Tag::Coins, Tag::Strips, Tag::Contest],
        rules: "Coins on a strip of squares 0, 1, 2, …, any number on each. A move takes one coin to any square left of it. \
                Who cannot move, all coins being on square 0, loses. \
                Where squares are counted from 1, the list is the same: it begins with the leftmost.",
        position: "the coins on square 0, 1, 2, …",
        notation: Some(Notation::Squares),
        text_form: "coins,coins,…",
        example: "0,1,2,3",
        moves: &[("0,1,2,3", "1,1,2,2", "move a coin from square 3 to square 0")],
        sources: &[FERGUSON, Source { author: "HackerRank", year: 2014, title: "Game Theory: Nimble Game" }],
        normal: "Exact. The value is the XOR of the numbers of the squares that have an odd number of coins.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if all coins are on squares 0 and 1.",
        ..Card::BLANK
    };

    /// The moves, square by square. For each square, the move by 1 square comes first, then the move by 2 squares, ….
    fn moves(&self, coins: &Vec<Natural>) -> impl Iterator<Item = (usize, usize)> {
        let squares = (0..coins.len()).filter(|square| !coins[*square].is_zero());
        squares.flat_map(|from| (0..from).rev().map(move |to| (from, to)))
    }

    fn find(&self, coins: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, usize), Illegal> {
        let to = left.whole()?;
        match lists::changes(coins, to).as_deref() {
            None => Err(format!("the squares stay {}", coins.len()).into()),
            Some([left, right]) if !coins[*right].is_zero() && moved(coins, *right, *left) == *to => {
                Ok((*right, *left))
            }
            Some(_) => Err("one coin must move, to a square left of its own".into()),
        }
    }

    fn after(&self, coins: &Vec<Natural>, (from, to): &(usize, usize)) -> Follower<Vec<Natural>> {
        moved(coins, *from, *to).into()
    }

    fn describe(&self, _: &Vec<Natural>, (from, to): &(usize, usize)) -> String {
        format!("move a coin from square {from} to square {to}")
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::lists(0..=4, 2), small::lists(6..=6, 1), small::lists(3..=3, 3)].concat()
    }
}

impl Theory<Self> for Nimble {
    type Solved = Natural;

    fn solve(&self, coins: &Vec<Natural>) -> Natural {
        let odd = coins.iter().enumerate().filter(|(_, coins)| !coins.is_even());
        odd.fold(0, |xor, (square, _)| xor ^ square).into()
    }

    fn moves_to<'a>(
        &'a self,
        coins: &'a Vec<Natural>,
        own: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, usize)>> {
        let mut moves: Vec<(usize, usize)> = match goal {
            Goal::All => {
                let squares = (0..coins.len()).filter(move |square| !coins[*square].is_zero());
                let make = move |from: usize, rank: &Natural| Some((from, from.checked_sub(rank.to_usize()? + 1)?));
                return Some(Moves::blocks(squares, |square| (*square).into(), make));
            }
            Goal::Value(value) | Goal::Tame(value, _) => moves_to(coins, own, value).collect(),
            _ => return None,
        };
        if let Goal::Tame(_, tameness) = goal {
            let high = high(coins);
            let is_fickle = |from: usize, to: usize| high == u64::from(from >= 2) && to < 2;
            moves.retain(|(from, to)| is_fickle(*from, *to) == (*tameness == Tameness::Fickle));
        }
        Some(Moves::list(moves))
    }

    fn explain(&self, coins: &Vec<Natural>, own: &Natural) -> Vec<Step> {
        let theory = "A coin on square i is a heap of i in nim, and two on one square cancel out: the value is the XOR of the \
                      squares with an odd number of coins.";
        let odd = coins.iter().enumerate().filter(|(_, coins)| !coins.is_even()).map(|(square, _)| square);
        let here = match step::joined(&odd.collect::<Vec<_>>(), usize::to_string, " ⊕ ") {
            shown if shown.is_empty() => "Here no square has.".to_owned(),
            shown => format!("Here it is {}.", step::equation(&shown, own.short())),
        };
        vec![Step::by(FERGUSON, theory), Step::new(here)]
    }

    fn tameness(&self, coins: &Vec<Natural>, _: &Natural) -> Tameness {
        Tameness::tame(high(coins).is_zero())
    }
}
