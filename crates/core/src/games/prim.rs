//! Prim: take a number of stones that has no common factor with the heap.
//!
//! What is left has no common factor with the heap either: from *n* ≥ 2 the options are the numbers below *n* prime to it;
//! a heap of 1, whose only factor is 1, may be taken. G(1) = 1, even heaps have the value 0, and others the place of their
//! least prime factor among the primes: 2 for 3, 3 for 5. By induction: an odd *n* > 1 reaches 0 by the heap of 2, 1 by that
//! of 1, and each place between by that prime, and no option has its own least prime factor; an even one reaches odd heaps
//! only, whose values are not 0.

use crate::game::also::{Also, Lists};
use crate::game::shape::Written;
use crate::game::{
    Card, Class, Convention, Game, Goal, Illegal, List, ListOf, Rules, Step, Tag, Unsolved, by_rank, one_by_one,
};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Tables;
use crate::theory::factors::gcd;
use crate::theory::kept::{Kept, Ready};
use crate::theory::sources::WINNING_WAYS;

/// Prim.
#[derive(Clone, Debug)]
pub struct Prim {
    /// Reaches all positions of the request; none before they are known.
    table: Ready<Table>,
}

/// The largest heap: the moves to a value are counted one by one.
const LARGEST: usize = 1_000_000;

static TABLE: Kept<Table> = Kept::new(Table::new);

/// What it takes to tell whether a number is left by a move.
const STEPS_A_CANDIDATE: u64 = 8;

/// The least prime factors of numbers.
#[derive(Debug)]
struct Table {
    primes: Vec<usize>,
    /// Of each number from 2 on the place among the primes of the least prime factor, from 1.
    places: Vec<u32>,
}

impl Table {
    fn new(length: usize) -> Result<Self, Spent> {
        meter::charge_each(length, 8);
        meter::go_on(0)?;
        let mut table = Self { primes: Vec::new(), places: vec![0; length] };
        let mut place = 0;
        for number in 2..length {
            if table.places[number] > 0 {
                continue;
            }
            table.primes.push(number);
            place += 1;
            // Smaller multiples have smaller prime factors.
            let from = number.saturating_mul(number).min(length);
            table.places[number] = place;
            for multiple in table.places[from..].iter_mut().step_by(number).filter(|place| **place == 0) {
                *multiple = place;
            }
        }
        Ok(table)
    }

    fn value(&self, stones: usize) -> u32 {
        match stones {
            1 => 1,
            even if even.is_multiple_of(2) => 0,
            odd => self.places[odd],
        }
    }

    /// The prime at a place, from 1.
    fn prime(&self, place: u32) -> Option<usize> {
        self.primes.get(usize::try_from(place).ok()?.checked_sub(1)?).copied()
    }

    /// The primes that divide a heap.
    fn factors(&self, stones: usize) -> Vec<usize> {
        let (mut rest, mut primes) = (stones, Vec::new());
        while rest > 1 {
            let Some(prime) = self.prime(self.places[rest]) else { break };
            primes.push(prime);
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        primes
    }

    /// The heaps that a move leaves, the largest first.
    fn lefts(&self, stones: usize) -> impl Iterator<Item = usize> {
        let factors = self.factors(stones);
        (0..stones)
            .rev()
            .take_while(|_| meter::go_on(STEPS_A_CANDIDATE).is_ok())
            .filter(move |left| is_prime_to(*left, &factors))
    }

    /// Those of a value.
    fn lefts_to(&self, stones: usize, value: &Natural) -> impl Iterator<Item = usize> {
        let factors = self.factors(stones);
        let value = value.to_u64().and_then(|value| u32::try_from(value).ok());
        // Those that have a prime factor are its multiples; the odd ones, since the others have the value 0.
        let candidates = match value {
            Some(0) => (0..stones).step_by(2),
            Some(1) => (1..stones.min(2)).step_by(1),
            value => match value.and_then(|value| self.prime(value)) {
                Some(prime) => (prime..stones.max(prime)).step_by(2 * prime),
                None => (0..0).step_by(1),
            },
        };
        let is_one = move |left: &usize| Some(self.value(*left)) == value && is_prime_to(*left, &factors);
        candidates.rev().take_while(|_| meter::go_on(STEPS_A_CANDIDATE).is_ok()).filter(is_one)
    }
}

/// Has a number none of these factors?
fn is_prime_to(number: usize, factors: &[usize]) -> bool {
    factors.iter().all(|factor| !number.is_multiple_of(*factor))
}

impl Prim {
    pub(super) const fn new() -> Self {
        Self { table: Ready::of(&TABLE) }
    }
}

/// What it takes to find the greatest common divisor of a heap and a number that may be taken.
const STEPS_A_DIVISOR: u64 = 50;

impl Rules for Prim {
    type Position = usize;
    type Option = usize;

    const CARD: Card = Card {
        id: "prim",
        name: "Prim",
        aliases: &["Take a number prime to the heap", "Relatively prime subtraction"],
        tags: &[Tag::Heaps, Tag::Arithmetic],
        rules: "One heap of stones. A move takes m of n stones if m and n have no common factor but 1. So a heap of 1 may be taken, \
                and no other heap can be emptied. Who cannot move loses.",
        position: "the stones, from 0 to 1000000",
        text_form: "stones",
        example: "15",
        moves: &[("15", "8", "take 7 of 15"), ("1", "0", "take 1 of 1")],
        sources: &[WINNING_WAYS],
        normal: "Exact up to 1000000 stones, since moves are counted one by one. Even heaps have the value 0, a heap of 1 has 1, and \
                 others have the place of their least prime factor among the primes.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        // The primes below 10⁶.
        max_grundy: Some(78_498),
        ..Card::BLANK
    };

    fn read(&self, written: Written) -> Result<usize, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones.to_usize().filter(|stones| *stones <= LARGEST).ok_or_else(|| {
            Illegal::new(format!("the heap has at most {LARGEST} stones: the moves to a value are counted one by one"))
        })
    }

    /// Takes the fewest stones first.
    fn options(&self, stones: &usize) -> impl Iterator<Item = usize> {
        let takes = (1..=*stones).take_while(|_| meter::go_on(STEPS_A_DIVISOR).is_ok());
        takes.filter(|taken| gcd(*taken, *stones) == 1).map(move |taken| stones - taken)
    }

    fn check(&self, stones: &usize, to: &usize) -> Result<(), Illegal> {
        let Some(taken) = stones.checked_sub(*to).filter(|taken| *taken > 0) else {
            return Err(format!("the heap must get smaller than {stones}").into());
        };
        match gcd(taken, *stones) {
            1 => Ok(()),
            common => Err(format!("what is taken, {taken}, has the common factor {common} with {stones}").into()),
        }
    }

    fn describe(&self, stones: &usize, to: &usize) -> String {
        format!("take {} of {stones}", stones.saturating_sub(*to))
    }
}

impl Game for Prim {
    type Solved = Natural;

    fn also(&self) -> Also<'_, Self> {
        Also { lists: Some(self), ..Also::NOTHING }
    }

    fn prepare(&mut self, positions: &[usize], _: Convention, _: &Tables) -> Result<(), Unsolved> {
        Ok(self.table.reach(positions.iter().copied().max().unwrap_or_default())?)
    }

    fn solve(&self, stones: &usize) -> Natural {
        u64::from(self.table.table().value(*stones)).into()
    }

    fn ranked(&self, stones: &usize, _: &Natural) -> impl List<usize> {
        let table = self.table.table();
        // Euler's φ.
        let count = table.factors(*stones).iter().fold(*stones, |count, factor| count / factor * (factor - 1));
        by_rank(count.into(), move |rank| table.lefts(*stones).nth(rank.to_usize()?))
    }

    fn ranked_to(&self, stones: &usize, _: &Natural, value: &Natural) -> impl List<usize> {
        one_by_one(move || self.table.table().lefts_to(*stones, value), Some)
    }

    fn explain(&self, stones: &usize, value: &Natural) -> Vec<Step> {
        let theory = "What is left has no common factor with the heap. So an even heap, of value 0, leads to odd ones only; an odd one \
                      leads to 2, to 1, and to all smaller primes than its least prime factor, but to no heap that has the same: its \
                      value is the place of that among the primes.";
        let table = self.table.table();
        let here = match stones {
            0 => "Here the heap is empty.".to_owned(),
            1 => "Here the heap is 1, which may be taken.".to_owned(),
            even if even.is_multiple_of(2) => format!("Here {stones} is even."),
            odd => format!(
                "Here the least prime factor of {odd} is {}, and its place is {}.",
                table.prime(table.places[*odd]).unwrap_or_default(),
                value.short()
            ),
        };
        vec![Step::by(WINNING_WAYS, theory), Step::new(here), Step::value(value)]
    }

    /// An even heap but 0 has the option 1, of value 1: then, by induction on mex, 0 and 1 swap and the rest stays
    /// (Ferguson 1974).
    fn class(&self, _: &usize, value: &Natural) -> Class {
        Class::tame(*value <= Natural::ONE)
    }
}

impl Lists<Self> for Prim {
    fn together<'a>(&'a self, stones: &'a usize, _: &'a Natural, goal: &Goal) -> Option<ListOf<'a, usize>> {
        let table = self.table.table();
        let moves: Vec<usize> = match goal {
            Goal::Any => table.lefts(*stones).collect(),
            Goal::To(value) => table.lefts_to(*stones, value).collect(),
            Goal::ToClass(..) | Goal::Alone(_) | Goal::Ranks(_) | Goal::Elements(_) => return None,
        };
        Some(Box::new(moves))
    }
}
