//! Compares the solvers with GMP on long numbers.

use std::hint::black_box;
use std::ops::ControlFlow;

use dashu_int::UBig;
use grundy_core::theory::continued_fraction;
use rug::{Assign, Integer};

use crate::measure::{compare, pair, won};

fn to_gmp(number: &UBig) -> Integer {
    Integer::from_digits(number.as_words(), rug::integer::Order::Lsf)
}

/// Returns the number of levels of Euclid's algorithm, with one division for each level.
fn plain(large: &Integer, small: &Integer) -> u64 {
    let (mut x, mut y) = (large.clone(), small.clone());
    let (mut quotient, mut rest) = (Integer::new(), Integer::new());
    let mut levels = 0;
    while y != 0 {
        (&mut quotient, &mut rest).assign(x.div_rem_ref(&y));
        levels += 1;
        std::mem::swap(&mut x, &mut y);
        std::mem::swap(&mut y, &mut rest);
    }
    levels
}

fn levels(large: &UBig, small: &UBig) -> u64 {
    let mut levels = 0;
    continued_fraction::visit(large, small, |_| {
        levels += 1;
        ControlFlow::Continue(())
    });
    levels
}

/// Returns two consecutive Fibonacci numbers. The larger one has about `digits` digits.
fn fibonacci(digits: usize) -> (UBig, UBig) {
    let (mut a, mut b) = (UBig::ZERO, UBig::ONE);
    // F(n) has about n · log₁₀ φ digits. The index is doubled by F(2n) = F(n)(2F(n+1) − F(n)) and F(2n+1) = F(n)² +
    // F(n+1)².
    let n = (digits as f64 / 0.208_987_640_249_978_73) as usize;
    for bit in (0..usize::BITS).rev().map(|bit| n >> bit & 1) {
        let (even, odd) = (&a * (&b * UBig::from(2_u8) - &a), &a * &a + &b * &b);
        (a, b) = if bit == 0 { (even, odd) } else { (odd.clone(), even + odd) };
    }
    (a, b)
}

/// Compares the solvers for two consecutive Fibonacci numbers, for which Euclid's algorithm has the most steps.
pub(super) fn long() {
    for digits in [1_000, 10_000, 100_000] {
        let (small, large) = fibonacci(digits);
        let (gmp_small, gmp_large) = (to_gmp(&small), to_gmp(&large));
        assert_eq!(levels(&large, &small), plain(&gmp_large, &gmp_small));
        let wizards = pair("wizards", &small.into(), &large.into());
        let mut ours = || _ = black_box(won(&*wizards));
        let theirs = || _ = black_box(plain(&gmp_large, &gmp_small));
        let goal = if digits == 1_000 { "≥ 4 × faster" } else { "≥ 10 × faster" };
        compare(&format!("wizards, Fibonacci, {digits} digits"), goal, "divisions of GMP", 1.0, &mut ours, theirs);
        if digits == 100_000 {
            let gcd = || drop(black_box(Integer::from(gmp_large.gcd_ref(&gmp_small))));
            compare("the same", "≤ 2 ×", "gcd of GMP", 1.0, ours, gcd);
        }
    }
}
