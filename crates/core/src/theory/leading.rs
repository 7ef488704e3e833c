//! Rounded quotients: a move leads from *n* > 0 to ⌊*n*/*d*⌋ for a *d* from 2 to *k*.
//!
//! Let *m* be the leading digit of *n* in base 2*k*. G = 0 if *m* ≥ *k*, else the number of bits of *m*; G(0) = 0.
//!
//! Proof, by induction. Let *N* be the power of 2*k* with *mN* ≤ *n* < (*m* + 1)*N*. If *m* ≥ *k*, every quotient is
//! from *N* to *kN* − 1, of a value from 1 on. Else let *a* be the bits of *m*, 2ᵃ⁻¹*N* ≤ *n* < 2ᵃ*N*, *n* < *kN*. *0
//! is reached:* by *d* = *m* + 1, to between *N*/2 and *N*. *So is b, 0 < b < a:* by *d* = 2ᵃ⁻ᵇ. *But not a:* quotients
//! are below 2ᵃ⁻¹*N*, and not below 2ᵃ*N*/2*k*, where the numbers of value *a* with one digit less end.

use crate::number::Natural;

/// Returns the leading digit of a number in base 2*k*; 0 for 0.
fn leading(number: &Natural, base: u64) -> u64 {
    let base = Natural::from(base);
    let Some(places) = number.ilog(&base) else { return 0 };
    number.div_rem(&base.pow(places)).0.to_u64().unwrap_or_default()
}

/// Returns the value of a number that may be divided by 2..`largest`.
pub(crate) fn grundy(number: &Natural, largest: u8) -> u8 {
    let largest = u64::from(largest);
    let digit = leading(number, 2 * largest);
    // The result has fewer bits than a machine word.
    if digit >= largest { 0 } else { u8::try_from(u64::BITS - digit.leading_zeros()).unwrap_or_default() }
}

/// Explains [`grundy`] in general, and for this number.
pub(crate) fn explained(number: &Natural, largest: u8) -> [String; 2] {
    let largest = u64::from(largest);
    let base = 2 * largest;
    let digit = leading(number, base);
    let theory = format!(
        "Write the number in base {base}: the value is 0 if the leading digit is at least {largest}, else the number of bits \
         of that digit. Dividing by 2 to {largest} leads to all numbers of fewer bits there, and to none of as many."
    );
    let is = if digit >= largest {
        format!("at least {largest}")
    } else {
        format!("{digit:b} in binary, of {} bits", u64::BITS - digit.leading_zeros())
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
