//! Coins in a row that are turned over. A position is the places of its heads, from 0, increasing; a move turns some
//! coins, of which the highest must be heads.

use super::lists;
use crate::game::shape::Written;
use crate::game::{Class, Illegal, Solved, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::ranks::{locate, total, xor};
use crate::theory::step;

/// What a position is, for cards.
pub(crate) const POSITION: &str = "the places of the heads, counted from 0, increasing";

pub(crate) fn read(written: Written) -> Result<Vec<Natural>, Illegal> {
    lists::read_increasing(written)
}

/// The heads after some coins are turned over.
pub(crate) fn turned(heads: &[Natural], coins: &[Natural]) -> Vec<Natural> {
    let mut heads = heads.to_vec();
    for coin in coins {
        match heads.binary_search(coin) {
            Ok(place) => {
                heads.remove(place);
            }
            Err(place) => heads.insert(place, coin.clone()),
        }
    }
    heads
}

/// What it takes to look a coin up among others.
const STEPS_A_COIN: u64 = 80;

/// The coins that are turned between two positions, increasing.
pub(crate) fn between(heads: &[Natural], to: &[Natural]) -> Vec<Natural> {
    meter::charge_each(heads.len().saturating_add(to.len()), STEPS_A_COIN);
    let only = |left: &[Natural], right: &[Natural]| -> Vec<Natural> {
        left.iter().filter(|coin| right.binary_search(coin).is_err()).cloned().collect()
    };
    let mut coins = only(heads, to);
    coins.extend(only(to, heads));
    coins.sort_unstable();
    coins
}

/// Checks that as many coins turn as may, and that the highest was heads.
pub(crate) fn check(heads: &[Natural], to: &[Natural], most: usize) -> Result<Vec<Natural>, String> {
    let coins = between(heads, to);
    match coins.last() {
        None => Err("a coin must be turned".to_owned()),
        Some(_) if coins.len() > most => {
            Err(format!("a move turns at most {most} coins, this one turns {}", coins.len()))
        }
        Some(highest) if heads.binary_search(highest).is_err() => {
            Err(format!("the highest coin that is turned, {}, must be heads", highest.short()))
        }
        Some(_) => Ok(coins),
    }
}

pub(crate) fn describe(heads: &[Natural], to: &[Natural]) -> String {
    let coins = between(heads, to);
    format!("turn {}", step::joined(&coins, |coin| format!("coin {}", coin.short()), " and "))
}

/// The values of the heads, and their XOR, in a sentence.
pub(crate) fn shown(values: &[Natural], xor: &Natural) -> String {
    match step::joined(values, |value| value.short().to_string(), " ⊕ ") {
        shown if shown.is_empty() => "Here no coin is heads.".to_owned(),
        shown => format!("Here the heads make {shown} = {}.", xor.short()),
    }
}

/// Numbers of which two equal ones vanish: nim with heaps 2*m* and 2*m* + 1 as partners. In misère play such a position
/// is a swap position iff the numbers from 2 on are whole pairs.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    /// The *m* > 0 with just one of 2*m* and 2*m* + 1, while they are at most two: no move mends more.
    halves: Option<Vec<Natural>>,
}

impl Halves {
    /// Of increasing numbers.
    pub(crate) fn of(numbers: &[Natural]) -> Self {
        let mut halves: Vec<Natural> = Vec::new();
        for pair in numbers.iter().map(|number| number.shift_right(1)).filter(|pair| !pair.is_zero()) {
            if halves.last() == Some(&pair) {
                halves.pop();
            } else {
                halves.push(pair);
            }
        }
        Self { halves: Some(halves).filter(|halves| halves.len() <= 2) }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.halves.as_ref().is_some_and(Vec::is_empty)
    }

    /// Are they whole after two numbers have changed?
    pub(crate) fn are_mended_by(&self, numbers: [&Natural; 2]) -> bool {
        let Some(mut halves) = self.halves.clone() else { return false };
        for pair in numbers.map(|number| number.shift_right(1)).into_iter().filter(|pair| !pair.is_zero()) {
            match halves.iter().position(|half| *half == pair) {
                Some(place) => {
                    halves.swap_remove(place);
                }
                None => halves.push(pair),
            }
        }
        halves.is_empty()
    }
}

/// What a head takes to be solved, besides the pass over all.
const STEPS_A_WORTH: u64 = 8;

/// What it takes to see what a head makes of a value.
const STEPS_A_HEAD: u64 = 15;

/// What it takes to see whether a move mends halves.
const STEPS_A_HALF: u64 = 50;

/// The rows where each head is a heap of Nim, and a second coin, turned with it, makes any smaller heap of that: it cancels
/// an equal one, or is one. A head at place *h* is worth *h* + `MORE`; where that is 1 a head may be turned alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeadsAsHeaps<const MORE: u64>;

/// A solved row of these.
#[derive(Clone, Debug)]
pub struct Row {
    pub(crate) value: Natural,
    halves: Halves,
}

impl Solved for Row {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

impl<const MORE: u64> HeadsAsHeaps<MORE> {
    fn worth(head: &Natural) -> Natural {
        head + &MORE.into()
    }

    pub(crate) fn worths(heads: &[Natural]) -> Vec<Natural> {
        heads.iter().map(Self::worth).collect()
    }

    pub(crate) fn solve(heads: &[Natural]) -> Row {
        meter::charge_each(heads.len(), STEPS_A_WORTH);
        let worths = Self::worths(heads);
        Row { value: xor(&worths), halves: Halves::of(&worths) }
    }

    /// The heads after one of them is turned, and with it what makes of its value another, smaller one.
    fn turned(heads: &[Natural], head: &Natural, left: &Natural) -> Vec<Natural> {
        match left.checked_sub(&MORE.into()) {
            Some(other) => turned(heads, &[head.clone(), other]),
            None => turned(heads, std::slice::from_ref(head)),
        }
    }

    /// Head by head: what is left of it, from nothing on.
    pub(crate) fn options(heads: &[Natural]) -> Vec<Vec<Natural>> {
        let left = |head: &Natural| 0..Self::worth(head).to_u64().unwrap_or_default();
        let moves = heads.iter().flat_map(|head| left(head).map(move |left| (head, left)));
        let each = lists::steps_an_option(heads.len());
        let moves = moves.take_while(|_| meter::go_on(each).is_ok());
        moves.map(|(head, left)| Self::turned(heads, head, &left.into())).collect()
    }

    pub(crate) fn option_count(heads: &[Natural]) -> Natural {
        total(Self::worths(heads))
    }

    pub(crate) fn option(heads: &[Natural], rank: &Natural) -> Option<Vec<Natural>> {
        let (head, left) = locate(rank, Self::worths(heads))?;
        Some(Self::turned(heads, heads.get(head)?, &left))
    }

    /// For each head that can make a value, what it has to leave of its own.
    fn moves_to<'h>(
        heads: &'h [Natural],
        row: &Row,
        value: &Natural,
    ) -> impl Iterator<Item = (&'h Natural, Natural)> + use<'h, MORE> {
        let change = &row.value ^ value;
        let heads = heads.iter().take_while(|_| meter::go_on(STEPS_A_HEAD).is_ok());
        let moves = heads.map(move |head| (head, &Self::worth(head) ^ &change));
        moves.filter(|(head, left)| *left < Self::worth(head))
    }

    pub(crate) fn count_to(heads: &[Natural], row: &Row, value: &Natural) -> Natural {
        Self::moves_to(heads, row, value).count().into()
    }

    pub(crate) fn option_to(heads: &[Natural], row: &Row, value: &Natural, rank: &Natural) -> Option<Vec<Natural>> {
        let (head, left) = Self::moves_to(heads, row, value).nth(rank.to_usize()?)?;
        Some(Self::turned(heads, head, &left))
    }

    /// The ranks of the swap positions among the options of a value.
    pub(crate) fn swap_ranks(heads: &[Natural], row: &Row, value: &Natural) -> Vec<Natural> {
        let moves = Self::moves_to(heads, row, value).enumerate().take_while(|_| meter::go_on(STEPS_A_HALF).is_ok());
        let swaps = moves.filter(|(_, (head, left))| row.halves.are_mended_by([&Self::worth(head), left]));
        swaps.map(|(rank, _)| rank.into()).collect()
    }
}

impl Row {
    /// How it behaves in misère sums.
    pub(crate) fn class(&self) -> Class {
        if self.halves.is_whole() { Class::Swap } else { Class::Fixed }
    }
}
