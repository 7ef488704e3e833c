//! Coprime take-away: take a number of stones that has no factor in common with a fixed number *K*.
//!
//! G = *n* mod *q*, where *q* is the least prime factor of *K*. (If *K* = 1, the game is nim.) A multiple of *q* may
//! not be taken, so every move changes the residue. Each number below *q* may be taken, because its prime factors are
//! smaller than those of *K*. An option has a given value iff the number taken has a certain residue modulo *q*. The
//! principle of inclusion and exclusion counts the numbers that have this residue and that no other prime factor of *K*
//! divides.

use crate::game::shape::Pair;
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Rules, Step, Tag, Tameness, Theory, Value, small, taken,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors::{gcd, prime_factors};
use crate::theory::ranks::last_not_after;
use crate::theory::sources::FERGUSON_1974;

/// Coprime take-away.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoprimeTakeAway;

/// The value of a heap, and the distinct prime factors of *K*.
#[derive(Clone, Debug)]
pub struct Residue {
    value: Natural,
    primes: Vec<u64>,
}

impl HasValue for Residue {
    fn value(&self) -> Value {
        Value::Nimber(self.value.clone())
    }
}

/// Returns the fixed number *K* of a position. In every legal position, *K* is below 2⁶⁴.
fn fixed(pile: &Pair) -> u64 {
    pile.first.to_u64().unwrap_or(1)
}

/// The products of all subsets of some primes. The flag of a product is true if the number of its factors is odd.
fn products(primes: &[u64]) -> Vec<(Natural, bool)> {
    let mut products = vec![(Natural::ONE, false)];
    for prime in primes {
        let with = |(product, is_odd): &(Natural, bool)| (product * &Natural::from(*prime), !is_odd);
        let more: Vec<_> = products.iter().map(with).collect();
        products.extend(more);
    }
    products
}

/// A set of numbers of stones that may be taken: the numbers that no prime of a list divides. The set may be limited to
/// one residue modulo `modulus`, which no prime of the list divides.
struct CoprimeTakes {
    products: Vec<(Natural, bool)>,
    modulus: Natural,
    residue: Natural,
}

impl CoprimeTakes {
    /// All numbers that none of the primes divides.
    fn all(primes: &[u64]) -> Self {
        Self { products: products(primes), modulus: Natural::ONE, residue: Natural::ZERO }
    }

    /// The numbers that have `residue` modulo the first prime and that none of the other primes divides. `residue` is
    /// not 0.
    fn of_residue(primes: &[u64], residue: Natural) -> Self {
        let (first, others) = primes.split_first().map_or((1, primes), |(first, others)| (*first, others));
        Self { products: products(others), modulus: first.into(), residue }
    }

    /// Counts the multiples of `product`, from 1 to `most`, that have the residue `residue` modulo `modulus`.
    fn multiples(&self, product: &Natural, most: &Natural) -> Natural {
        let multiples = most.div_rem(product).0;
        // One of the first `modulus` multiples of the product has the residue.
        let step = product.div_rem(&self.modulus).1;
        let first = if self.modulus == 1 {
            Some(Natural::ONE)
        } else {
            inverse(&step, &self.modulus).map(|inverse| (&inverse * &self.residue).div_rem(&self.modulus).1)
        };
        match first.and_then(|first| multiples.checked_sub(&first)) {
            Some(past) => &past.div_rem(&self.modulus).0 + &Natural::ONE,
            None => Natural::ZERO,
        }
    }

    /// Counts the numbers up to `most` that may be taken.
    fn up_to(&self, most: &Natural) -> Natural {
        let (mut counted, mut left_out) = (Natural::ZERO, Natural::ZERO);
        for (product, is_odd) in &self.products {
            meter::charge(cost::OPTION);
            let of_product = self.multiples(product, most);
            if *is_odd {
                left_out = &left_out + &of_product;
            } else {
                counted = &counted + &of_product;
            }
        }
        counted.saturating_sub(&left_out)
    }

    /// Returns the number with this rank among the numbers that may be taken. This number must be at most `most`.
    fn nth(&self, rank: &Natural, most: &Natural) -> Natural {
        &last_not_after(Natural::ZERO, most.clone(), |take| self.up_to(take) <= *rank) + &Natural::ONE
    }
}

/// The inverse of `residue` modulo `modulus`, a prime that fits into a machine word.
fn inverse(residue: &Natural, modulus: &Natural) -> Option<Natural> {
    let (residue, modulus) = (i128::from(residue.to_u64()?), i128::from(modulus.to_u64()?));
    let (mut previous, mut current) = ((modulus, 0_i128), (residue, 1_i128));
    while current.0 != 0 {
        let quotient = previous.0 / current.0;
        let next = (previous.0 - quotient * current.0, previous.1 - quotient * current.1);
        (previous, current) = (current, next);
    }
    u64::try_from(previous.1.rem_euclid(modulus)).ok().map(Natural::from)
}

impl Rules for CoprimeTakeAway {
    type Position = Pair;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "coprime-take-away",
        name: "Coprime take-away",
        aliases: &["Take-away by numbers prime to K"],
        keywords: &["no common factor", "prime to"],
        tags: &[Tag::Heaps, Tag::Arithmetic],
        rules: "A number K and a heap of stones. A move takes a number of them that has no factor in common with K \
                but 1. Who cannot move loses. K stays the same. With the heap itself in the place of K the game is \
                Prim. K = 1 is nim.",
        position: "[K, stones]: K from 1 to 2^64 − 1, the stones at least 0",
        text_form: "K,stones",
        example: "15,17",
        moves: &[("15,17", "15,16", "take 1 of 17"), ("15,17", "15,3", "take 14 of 17")],
        sources: &[FERGUSON_1974],
        normal: "Exact. The value is the heap modulo the least prime factor of K; for K = 1 it is the heap.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, pile: &Pair) -> Result<(), Illegal> {
        match pile.first.to_u64() {
            Some(0) => Err(Illegal::part(0, "the number K, which comes first, is at least 1")),
            None => Err(Illegal::part(0, "the number K, which comes first, is below 2^64")),
            Some(_) => Ok(()),
        }
    }

    /// The moves, in ascending order of the number of stones taken.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = Natural> {
        let fixed = fixed(pile);
        let takes = meter::each(1..=pile.second.to_u64().unwrap_or_default(), cost::COMPONENT);
        takes.filter(move |take| gcd(*take, fixed) == 1).map(Natural::from)
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to.first != pile.first {
            return Err(format!("the number K, which comes first, stays {}", pile.first.short()).into());
        }
        let taken = taken("heap", &pile.second, &to.second)?;
        let rest = taken.div_rem(&pile.first).1.to_u64().unwrap_or_default();
        match gcd(fixed(pile), rest) {
            1 => Ok(taken),
            factor => {
                Err(format!("{} and {} have the factor {factor} in common", taken.short(), pile.first.short()).into())
            }
        }
    }

    fn after(&self, pile: &Pair, taken: &Natural) -> Follower<Pair> {
        pile.after_taking(taken).into()
    }

    fn describe(&self, pile: &Pair, taken: &Natural) -> String {
        format!("take {} of {}", taken.short(), pile.second.short())
    }

    fn small(&self) -> Vec<Pair> {
        let of = |fixed: u64| small::pairs(fixed..=fixed, 0..=45);
        [1, 2, 3, 4, 5, 6, 7, 15, 30, 35, 49, 77, 105, 1_001].into_iter().flat_map(of).collect()
    }
}

impl Theory<Self> for CoprimeTakeAway {
    type Solved = Residue;

    fn solve(&self, pile: &Pair) -> Residue {
        let mut primes = prime_factors(fixed(pile));
        primes.dedup();
        let value = match primes.first() {
            Some(least) => pile.second.div_rem(&(*least).into()).1,
            None => pile.second.clone(),
        };
        Residue { value, primes }
    }

    fn moves_to<'a>(&'a self, pile: &'a Pair, solved: &'a Residue, goal: &Goal) -> Option<Moves<'a, Natural>> {
        let takes = match (goal, solved.primes.first()) {
            (Goal::All, _) => CoprimeTakes::all(&solved.primes),
            (Goal::Value(value), None) => {
                return Some(pile.second.checked_sub(value).filter(|taken| !taken.is_zero()).into());
            }
            (Goal::Value(value), Some(least)) => {
                let least = Natural::from(*least);
                if *value >= least || *value == solved.value {
                    return Some(Moves::None);
                }
                let residue = (&(&solved.value + &least) - value).div_rem(&least).1;
                CoprimeTakes::of_residue(&solved.primes, residue)
            }
            _ => return None,
        };
        let count = takes.up_to(&pile.second);
        Some(Moves::counted(count, move |rank| Some(takes.nth(rank, &pile.second))))
    }

    fn explain(&self, pile: &Pair, solved: &Residue) -> Vec<Step> {
        let [fixed, stones, value] = [&pile.first, &pile.second, &solved.value].map(Natural::short);
        let text = match solved.primes.first() {
            Some(least) => format!(
                "The least prime factor of {fixed} is {least}. Multiples of it may not be taken, and all smaller numbers may: so the value is the \
                 heap modulo {least}. Here {stones} leaves {value}."
            ),
            None => "Every number may be taken: so it is a heap of nim.".to_owned(),
        };
        vec![Step::new(text)]
    }

    fn tameness(&self, _: &Pair, solved: &Residue) -> Tameness {
        Tameness::tame(solved.value <= Natural::ONE)
    }

    fn explain_misere(&self, _: &Pair, _: &Residue) -> Vec<Step> {
        let text = "Every heap of value 0 that has a move has one to value 1, so in misère play the values 0 and 1 swap, and others stay.";
        vec![Step::by(FERGUSON_1974, text)]
    }
}
