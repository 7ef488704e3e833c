//! Prime nim: take 1 or a prime number of stones.
//!
//! G = *n* mod 4: 1, 2 and 3 may be taken, and no multiple of 4, so nothing that can be taken keeps the residue.

use crate::game::shape::Written;
use crate::game::{Card, Class, Convention, Game, Illegal, List, Rules, Source, Step, Tag, Unsolved, by_rank};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::Tables;
use crate::theory::factors::is_prime;
use crate::theory::kept::{Kept, Ready};
use crate::theory::primes::{Primes, up_to};

/// Prime nim.
#[derive(Clone, Debug)]
pub struct PrimeNim {
    /// Reaches all positions of the request; none before they are known.
    primes: Ready<Primes>,
}

/// The largest heap: the primes up to it are found in some 50 ms.
const LARGEST: u32 = 10_000_000;

static PRIMES: Kept<Primes> = Kept::new(Primes::below);

const LUOGU: Source = Source { author: "Luogu", year: 2018, title: "P4860, Roy&October之取石子II" };

/// Some of the numbers that may be taken: 1 perhaps, and then primes, ascending.
struct Takes<'p> {
    one: bool,
    primes: &'p [u32],
}

impl Takes<'_> {
    const NONE: Self = Takes { one: false, primes: &[] };

    fn count(&self) -> usize {
        usize::from(self.one) + self.primes.len()
    }

    fn get(&self, rank: &Natural) -> Option<u32> {
        match rank.to_usize()?.checked_sub(usize::from(self.one)) {
            None => Some(1),
            Some(place) => self.primes.get(place).copied(),
        }
    }
}

impl PrimeNim {
    pub(super) const fn new() -> Self {
        Self { primes: Ready::of(&PRIMES) }
    }
}

/// All that may be taken.
fn all(primes: &Primes, stones: u32) -> Takes<'_> {
    Takes { one: stones > 0, primes: &primes.all[..up_to(&primes.all, stones)] }
}

/// What may be taken to leave a value.
fn takes_to<'p>(primes: &'p Primes, stones: u32, value: &Natural) -> Takes<'p> {
    let of_class = |class: &'p [u32]| &class[..up_to(class, stones)];
    let Some(value @ 0..4) = value.to_u64() else { return Takes::NONE };
    match (u64::from(stones) + 4 - value) % 4 {
        1 => Takes { one: stones > 0, primes: of_class(&primes.one) },
        2 => Takes { one: false, primes: &primes.all[..usize::from(stones >= 2)] },
        3 => Takes { one: false, primes: of_class(&primes.three) },
        _ => Takes::NONE,
    }
}

/// What is left when one of them is taken.
fn lefts(stones: u32, takes: Takes<'_>) -> impl List<u32> {
    by_rank(takes.count().into(), move |rank| stones.checked_sub(takes.get(rank)?))
}

/// What it takes to tell whether a number that may be taken is prime.
const STEPS_A_CANDIDATE: u64 = 100;

impl Rules for PrimeNim {
    type Position = u32;
    type Option = u32;

    const CARD: Card = Card {
        id: "prime-nim",
        name: "Prime nim",
        aliases: &["Take 1 or a prime", "Roy&October之取石子II (Luogu P4860)"],
        tags: &[Tag::Heaps, Tag::Arithmetic, Tag::Contest],
        rules: "One heap of stones. A move takes 1 or a prime number of them. Who cannot move loses.",
        position: "the stones, from 0 to 10000000",
        text_form: "stones",
        example: "28",
        moves: &[("28", "27", "take 1 of 28"), ("28", "5", "take 23 of 28")],
        sources: &[LUOGU],
        normal: "Exact. The value is the heap modulo 4; heaps are bounded since their moves are counted.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(3),
        ..Card::BLANK
    };

    fn read(&self, written: Written) -> Result<u32, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?.to_u64();
        stones.and_then(|stones| u32::try_from(stones).ok()).filter(|stones| *stones <= LARGEST).ok_or_else(|| {
            Illegal::new(format!("the heap has at most {LARGEST} stones: the primes that may be taken are counted"))
        })
    }

    /// Takes 1, 2, 3, 5, ….
    fn options(&self, stones: &u32) -> impl Iterator<Item = u32> {
        let may_be_taken = |taken: &u32| *taken == 1 || is_prime(u64::from(*taken));
        let takes = (1..=*stones).take_while(|_| meter::go_on(STEPS_A_CANDIDATE).is_ok());
        takes.filter(may_be_taken).map(move |taken| stones - taken)
    }

    fn check(&self, stones: &u32, to: &u32) -> Result<(), Illegal> {
        match stones.checked_sub(*to) {
            None | Some(0) => Err(format!("the heap must get smaller than {stones}").into()),
            Some(taken) if taken == 1 || is_prime(u64::from(taken)) => Ok(()),
            Some(taken) => Err(format!("what is taken must be 1 or a prime, and {taken} is neither").into()),
        }
    }

    fn describe(&self, stones: &u32, to: &u32) -> String {
        format!("take {} of {stones}", stones.saturating_sub(*to))
    }
}

impl Game for PrimeNim {
    type Solved = u8;

    fn prepare(&mut self, positions: &[u32], _: Convention, _: &Tables) -> Result<(), Unsolved> {
        let largest = positions.iter().copied().max().unwrap_or_default();
        Ok(self.primes.reach(usize::try_from(largest).unwrap_or(usize::MAX))?)
    }

    fn solve(&self, stones: &u32) -> u8 {
        u8::try_from(stones % 4).unwrap_or_default()
    }

    fn ranked(&self, stones: &u32, _: &u8) -> impl List<u32> {
        lefts(*stones, all(self.primes.table(), *stones))
    }

    /// First the smallest: 1, 2 or 3 below the heap's own value.
    fn ranked_to(&self, stones: &u32, _: &u8, value: &Natural) -> impl List<u32> {
        lefts(*stones, takes_to(self.primes.table(), *stones, value))
    }

    fn explain(&self, stones: &u32, value: &u8) -> Vec<Step> {
        let theory = "1, 2 and 3 may be taken and no multiple of 4, which is no prime: the value is the heap modulo 4.";
        let here = format!("Here {stones} = {} × 4 + {value}.", stones / 4);
        vec![Step::by(LUOGU, theory), Step::new(here), Step::value(&u64::from(*value).into())]
    }

    /// Every subtraction game has an option of value 1 wherever it has value 0 and a move (Ferguson 1974).
    fn class(&self, _: &u32, value: &u8) -> Class {
        Class::tame(*value <= 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_heap_is_counted() {
        let mut game = PrimeNim::new();
        game.prepare(&[1_000_000], Convention::Normal, &Tables::default()).unwrap();
        // π(10⁶) = 78498, and 1.
        assert_eq!(game.ranked(&1_000_000, &0).count(), 78_499);
        let to = [0, 1, 2, 3_u64].map(|value| game.ranked_to(&1_000_000, &0, &value.into()).count().to_u64().unwrap());
        // 39175 primes ≡ 1 and 39322 ≡ 3 modulo 4.
        assert_eq!(to, [0, 39_322, 1, 39_176]);
    }
}
