//! The quotients of Euclid's algorithm on two big numbers, in order, by Lehmer's method.
//!
//! Two numbers of n words have about 37n quotients, and at most 92n. Dividing the full numbers once for each quotient
//! would read all their words each time. D. H. Lehmer saw that the leading digits decide many quotients ahead
//! (*Euclid's algorithm for large numbers*, American Mathematical Monthly 45, 1938; D. E. Knuth, *The Art of Computer
//! Programming* 2, 4.5.2, algorithm L). So [`Steps::ahead`] runs Euclid's algorithm on the leading 128 bits as long as
//! the quotients are proven. [`Pair::apply`] then applies all these quotients in one pass, which shortens the numbers
//! by about 62 bits. Each quotient is visited as soon as it is proven, before that pass. So a visitor that stops after
//! the first few quotients costs little more than copying the numbers.
//!
//! # Which quotients are proven
//!
//! Let X ≥ Y be the leading bits of x ≥ y: x = (X + ξ)·2ˢ and y = (Y + η)·2ˢ with 0 ≤ ξ, η < 1 and
//! s ≥ 1. From r₀ = X and r₁ = Y come quotients qᵢ = ⌊rᵢ₋₁ / rᵢ⌋ and remainders rᵢ₊₁ = rᵢ₋₁ − qᵢrᵢ.
//! From u₀, v₀ = 1, 0 and u₁, v₁ = 0, 1 come cofactors uᵢ₊₁ = uᵢ₋₁ + qᵢuᵢ, vᵢ₊₁ = vᵢ₋₁ + qᵢvᵢ. By
//! induction:
//!
//! 1. rᵢ = ±(uᵢX − vᵢY), plus for even i. The same steps turn x and y into ρᵢ = ±(uᵢx − vᵢy).
//! 2. rᵢvᵢ₊₁ + rᵢ₊₁vᵢ = X and rᵢuᵢ₊₁ + rᵢ₊₁uᵢ = Y. So uᵢ₊₁ and vᵢ₊₁ are at most X / rᵢ, and qᵢ is at most vᵢ₊₁. Steps
//!    are made only while rᵢ ≥ 2⁶⁵, so **uᵢ₊₁, vᵢ₊₁ and qᵢ are below 2⁶³**, because X < 2¹²⁸.
//! 3. uᵢ ≤ vᵢ for i ≥ 1, because q₁ ≥ 1. So ρᵢ/2ˢ = rᵢ ± (uᵢξ − vᵢη) **differs from rᵢ by less than vᵢ**. If rᵢ ≥ 2⁶⁵,
//!    then ρᵢ/2ˢ is more than 2⁶⁵ − 2⁶³ > 2⁶⁴, so it is also more than qᵢ + 1.
//!
//! Suppose that all quotients before qᵢ are right. Then qᵢ is right if 0 ≤ ρᵢ₊₁ < ρᵢ. By point 3 that is so if **rᵢ₊₁ ≥
//! vᵢ₊₁ and rᵢ − rᵢ₊₁ ≥ vᵢ + vᵢ₊₁**. This is G. E. Collins's condition (*Lecture notes on arithmetic algorithms*,
//! 1980). T. Jebelean gave a condition that is also necessary (*A double-digit Lehmer-Euclid algorithm*, Journal of
//! Symbolic Computation 19, 1995). His condition distinguishes even i from odd i, and it hardly ever holds if Collins's
//! condition fails.
//!
//! If Collins's condition fails, qᵢ is still nearly right: −ρᵢ < −vᵢ₊₁2ˢ < ρᵢ₊₁ < (rᵢ + vᵢ₊₁)2ˢ < ρᵢ + (vᵢ + vᵢ₊₁)2ˢ <
//! 2ρᵢ. So the right quotient is qᵢ − 1, qᵢ or qᵢ + 1. The step with qᵢ is still made. [`Pair::apply`] then compares
//! the full numbers and corrects the quotient. So every pass over the leading bits makes progress.
//!
//! # What it costs at worst
//!
//! The full numbers are divided only if Y < 2⁶⁵. Then the quotient is at least 2⁶², and the division takes linear time
//! for each word of the quotient. Such a division makes the product xy at least 2⁶² times smaller. A pass whose steps
//! ended with rᵢ₊₁ < 2⁶⁵ makes xy smaller by nearly as much, because rᵢ ≤ Y and X ≥ 2¹²⁷. A pass that ended with an
//! unproven quotient also makes xy smaller by nearly as much, either at once or together with the next pass. The reason
//! is that, by point 2, rᵢ₊₁ or rᵢ − rᵢ₊₁ is below 2X / rᵢ, and Y ≥ 2⁶⁵. As xy < 2¹²⁸ⁿ, there are O(n) passes and
//! divisions and O(n²) word operations for all numbers (for the average see J. Sorenson, *An analysis of Lehmer's
//! Euclidean GCD algorithm*, ISSAC 1995). The method needs memory for a few numbers of n words.

use std::mem::swap;
use std::ops::ControlFlow;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

use crate::number::Natural;
use crate::number::{cost, meter};

/// One quotient of Euclid's algorithm.
#[derive(Debug)]
pub enum PartialQuotient<'a> {
    /// A quotient of at least 1 that fits into one word. The divisor is not given; it is at least the quotient.
    Below(u64),
    /// Any other quotient, with its divisor.
    Any {
        /// ⌊dividend / divisor⌋. Only the first quotient may be 0.
        quotient: &'a UBig,
        /// The divisor; never 0.
        divisor: &'a UBig,
    },
}

impl PartialQuotient<'_> {
    /// Returns the quotient itself.
    #[must_use]
    pub fn number(&self) -> Natural {
        match self {
            Self::Below(quotient) => (*quotient).into(),
            Self::Any { quotient, .. } => Natural::from((*quotient).clone()),
        }
    }
}

/// A function that receives the quotients one by one, and returns whether to go on.
trait Visitor: FnMut(PartialQuotient<'_>) -> ControlFlow<()> {}
impl<F: FnMut(PartialQuotient<'_>) -> ControlFlow<()>> Visitor for F {}

/// Visits the quotients of Euclid's algorithm on (`large`, `small`) in order. The last quotient leaves remainder 0.
/// There are no quotients if `small` is 0. If `large` is the smaller number, the first quotient is 0. The visit stops
/// after a break, or when the meter is spent.
///
/// Numbers of at most 128 bits need no allocation.
pub fn visit(large: &UBig, small: &UBig, mut visit: impl FnMut(PartialQuotient<'_>) -> ControlFlow<()>) {
    // The caller knows whether it stopped the visit.
    let _ = visit_all(large, small, &mut visit);
}

fn visit_all(large: &UBig, small: &UBig, visit: &mut impl Visitor) -> ControlFlow<()> {
    let (mut large, mut small) = (large, small);
    if large < small {
        visit(PartialQuotient::Any { quotient: &UBig::ZERO, divisor: small })?;
        swap(&mut large, &mut small);
    }
    let (x, y) = if let (Ok(x), Ok(y)) = (u128::try_from(large), u128::try_from(small)) {
        (x, y)
    } else {
        meter::charge(cost::POSITION);
        Pair::new(large, small).shorten(visit)?
    };
    visit_short(x, y, visit)
}

/// Visits the quotients of Euclid's algorithm on (x, y), where x ≥ y.
fn visit_short(mut x: u128, mut y: u128, visit: &mut impl Visitor) -> ControlFlow<()> {
    while y != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
            return visit_words(x, y, visit);
        }
        meter::charge(cost::VALUE);
        let (quotient, remainder) = divide(x, y);
        visit_known(quotient, y, visit)?;
        (x, y) = (y, remainder);
    }
    ControlFlow::Continue(())
}

fn visit_words(mut x: u64, mut y: u64, visit: &mut impl Visitor) -> ControlFlow<()> {
    while y != 0 {
        meter::charge(cost::VALUE);
        visit_known(x / y, y, visit)?;
        (x, y) = (y, x % y);
    }
    ControlFlow::Continue(())
}

fn visit_known<N>(quotient: N, divisor: N, visit: &mut impl Visitor) -> ControlFlow<()>
where
    N: Copy + Ord + TryInto<u64> + Into<UBig>,
{
    match quotient.try_into() {
        Ok(below) if quotient <= divisor => visit(PartialQuotient::Below(below)),
        _ => visit(PartialQuotient::Any { quotient: &quotient.into(), divisor: &divisor.into() }),
    }
}

/// Returns the quotient and the remainder of x ≥ y > 0. Five quotients in six are below 8 (Gauss and Kuzmin). For those
/// quotients, repeated subtraction is faster than a division.
fn divide(x: u128, y: u128) -> (u128, u128) {
    let (mut quotient, mut rest) = (1, x - y);
    while rest >= y {
        if quotient == 8 {
            return (x / y, x % y);
        }
        quotient += 1;
        rest -= y;
    }
    (quotient, rest)
}

/// Returns the number that these words represent. There must be at most two words.
fn value(words: &[u64]) -> u128 {
    words.iter().rev().fold(0, |value, word| value << 64 | u128::from(*word))
}

/// Returns the words of a number, the least significant first. The last word is not 0. The words of [`UBig`] cannot be
/// used directly, because they have 32 bits on some machines.
fn words(number: &UBig) -> Vec<u64> {
    let bytes = number.to_le_bytes();
    let (whole, rest) = bytes.as_chunks::<8>();
    let mut words: Vec<u64> = whole.iter().map(|word| u64::from_le_bytes(*word)).collect();
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        words.push(u64::from_le_bytes(last));
    }
    words
}

/// Returns the number that these words represent.
fn number(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

/// Two numbers x ≥ y, each given by its words, the least significant first. Both lists have the same length, and the
/// last word of x is not 0.
struct Pair {
    x: Vec<u64>,
    y: Vec<u64>,
}

impl Pair {
    fn new(x: &UBig, y: &UBig) -> Self {
        let mut pair = Self { x: words(x), y: words(y) };
        pair.y.resize(pair.x.len(), 0);
        pair
    }

    /// Visits quotients until both remaining numbers fit into two words each.
    fn shorten(mut self, visit: &mut impl Visitor) -> ControlFlow<(), (u128, u128)> {
        while let Some((x, y)) = self.leading() {
            if meter::go_on_each(self.x.len(), cost::BYTE).is_err() {
                return ControlFlow::Break(());
            }
            match Steps::ahead(x, y, visit)? {
                Some(steps) => self.apply(&steps, visit)?,
                None => self.divide(visit)?,
            }
            while self.x.pop_if(|word| *word == 0).is_some() {
                self.y.pop();
            }
        }
        ControlFlow::Continue((value(&self.x), value(&self.y)))
    }

    /// Returns the leading 128 bits of x, and the bits of y at the same places. `None` if x has at most 128 bits,
    /// because the proof at the top of this file needs at least one more bit below them (s ≥ 1).
    fn leading(&self) -> Option<(u128, u128)> {
        let (x, y) = (self.x.last_chunk()?, self.y.last_chunk()?);
        let [_, _, last] = *x;
        let shift = last.leading_zeros();
        let leading = |[low, middle, high]: [u64; 3]| value(&[middle, high]) << shift | u128::from(low) << shift >> 64;
        Some((leading(*x), leading(*y)))
    }

    /// Applies the steps to x and y. If the leading bits did not prove the last quotient, corrects and visits it.
    fn apply(&mut self, steps: &Steps, visit: &mut impl Visitor) -> ControlFlow<()> {
        if steps.odd {
            swap(&mut self.x, &mut self.y);
        }
        let negative = combine(&mut self.x, &mut self.y, steps.factors);
        let Some(mut quotient) = steps.unproven else {
            return ControlFlow::Continue(());
        };
        if negative {
            quotient -= 1;
            carry_through(&mut self.y, &self.x, u64::overflowing_add);
        } else if self.y.iter().rev().ge(self.x.iter().rev()) {
            quotient += 1;
            carry_through(&mut self.y, &self.x, u64::overflowing_sub);
        }
        visit(PartialQuotient::Below(quotient))
    }

    /// Makes one step by a division of the full numbers x and y, not only of their leading bits. If y = 0, there is no
    /// further step, so x is cleared.
    fn divide(&mut self, visit: &mut impl Visitor) -> ControlFlow<()> {
        let divisor = number(&self.y);
        if divisor.is_zero() {
            self.x.clear();
            return ControlFlow::Continue(());
        }
        let dividend = number(&self.x);
        let longer = dividend.bit_len().saturating_sub(divisor.bit_len()) / 64 + 1;
        meter::charge_each(self.x.len(), cost::VALUE);
        meter::charge_each(longer.saturating_mul(divisor.bit_len() / 64 + 1), cost::WORD);
        let (quotient, remainder) = dividend.div_rem(&divisor);
        visit(PartialQuotient::Any { quotient: &quotient, divisor: &divisor })?;
        swap(&mut self.x, &mut self.y);
        self.y = words(&remainder);
        self.y.resize(self.x.len(), 0);
        ControlFlow::Continue(())
    }
}

/// Steps of Euclid's algorithm on x ≥ y that are known but not applied yet.
struct Steps {
    /// `true` if x and y must be swapped first, so that [`combine`] computes no negative numbers.
    odd: bool,
    /// The cofactors, for [`combine`].
    factors: [u64; 4],
    /// The quotient of the last step, if it is not proven. This quotient may be 1 too large or too small.
    unproven: Option<u64>,
}

impl Steps {
    /// Runs Euclid's algorithm on the leading bits X ≥ Y, given as `x` and `y`. Visits each quotient that these bits
    /// prove (see the top of this file). The last quotient may be unproven. Returns the steps, or `None` if Y is too
    /// small for a single step. X must be at least 2¹²⁷.
    fn ahead(mut x: u128, mut y: u128, visit: &mut impl Visitor) -> ControlFlow<(), Option<Self>> {
        const LEAST: u128 = 1 << 65;
        if y < LEAST {
            return ControlFlow::Continue(None);
        }
        let [mut u, mut v, mut next_u, mut next_v] = [1, 0, 0, 1];
        let mut odd = false;
        let mut unproven = None;
        // Nothing overflows here, because all cofactors are below 2⁶³ (point 2 at the top of this file).
        while y >= LEAST && unproven.is_none() {
            meter::charge(cost::VALUE);
            let (quotient, rest) = divide(x, y);
            let quotient = low_word(quotient);
            (u, next_u) = (next_u, u + quotient * next_u);
            (v, next_v) = (next_v, v + quotient * next_v);
            if rest >= next_v.into() && y - rest >= (v + next_v).into() {
                visit(PartialQuotient::Below(quotient))?;
            } else {
                unproven = Some(quotient);
            }
            (x, y) = (y, rest);
            odd = !odd;
        }
        let factors = if odd { [v, u, next_v, next_u] } else { [u, v, next_u, next_v] };
        ControlFlow::Continue(Some(Self { odd, factors, unproven }))
    }
}

/// Computes (x, y) := (ax·x − ay·y, by·y − bx·x) modulo 2⁶⁴ⁿ, for numbers of n words. Returns whether by·y − bx·x is
/// below 0.
#[inline(never)] // inlined, it has too few registers and takes a fifth longer
fn combine(x: &mut [u64], y: &mut [u64], [ax, ay, bx, by]: [u64; 4]) -> bool {
    // Factors are below 2⁶³, so products are below 2¹²⁷ − 2⁶⁴ and carries are within ±2⁶³. So no operation wraps.
    // Checked arithmetic would make this pass a fifth slower.
    let product = |factor: u64, word: u64| (u128::from(factor) * u128::from(word)).cast_signed();
    let (mut first, mut second) = (0_i128, 0_i128);
    for (x, y) in x.iter_mut().zip(y) {
        first = (first >> 64).wrapping_add(product(ax, *x)).wrapping_sub(product(ay, *y));
        second = (second >> 64).wrapping_add(product(by, *y)).wrapping_sub(product(bx, *x));
        (*x, *y) = (low_word(first.cast_unsigned()), low_word(second.cast_unsigned()));
    }
    second < 0
}

/// Adds x to y, or subtracts x from y, modulo 2⁶⁴ⁿ, for numbers of n words. `operation` does this for one word, and
/// returns whether there is a carry.
fn carry_through(y: &mut [u64], x: &[u64], operation: impl Fn(u64, u64) -> (u64, bool)) {
    let mut carry = false;
    for (y, x) in y.iter_mut().zip(x) {
        let (partial, first) = operation(*y, *x);
        let (result, second) = operation(partial, carry.into());
        (*y, carry) = (result, first || second);
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the truncation is what it is for, and there's no other way to say it that is as fast"
)]
fn low_word(value: u128) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Returns the quotients and divisors by plain division.
    fn plainly(large: &UBig, small: &UBig) -> Vec<(UBig, UBig)> {
        let (mut x, mut y) = (large.clone(), small.clone());
        let mut all = Vec::new();
        while !y.is_zero() {
            let (quotient, remainder) = x.div_rem(&y);
            x = y.clone();
            all.push((quotient, y));
            y = remainder;
        }
        all
    }

    /// Compares the first `limit` quotients with the quotients of plain division.
    fn check_up_to(limit: usize, large: &UBig, small: &UBig) {
        let mut expected = plainly(large, small).into_iter().take(limit);
        let mut left = expected.len();
        visit(large, small, |visited| {
            let (quotient, divisor) = expected.next().expect("a visit after the last");
            match visited {
                PartialQuotient::Below(below) => {
                    assert_eq!(quotient, UBig::from(below));
                    assert!(UBig::ONE <= quotient && quotient <= divisor);
                }
                PartialQuotient::Any { quotient: any, divisor: by } => {
                    assert_eq!((&quotient, &divisor), (any, by));
                }
            }
            left -= 1;
            if left == 0 && limit < usize::MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(left, 0);
    }

    fn check(large: &UBig, small: &UBig) {
        check_up_to(usize::MAX, large, small);
        check_up_to(usize::MAX, small, large);
    }

    /// Returns the pair with these quotients and this greatest common divisor.
    fn pair_of(quotients: &[UBig], gcd: &UBig) -> (UBig, UBig) {
        quotients.iter().rev().fold((gcd.clone(), UBig::ZERO), |(x, y), quotient| (quotient * &x + y, x))
    }

    fn power(exponent: usize) -> UBig {
        UBig::ONE << exponent
    }

    #[test]
    fn every_quotient_the_same() {
        for quotient in 1..=20_u8 {
            for length in [1, 2, 45, 46, 92, 93, 94, 180, 190, 280, 500, 2000] {
                let (x, y) = pair_of(&vec![quotient.into(); length], &UBig::ONE);
                check(&x, &y);
            }
        }
    }

    #[test]
    fn few_words_and_powers_of_two() {
        let mut numbers = vec![UBig::ZERO, UBig::from(3_u8), UBig::from(1_000_003_u32)];
        for exponent in [0, 1, 31, 62, 63, 64, 65, 66, 126, 127, 128, 129, 191, 192, 193, 256, 700] {
            numbers.extend([power(exponent) - UBig::ONE, power(exponent), power(exponent) + UBig::ONE]);
        }
        for x in &numbers {
            for y in &numbers {
                check(x, y);
            }
        }
    }

    #[test]
    fn stops_when_told() {
        let mut quotients = vec![UBig::from(2_u8); 200];
        quotients[0] = UBig::ZERO;
        quotients[1] = power(300);
        quotients[60] = UBig::ONE;
        quotients[61] = power(64);
        quotients[90] = power(200);
        let (x, y) = pair_of(&quotients, &UBig::from(3_u8));
        for limit in 1..=200 {
            check_up_to(limit, &x, &y);
        }
    }

    /// Random quotients of all sizes. Some are about a word long. A large quotient ends the loop in `Steps::ahead`. In
    /// a sequence *q*, 1, *r* with a large quotient *r*, the quotient *q* looks too large by 1.
    fn quotient() -> impl Strategy<Value = UBig> {
        let near = (55..70_usize, 0..3_u8).prop_map(|(exponent, more)| power(exponent) - UBig::ONE + UBig::from(more));
        prop_oneof![
            4 => Just(UBig::ONE),
            3 => (1..9_u8).prop_map(UBig::from),
            2 => any::<u64>().prop_flat_map(|n| (0..64_u32).prop_map(move |by| UBig::from((n >> by).max(1)))),
            2 => near,
            1 => (70..300_usize).prop_map(power),
        ]
    }

    fn number(words: usize) -> impl Strategy<Value = UBig> {
        let word = prop_oneof![3 => any::<u64>(), 1 => Just(0), 1 => Just(u64::MAX)];
        vec(word, 0..=words).prop_map(|words| UBig::from_words(&words))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn any_numbers(x in number(24), y in number(24)) {
            check(&x, &y);
        }

        #[test]
        fn any_short_numbers(x in number(4), y in number(4)) {
            check(&x, &y);
        }

        #[test]
        fn nearly_equal_numbers(x in number(12), y in number(4)) {
            check(&(&x + y), &x);
        }

        #[test]
        fn any_quotients(quotients in vec(quotient(), 1..100), gcd in number(3)) {
            let (x, y) = pair_of(&quotients, &(gcd + UBig::ONE));
            check(&x, &y);
        }
    }
}
