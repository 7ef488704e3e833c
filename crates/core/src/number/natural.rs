//! [`Natural`]: an integer ≥ 0 of any size.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem, SquareRoot};

use crate::number::{cost, meter};

/// An integer ≥ 0 of any size.
///
/// Numbers below 2^64 are stored as machine words. An operation on them is one instruction and allocates no memory.
/// Nearly all numbers are below 2^64. If the result of an operator does not exist, the operator panics, because a wrong
/// result would be worse. So callers must check that the data of a request do not lead to a difference below 0 or to a
/// division by 0.
#[derive(PartialEq, Eq, Hash)]
pub struct Natural(pub(super) Repr);

/// `Big` is only used for numbers from 2^64 on. So every number has exactly one representation, and equality can be
/// derived.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Repr {
    Small(u64),
    Big(Box<UBig>),
}
use Repr::{Big, Small};

impl Natural {
    /// 0.
    pub const ZERO: Self = Self(Small(0));
    /// 1.
    pub const ONE: Self = Self(Small(1));
    /// 2.
    pub const TWO: Self = Self(Small(2));

    /// Returns the number as a machine word; `None` if it is too large.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small(n) => Some(*n),
            Big(_) => None,
        }
    }

    /// Returns the number as a `usize`; `None` if it is too large.
    #[must_use]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64().and_then(|n| usize::try_from(n).ok())
    }

    /// Returns the number as a big integer, for arithmetic that this type does not have. Numbers from 2^64 on are not
    /// copied.
    #[must_use]
    pub fn to_big(&self) -> Cow<'_, UBig> {
        match &self.0 {
            Small(n) => Cow::Owned(UBig::from(*n)),
            Big(n) => Cow::Borrowed(n),
        }
    }

    /// Returns whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Returns whether this is even.
    #[must_use]
    pub fn is_even(&self) -> bool {
        !self.bit(0)
    }

    /// Returns whether this is a power of 2.
    fn is_power_of_two(&self) -> bool {
        self.trailing_zeros().is_some_and(|zeros| zeros + 1 == self.bit_len())
    }

    /// Returns the difference; `None` if the difference is below 0.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    /// Returns the difference, or 0 if `other` is larger.
    #[must_use]
    pub fn saturating_sub(&self, other: &Self) -> Self {
        self.checked_sub(other).unwrap_or(Self::ZERO)
    }

    /// Returns the quotient and the remainder of the division by `divisor`.
    ///
    /// # Panics
    /// If `divisor` is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        match (&self.0, &divisor.0) {
            (Small(_), Big(_)) => (Self::ZERO, self.clone()),
            // Once the meter is spent, numbers may be wrong. The results do not matter, because they are discarded.
            (_, Small(0)) if meter::is_spent() => (Self::ZERO, Self::ZERO),
            (Small(n), Small(d)) => (Self(Small(n / d)), Self(Small(n % d))),
            (Big(n), Small(d)) => {
                meter::charge(words(n).saturating_mul(cost::VALUE));
                (Self::from(&**n / *d), Self(Small(&**n % *d)))
            }
            (Big(n), Big(d)) => {
                let (long, short) = (words(n), words(d));
                meter::charge(pass(long, product(long.saturating_sub(short), short)));
                let (quotient, remainder) = (&**n).div_rem(&**d);
                (Self::from(quotient), Self::from(remainder))
            }
        }
    }

    /// Returns the number raised to `exponent`.
    #[must_use]
    pub fn pow(&self, exponent: usize) -> Self {
        let words = word_count(self.bit_len().saturating_mul(exponent));
        let is_shift = exponent < 2 || self.is_power_of_two();
        meter::charge(pass(words, if is_shift { 0 } else { conversion(words) }));
        Self::from(self.to_big().pow(exponent))
    }

    /// Returns the largest *e* for which `base`^*e* is at most the number; `None` if the number is 0 or the base is
    /// below 2.
    #[must_use]
    pub fn ilog(&self, base: &Self) -> Option<usize> {
        if self.is_zero() || *base < Self::TWO {
            return None;
        }
        match (&self.0, &base.0) {
            (Small(n), Small(b)) => usize::try_from(n.ilog(*b)).ok(),
            (Small(_), Big(_)) => Some(0),
            (Big(_), Big(_)) if self < base => Some(0),
            (Big(n), _) => {
                let words = words(n);
                meter::charge(if base.is_power_of_two() { words } else { conversion(words) });
                Some(n.ilog(&base.to_big()))
            }
        }
    }

    /// Returns the bit that stands for 2^`index`.
    #[must_use]
    pub fn bit(&self, index: usize) -> bool {
        match &self.0 {
            Small(n) => index < 64 && n >> index & 1 == 1,
            Big(n) => n.bit(index),
        }
    }

    /// Returns how many bits the binary form has, without leading zeros. The result is 0 for 0, and ⌊log₂ *n*⌋ + 1 for
    /// any other number *n*.
    #[must_use]
    pub fn bit_len(&self) -> usize {
        match &self.0 {
            Small(n) => usize::try_from(u64::BITS - n.leading_zeros()).unwrap_or(usize::MAX),
            Big(n) => n.bit_len(),
        }
    }

    /// Returns the number of ones at the end of the binary form. For a number *n*, this is the exponent with which 2
    /// divides *n* + 1.
    #[must_use]
    pub fn trailing_ones(&self) -> usize {
        match &self.0 {
            Small(n) => usize::try_from(n.trailing_ones()).unwrap_or(usize::MAX),
            // dashu's own trailing_ones is not used, because in version 0.6.2 it skips the lowest word of numbers of
            // three or more words.
            Big(n) => {
                charge_pass(n);
                (&**n + 1_u8).trailing_zeros().unwrap_or(0)
            }
        }
    }

    /// Returns the exponent of 2 in the number; `None` for 0, which every power of 2 divides.
    #[must_use]
    pub fn trailing_zeros(&self) -> Option<usize> {
        match &self.0 {
            Small(0) => None,
            Small(n) => usize::try_from(n.trailing_zeros()).ok(),
            Big(n) => {
                let zeros = n.trailing_zeros();
                meter::charge(word_count(zeros.unwrap_or(0)));
                zeros
            }
        }
    }

    /// Returns the square root of the number, rounded down.
    #[must_use]
    pub fn sqrt(&self) -> Self {
        match &self.0 {
            Small(n) => Self(Small(n.isqrt())),
            Big(n) => {
                let words = words(n);
                meter::charge(conversion(words));
                Self::from(n.sqrt())
            }
        }
    }

    /// Returns the number modulo 2^`bits`.
    #[must_use]
    pub fn low_bits(&self, bits: usize) -> Self {
        match &self.0 {
            Small(n) if bits < 64 => Self(Small(n & ((1 << bits) - 1))),
            Small(_) => self.clone(),
            Big(n) => {
                charge_pass(n);
                Self::from((**n).clone().split_bits(bits).0)
            }
        }
    }

    /// Returns the number of ones in the binary form.
    #[must_use]
    pub fn count_ones(&self) -> usize {
        let number = self.to_big();
        meter::charge(words(&number));
        number.count_ones()
    }

    /// Returns the number divided by 2^`bits`, rounded down.
    #[must_use]
    pub fn shift_right(&self, bits: usize) -> Self {
        match &self.0 {
            Small(n) => Self(Small(if bits < 64 { n >> bits } else { 0 })),
            Big(n) => {
                charge_pass(n);
                Self::from(&**n >> bits)
            }
        }
    }

    /// Returns the number × 2^`bits`.
    #[must_use]
    pub fn shift_left(&self, bits: usize) -> Self {
        meter::charge(pass(word_count(self.bit_len()), word_count(bits)));
        Self::from(self.to_big().into_owned() << bits)
    }

    /// Compares the products *a·b* and *c·d*. Products of machine words are computed without big integers.
    #[must_use]
    pub fn compare_products([a, b]: [&Self; 2], [c, d]: [&Self; 2]) -> Ordering {
        if let (Small(a), Small(b), Small(c), Small(d)) = (&a.0, &b.0, &c.0, &d.0) {
            let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
            return product(*a, *b).cmp(&product(*c, *d));
        }
        (a * b).cmp(&(c * d))
    }
}

impl Clone for Natural {
    #[inline]
    fn clone(&self) -> Self {
        // Here and in the operators, the code for big integers is a separate function, so that the code for machine
        // words can be inlined.
        #[cold]
        fn long(n: &UBig) -> UBig {
            charge_pass(n);
            n.clone()
        }
        Self(match &self.0 {
            Small(n) => Small(*n),
            Big(n) => Big(Box::new(long(n))),
        })
    }
}

/// Converts a value of a primitive type. `false` becomes 0, and `true` becomes 1.
macro_rules! from_small {
    ($($small:ty),*) => {$(
        impl From<$small> for Natural {
            fn from(number: $small) -> Self {
                Self(Small(number.into()))
            }
        }
    )*};
}
from_small!(bool, u8, u16, u32, u64);

impl From<usize> for Natural {
    fn from(n: usize) -> Self {
        u64::try_from(n).map_or_else(|_| Self::from(UBig::from(n)), Self::from)
    }
}

impl From<UBig> for Natural {
    fn from(n: UBig) -> Self {
        Self(u64::try_from(&n).map_or_else(|_| Big(Box::new(n)), Small))
    }
}

impl PartialEq<u64> for Natural {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl Ord for Natural {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        #[cold]
        fn long(a: &UBig, b: &UBig) -> Ordering {
            if a.bit_len() == b.bit_len() {
                meter::charge(words(a));
            }
            a.cmp(b)
        }
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Big(_)) => Ordering::Less,
            (Big(_), Small(_)) => Ordering::Greater,
            (Big(a), Big(b)) => long(a, b),
        }
    }
}

impl PartialOrd for Natural {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns how many words of 64 bits a big integer has, or one more if its length in bits is a multiple of 64.
pub(super) fn words(n: &UBig) -> u64 {
    word_count(n.bit_len())
}

pub(super) fn word_count(bits: usize) -> u64 {
    u64::try_from(bits / 64).unwrap_or(u64::MAX).saturating_add(1)
}

/// The number of products of two words that long multiplication computes in one step.
const PRODUCTS_A_STEP: u64 = 3;

/// Charges for one pass over all words.
fn charge_pass(n: &UBig) {
    meter::charge(pass(words(n), 0));
}

/// Returns the steps for one pass over two integers of `a` and `b` words, with the time to allocate the result.
fn pass(a: u64, b: u64) -> u64 {
    cost::NUMBER.saturating_add(a).saturating_add(b)
}

/// Returns the steps for long multiplication of an integer of `a` words by an integer of `b` words, or for a division
/// with a quotient of `a` words and a divisor of `b` words. From some hundred words on, dashu is faster than long
/// multiplication.
fn product(a: u64, b: u64) -> u64 {
    pass(a, b).saturating_add(a.saturating_mul(b) / PRODUCTS_A_STEP)
}

/// Returns the steps for a root, a logarithm, a power or the decimal digits of an integer of `words` words. Each word
/// needs a division, and then there are about as many products as in a square.
pub(super) fn conversion(words: u64) -> u64 {
    words.saturating_mul(words / PRODUCTS_A_STEP + cost::LOOK_UP)
}

/// Defines an operator on references. For two machine words, the operator returns the result of `$small`, if there is
/// one. Otherwise it uses big integers. `$steps` gets the numbers of words of both integers, and returns the steps to
/// charge.
macro_rules! operator {
    ($operator:ident::$method:ident, $small:expr, $steps:expr) => {
        impl $operator for &Natural {
            type Output = Natural;

            #[inline]
            fn $method(self, other: Self) -> Natural {
                #[cold]
                fn long(a: &Natural, b: &Natural) -> Natural {
                    let (a, b) = (a.to_big(), b.to_big());
                    meter::charge($steps(words(&a), words(&b)));
                    Natural::from($operator::$method(&*a, &*b))
                }
                match (&self.0, &other.0) {
                    (Small(a), Small(b)) => $small(*a, *b).map_or_else(|| long(self, other), Natural::from),
                    _ => long(self, other),
                }
            }
        }
    };
}
operator!(Add::add, u64::checked_add, pass);
operator!(Mul::mul, u64::checked_mul, product);
operator!(BitAnd::bitand, |a, b| Some(a & b), pass);
operator!(BitXor::bitxor, |a, b| Some(a ^ b), pass);
operator!(BitOr::bitor, |a, b| Some(a | b), pass);

impl Sub for &Natural {
    type Output = Natural;

    /// # Panics
    /// If `other` is larger. [`Natural::checked_sub`] is for differences that may be below 0.
    #[inline]
    fn sub(self, other: Self) -> Natural {
        #[cold]
        fn long(a: &Natural, b: &Natural) -> Natural {
            // Once the meter is spent, numbers may be wrong, so this must not panic. But a difference that is not below
            // 0 must still be right. Otherwise a loop that subtracts again and again might never end.
            if meter::is_spent() && a < b {
                return Natural::ZERO;
            }
            let (a, b) = (a.to_big(), b.to_big());
            charge_pass(&a);
            Natural::from(&*a - &*b)
        }
        match (&self.0, &other.0) {
            (Small(a), Small(b)) if a >= b => Natural(Small(a - b)),
            _ => long(self, other),
        }
    }
}

impl<N: Borrow<Self>> Sum<N> for Natural {
    fn sum<I: Iterator<Item = N>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| &sum + number.borrow())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A loop in Fibonacci nim subtracts again and again. In an earlier version, differences became 0 once the meter
    /// was spent, and the loop filled all memory.
    #[test]
    fn differences_are_right_once_the_meter_is_spent() {
        let (large, small) = (Natural::ONE.shift_left(100), Natural::ONE.shift_left(90));
        let mut found = None;
        let spent = meter::Meter::new(0).run(|| {
            meter::charge(cost::WORD);
            found = Some((&large - &small, small.checked_sub(&large), meter::is_spent()));
        });
        let expected = Natural::from((UBig::ONE << 100) - (UBig::ONE << 90));
        assert_eq!((found, spent.is_err()), (Some((expected, None, true)), true));
    }

    /// Numbers near 2^64, where the representation changes, and numbers far from 2^64.
    fn numbers() -> impl Strategy<Value = UBig> {
        prop_oneof![
            (0_u64..50).prop_map(UBig::from),
            any::<u64>().prop_map(UBig::from),
            (0_u64..50).prop_map(|n| UBig::from(u64::MAX) - n),
            (0_u64..50).prop_map(|n| UBig::from(u64::MAX) + n),
            proptest::collection::vec(any::<u64>(), 1..5).prop_map(|words| UBig::from_words(&words)),
        ]
    }

    proptest! {
        #[test]
        fn small_and_big_numbers_calculate_alike(a in numbers(), b in numbers(), bits in 0_usize..200) {
            let (x, y) = (Natural::from(a.clone()), Natural::from(b.clone()));
            let is = |n: Natural, big: UBig| n == Natural::from(big);
            prop_assert!(is(&x + &y, &a + &b));
            prop_assert!(is(&x * &y, &a * &b));
            prop_assert!(is(&x ^ &y, &a ^ &b));
            prop_assert!(is(&x & &y, &a & &b));
            prop_assert_eq!(x.trailing_zeros(), a.trailing_zeros());
            let root = x.sqrt();
            let next = &root + &Natural::ONE;
            prop_assert!(&root * &root <= x && &next * &next > x);
            prop_assert!(is(&x | &y, &a | &b));
            let difference = (a >= b).then(|| Natural::from(&a - &b));
            prop_assert_eq!(x.checked_sub(&y), difference);
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            if !y.is_zero() {
                let (q, r) = x.div_rem(&y);
                prop_assert_eq!(&(&q * &y) + &r, x.clone());
                prop_assert!(r < y);
            }
            let power = UBig::ONE << bits;
            prop_assert!(is(x.low_bits(bits), &a % &power));
            prop_assert!(is(x.shift_right(bits), &a / &power));
            prop_assert!(is(x.shift_left(bits), &a * &power));
            prop_assert_eq!(x.bit(bits), a.bit(bits));
            prop_assert_eq!(x.is_even(), &a % 2_u8 == 0);
            prop_assert_eq!(x.bit_len(), a.bit_len());
            prop_assert_eq!(UBig::ONE << x.trailing_ones(), ((&a ^ (&a + 1_u8)) + 1_u8) >> 1);
            if let Some(e) = x.ilog(&y) {
                prop_assert!(y.pow(e) <= x && x < y.pow(e + 1));
            } else {
                prop_assert!(x.is_zero() || y < Natural::TWO);
            }
        }

        #[test]
        fn text_comes_back(a in numbers()) {
            let n = Natural::from(a);
            prop_assert_eq!(Natural::from_decimal(&n.to_string(), 1000), Ok(n.clone()));
        }
    }
}
