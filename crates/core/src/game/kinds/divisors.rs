//! Games on the divisors of a number, which share the divisors. They are found once, when they are first asked for. A
//! number whose divisors can't be found is still a position if its value and a move are known without them.

use std::iter;
use std::sync::{Arc, OnceLock};

use crate::game::{Illegal, Moves, Value, Worth};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::factors::{self, Divisor, TRIED};

/// Numbers of more digits must be below 2⁶⁴ after small primes are divided out. This takes some 0.1 ms for numbers of
/// this length.
const MOST_DIGITS: usize = 1000;

/// The largest number of divisors of a number below 2⁶⁴.
const MOST_DIVISORS: usize = 103_680;

/// The steps to subtract a divisor and examine the difference.
const STEPS_A_DIVISOR: u64 = 15;

/// A solved position of such a game.
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

    /// The divisors of the position, ascending; 0 has none. If they can't be listed, only the first and the last are
    /// here.
    pub(crate) fn divisors(&self, number: &Natural) -> &[Divisor] {
        if let Some(known) = self.divisors.get() {
            return known;
        }
        let divisors = match listable_factors(number) {
            Some(primes) => factors::divisors(&primes),
            None if number.is_zero() => Vec::new(),
            None => [Natural::ONE, number.clone()].map(|number| Divisor { number, primes: 0 }).into(),
        };
        // Results of spent work are not kept.
        if meter::is_spent() { &[] } else { self.divisors.get_or_init(|| divisors.into()) }
    }

    /// The proper divisors, ascending.
    pub(crate) fn proper(&self, number: &Natural) -> &[Divisor] {
        self.divisors(number).split_last().map_or(&[], |(_, proper)| proper)
    }
}

impl Worth for WithDivisors {
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

/// The prime factors of a number, if they can be found and its divisors can be listed; 0 has none.
fn listable_factors(number: &Natural) -> Option<Vec<u64>> {
    let is_short = number.bit_len() <= MOST_DIGITS * 10 / 3;
    let primes = if number.is_zero() || !is_short { None } else { factors::factored(number) };
    primes.filter(|primes| factors::divisor_count(primes) <= MOST_DIVISORS)
}

/// Checks that a number is no smaller than the least.
///
/// # Errors
/// The fault of a number that is smaller.
pub(crate) fn at_least(number: &Natural, least: u64) -> Result<(), Illegal> {
    if number.to_u64().is_some_and(|number| number < least) {
        return Err(Illegal::new(format!("the number is at least {least}")));
    }
    Ok(())
}

/// The steps to try whether a number divides another.
const STEPS_A_CANDIDATE: u64 = 10;

/// The exponent of 2 in a number ≥ 1.
pub(crate) fn twos(number: &Natural) -> usize {
    number.trailing_zeros().unwrap_or_default()
}

/// The divisors of a number, ascending, found by trying all numbers up to it; 0 has none.
pub(crate) fn by_trying(number: &Natural) -> impl Iterator<Item = Natural> {
    let all = iter::successors(Some(Natural::ONE), |last| Some(last + &Natural::ONE));
    let tried = all.take_while(move |tried| tried <= number && meter::go_on(STEPS_A_CANDIDATE).is_ok());
    tried.filter(|divisor| is_multiple(number, divisor))
}

/// Returns some of the divisors, in their order: those whose subtraction leaves a number of a kind.
pub(crate) fn leaving<'d>(
    number: &Natural,
    divisors: &'d [Divisor],
    is_one: impl Fn(&Natural) -> bool,
) -> Moves<'d, Natural> {
    let divisors = divisors.iter().take_while(|_| meter::go_on(STEPS_A_DIVISOR).is_ok());
    let leaving: Vec<&Divisor> = divisors.filter(|divisor| is_one(&(number - &divisor.number))).collect();
    moves(leaving)
}

/// Returns the subtractions of some divisors.
pub(crate) fn moves<'d>(divisors: impl IntoIterator<Item = &'d Divisor>) -> Moves<'d, Natural> {
    Moves::found(divisors.into_iter().collect(), |divisor| Some(divisor.number.clone()))
}

/// The subtraction of a divisor in words.
pub(crate) fn describe_subtraction(number: &Natural, divisor: &Natural) -> String {
    let (quotient, _) = number.div_rem(divisor);
    let [divisor, number, quotient] = [divisor, number, &quotient].map(Natural::short);
    format!("subtract {divisor} ({number} = {quotient} × {divisor})")
}

/// True if the first number is a multiple of the second.
pub(crate) fn is_multiple(number: &Natural, divisor: &Natural) -> bool {
    !divisor.is_zero() && number.div_rem(divisor).1.is_zero()
}
