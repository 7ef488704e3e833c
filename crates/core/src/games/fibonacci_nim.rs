//! Fibonacci nim: take at most twice as much as was taken before from the same heap.
//!
//! Let *z*(*n*) be the smallest part of *n* as a sum of Fibonacci numbers no two of which are neighbours (Zeckendorf 1972).
//! [*n*, *q*] is lost for the player to move iff *n* = 0 or *q* < *z*(*n*) (Whinihan 1963): taking *z*(*n*) leaves a number
//! whose smallest part is more than 2*z*(*n*), and taking less leaves one whose smallest part is at most twice that. So
//! the takes that win are the tails of the sum, the *j* smallest parts together, if the next part is more than twice that.
//! The Grundy values have no closed form past 1; those of smaller heaps are a table.

use crate::game::kinds::outlook::ValueOrWinner;
use crate::game::shape::{Pair, PlainValue, Shape};
use crate::game::{
    Card, Game, Goal, Illegal, Moves, Play, Position, Rules, Source, Step, Tag, Tameness, Unsolved, taken,
};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::cache::allocated;
use crate::theory::kept::{TableView, Tabled};
use crate::theory::step;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Fibonacci nim.
#[derive(Clone, Debug)]
pub struct FibonacciNim {
    /// Reaches all positions of the request that have a value; none before they are known.
    table: TableView<PileTable>,
}

/// Of a heap, the bounds *q* at which the value rises by 1, ascending: more may be taken, so it never falls.
type Rises = Vec<u16>;

/// The largest heap whose values are worked out, in some 50 ms.
const LARGEST: usize = 4095;

/// The longest numbers, in bits: a Zeckendorf sum has about a quarter as many parts, each as long as the number.
const LONGEST: usize = 4096;

const WHINIHAN: Source = Source { author: "M. J. Whinihan", year: 1963, title: "Fibonacci Nim" };

/// Of each heap below a length.
#[derive(Debug)]
struct PileTable(Vec<Rises>);

impl Tabled for PileTable {
    fn make(length: usize) -> Result<Self, Spent> {
        let mut table: Vec<Rises> = Vec::with_capacity(length);
        for stones in 0..length {
            meter::charge_each(stones, 10);
            meter::go_on(20)?;
            let (mut seen, mut rises) = (0_u64, Rises::new());
            for taken in 1..=stones {
                // Values stay below 33 up to 10,000 stones.
                seen |= 1 << value_of(&table[stones - taken], 2 * taken);
                let mex = usize::try_from(seen.trailing_ones()).unwrap_or_default();
                rises.resize(mex, u16::try_from(taken).unwrap_or(u16::MAX));
            }
            table.push(rises);
        }
        Ok(Self(table))
    }

    fn bytes(&self) -> usize {
        let rises = self.0.iter().map(|rises| allocated::<u16>(rises.capacity()));
        allocated::<Rises>(self.0.capacity()) + rises.sum::<usize>()
    }
}

fn value_of(rises: &Rises, most: usize) -> usize {
    rises.partition_point(|rise| usize::from(*rise) <= most)
}

/// A heap, and a bound of what may be taken. A bound above the heap means the same as the heap, and the pair is the same
/// position; it is kept as it was written, to answer so.
#[derive(Clone, Debug)]
pub struct Pile(Pair);

impl Pile {
    fn canonical(&self) -> (&Natural, &Natural) {
        (&self.first, (&self.second).min(&self.first))
    }
}

impl Deref for Pile {
    type Target = Pair;

    fn deref(&self) -> &Pair {
        &self.0
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Pile {}

impl Hash for Pile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().hash(state);
    }
}

/// What the Fibonacci numbers take for each bit of a number, up and down again.
const STEPS_A_BIT: u64 = 30;

/// What it takes to look a pile up in the table.
const STEPS_A_LOOK: u64 = 150;

/// The parts of the Zeckendorf sum of a number, the largest first.
fn zeckendorf(number: &Natural) -> Vec<Natural> {
    meter::charge_each(number.bit_len(), STEPS_A_BIT);
    let (mut larger, mut smaller) = (Natural::ONE, Natural::ONE);
    while larger <= *number {
        let next = &larger + &smaller;
        (larger, smaller) = (next, larger);
    }
    let (mut rest, mut parts) = (number.clone(), Vec::new());
    while !rest.is_zero() {
        if let Some(left) = rest.checked_sub(&larger) {
            rest = left;
            parts.push(larger.clone());
        }
        let next = larger.saturating_sub(&smaller);
        (larger, smaller) = (smaller, next);
    }
    parts
}

/// The smallest part; none of 0.
fn smallest_part(number: &Natural) -> Option<Natural> {
    zeckendorf(number).pop()
}

/// The takes that leave a lost position in normal play, ascending: the first is *z*(*n*).
fn winning_takes(stones: &Natural, most: &Natural) -> Vec<Natural> {
    let mut takes = Vec::new();
    let mut tail = Natural::ZERO;
    let mut parts = zeckendorf(stones).into_iter().rev().peekable();
    while let Some(part) = parts.next() {
        tail = &tail + &part;
        if tail > *most {
            break;
        }
        if parts.peek().is_none_or(|next| *next > tail.shift_left(1)) {
            takes.push(tail.clone());
        }
    }
    takes
}

/// Is the value 1? That is iff the only take to value 0 is 1: *z*(*n*) = 1, and *q* < *z*(*n* − 1).
fn is_one(pile: &Pair) -> bool {
    if pile.second.is_zero() || smallest_part(&pile.first).is_none_or(|part| part != 1) {
        return false;
    }
    smallest_part(&(&pile.first - &Natural::ONE)).is_none_or(|part| pile.second < part)
}

fn is_lost(pile: &Pair) -> bool {
    smallest_part(&pile.first).is_none_or(|part| pile.second < part)
}

/// The heaps of value 0 whose only option has the value 2.
fn is_fixed_zero(pile: &Pair) -> bool {
    pile.second == 1
        && pile.first.checked_sub(&Natural::ONE).and_then(|less| smallest_part(&less)).is_some_and(|part| part == 2)
}

fn takes(pile: &Pair, play: Play) -> Vec<Natural> {
    match play {
        Play::Normal => winning_takes(&pile.first, &pile.second),
        // In misère play the last stone is to be left: as if it were not there.
        Play::Misere => {
            pile.first.checked_sub(&Natural::ONE).map_or_else(Vec::new, |less| winning_takes(&less, &pile.second))
        }
    }
}

fn after_taking(pile: &Pile, taken: &Natural) -> Option<Pile> {
    Some(Pile(Pair::new(pile.first.checked_sub(taken)?, taken.shift_left(1))))
}

fn tabled(pile: &Pile) -> Option<usize> {
    pile.first.to_usize().filter(|stones| *stones <= LARGEST)
}

impl FibonacciNim {
    pub(super) const fn new() -> Self {
        Self { table: TableView::NOTHING }
    }
}

impl Position for Pile {
    const SHAPE: Shape = Shape::Pair;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let pile = written.into_pair().ok_or_else(Illegal::shape)?;
        match [&pile.first, &pile.second].map(|number| number.bit_len() > LONGEST) {
            [false, false] => Ok(Self(pile)),
            [first, _] => Err(Illegal::part(usize::from(!first), format!("the numbers are below 2^{LONGEST}"))),
        }
    }

    fn write(&self) -> PlainValue {
        PlainValue::Pair(self.0.clone())
    }
}

impl Rules for FibonacciNim {
    type Position = Pile;
    type Option = Pile;

    const CARD: Card = Card {
        id: "fibonacci-nim",
        name: "Fibonacci nim",
        aliases: &["Take-away with twice the last", "HDU 2516", "Project Euler 692"],
        problems: &["HDU 2516", "Project Euler 692"],
        keywords: &["at most twice the last", "take at most double"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A heap of stones and a bound q. A move takes 1 to q of the stones; if it takes t, the next move in this heap may \
                take at most 2t. Who cannot move loses. The usual start is q = n − 1, as in HDU 2516: the first move may not take all. The bound belongs to the heap: with several \
                heaps each has its own.",
        position: "[stones, q], both at least 0 and below 2^4096; a bound above the heap means the same as the heap",
        text_form: "stones,q",
        example: "12,11",
        moves: &[("12,11", "11,2", "take 1 of 12")],
        sources: &[WHINIHAN, Source { author: "Project Euler", year: 2019, title: "Problem 692, Siegbert and Jo" }],
        normal: "Alone exact for any size, by Zeckendorf sums. In sums exact up to 4095 stones, by a table: no closed form is \
                 known.",
        misere: "Exact where normal play is. Values 0 and 1 swap, but for the heaps [n, 1] with a smallest part 2 in n − 1.",
        ..Card::BLANK
    };

    /// Takes 1, 2, ….
    fn options(&self, pile: &Pile) -> impl Iterator<Item = Pile> {
        let most = (&pile.first).min(&pile.second).to_u64().unwrap_or_default();
        (1..=most).filter_map(|taken| after_taking(pile, &taken.into()))
    }

    fn check(&self, pile: &Pile, to: &Pile) -> Result<(), Illegal> {
        let taken = taken("heap", &pile.first, &to.first)?;
        if taken > pile.second {
            let [most, taken] = [&pile.second, &taken].map(Natural::short);
            return Err(format!("a move takes at most {most}, this one takes {taken}").into());
        }
        if after_taking(pile, &taken).as_ref() != Some(to) {
            return Err(format!("after a move that takes {} the bound is twice that", taken.short()).into());
        }
        Ok(())
    }

    fn describe(&self, pile: &Pile, to: &Pile) -> String {
        format!("take {} of {}", pile.first.saturating_sub(&to.first).short(), pile.first.short())
    }

    fn small(&self) -> Vec<Pile> {
        (0..=28_u64).flat_map(|stones| (0..=stones + 1).map(move |most| Pile(Pair::new(stones, most)))).collect()
    }
}

impl Game for FibonacciNim {
    type Solved = ValueOrWinner;

    fn prepare(&mut self, positions: &[Pile], _: Play, tables: &Caches) -> Result<(), Unsolved> {
        Ok(positions
            .iter()
            .filter_map(tabled)
            .max()
            .map_or(Ok(()), |largest| self.table.reach(largest, &tables.cache))?)
    }

    fn solve(&self, pile: &Pile) -> ValueOrWinner {
        meter::charge(STEPS_A_LOOK);
        let rises = tabled(pile).zip(self.table.get()).and_then(|(stones, table)| table.0.get(stones));
        match rises {
            Some(rises) => ValueOrWinner::Value(value_of(rises, pile.second.to_usize().unwrap_or(usize::MAX))),
            // Without options the value is 0 whatever the heap.
            None if pile.second.is_zero() => ValueOrWinner::Value(0),
            None => ValueOrWinner::Wins(!is_lost(pile)),
        }
    }

    fn moves_to<'a>(&'a self, pile: &'a Pile, _: &'a ValueOrWinner, goal: &Goal) -> Option<Moves<'a, Pile>> {
        Some(match goal {
            Goal::All => {
                let count = (&pile.first).min(&pile.second).clone();
                Moves::counted(count, move |rank| after_taking(pile, &(rank + &Natural::ONE)))
            }
            Goal::Wins(play) => Moves::found(takes(pile, *play), move |taken: &Natural| after_taking(pile, taken)),
            _ => return None,
        })
    }

    fn explain(&self, pile: &Pile, outlook: &ValueOrWinner) -> Vec<Step> {
        let theory = "Written as a sum of Fibonacci numbers no two of which are neighbours, a heap is lost for the player to \
                      move iff the smallest part is more than may be taken.";
        let parts = zeckendorf(&pile.first);
        let here = match parts.last() {
            None => "Here the heap is empty.".to_owned(),
            Some(smallest) => format!(
                "Here {} = {}, and {} is {} the bound {}.",
                pile.first.short(),
                step::joined(&parts, |part| part.short().to_string(), " + "),
                smallest.short(),
                if *smallest > pile.second { "more than" } else { "within" },
                pile.second.short()
            ),
        };
        let mut steps = vec![Step::by(WHINIHAN, theory), Step::new(here)];
        if pile.second.is_zero() {
            steps.extend([Step::new("Nothing may be taken."), Step::value(&Natural::ZERO)]);
        } else {
            steps.extend(outlook.explained(LARGEST));
        }
        steps
    }

    fn tameness(&self, pile: &Pile, _: &ValueOrWinner) -> Tameness {
        let low = is_lost(pile) || pile.second.is_zero() || is_one(pile);
        Tameness::tame(low && !is_fixed_zero(pile))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [9, 9] may be posted, and after a move that takes 8 so may [1, 1]: the bound 16 of the one stone says no more.
    #[test]
    fn a_bound_above_the_heap_is_the_heap() {
        let game = FibonacciNim::new();
        let pile = |stones: u64, most: u64| Pile(Pair::new(stones, most));
        for most in [1, 2, 16, 17] {
            assert_eq!(game.check(&pile(9, 9), &pile(1, most)), Ok(()), "{most}");
            assert_eq!(pile(1, most), pile(1, 16));
        }
        assert!(game.check(&pile(9, 9), &pile(1, 0)).is_err());
        assert!(game.check(&pile(9, 9), &pile(5, 5)).is_ok() && game.check(&pile(9, 9), &pile(6, 5)).is_err());
    }

    #[test]
    fn sums_of_zeckendorf() {
        for number in 1..200_u64 {
            let parts: Vec<u64> = zeckendorf(&number.into()).iter().filter_map(Natural::to_u64).collect();
            assert_eq!(parts.iter().sum::<u64>(), number);
            let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
            let places: Vec<usize> =
                parts.iter().map(|part| fibonacci.iter().position(|f| f == part).unwrap()).collect();
            assert!(places.windows(2).all(|pair| pair[0] > pair[1] + 1), "{number}: {parts:?}");
        }
    }
}
