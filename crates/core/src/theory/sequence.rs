//! [`Sequence`]: values that repeat from some place on, or that grow by the same amount with each repetition.

use crate::number::Natural;
use crate::number::{cost, meter};

/// A repetition: *G*(*x* + length) = *G*(*x*) + shift for all *x* ≥ from. Values below `constant_below` do not grow:
/// for them *G*(*x* + length) = *G*(*x*).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// The first number whose value repeats.
    pub from: usize,
    /// The number of positions after which the values repeat.
    pub length: usize,
    /// The amount that each repetition adds to a value.
    pub shift: u32,
    /// Values below this number do not grow.
    pub constant_below: u32,
}

/// The values of 0, 1, 2, …, given by a table of the first values. If there is a repetition, the table must contain its
/// first period.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sequence<'a> {
    pub(crate) table: &'a [u32],
    pub(crate) repetition: Option<Repetition>,
}

impl Sequence<'_> {
    /// Returns the value of a number; `None` if it is not known.
    pub(crate) fn value(&self, x: &Natural) -> Option<Natural> {
        let at = |place: usize| self.table.get(place).copied();
        let turned = self.repetition.and_then(|repetition| Some((repetition, x.checked_sub(&repetition.from.into())?)));
        let Some((Repetition { from, length, shift, constant_below }, past)) = turned else {
            return at(x.to_usize()?).map(Natural::from);
        };
        let (turns, rest) = past.div_rem(&length.into());
        let value = at(from + rest.to_usize()?)?;
        Some(if value < constant_below { value.into() } else { &Natural::from(value) + &(&turns * &shift.into()) })
    }

    /// Returns whether the numbers `place`, `place` + length, `place` + 2·length, … all have the same value. `place`
    /// must be at least the `from` of the repetition. `false` if there is no repetition.
    pub(crate) fn stays(&self, place: usize) -> bool {
        self.repetition.is_some_and(|Repetition { shift, constant_below, .. }| {
            shift == 0 || self.table.get(place).is_some_and(|value| *value < constant_below)
        })
    }

    /// Returns the numbers whose value is `value`. In the repetition, places whose value does not grow are left out,
    /// because infinitely many numbers have the value of such a place.
    pub(crate) fn of_value(&self, value: &Natural) -> Vec<Natural> {
        meter::charge_each(self.table.len(), cost::VALUE);
        let end = self.repetition.map_or(self.table.len(), |repetition| repetition.from);
        let has_value = |x: &usize| *value == u64::from(self.table[*x]);
        let mut numbers: Vec<Natural> = (0..end).filter(has_value).map(Natural::from).collect();
        numbers.extend(self.growing_of_value(value));
        numbers
    }

    /// Returns the numbers in the repetition that have the value `value`. Only places whose values grow from one period
    /// to the next are searched.
    pub(crate) fn growing_of_value(&self, value: &Natural) -> Vec<Natural> {
        let mut numbers = Vec::new();
        let Some(Repetition { from, length, shift, .. }) = self.repetition.filter(|repetition| repetition.shift > 0)
        else {
            return numbers;
        };
        // A period may be long, and each of its places needs arithmetic with long integers.
        for place in meter::each(from..from + length, cost::VALUE) {
            if self.stays(place) {
                continue;
            }
            let Some(above) = value.checked_sub(&self.table[place].into()) else { continue };
            let (turns, rest) = above.div_rem(&shift.into());
            if rest.is_zero() {
                numbers.push(&(&turns * &length.into()) + &place.into());
            }
        }
        numbers
    }
}
