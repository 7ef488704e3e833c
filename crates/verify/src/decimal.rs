//! [`Decimal`]: an integer of many digits, for heaps in claims.

use crate::refusal::{Rejection, need};

/// The digits of a limb.
const DIGITS: usize = 9;
/// The base of the limbs.
const BASE: u64 = 1_000_000_000;

/// An integer from 0 on, as limbs of nine digits. The lowest limb comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal(Vec<u64>);

impl Decimal {
    pub(crate) fn of(digits: &str) -> Result<Self, Rejection> {
        need(digits.bytes().all(|digit| digit.is_ascii_digit()), || "a heap is an integer from 0 on".to_owned())?;
        let limb = |limb: &[u8]| limb.iter().fold(0, |limb, digit| limb * 10 + u64::from(digit - b'0'));
        Ok(Self(digits.as_bytes().rchunks(DIGITS).map(limb).collect()).trimmed())
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    /// Returns the integer less a small number; `None` if that is below 0.
    pub(crate) fn less(&self, number: u64) -> Option<Self> {
        let (mut limbs, mut borrow) = (self.0.clone(), number);
        for limb in &mut limbs {
            let taken = borrow % BASE;
            borrow = borrow / BASE + u64::from(*limb < taken);
            *limb = if *limb < taken { *limb + BASE - taken } else { *limb - taken };
        }
        (borrow == 0).then(|| Self(limbs).trimmed())
    }

    /// Returns the quotient by a number below 2^32, and the rest.
    pub(crate) fn divided(&self, number: u64) -> (Self, u64) {
        let (mut limbs, mut rest) = (self.0.clone(), 0);
        for limb in limbs.iter_mut().rev() {
            let high = rest * BASE + *limb;
            (*limb, rest) = (high / number, high % number);
        }
        (Self(limbs).trimmed(), rest)
    }

    /// Returns the integer times one number plus another, both below 2^32.
    pub(crate) fn times_plus(&self, factor: u64, more: u64) -> Self {
        let (mut limbs, mut carry) = (self.0.clone(), more);
        for limb in &mut limbs {
            let full = *limb * factor + carry;
            (*limb, carry) = (full % BASE, full / BASE);
        }
        while carry > 0 {
            limbs.push(carry % BASE);
            carry /= BASE;
        }
        Self(limbs).trimmed()
    }
}
