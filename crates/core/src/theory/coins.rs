//! Coins in a row that are turned over. A position is the places of its heads, from 0, increasing; a move turns some
//! coins, of which the highest must be heads.

use super::lists;
use crate::game::Illegal;
use crate::natural::Natural;
use crate::shape::Written;
use crate::step;

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

/// The coins that are turned between two positions, increasing.
pub(crate) fn between(heads: &[Natural], to: &[Natural]) -> Vec<Natural> {
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
