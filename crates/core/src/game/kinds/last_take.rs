//! [`LastTake`]: heaps from which a move takes at most *k* times the number that the previous move took. Fibonacci nim
//! has *k* = 2. In `take-away`, each position states its *k*.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::game::kinds::outlook::ValueOrWinner;
use crate::game::shape::{Pair, PlainValue, Shape};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Position, Rules, Source, Step, Tameness, Theory, Unsolved, taken,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::step;
use crate::theory::take_away::{LARGEST_TABLED, Numeration, TakeAwayValues};

/// One of the games that [`LastTake`] implements.
pub(crate) trait LastTakeVariant: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The catalogue's card of the game.
    const CARD: Card;
    /// The factor *k*: a move takes at most *k* times the number that the previous move took. `None` if each position
    /// states its own *k*.
    const FACTOR: Option<u64>;
}

/// The rules of the game that a [`LastTakeVariant`] defines.
#[derive(Clone, Debug)]
pub(crate) struct LastTake<V>(PhantomData<fn() -> V>);

/// The theory for one factor (see [`LastTakeVariant::FACTOR`]).
#[derive(Clone, Debug)]
struct Known {
    numeration: Arc<Numeration>,
    /// The largest heap of the request that is small enough for a table of values, and the table up to this heap.
    values: Option<(usize, Arc<TakeAwayValues>)>,
}

/// The largest length of a number, in bits. The theory writes a heap as a sum. The sum may have nearly as many terms as
/// the heap has bits, and each term may be as long as the heap. So longer heaps would need too much memory.
const LONGEST: usize = 4096;

/// The largest number of terms H that an explanation lists.
const SHOWN_TERMS: usize = 8;

pub(crate) const WHINIHAN: Source = Source { author: "M. J. Whinihan", year: 1963, title: "Fibonacci Nim" };

pub(crate) const SCHWENK: Source = Source { author: "A. J. Schwenk", year: 1970, title: "Take-away games" };

/// A heap, the bound (the largest number of stones that may be taken), and the factor. A bound above the heap means the
/// same as a bound equal to the heap, and such positions are equal. Responses repeat the bound as the client wrote it.
#[derive(Clone, Debug)]
pub(crate) struct Pile {
    factor: Natural,
    stones: Natural,
    most: Natural,
}

impl Pile {
    fn canonical(&self) -> (&Natural, &Natural, &Natural) {
        (&self.factor, &self.stones, (&self.most).min(&self.stones))
    }

    fn after_taking(&self, taken: &Natural) -> Self {
        Self { factor: self.factor.clone(), stones: &self.stones - taken, most: taken * &self.factor }
    }

    /// The size of the heap, if the heap is small enough for a table of values.
    fn tabled(&self) -> Option<usize> {
        self.stones.to_usize().filter(|stones| *stones <= LARGEST_TABLED)
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

impl Position for Pile {
    const SHAPE: Shape = Shape::Tuple(&[Shape::Integer; 3]);

    fn write(&self) -> PlainValue {
        PlainValue::integers(&[self.factor.clone(), self.stones.clone(), self.most.clone()])
    }
}

impl<V: LastTakeVariant> LastTake<V> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<V: LastTakeVariant> Rules for LastTake<V> {
    type Position = Pile;
    /// The number of stones that the move takes.
    type Move = Natural;

    const CARD: Card = V::CARD;
    const SHAPE: Shape = if V::FACTOR.is_some() { Shape::Pair } else { Pile::SHAPE };

    fn read(&self, written: PlainValue) -> Result<Pile, Illegal> {
        let [factor, stones, most] = match V::FACTOR {
            Some(factor) => {
                let Pair { first, second } = written.into_pair().ok_or_else(Illegal::shape)?;
                [factor.into(), first, second]
            }
            None => written.into_integers().and_then(|numbers| numbers.try_into().ok()).ok_or_else(Illegal::shape)?,
        };
        if factor.is_zero() {
            return Err(Illegal::part(0, "the factor k, which comes first, is at least 1"));
        }
        let long = [&factor, &stones, &most].iter().position(|number| number.bit_len() > LONGEST);
        match long {
            None => Ok(Pile { factor, stones, most }),
            Some(number) => {
                let part = if V::FACTOR.is_some() { number.saturating_sub(1) } else { number };
                Err(Illegal::part(part, format!("the numbers are below 2^{LONGEST}")))
            }
        }
    }

    fn write(&self, pile: &Pile) -> PlainValue {
        match V::FACTOR {
            Some(_) => PlainValue::Pair(Pair::new(pile.stones.clone(), pile.most.clone())),
            None => pile.write(),
        }
    }

    /// The moves take 1, 2, … stones.
    fn moves(&self, pile: &Pile) -> impl Iterator<Item = Natural> {
        (1..=(&pile.stones).min(&pile.most).to_u64().unwrap_or_default()).map(Natural::from)
    }

    fn find(&self, pile: &Pile, left: &Follower<Pile>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to.factor != pile.factor {
            return Err(format!("the factor k, which comes first, stays {}", pile.factor.short()).into());
        }
        let taken = taken("heap", &pile.stones, &to.stones)?;
        if taken > pile.most {
            let [most, taken] = [&pile.most, &taken].map(Natural::short);
            return Err(format!("a move takes at most {most}, this one takes {taken}").into());
        }
        if pile.after_taking(&taken) != *to {
            let times = if pile.factor == 2 { "twice".to_owned() } else { format!("{} times", pile.factor.short()) };
            return Err(format!("after a move that takes {} the bound is {times} that", taken.short()).into());
        }
        Ok(taken)
    }

    fn after(&self, pile: &Pile, taken: &Natural) -> Follower<Pile> {
        pile.after_taking(taken).into()
    }

    fn describe(&self, pile: &Pile, taken: &Natural) -> String {
        format!("take {} of {}", taken.short(), pile.stones.short())
    }

    fn small(&self) -> Vec<Pile> {
        let (factors, heaps) = match V::FACTOR {
            Some(factor) => (vec![factor], 28),
            None => (vec![1, 2, 3, 4, 7, 20], 18),
        };
        let of = move |factor: u64| {
            (0..=heaps).flat_map(move |stones: u64| (0..=stones + 1).map(move |most| [factor, stones, most]))
        };
        let pile = |numbers: [u64; 3]| {
            let [factor, stones, most] = numbers.map(Natural::from);
            Pile { factor, stones, most }
        };
        factors.into_iter().flat_map(of).map(pile).collect()
    }
}

impl<V: LastTakeVariant> Game for LastTake<V> {
    type Theory = LastTakeTheory;

    fn theory(&self, piles: &[Pile], _: Play, tables: &Caches) -> Result<LastTakeTheory, Unsolved> {
        // For each factor, the first two entries are the index and the size of the largest heap. The third entry is the
        // size of the largest heap that is small enough for a table.
        let mut largest = BTreeMap::<&Natural, (usize, &Natural, Option<usize>)>::new();
        for (index, pile) in piles.iter().enumerate() {
            meter::charge(cost::COMPONENT);
            let of_factor = largest.entry(&pile.factor).or_insert((index, &pile.stones, None));
            if *of_factor.1 < pile.stones {
                (of_factor.0, of_factor.1) = (index, &pile.stones);
            }
            of_factor.2 = of_factor.2.max(pile.tabled());
        }
        let mut known = BTreeMap::new();
        for (factor, (index, stones, largest)) in largest {
            let numeration = Numeration::new(factor, stones)?.ok_or_else(|| {
                let reason =
                    format!("the numbers that heaps of k = {} are written with take too much memory", factor.short());
                Unsolved { index, too_costly: true, reason }
            })?;
            let numeration = Arc::new(numeration);
            let values = match largest {
                Some(largest) => Some((largest, TakeAwayValues::reaching(factor, largest, &tables.cache)?)),
                None => None,
            };
            known.insert(factor.clone(), Known { numeration, values });
        }
        Ok(LastTakeTheory(Arc::new(known)))
    }
}

/// The theory of the heaps of a request, for each factor *k* separately.
#[derive(Clone, Debug)]
pub(crate) struct LastTakeTheory(Arc<BTreeMap<Natural, Known>>);

impl LastTakeTheory {
    fn numeration(&self, pile: &Pile) -> &Numeration {
        &self.0[&pile.factor].numeration
    }

    /// Returns who wins in `play`, and why, if that is who wins a heap of `stones` in normal play.
    fn reasons(&self, pile: &Pile, stones: &Natural, play: Play) -> Vec<Step> {
        let theory = if pile.factor == 2 {
            let text = "Each Fibonacci number 1, 2, 3, 5, 8, … is the sum of the two before it. Write the heap as a sum of some of them, no \
                        two of which are next to each other in this list. The heap is lost for the player to move exactly if the smallest part is more than may be taken.";
            Step::by(WHINIHAN, text)
        } else {
            let is_single = |number: &u64| self.numeration(pile).parts(&(*number).into()).len() == 1;
            let to_heap = 1..=stones.to_u64().unwrap_or(u64::MAX).max(1);
            let first: Vec<String> =
                to_heap.filter(is_single).take(SHOWN_TERMS).map(|number| number.to_string()).collect();
            let factor = pile.factor.short();
            let text = format!(
                "Let H(1) = 1 and H(j + 1) = H(j) + H(l), where l is the least index with {factor} · H(l) ≥ H(j). The first are \
                 {}, …. A heap is a sum of these in exactly one way in which {factor} times a part is less than the next larger part. It \
                 is lost for the player to move exactly if the smallest part is more than may be taken.",
                first.join(", ")
            );
            Step::by(SCHWENK, text)
        };
        let parts = self.numeration(pile).parts(stones);
        let here = match parts.last() {
            None => "Here the heap is empty, so".to_owned(),
            Some(smallest) => format!(
                "Here {} = {}, and {} is {} the bound {}, so",
                stones.short(),
                step::joined(&parts, |part| part.short().to_string(), " + "),
                smallest.short(),
                if *smallest > pile.most { "more than" } else { "within" },
                pile.most.short()
            ),
        };
        let wins = parts.last().is_some_and(|smallest| *smallest <= pile.most);
        vec![theory, Step::winner(here, wins, play)]
    }

    /// Returns whether the player to move loses.
    fn is_lost(&self, pile: &Pile, play: Play) -> bool {
        self.numeration(pile).is_lost(&pile.stones, &pile.most, play)
    }
}

impl<V: LastTakeVariant> Theory<LastTake<V>> for LastTakeTheory {
    type Solved = ValueOrWinner;

    fn covers(&self, piles: &[Pile]) -> bool {
        piles.iter().all(|pile| {
            let reach = |values: &Option<(usize, _)>| values.as_ref().map(|(reach, _)| *reach);
            self.0
                .get(&pile.factor)
                .is_some_and(|known| known.numeration.reaches(&pile.stones) && pile.tabled() <= reach(&known.values))
        })
    }

    fn solve(&self, pile: &Pile) -> ValueOrWinner {
        meter::charge(cost::COMPONENT);
        let values = self.0[&pile.factor].values.as_ref().map(|(_, values)| values);
        let most = pile.most.to_usize().unwrap_or(usize::MAX);
        if pile.most.is_zero() {
            // A position without options has the value 0, even if its heap is too large for a table.
            return ValueOrWinner::Value(0);
        }
        let value = values.zip(pile.tabled()).and_then(|(values, stones)| values.get(stones, most));
        value.map_or_else(|| ValueOrWinner::Wins(!self.is_lost(pile, Play::Normal)), ValueOrWinner::Value)
    }

    fn moves_to<'a>(&'a self, pile: &'a Pile, _: &'a ValueOrWinner, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => {
                let count = (&pile.stones).min(&pile.most).clone();
                Moves::counted(count, |rank| Some(rank + &Natural::ONE))
            }
            Goal::Wins(play) => Moves::list(self.numeration(pile).winning_takes(&pile.stones, &pile.most, *play)),
            _ => return None,
        })
    }

    fn shows_options(&self, _: &Pile, outlook: &ValueOrWinner) -> bool {
        matches!(outlook, ValueOrWinner::Value(_))
    }

    fn explain(&self, pile: &Pile, outlook: &ValueOrWinner) -> Vec<Step> {
        let mut steps = self.reasons(pile, &pile.stones, Play::Normal);
        if !pile.most.is_zero() {
            steps.extend(outlook.explained(LARGEST_TABLED));
        }
        steps
    }

    fn explain_misere(&self, pile: &Pile, outlook: &ValueOrWinner) -> Vec<Step> {
        let less = pile.stones.checked_sub(&Natural::ONE);
        let Some(less) = less.filter(|_| matches!(outlook, ValueOrWinner::Wins(_))) else { return Vec::new() };
        let text = "Who takes the last stone loses, so each player leaves it to the other. Without this stone, the play is \
                    normal play.";
        let mut steps = vec![Step::new(text)];
        steps.extend(self.reasons(pile, &less, Play::Misere));
        steps
    }

    /// A position is fickle iff it is lost in exactly one kind of play. Then its value is 0 if it is lost in normal
    /// play, and 1 if it is lost in misère play.
    fn tameness(&self, pile: &Pile, _: &ValueOrWinner) -> Tameness {
        Tameness::tame(self.is_lost(pile, Play::Normal) != self.is_lost(pile, Play::Misere))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fibonacci_nim::Doubled;
    use crate::games::take_away::TakeAway;

    /// From [9, 9], a client may write [1, 1] as the position after a move that takes 8. By the rule, the bound after
    /// this move is 16. For a heap of one stone, the bounds 1 and 16 mean the same.
    #[test]
    fn a_bound_above_the_heap_is_the_heap() {
        let game = LastTake::<Doubled>::new();
        let pile = |stones: u64, most: u64| game.read(PlainValue::Pair(Pair::new(stones, most))).unwrap();
        for most in [1, 2, 16, 17] {
            assert!(game.find(&pile(9, 9), &pile(1, most).into()).is_ok(), "{most}");
            assert_eq!(pile(1, most), pile(1, 16));
        }
        assert!(game.find(&pile(9, 9), &pile(1, 0).into()).is_err());
        assert!(
            game.find(&pile(9, 9), &pile(5, 5).into()).is_ok() && game.find(&pile(9, 9), &pile(6, 5).into()).is_err()
        );
    }

    #[test]
    fn numbers_that_are_too_long_are_named() {
        let long = Natural::ONE.shift_left(LONGEST);
        let faulty = |numbers: [&Natural; 3]| {
            let numbers = numbers.map(Clone::clone);
            LastTake::<TakeAway>::new().read(PlainValue::integers(&numbers)).unwrap_err().part
        };
        let one = Natural::ONE;
        let found = [[&long, &one, &one], [&one, &long, &one], [&one, &one, &long]].map(faulty);
        assert_eq!(found, [Some(0), Some(1), Some(2)]);
        assert_eq!(faulty([&Natural::ZERO, &one, &one]), Some(0));
        let pair = PlainValue::Pair(Pair::new(one, long));
        assert_eq!(LastTake::<Doubled>::new().read(pair).unwrap_err().part, Some(1));
    }
}
