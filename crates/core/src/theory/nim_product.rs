//! Nim multiplication on machine words: with ⊕, numbers below 2⁶⁴ are a field (Conway, On Numbers and Games, chapter 6).
//!
//! With F = 2^(2^k), a number below F² is *a*₁F + *a*₀, and F ⊗ F = F ⊕ F/2, so products take three or four of half the
//! length; and an inverse takes one of the norm *a*₀ ⊗ (*a*₀ ⊕ *a*₁) ⊕ *a*₁ ⊗ *a*₁ ⊗ F/2, which is half as long.

/// The length of the longest numbers, in bits.
const LENGTH: u32 = u64::BITS;

/// *a* ⊗ *b*.
pub(crate) fn product(a: u64, b: u64) -> u64 {
    times(a, b, LENGTH)
}

/// The number whose product with *a* ≠ 0 is 1.
pub(crate) fn inverse(a: u64) -> u64 {
    inverse_of(a, LENGTH)
}

/// The two halves of a number of a length, the higher first.
fn halves(a: u64, length: u32) -> (u64, u64) {
    let half = length / 2;
    (a >> half, a & ((1 << half) - 1))
}

fn times(a: u64, b: u64, length: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = length / 2;
    let ((a1, a0), (b1, b0)) = (halves(a, length), halves(b, length));
    if a1 | b1 == 0 {
        return times(a0, b0, half);
    }
    let low = times(a0, b0, half);
    let cross = times(a0 ^ a1, b0 ^ b1, half);
    let high = times(a1, b1, half);
    (cross ^ low) << half | low ^ times(high, 1 << (half - 1), half)
}

fn inverse_of(a: u64, length: u32) -> u64 {
    if a < 2 {
        return a;
    }
    let half = length / 2;
    let (a1, a0) = halves(a, length);
    if a1 == 0 {
        return inverse_of(a0, half);
    }
    let norm = times(a0, a0 ^ a1, half) ^ times(times(a1, a1, half), 1 << (half - 1), half);
    let inverse = inverse_of(norm, half);
    times(a1, inverse, half) << half | times(a0 ^ a1, inverse, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::search::mex;
    use proptest::prelude::*;

    #[test]
    fn products_are_those_of_the_definition() {
        const SIDE: usize = 24;
        let mut table = [[0_u64; SIDE]; SIDE];
        for a in 0..SIDE {
            for b in 0..SIDE {
                let corners = (0..a).flat_map(|u| (0..b).map(move |w| (u, w)));
                table[a][b] = mex(corners.map(|(u, w)| table[u][b] ^ table[a][w] ^ table[u][w]));
                assert_eq!(product(u64::try_from(a).unwrap(), u64::try_from(b).unwrap()), table[a][b], "{a} ⊗ {b}");
            }
        }
    }

    proptest! {
        #[test]
        fn it_is_a_field(a: u64, b: u64, c: u64) {
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            prop_assert_eq!(product(a, inverse(a)), u64::from(a > 0));
        }
    }
}
