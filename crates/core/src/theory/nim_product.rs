//! Nim multiplication of machine words. With ⊕ as addition, the numbers below 2⁶⁴ are a field (Conway, On Numbers and
//! Games, chapter 6).
//!
//! With F = 2^(2^k), a number below F² is *a*₁F + *a*₀, and F ⊗ F = F ⊕ F/2. So a product of two numbers is computed
//! from at most four products of numbers of half the length. The products of bytes are in a table of 64 KiB. Without
//! the table, a product would take fifteen times as long. The inverse of a number is computed from the inverse of its
//! norm, which has half the length. The norm is *a*₀ ⊗ (*a*₀ ⊕ *a*₁) ⊕ *a*₁ ⊗ *a*₁ ⊗ F/2.

use std::sync::LazyLock;

use crate::number::meter;

/// The length in bits of the longest numbers that are multiplied.
const LENGTH: u32 = u64::BITS;

/// The products of all pairs of bytes.
static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let product = |a: u64, b: u64| u8::try_from(times(a, b, u8::BITS, &[])).unwrap_or(0);
    meter::for_all(|| (0..256).flat_map(|a| (0..256).map(move |b| product(a, b))).collect())
});

/// Returns *a* ⊗ *b*.
pub(crate) fn product(a: u64, b: u64) -> u64 {
    times(a, b, LENGTH, &BYTES)
}

/// Returns the number whose product with *a* is 1, for *a* ≠ 0.
pub(crate) fn inverse(a: u64) -> u64 {
    inverse_of(a, LENGTH)
}

/// Returns the two halves of a number of `length` bits, the higher half first.
fn halves(a: u64, length: u32) -> (u64, u64) {
    let half = length / 2;
    (a >> half, a & ((1 << half) - 1))
}

/// Returns the product of two numbers of `length` bits. `bytes` is [`BYTES`], or is empty while [`BYTES`] is computed.
fn times(a: u64, b: u64, length: u32, bytes: &[u8]) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    if length == u8::BITS
        && let Some(known) = usize::try_from(a << u8::BITS | b).ok().and_then(|place| bytes.get(place))
    {
        return u64::from(*known);
    }
    let half = length / 2;
    let ((a1, a0), (b1, b0)) = (halves(a, length), halves(b, length));
    let times = |a, b| times(a, b, half, bytes);
    if a1 | b1 == 0 {
        return times(a0, b0);
    }
    let low = times(a0, b0);
    let cross = times(a0 ^ a1, b0 ^ b1);
    let high = times(a1, b1);
    (cross ^ low) << half | low ^ times(high, 1 << (half - 1))
}

fn inverse_of(a: u64, length: u32) -> u64 {
    if a < 2 {
        return a;
    }
    let half = length / 2;
    let (a1, a0) = halves(a, length);
    let times = |a, b| times(a, b, half, &BYTES);
    if a1 == 0 {
        return inverse_of(a0, half);
    }
    let norm = times(a0, a0 ^ a1) ^ times(times(a1, a1), 1 << (half - 1));
    let inverse = inverse_of(norm, half);
    times(a1, inverse) << half | times(a0 ^ a1, inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::tame::mex;
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
