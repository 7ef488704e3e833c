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

/// Returns, for a number *n* > 0 in this base: the number of digits after the leading digit, the leading digit, and what
/// the other digits are worth. Returns zeros for 0.
fn leading(number: &Natural, base: u64) -> (usize, u64, Natural) {
    let base = Natural::from(base);
    let places = number.ilog(&base).unwrap_or_default();
    let (digit, rest) = number.div_rem(&base.pow(places));
    (places, digit.to_u64().unwrap_or_default(), rest)
}

/// Returns the value of a number if a move may divide it by any number from 2 to `largest`.
pub(crate) fn grundy(number: &Natural, largest: u8) -> u8 {
    let largest = u64::from(largest);
    let (_, digit, _) = leading(number, 2 * largest);
    // The result is a number of bits in a machine word, so it fits into a byte.
    if digit >= largest { 0 } else { u8::try_from(u64::BITS - digit.leading_zeros()).unwrap_or_default() }
}

/// Returns two texts: the rule that [`grundy`] uses, and how the rule applies to this number.
pub(crate) fn explained(number: &Natural, largest: u8) -> [String; 2] {
    let largest = u64::from(largest);
    let base = 2 * largest;
    let (places, digit, rest) = leading(number, base);
    let theory = format!(
        "Write the number in base {base}, twice the largest divisor. The value is the number of bits of the leading digit, where a \
         digit of {largest} or more counts as 0 bits. Dividing by 2 to {largest} leads to every smaller number of bits, and \
         never to the same one."
    );
    let is = if digit >= largest {
        format!("is at least {largest}")
    } else {
        format!("has {}: {digit:b}", counted(u64::BITS - digit.leading_zeros(), "bit", "bits"))
    };
    let here = match (digit, places) {
        (0, _) => "Here the number is 0.".to_owned(),
        (_, 0) => format!("Here the only digit is {digit}, which {is}."),
        _ => {
            let [number, rest] = [number, &rest].map(Natural::short);
            format!("Here {number} = {digit} × {base}^{places} + {rest}. So the leading digit is {digit}, which {is}.")
        }
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
