//! What positions that are lists of integers share.

use crate::game::shape::Written;
use crate::game::{Illegal, STEPS_AN_OPTION};
use crate::number::Natural;
use crate::number::meter;

/// What an integer of a list takes to be read, besides the pass over all.
const STEPS_AN_INTEGER: u64 = 4;

/// Reads a list of any integers.
pub(crate) fn read(written: Written) -> Result<Vec<Natural>, Illegal> {
    meter::charge_each(written.weight(), STEPS_AN_INTEGER);
    written.into_integers().ok_or_else(Illegal::shape)
}

/// Reads a list whose integers increase.
pub(crate) fn read_increasing(written: Written) -> Result<Vec<Natural>, Illegal> {
    let list = read(written)?;
    match list.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(list),
        Some(place) => {
            let reason = "each number must be larger than the one before it: the places are listed once, in order";
            Err(Illegal::part(place + 1, reason))
        }
    }
}

/// The places where two lists of one length differ; none for lists of two lengths.
pub(crate) fn changes(before: &[Natural], after: &[Natural]) -> Option<Vec<usize>> {
    (before.len() == after.len()).then(|| {
        before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new).map(|(place, _)| place).collect()
    })
}

/// The list with another number at a place.
pub(crate) fn with(list: &[Natural], place: usize, number: Natural) -> Vec<Natural> {
    let mut list = list.to_vec();
    list[place] = number;
    list
}

/// What it takes to make an option that is a list of so many integers.
pub(crate) fn steps_an_option(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX).saturating_mul(2).saturating_add(STEPS_AN_OPTION)
}

/// All lists of a length with numbers up to `most`, by counting.
pub(crate) fn all(length: u32, most: u64) -> impl Iterator<Item = Vec<Natural>> {
    let base = most + 1;
    (0..base.pow(length)).map(move |code| (0..length).map(|place| (code / base.pow(place) % base).into()).collect())
}

/// All increasing lists of numbers below `past`, of at most `longest`.
pub(crate) fn increasing(past: u32, longest: u32) -> impl Iterator<Item = Vec<Natural>> {
    let sets = (0..1_u32 << past).filter(move |set| set.count_ones() <= longest);
    sets.map(move |set| (0..past).filter(|place| set >> place & 1 == 1).map(|place| u64::from(place).into()).collect())
}
