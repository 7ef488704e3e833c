//! The pile of powers: a move removes 1, *a*, *a*², … stones from a heap of *n*, for a fixed base *a* ≥ 1.
//!
//! This game is also the core of the game Wizards and Numbers. For odd *a* every move removes an odd number of stones,
//! so the Grundy value is the parity of *n*. For every *a*, each move removes 1 or −1 modulo *a* + 1, because
//! *a* ≡ −1. If *a* is even, the values repeat with the period *a* + 1: 0, 1, 0, 1, …, 0, 1, 2. (The period is from
//! V. Sadra, "Codeforces round #114. 167C", 2012. Values and counts are checked by brute force.)

use crate::number::Natural;
use crate::theory::step::Source;

/// The publication that the period is from.
pub const SOURCE: Source =
    Source { author: "V. Sadra", year: 2012, title: "Codeforces round #114. 167C: Wizards and numbers" };

/// The moves that remove *a*^(`first` + *i*·`step`) stones, for *i* from 0 to `count` − 1. The exponents of these moves
/// are an arithmetic progression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exponents {
    first: usize,
    step: usize,
    count: usize,
}

impl Exponents {
    const NONE: Self = Self { first: 0, step: 1, count: 0 };

    /// Returns the number of exponents.
    #[must_use]
    pub fn count(self) -> usize {
        self.count
    }

    /// Returns the exponent with this rank.
    #[must_use]
    pub fn get(self, rank: usize) -> Option<usize> {
        (rank < self.count).then(|| self.first.saturating_add(rank.saturating_mul(self.step)))
    }
}

/// Returns the Grundy value of `stones`: 0, 1 or 2.
#[must_use]
pub fn grundy(base: &Natural, stones: &Natural) -> u8 {
    if !base.is_even() {
        return u8::from(!stones.is_even());
    }
    let residue = stones.div_rem(&(base + &Natural::ONE)).1;
    if residue == *base { 2 } else { u8::from(!residue.is_even()) }
}

/// Returns the reason for the value that [`grundy`] computes, as the end of a sentence. `word` is the word for the base.
#[must_use]
pub fn reason(base: &Natural, stones: &Natural, word: &str) -> String {
    let parity = |number: &Natural| if number.is_even() { "even" } else { "odd" };
    if !base.is_even() {
        return format!("{word} is odd and the heap {}", parity(stones));
    }
    if stones < base {
        return format!("the heap is {} and smaller than {word}", parity(stones));
    }
    let period = base + &Natural::ONE;
    let residue = stones.div_rem(&period).1;
    let is = if residue == *base { format!("which is {word}") } else { parity(&residue).to_owned() };
    format!("{word} is even and {} mod {} = {}, {is}", stones.short(), period.short(), residue.short())
}

/// Returns the exponents of all moves.
#[must_use]
pub fn exponents(base: &Natural, stones: &Natural) -> Exponents {
    let count = match stones.ilog(base) {
        Some(largest) => largest.saturating_add(1),
        // All powers of 1 are equal, so they are the same move.
        None => usize::from(!stones.is_zero()),
    };
    Exponents { first: 0, step: 1, count }
}

/// Returns the exponents of the moves that leave a position with this Grundy value.
#[must_use]
pub fn exponents_to(base: &Natural, stones: &Natural, value: u8) -> Exponents {
    let all = exponents(base, stones);
    let (even, odd) = values_after(base, stones);
    match (even == value, odd == value) {
        (true, true) => all,
        (true, false) => Exponents { first: 0, step: 2, count: all.count.div_ceil(2) },
        (false, true) => Exponents { first: 1, step: 2, count: all.count / 2 },
        (false, false) => Exponents::NONE,
    }
}

/// Returns the exponent *e* ≥ 0 with `base`^*e* = `number`; `None` if there is none. For base 1 the result is 0.
#[must_use]
pub fn exponent(base: &Natural, number: &Natural) -> Option<usize> {
    let exponent = number.ilog(base).unwrap_or(0);
    (base.pow(exponent) == *number).then_some(exponent)
}

/// Returns two Grundy values: after a move with an even exponent, and after a move with an odd exponent. If there are
/// not enough stones for such a move, the value after this move means nothing.
fn values_after(base: &Natural, stones: &Natural) -> (u8, u8) {
    if !base.is_even() {
        let value = u8::from(stones.is_even());
        return (value, value);
    }
    // A power with an even exponent is 1 modulo the period, and a power with an odd exponent is −1.
    let period = base + &Natural::ONE;
    let after_even = grundy(base, &(&(stones + &period) - &Natural::ONE));
    let after_odd = grundy(base, &(stones + &Natural::ONE));
    (after_even, after_odd)
}
