//! Checks that Lehmer's method finds the same quotients of Euclid's algorithm as plain division.

use std::ops::ControlFlow;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};
use grundy_core::theory::continued_fraction::{PartialQuotient, visit};

use super::Bytes;

/// Makes two numbers *x* and *y* from any bytes. Checks the quotients of Euclid's algorithm for *x* / *y* and for
/// *y* / *x*. The bytes decide whether a visit goes to the last quotient or stops earlier.
pub fn continued_fraction(data: &[u8]) {
    let mut bytes = Bytes(data);
    let stop_after = match bytes.byte() {
        0..128 => usize::MAX,
        some => usize::from(some - 127),
    };
    let (x, y) = if bytes.byte().is_multiple_of(2) { numbers(bytes) } else { from_quotients(bytes) };
    check(&x, &y, stop_after);
    check(&y, &x, stop_after);
}

/// Returns two numbers that consist of the bytes. The first byte gives the length of the first number.
fn numbers(mut bytes: Bytes) -> (UBig, UBig) {
    let length = usize::from(bytes.byte()).min(bytes.0.len());
    let (first, second) = bytes.0.split_at(length);
    (UBig::from_le_bytes(first), UBig::from_le_bytes(second))
}

/// Returns two numbers for which Euclid's algorithm has the quotients that the bytes give. Random numbers would hardly
/// ever have a difficult sequence of quotients.
fn from_quotients(mut bytes: Bytes) -> (UBig, UBig) {
    let (mut x, mut y) = (UBig::from(bytes.byte()) + UBig::ONE, UBig::ZERO);
    while !bytes.0.is_empty() && x.bit_len() < 5000 {
        let quotient = match bytes.byte() {
            small @ 1..=100 => UBig::from(small),
            // 2ⁿ − 1 to 2ⁿ + 2, with n from 1 to 100. So some quotients are just below or above a machine word.
            near @ 101..=200 => (UBig::ONE << usize::from(near - 100)) - UBig::ONE + UBig::from(bytes.byte() % 4),
            // Many equal quotients.
            many @ 201..=250 => {
                let quotient = UBig::from(bytes.byte() % 8 + 1);
                for _ in 0..many - 200 {
                    (x, y) = (&quotient * &x + y, x);
                }
                quotient
            }
            _ => UBig::from(bytes.byte()) << (usize::from(bytes.byte()) * 4),
        };
        (x, y) = (quotient.max(UBig::ONE) * &x + y, x);
    }
    (x, y)
}

fn check(large: &UBig, small: &UBig, stop_after: usize) {
    let (mut x, mut y) = (large.clone(), small.clone());
    let mut visited = 0;
    visit(large, small, |found| {
        assert!(visited < stop_after && y != UBig::ZERO, "a quotient past the last of {large} and {small}");
        let (quotient, remainder) = (&x).div_rem(&y);
        match found {
            PartialQuotient::Below(below) => {
                assert_eq!(UBig::from(below), quotient, "quotient {visited} of {large} and {small}");
                assert!(UBig::ONE <= quotient && quotient <= y, "quotient {visited} of {large} and {small}");
            }
            PartialQuotient::Any { quotient: any, divisor } => {
                assert_eq!((any, divisor), (&quotient, &y), "quotient {visited} of {large} and {small}");
            }
        }
        (x, y) = (std::mem::take(&mut y), remainder);
        visited += 1;
        if visited < stop_after { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(visited == stop_after || y == UBig::ZERO, "{visited} quotients of {large} and {small} are not all");
}
