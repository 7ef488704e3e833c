//! Tower breakers: replace a height by a proper divisor of it.
//!
//! A move removes any of the prime factors, at least one, like stones of a heap. So G = Ω(*n*), the number of prime
//! factors, counted with multiplicity.

use crate::game::kinds::divisors::{self, WithDivisors, is_multiple};
use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors;
use crate::theory::step;

/// Tower breakers.
#[derive(Clone, Copy, Debug, Default)]
pub struct TowerBreakers;

const HACKERRANK: Source =
    Source { author: "HackerRank", year: 2016, title: "Game Theory: Tower Breakers, Revisited!" };

/// Returns the proper divisors of `number` that have `value` prime factors, counted with multiplicity. The largest
/// divisor comes first.
fn with_primes(number: &Natural, solved: &WithDivisors, value: &Natural) -> impl Iterator<Item = Natural> {
    let primes = value.to_u64();
    let divisors = solved.proper(number).iter().rev();
    meter::charge_each(divisors.len(), cost::ENTRY);
    divisors.filter(move |divisor| Some(u64::from(divisor.primes)) == primes).map(|divisor| divisor.number.clone())
}

impl Rules for TowerBreakers {
    type Position = Natural;
    type Move = Natural;

    const CARD: Card = Card {
        id: "tower-breakers",
        name: "Tower breakers",
        aliases: &["Tower Breakers, Revisited! (HackerRank)", "Divide by a divisor"],
        problems: &["HackerRank Tower Breakers", "HackerRank Tower Breakers, Revisited!", "AtCoder ABC 368 F"],
        keywords: &["towers", "divisors", "divide a number", "prime factors", "replace a number by a divisor"],
        tags: &[Tag::Arithmetic, Tag::Contest],
        rules: "A tower. A move reduces its height to a proper divisor of it. Who cannot move, at height 1, loses.",
        position: "the height, at least 1; from 2^64 on it has at most 1,000 digits and 103,680 divisors, and is below 2^64 when \
                   all primes below 1,000 are divided out",
        text_form: "height",
        example: "60",
        moves: &[("60", "15", "divide 60 by 4 to 15")],
        sources: &[HACKERRANK],
        normal: "Exact. The value is the number of prime factors, with multiplicity.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, height: &Natural) -> Result<(), Illegal> {
        divisors::at_least(height, 1)?;
        divisors::check_listable(height)
    }

    /// The moves lead to the proper divisors, the largest first.
    fn moves(&self, height: &Natural) -> impl Iterator<Item = Natural> {
        // Dividing the height by its smallest divisors first gives its largest divisors first.
        divisors::by_trying(height).map(move |divisor| height.div_rem(&divisor).0).skip(1)
    }

    fn find(&self, height: &Natural, left: &Follower<Natural>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to < height && is_multiple(height, to) {
            return Ok(to.clone());
        }
        Err(format!("what is left, {}, must be a proper divisor of {}", to.short(), height.short()).into())
    }

    left_is_the_move!();

    fn describe(&self, height: &Natural, to: &Natural) -> String {
        let (quotient, _) = height.div_rem(to);
        let [height, quotient, to] = [height, &quotient, to].map(Natural::short);
        format!("divide {height} by {quotient} to {to}")
    }

    fn small(&self) -> Vec<Natural> {
        small::numbers(1..=300)
    }
}

impl Theory<Self> for TowerBreakers {
    type Solved = WithDivisors;

    fn solve(&self, height: &Natural) -> WithDivisors {
        WithDivisors::new(factors::factored(height).map_or(0, |primes| primes.len()).into())
    }

    fn moves_to<'a>(
        &'a self,
        height: &'a Natural,
        solved: &'a WithDivisors,
        goal: &Goal,
    ) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => {
                Moves::found(solved.proper(height).iter().rev().collect(), |divisor| Some(divisor.number.clone()))
            }
            Goal::Value(value) => Moves::list(with_primes(height, solved, value).collect()),
            _ => return None,
        })
    }

    fn explain(&self, height: &Natural, _: &WithDivisors) -> Vec<Step> {
        let theory = "A move takes away any prime factors, at least one. So the value is their number, where a factor that occurs \
                      twice counts twice.";
        let primes = factors::factored(height).unwrap_or_default();
        let here = match step::joined(&primes, u64::to_string, " × ") {
            shown if shown.is_empty() => "Here there is none in 1.".to_owned(),
            shown => format!("Here {} = {shown}.", height.short()),
        };
        vec![Step::by(HACKERRANK, theory), Step::new(here)]
    }

    /// Only the height 1 has the value 0. So, by induction, misère play swaps the values 0 and 1 and keeps all other
    /// values.
    fn tameness(&self, _: &Natural, solved: &WithDivisors) -> Tameness {
        Tameness::tame(*solved.grundy() <= Natural::ONE)
    }
}
