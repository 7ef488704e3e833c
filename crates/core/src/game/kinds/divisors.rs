//! Common code for games on the divisors of a number. The divisors are found once, when they are first needed. A number
//! whose divisors can't be found is still a legal position if its value and one move are known without the divisors.

use std::iter;
use std::sync::{Arc, OnceLock};

use crate::game::{HasValue, Illegal, Moves, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors::{self, Divisor, TRIED};

/// Divisors are listed only for numbers of at most this many digits. If a number is 2⁶⁴ or more, its prime factors
/// below [`TRIED`] are divided out, and the rest must be below 2⁶⁴. This division needs some 0.1 ms for numbers of this
/// length.
const MOST_DIGITS: usize = 1000;

/// The largest number of divisors of a number below 2⁶⁴.
const MOST_DIVISORS: usize = 103_680;

/// A solved position of a game on divisors.
#[derive(Clone, Debug)]
pub struct WithDivisors {
    value: Natural,
    divisors: OnceLock<Arc<[Divisor]>>,
}

impl WithDivisors {
    pub(crate) fn new(value: Natural) -> Self {
        Self { value, divisors: OnceLock::new() }
    }

    pub(crate) fn grundy(&self) -> &Natural {
        &self.value
    }

    /// Returns the divisors of the position, ascending; 0 has none. If the divisors can't be listed, only the smallest
    /// and the largest divisor are returned.
    pub(crate) fn divisors(&self, number: &Natural) -> &[Divisor] {
        if let Some(known) = self.divisors.get() {
            return known;
        }
        let divisors = match listable_factors(number) {
            Some(primes) => factors::divisors(&primes),
            None if number.is_zero() => Vec::new(),
            None => [Natural::ONE, number.clone()].map(|number| Divisor { number, primes: 0 }).into(),
        };
        // The result is not stored if the meter is spent, because it may be incomplete.
        if meter::is_spent() { &[] } else { self.divisors.get_or_init(|| divisors.into()) }
    }

    /// The proper divisors, ascending.
    pub(crate) fn proper(&self, number: &Natural) -> &[Divisor] {
        self.divisors(number).split_last().map_or(&[], |(_, proper)| proper)
    }
}

impl HasValue for WithDivisors {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

/// Checks that the divisors of a number can be found and listed.
///
/// # Errors
/// The reason why the divisors can't be listed.
pub(crate) fn check_listable(number: &Natural) -> Result<(), Illegal> {
    if number.to_u64().is_some() || listable_factors(number).is_some() {
        return Ok(());
    }
    Err(Illegal::new(format!(
        "the divisors of the number are listed: from 2^64 = 18446744073709551616 on it has at most {MOST_DIGITS} digits and \
         {MOST_DIVISORS} divisors, and is below 2^64 when all primes below {TRIED} are divided out"
    )))
}

/// Returns the prime factors of a number. `None` if they can't be found, if the number has too many divisors, or if it
/// is 0.
fn listable_factors(number: &Natural) -> Option<Vec<u64>> {
    let is_short = number.bit_len() <= MOST_DIGITS * 10 / 3;
    let primes = if number.is_zero() || !is_short { None } else { factors::factored(number) };
    primes.filter(|primes| factors::divisor_count(primes) <= MOST_DIVISORS)
}

/// Checks that a number is at least `least`.
///
/// # Errors
/// The number is smaller.
pub(crate) fn at_least(number: &Natural, least: u64) -> Result<(), Illegal> {
    if number.to_u64().is_some_and(|number| number < least) {
        return Err(Illegal::new(format!("the number is at least {least}")));
    }
    Ok(())
}

/// The exponent of 2 in a number ≥ 1.
pub(crate) fn twos(number: &Natural) -> usize {
    number.trailing_zeros().unwrap_or_default()
}

/// The divisors of a number, ascending, found by trying all numbers up to it; 0 has none.
pub(crate) fn by_trying(number: &Natural) -> impl Iterator<Item = Natural> {
    let all = iter::successors(Some(Natural::ONE), |last| Some(last + &Natural::ONE));
    let tried = meter::each(all, cost::VALUE).take_while(move |tried| tried <= number);
    tried.filter(|divisor| is_multiple(number, divisor))
}

/// Returns the moves that subtract a divisor and leave a number for which `is_one` is true, in the order of the
/// divisors.
pub(crate) fn leaving<'d>(
    number: &Natural,
    divisors: &'d [Divisor],
    is_one: impl Fn(&Natural) -> bool,
) -> Moves<'d, Natural> {
    let divisors = meter::each(divisors.iter(), cost::NUMBER);
    let leaving: Vec<&Divisor> = divisors.filter(|divisor| is_one(&(number - &divisor.number))).collect();
    moves(leaving)
}

/// Returns the moves that subtract these divisors.
pub(crate) fn moves<'d>(divisors: impl IntoIterator<Item = &'d Divisor>) -> Moves<'d, Natural> {
    Moves::found(divisors.into_iter().collect(), |divisor| Some(divisor.number.clone()))
}

/// Describes the move that subtracts a divisor.
pub(crate) fn describe_subtraction(number: &Natural, divisor: &Natural) -> String {
    let (quotient, _) = number.div_rem(divisor);
    let [divisor, number, quotient] = [divisor, number, &quotient].map(Natural::short);
    format!("subtract {divisor} ({number} = {quotient} × {divisor})")
}

/// True if the first number is a multiple of the second.
pub(crate) fn is_multiple(number: &Natural, divisor: &Natural) -> bool {
    !divisor.is_zero() && number.div_rem(divisor).1.is_zero()
}
