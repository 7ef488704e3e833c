//! Square nim: take a square number of stones.
//!
//! No closed form is known. (Golomb 1966 asks which heaps have the value 0.) So the values are in a table, which is
//! computed as far as it is needed.

use std::sync::Arc;

use crate::game::shape::PlainValue;
use crate::game::{Card, Follower, Game, Illegal, Play, Rules, Source, Step, Tag, Tameness, Theory, Unsolved};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::cache::allocated;
use crate::theory::kept::{Kept, Tabled, reaching};
use crate::theory::sources::GOLOMB;

/// Square nim.
#[derive(Clone, Debug)]
pub struct SquareNim;

/// The largest heap. Contests use heaps up to this size. The table up to this heap needs some 30 ms.
const LARGEST: usize = 100_000;

/// The values of all heaps below some size. These values are less than 100.
#[derive(Debug)]
pub struct SquareTable(Vec<u8>);

impl Tabled for SquareTable {
    fn make(length: usize) -> Result<Self, Spent> {
        let mut table: Vec<u8> = Vec::with_capacity(length);
        for heap in 0..length {
            meter::charge_each(heap.isqrt(), cost::BYTE);
            meter::go_on(cost::NUMBER)?;
            let mut seen = [false; 256];
            for square in squares(heap) {
                seen[usize::from(table[heap - square])] = true;
            }
            let value = seen.iter().position(|seen| !seen).unwrap_or_default();
            table.push(u8::try_from(value).unwrap_or_default());
        }
        Ok(Self(table))
    }
}

impl Kept for SquareTable {
    fn bytes(&self) -> usize {
        allocated::<u8>(self.0.capacity())
    }
}

/// Returns the squares 1, 4, 9, … up to `most`.
fn squares(most: usize) -> impl Iterator<Item = usize> {
    (1..).map(|root: usize| root * root).take_while(move |square| *square <= most)
}

impl Rules for SquareNim {
    type Position = usize;
    /// The stones taken.
    type Move = usize;

    const CARD: Card = Card {
        id: "square-nim",
        name: "Square nim",
        aliases: &["Stone Game IV (LeetCode 1510)", "Nim Square (Project Euler 310)", "Subtract a square"],
        problems: &["LeetCode 1510", "Project Euler 310"],
        keywords: &["squares", "take a perfect square", "square numbers"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "One heap of stones. A move takes a square number of them: 1, 4, 9, …. Who cannot move loses.",
        position: "the stones, from 0 to 100000",
        text_form: "stones",
        example: "17",
        moves: &[("17", "1", "take 4² = 16 of 17")],
        sources: &[
            GOLOMB,
            Source { author: "Project Euler", year: 2010, title: "Problem 310, Nim Square" },
            Source { author: "LeetCode", year: 2020, title: "1510. Stone Game IV" },
        ],
        normal: "Exact up to 100000 stones, by a table: no closed form is known.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn read(&self, written: PlainValue) -> Result<usize, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones.to_usize().filter(|stones| *stones <= LARGEST).ok_or_else(|| {
            Illegal::new(format!("the heap has at most {LARGEST} stones: no closed form of the values is known"))
        })
    }

    /// The moves take 1, 4, 9, … stones.
    fn moves(&self, stones: &usize) -> impl Iterator<Item = usize> {
        squares(*stones)
    }

    fn find(&self, stones: &usize, left: &Follower<usize>) -> Result<usize, Illegal> {
        let to = left.whole()?;
        match stones.checked_sub(*to) {
            None | Some(0) => Err(format!("the heap must get smaller than {stones}").into()),
            Some(taken) if taken.isqrt().pow(2) == taken => Ok(taken),
            Some(taken) => Err(format!("what is taken, {taken}, must be a square number").into()),
        }
    }

    fn after(&self, stones: &usize, taken: &usize) -> Follower<usize> {
        (stones - taken).into()
    }

    fn describe(&self, stones: &usize, taken: &usize) -> String {
        format!("take {}² = {taken} of {stones}", taken.isqrt())
    }

    fn small(&self) -> Vec<usize> {
        (0..=200).collect()
    }
}

impl Game for SquareNim {
    type Theory = Arc<SquareTable>;

    fn theory(&self, positions: &[usize], _: Play, tables: &Caches) -> Result<Arc<SquareTable>, Unsolved> {
        Ok(reaching(positions.iter().copied().max().unwrap_or_default(), &tables.cache)?)
    }
}

impl Theory<SquareNim> for Arc<SquareTable> {
    type Solved = Natural;

    fn covers(&self, positions: &[usize]) -> bool {
        positions.iter().all(|stones| *stones < self.0.len())
    }

    fn solve(&self, stones: &usize) -> Natural {
        u64::from(self.0[*stones]).into()
    }

    fn explain(&self, _: &usize, _: &Natural) -> Vec<Step> {
        let theory = "No formula is known: the values were worked out heap by heap, from 0 up. Each is the smallest number \
                      that no option has.";
        vec![Step::by(GOLOMB, theory)]
    }

    fn shows_options(&self, _: &usize, _: &Natural) -> bool {
        true
    }

    /// In every subtraction game, a heap with the value 0 and with moves has an option with the value 1 (Ferguson
    /// 1974). So every heap is tame, and only the values 0 and 1 are fickle.
    fn tameness(&self, _: &usize, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }
}
