//! What games on the divisors of a number share: positions below 2⁶⁴, whose divisors are found once, when they are
//! first asked for.

use std::sync::{Arc, OnceLock};

use super::factors::{self, Divisor};
use crate::game::{Illegal, Solved, Value};
use crate::natural::Natural;
use crate::shape::Written;

/// A solved position of such a game.
#[derive(Clone, Debug)]
pub struct Divided {
    value: Natural,
    divisors: OnceLock<Arc<[Divisor]>>,
}

impl Divided {
    pub(crate) fn new(value: Natural) -> Self {
        Self { value, divisors: OnceLock::new() }
    }

    pub(crate) fn grundy(&self) -> &Natural {
        &self.value
    }

    /// The divisors of the position, ascending.
    pub(crate) fn divisors(&self, number: u64) -> &[Divisor] {
        self.divisors.get_or_init(|| factors::divisors(number).into())
    }

    /// The proper ones, ascending.
    pub(crate) fn proper(&self, number: u64) -> &[Divisor] {
        self.divisors(number).split_last().map_or(&[], |(_, proper)| proper)
    }
}

impl Solved for Divided {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

/// Reads a number that can be factored.
pub(crate) fn read(written: Written, least: u64) -> Result<u64, Illegal> {
    let number = written.into_integer().ok_or_else(Illegal::shape)?;
    if number.to_u64().is_some_and(|number| number < least) {
        return Err(Illegal::new(format!("the number is at least {least}")));
    }
    number.to_u64().ok_or_else(|| {
        Illegal::new(
            "the number is below 2^64 = 18446744073709551616: its divisors are counted, and larger ones are hard to \
                      factor",
        )
    })
}
