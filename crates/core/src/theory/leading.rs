//! Rounded quotients: a move goes from *n* > 0 to ⌊*n*/*d*⌋, where *d* is a number from 2 to *k*.
//!
//! Let *m* be the leading digit of *n* in base 2*k*. Then G(*n*) = 0 if *m* ≥ *k*, and otherwise G(*n*) is the number
//! of bits of *m*. G(0) = 0.
//!
//! The proof is by induction. Let *N* be the power of 2*k* for which *mN* ≤ *n* < (*m* + 1)*N*. If *m* ≥ *k*, every
//! quotient is between *N* and *kN* − 1, and so has a value of at least 1. If *m* < *k*, let *a* be the number of bits
//! of *m*. Then 2ᵃ⁻¹*N* ≤ *n* < 2ᵃ*N* and *n* < *kN*.
//!
//! - *An option has the value 0:* take *d* = *m* + 1. The quotient is 0 if *N* = 1. Otherwise it is at least *N*/2 and
//!   below *N*.
//! - *An option has the value b, for each b with 0 < b < a:* take *d* = 2ᵃ⁻ᵇ.
//! - *No option has the value a:* every quotient is below 2ᵃ⁻¹*N*. But a number with the value *a* and as many digits
//!   as *n* is at least 2ᵃ⁻¹*N*. If *N* > 1, every quotient is at least 2ᵃ*N*/2*k*. But a number with the value *a* and
//!   one digit fewer than *n* is below 2ᵃ*N*/2*k*.

use crate::number::Natural;
use crate::theory::step::counted;

/// Returns the leading digit of a number in this base; 0 for 0.
fn leading(number: &Natural, base: u64) -> u64 {
    let base = Natural::from(base);
    let Some(places) = number.ilog(&base) else { return 0 };
    number.div_rem(&base.pow(places)).0.to_u64().unwrap_or_default()
}

/// Returns the value of a number if a move may divide it by any number from 2 to `largest`.
pub(crate) fn grundy(number: &Natural, largest: u8) -> u8 {
    let largest = u64::from(largest);
    let digit = leading(number, 2 * largest);
    // The result is a number of bits in a machine word, so it fits into a byte.
    if digit >= largest { 0 } else { u8::try_from(u64::BITS - digit.leading_zeros()).unwrap_or_default() }
}

/// Returns two texts: the rule that [`grundy`] uses, and how the rule applies to this number.
pub(crate) fn explained(number: &Natural, largest: u8) -> [String; 2] {
    let largest = u64::from(largest);
    let base = 2 * largest;
    let digit = leading(number, base);
    let theory = format!(
        "Write the number in base {base}, twice the largest divisor: the value is 0 if the leading digit is at least \
         {largest}, else the number of bits of that digit. Dividing by 2 to {largest} leads to all numbers of fewer bits there, and to none of as many."
    );
    let is = if digit >= largest {
        format!("at least {largest}")
    } else {
        format!("{digit:b} in binary, of {}", counted(u64::BITS - digit.leading_zeros(), "bit", "bits"))
    };
    let here = match digit {
        0 => "Here the number is 0.".to_owned(),
        digit => format!("Here {} has the leading digit {digit}, {is}.", number.short()),
    };
    [theory, here]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_the_mex_for_any_divisors() {
        for largest in 2..12_u8 {
            let mut values: Vec<u8> = vec![0];
            for number in 1..3000_usize {
                let seen: Vec<u8> = (2..=largest).map(|divisor| values[number / usize::from(divisor)]).collect();
                let value = (0..=u8::MAX).find(|value| !seen.contains(value)).unwrap();
                assert_eq!(grundy(&number.into(), largest), value, "{number} by 2..{largest}");
                values.push(value);
            }
        }
    }
}
