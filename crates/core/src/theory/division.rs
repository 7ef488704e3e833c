//! Games that divide by 2 to *k* and round down, to 0.
//!
//! With 2*k* > *n*: G = 0 from *k* on, since all options are 1 to *k* − 1 and not 0; below *k*
//! halving and further divisions lead to all shorter lengths in binary, so G is that length. And ⌊*n*/2*k*⌋ has the value of
//! *n*: found by brute force, for *k* < 40 and *n* < 6000.

use crate::natural::Natural;

/// The value of *n* where a move divides by 2 to `most` and rounds down.
pub(crate) fn grundy(number: &Natural, most: u64) -> u8 {
    let period = Natural::from(2 * most);
    let mut rest = number.clone();
    while rest >= period {
        rest = rest.div_rem(&period).0;
    }
    match rest.to_u64() {
        Some(rest) if rest < most => u8::try_from(u64::BITS - rest.leading_zeros()).unwrap_or_default(),
        _ => 0,
    }
}

/// Why, in words.
pub(crate) fn reason(most: u64) -> String {
    let period = 2 * most;
    format!(
        "Dividing by {period} and rounding down, while there is as much, changes no value; what is left has the value 0 from \
         {most} on, and below that its length in binary."
    )
}
