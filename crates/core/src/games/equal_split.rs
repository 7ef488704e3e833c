//! Equal split: divide a heap into two or more equal heaps.
//!
//! An even number of equal heaps has the value 0. An odd number *y* of equal heaps has the value of one heap of
//! *n*/*y*. So G is the mex of all G(*n*/*y*) for odd *y* > 1, and of 0 if *n* is even. By induction, G is the number
//! of odd prime factors, counted with multiplicity, plus 1 if *n* is even.

use crate::game::kinds::divisors::WithDivisors;
use crate::game::shape::PlainValue;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors::{Divisor, prime_factors};

/// Equal split.
#[derive(Clone, Copy, Debug, Default)]
pub struct EqualSplit;

/// The largest heap. It is limited because an option may consist of as many heaps of 1 as there are stones, and all are
/// listed.
const LARGEST: u64 = 1_000_000;

const HACKERRANK: Source = Source { author: "HackerRank", year: 2015, title: "Tower Breakers, Again!" };

/// Returns the value of a heap. `primes` is the number of its prime factors.
fn value(stones: u64, primes: u32) -> u64 {
    let twos = stones.trailing_zeros();
    u64::from(primes - twos) + u64::from(twos > 0)
}

fn grundy(stones: u64) -> u64 {
    value(stones, u32::try_from(prime_factors(stones).len()).unwrap_or_default())
}

/// Splits the heap into this number of equal heaps.
fn split(stones: u64, heaps: u64) -> Follower<u64> {
    meter::charge(heaps.saturating_mul(cost::ENTRY));
    Follower::sorted((0..heaps).map(|_| stones / heaps).collect())
}

/// Returns a divisor as a number of heaps.
fn heap_count(divisor: &Divisor) -> u64 {
    divisor.number.to_u64().unwrap_or(1)
}

/// For each split that leaves the value `target`, returns the number of heaps and the value of a single heap. The
/// numbers of heaps ascend.
fn heaps_to(stones: u64, divided: &WithDivisors, target: &Natural) -> impl Iterator<Item = (u64, u64)> {
    let divisors = divided.divisors(&stones.into());
    meter::charge_each(divisors.len(), cost::ENTRY);
    let all = divisors.last().map_or(0, |all| all.primes);
    let each = move |heaps: &Divisor| (heap_count(heaps), value(stones / heap_count(heaps), all - heaps.primes));
    let is_one = |(heaps, each): &(u64, u64)| *target == if heaps % 2 == 0 { 0 } else { *each };
    divisors.iter().skip(1).map(each).filter(is_one)
}

impl Rules for EqualSplit {
    type Position = u64;
    type Move = Follower<u64>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "equal-split",
        name: "Equal split",
        aliases: &["Tower Breakers, Again! (HackerRank)", "Divide a heap evenly"],
        problems: &["HackerRank Tower Breakers, Again!"],
        keywords: &["equal piles", "split into equal heaps", "divisors"],
        tags: &[Tag::Heaps, Tag::Arithmetic, Tag::Contest],
        rules: "One heap of stones. A move divides it into two or more heaps that are all equal. Who cannot move, all heaps \
                being of 1 stone, loses.",
        position: "the stones, from 1 to 1,000,000",
        text_form: "stones",
        example: "12",
        moves: &[("12", "4 4 4", "divide 12 into 3 heaps of 4")],
        sources: &[HACKERRANK],
        normal: "Exact up to 1,000,000 stones, since a move can list so many heaps. The value is the number of odd prime factors, \
                 with multiplicity, and 1 more if the heap is even.",
        misere: "Exact, in sums too. Values 0 and 1 of heaps swap.",
        // The heap of 3¹² stones has this value.
        max_grundy: Some(12),
        ..Card::BLANK
    };

    fn read(&self, written: PlainValue) -> Result<u64, Illegal> {
        let stones = written.into_integer().ok_or_else(Illegal::shape)?;
        stones.to_u64().filter(|stones| (1..=LARGEST).contains(stones)).ok_or_else(|| {
            Illegal::new(if stones.is_zero() {
                "the heap has at least 1 stone".to_owned()
            } else {
                format!("the heap has at most {LARGEST} stones: a move can list so many heaps")
            })
        })
    }

    /// The moves split the heap into 2, 3, … heaps.
    fn moves(&self, stones: &u64) -> impl Iterator<Item = Follower<u64>> {
        let heaps = meter::each(2..=*stones, cost::BYTE);
        heaps.filter(|heaps| stones.is_multiple_of(*heaps)).map(|heaps| split(*stones, heaps))
    }

    fn find(&self, stones: &u64, left: &Follower<u64>) -> Result<Follower<u64>, Illegal> {
        let to = &left.clone().into_sorted();
        let heaps = to.parts();
        if heaps.len() < 2 {
            return Err(format!("a move divides the heap into two or more; found {}", heaps.len()).into());
        }
        if heaps.iter().any(|heap| *heap != heaps[0]) {
            return Err("all heaps must be equal".into());
        }
        let sum = heaps.iter().fold(0, |sum: u64, heap| sum.saturating_add(*heap));
        if sum != *stones {
            return Err(format!("the heaps must make {stones} together, not {sum}").into());
        }
        Ok(to.clone())
    }

    left_is_the_move!();

    fn describe(&self, stones: &u64, to: &Follower<u64>) -> String {
        let heaps = to.parts();
        format!("divide {stones} into {} heaps of {}", heaps.len(), heaps.first().unwrap_or(&0))
    }

    fn small(&self) -> Vec<u64> {
        (1..=30).collect()
    }
}

impl Theory<Self> for EqualSplit {
    type Solved = WithDivisors;

    fn solve(&self, stones: &u64) -> WithDivisors {
        WithDivisors::new(grundy(*stones).into())
    }

    fn moves_to<'a>(
        &'a self,
        stones: &'a u64,
        divided: &'a WithDivisors,
        goal: &Goal,
    ) -> Option<Moves<'a, Follower<u64>>> {
        let mut splits: Vec<(u64, u64)> = match goal {
            Goal::All => {
                let divisors = divided.divisors(&(*stones).into()).iter().skip(1).collect();
                return Some(Moves::found(divisors, move |heaps| Some(split(*stones, heap_count(heaps)))));
            }
            Goal::Value(target) | Goal::Tame(target, _) => heaps_to(*stones, divided, target).collect(),
            _ => return None,
        };
        if let Goal::Tame(_, tameness) = goal {
            splits.retain(|(_, each)| (*each <= 1) == (*tameness == Tameness::Fickle));
        }
        Some(Moves::found(splits, move |(heaps, _)| Some(split(*stones, *heaps))))
    }

    fn explain(&self, stones: &u64, _: &WithDivisors) -> Vec<Step> {
        let theory = "The value of a sum is the XOR of the values. So an even number of equal heaps is worth 0, and an odd number as \
                      much as one of them. A split into an odd number takes odd prime factors away, one into an even number leaves 0, and the value is the number of \
                      odd prime factors, and 1 more if the heap is even.";
        let primes = prime_factors(*stones);
        let here = match primes.as_slice() {
            [] => "Here the heap is 1.".to_owned(),
            primes => format!("Here {stones} = {}.", crate::theory::step::joined(primes, u64::to_string, " × ")),
        };
        vec![Step::by(HACKERRANK, theory), Step::new(here)]
    }

    /// Heaps of value 0 or 1 are fickle, by induction. The heap of 1 has the genus (0, 1). An odd prime has only the
    /// option that consists of 1s. A power of 2 has only options that consist of an even number of equal, fickle heaps.
    /// All these options have the genus (0, 1), so the heap has (1, 0). All other heaps are firm. They have the option
    /// of 1s with the genus (0, 1), and an option with the genus (1, 0). The genus of their further options is (0, 1),
    /// (1, 0) or (*g*, *g*). So the mex is the same for both entries.
    fn tameness(&self, _: &u64, divided: &WithDivisors) -> Tameness {
        Tameness::tame(*divided.grundy() <= Natural::ONE)
    }
}
