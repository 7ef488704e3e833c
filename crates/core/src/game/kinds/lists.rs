//! Shared code for positions that are lists of integers.

use crate::game::Illegal;
use crate::number::Natural;
use crate::number::{cost, meter};

/// Checks that the integers of a list increase.
pub(crate) fn increasing_only<N: Ord>(list: &[N]) -> Result<(), Illegal> {
    match list.windows(2).position(|pair| pair[0] >= pair[1]) {
        None => Ok(()),
        Some(place) => {
            let reason = "each number must be larger than the one before it: the places are listed once, in order";
            Err(Illegal::part(place + 1, reason))
        }
    }
}

/// The places where two lists of the same length differ; `None` if the lengths differ.
pub(crate) fn changes(before: &[Natural], after: &[Natural]) -> Option<Vec<usize>> {
    (before.len() == after.len()).then(|| {
        before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new).map(|(place, _)| place).collect()
    })
}

/// Returns the list with the number at `place` replaced.
pub(crate) fn with(list: &[Natural], place: usize, number: Natural) -> Vec<Natural> {
    let mut list = list.to_vec();
    list[place] = number;
    list
}

/// Returns the steps for making one option that is a list of this length.
pub(crate) fn steps_an_option(length: usize) -> u64 {
    cost::OPTION.saturating_add(meter::steps_of(length, cost::BYTE))
}
