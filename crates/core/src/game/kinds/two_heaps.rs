//! [`TwoHeaps`]: two heaps. A move takes any number from one heap, or takes from both heaps two numbers that differ by
//! less than *t*. Wythoff's game has *t* = 1. In `t-wythoff`, each position states its *t*.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::game::kinds::outlook::ValueOrWinner;
use crate::game::shape::{PlainValue, Shape, Unordered};
use crate::game::{
    Card, Follower, Game, Goal, Illegal, Moves, Play, Position, Rules, Source, Step, Tameness, Theory, Unsolved,
    left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::Caches;
use crate::theory::sources::WYTHOFF;
use crate::theory::t_wythoff::{
    self, HeapPair, LARGEST_T_TABLED, LARGEST_TABLED, LostPairs, TWythoffValues, TakesFromBoth,
};

/// One of the games that [`TwoHeaps`] implements.
pub(crate) trait TwoHeapsVariant: Clone + std::fmt::Debug + Send + Sync + 'static {
    /// The catalogue's card of the game.
    const CARD: Card;
    /// The number *t*: if a move takes from both heaps, the numbers that it takes differ by less than *t*. `None` if
    /// each position states its own *t*.
    const T: Option<u64>;
}

/// The rules of the game that a [`TwoHeapsVariant`] defines.
#[derive(Clone, Debug)]
pub(crate) struct TwoHeaps<V>(PhantomData<fn() -> V>);

pub(crate) const FRAENKEL_1984: Source = Source {
    author: "A. S. Fraenkel",
    year: 1984,
    title: "Wythoff games, continued fractions, cedar trees and Fibonacci searches",
};
pub(crate) const FRAENKEL: Source =
    Source { author: "A. S. Fraenkel", year: 1982, title: "How to beat your Wythoff games' opponent on three fronts" };

/// Two heaps in either order, and the number *t* of the rules (see [`TwoHeapsVariant::T`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piles {
    t: Natural,
    heaps: Unordered,
}

impl Piles {
    fn sorted(&self) -> (&Natural, &Natural) {
        self.heaps.0.sorted()
    }

    /// Returns the position with new numbers for the smaller and the larger heap.
    fn with(&self, smaller: Natural, larger: Natural) -> Self {
        let pair = &self.heaps.0;
        let heaps =
            if pair.first <= pair.second { Unordered::new(smaller, larger) } else { Unordered::new(larger, smaller) };
        Self { t: self.t.clone(), heaps }
    }

    /// Returns the option whose smaller heap is `c` and whose larger heap is `d`. A heap that does not change stays in
    /// its place.
    fn arranged(&self, (c, d): HeapPair) -> Self {
        let (a, b) = self.sorted();
        let other = |kept: &Natural| if c == *kept { Some(d.clone()) } else { (d == *kept).then(|| c.clone()) };
        if let Some(left) = other(a).filter(|left| left < b) {
            return self.with(a.clone(), left);
        }
        if let Some(left) = other(b) {
            return self.with(left, b.clone());
        }
        self.with(c, d)
    }

    /// Returns three numbers: `t`, then the smaller heap, then the larger heap. `None` if one of these numbers is too
    /// large for a table of values.
    fn tabled(&self) -> Option<(usize, usize, usize)> {
        let (a, b) = self.sorted();
        let t = self.t.to_usize().filter(|t| *t <= LARGEST_T_TABLED)?;
        Some((t, a.to_usize()?, b.to_usize().filter(|b| *b <= LARGEST_TABLED)?))
    }

    fn lost_pairs(&self, play: Play) -> LostPairs {
        meter::charge(cost::POSITION);
        LostPairs::new(&self.t, play)
    }

    fn is_lost(&self, play: Play) -> bool {
        self.lost_pairs(play).is_lost(self.sorted())
    }
}

impl Position for Piles {
    const SHAPE: Shape = Shape::Tuple(&[Shape::Integer; 3]);

    fn write(&self) -> PlainValue {
        let pair = &self.heaps.0;
        PlainValue::integers(&[self.t.clone(), pair.first.clone(), pair.second.clone()])
    }
}

impl<V: TwoHeapsVariant> TwoHeaps<V> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<V: TwoHeapsVariant> Rules for TwoHeaps<V> {
    type Position = Piles;
    type Move = Piles;

    const CARD: Card = V::CARD;
    const SHAPE: Shape = if V::T.is_some() { Shape::Pair } else { Piles::SHAPE };

    fn read(&self, written: PlainValue) -> Result<Piles, Illegal> {
        if let Some(t) = V::T {
            let pair = written.into_pair().ok_or_else(Illegal::shape)?;
            return Ok(Piles { t: t.into(), heaps: Unordered(pair) });
        }
        let numbers = written.into_integers().and_then(|numbers| numbers.try_into().ok());
        let [t, a, b]: [Natural; 3] = numbers.ok_or_else(Illegal::shape)?;
        if t.is_zero() {
            return Err(Illegal::part(0, "the number t, which comes first, is at least 1"));
        }
        Ok(Piles { t, heaps: Unordered::new(a, b) })
    }

    fn write(&self, piles: &Piles) -> PlainValue {
        if V::T.is_some() { PlainValue::Pair(piles.heaps.0.clone()) } else { piles.write() }
    }

    /// The moves that take 1, 2, … tokens from the larger heap come first. The moves that take 1, 2, … from the smaller
    /// heap come second, unless both heaps are equal. The moves from both heaps come last. They are sorted by the
    /// difference between the two heaps that they leave, and then by the numbers that they take, both ascending. A move
    /// that leaves the same position as an earlier move is omitted.
    fn moves(&self, piles: &Piles) -> impl Iterator<Item = Piles> {
        let (a, b) = piles.sorted();
        let numbers = |most: &Natural| (1..=most.to_u64().unwrap_or_default()).map(Natural::from);
        let from_larger = numbers(b).map(move |taken| piles.with(a.clone(), b - &taken));
        let from_smaller = numbers(a).filter(move |_| a != b).map(move |taken| piles.with(a - &taken, b.clone()));
        let from_both = TakesFromBoth::new(&piles.t, (a, b));
        let differences = from_both.differences();
        let from_both = differences.flat_map(move |e| from_both.with_difference(&e)).map(|(c, d)| piles.with(c, d));
        from_larger.chain(from_smaller).chain(from_both)
    }

    fn find(&self, piles: &Piles, left: &Follower<Piles>) -> Result<Piles, Illegal> {
        let to = left.whole()?;
        if to.t != piles.t {
            return Err(format!("the number t, which comes first, stays {}", piles.t.short()).into());
        }
        if t_wythoff::is_option(&piles.t, piles.sorted(), to.sorted()) {
            return Ok(to.clone());
        }
        let (a, b) = piles.sorted();
        let [a, b] = [a, b].map(Natural::short);
        let both = if piles.t == 1 {
            "both by the same".to_owned()
        } else {
            format!("both by numbers that differ by less than {}", piles.t.short())
        };
        Err(format!("one of {a} and {b} must stay and the other get smaller, or {both}").into())
    }

    left_is_the_move!();

    fn describe(&self, piles: &Piles, to: &Piles) -> String {
        let (a, b) = piles.sorted();
        for (kept, heap) in [(a, b), (b, a)] {
            if let Some(left) = to.heaps.0.other(kept).filter(|left| *left < heap) {
                return format!("take {} of {}", (heap - left).short(), heap.short());
            }
        }
        let (smaller, larger) = to.sorted();
        let taken = [a.saturating_sub(smaller), b.saturating_sub(larger)];
        if taken[0] == taken[1] {
            return format!("take {} from both", taken[0].short());
        }
        format!("take {} of {} and {} of {}", taken[0].short(), a.short(), taken[1].short(), b.short())
    }

    fn small(&self) -> Vec<Piles> {
        let (numbers, side) = if V::T.is_some() { (vec![1], 22) } else { (vec![1, 2, 3, 5, 17], 11) };
        let of = |t: u64| small::unordered(0..=side).into_iter().map(move |heaps| Piles { t: t.into(), heaps });
        numbers.into_iter().flat_map(of).collect()
    }
}

impl<V: TwoHeapsVariant> Game for TwoHeaps<V> {
    type Theory = TwoHeapsTheory;

    fn theory(&self, positions: &[Piles], _: Play, tables: &Caches) -> Result<TwoHeapsTheory, Unsolved> {
        let mut largest = BTreeMap::<usize, usize>::new();
        meter::charge_each(positions.len(), cost::NUMBER);
        for (t, _, b) in positions.iter().filter_map(Piles::tabled) {
            let of_t = largest.entry(t).or_default();
            *of_t = (*of_t).max(b);
        }
        let mut values = BTreeMap::new();
        for (t, largest) in largest {
            values.insert(t, (largest, TWythoffValues::reaching(t, largest, &tables.cache)?));
        }
        Ok(TwoHeapsTheory(Arc::new(values)))
    }
}

/// The theory of two heaps. For each *t* (see [`TwoHeapsVariant::T`]), it has a size and a table of values. The table
/// has the values of all positions whose heaps are at most this size.
#[derive(Clone, Debug)]
pub(crate) struct TwoHeapsTheory(Arc<BTreeMap<usize, (usize, Arc<TWythoffValues>)>>);

impl<V: TwoHeapsVariant> Theory<TwoHeaps<V>> for TwoHeapsTheory {
    type Solved = ValueOrWinner;

    fn covers(&self, positions: &[Piles]) -> bool {
        let mut tabled = positions.iter().filter_map(Piles::tabled);
        tabled.all(|(t, _, b)| self.0.get(&t).is_some_and(|(reach, _)| b <= *reach))
    }

    fn solve(&self, piles: &Piles) -> ValueOrWinner {
        let tabled = piles.tabled().and_then(|(t, a, b)| self.0.get(&t)?.1.get(a, b));
        tabled.map_or_else(|| ValueOrWinner::Wins(!piles.is_lost(Play::Normal)), ValueOrWinner::Value)
    }

    fn moves_to<'a>(&'a self, piles: &'a Piles, _: &'a ValueOrWinner, goal: &Goal) -> Option<Moves<'a, Piles>> {
        let (a, b) = piles.sorted();
        match goal {
            Goal::All => {
                let from_both = TakesFromBoth::new(&piles.t, (a, b));
                let from_smaller = if a == b { Natural::ZERO } else { a.clone() };
                let counts = [b.clone(), from_smaller, from_both.count()];
                let make = move |(kind, _), rank: &Natural| {
                    let taken = rank + &Natural::ONE;
                    Some(match kind {
                        0 => piles.with(a.clone(), b - &taken),
                        1 => piles.with(a - &taken, b.clone()),
                        _ => {
                            let (c, d) = from_both.nth(rank)?;
                            piles.with(c, d)
                        }
                    })
                };
                Some(Moves::blocks(counts.into_iter().enumerate(), |(_, count)| count.clone(), make))
            }
            Goal::Wins(play) => {
                let pairs = piles.lost_pairs(*play).reached_from((a, b));
                Some(Moves::list(pairs.into_iter().map(|pair| piles.arranged(pair)).collect()))
            }
            _ => None,
        }
    }

    fn explain(&self, piles: &Piles, outlook: &ValueOrWinner) -> Vec<Step> {
        let (a, b) = piles.sorted();
        let difference = b - a;
        let is_lost = piles.is_lost(Play::Normal);
        let lost_pairs = piles.lost_pairs(Play::Normal);
        let mut steps = if piles.t == 1 {
            let theory = "With a ≤ b the pair is lost for the player to move exactly if a = ⌊φ · (b − a)⌋, where φ = (1 + √5)/2 = 1.618… is \
                 the golden ratio.";
            let smaller = lost_pairs.pair(&difference).0;
            let [a, difference, smaller] = [a, &difference, &smaller].map(Natural::short);
            let here = format!("Here a = {a}, and ⌊φ · {difference}⌋ = {smaller}, so");
            vec![Step::by(WYTHOFF, theory), Step::winner(here, !is_lost, Play::Normal)]
        } else {
            let t = piles.t.short();
            let theory = format!(
                "With a ≤ b the pair is lost for the player to move exactly if, for some n, b − a = {t} · n and a = ⌊n · α⌋, where α = (2 − t + √(t² + 4))/2 and \
                 t = {t}."
            );
            let (index, rest) = difference.div_rem(&piles.t);
            let [a, difference] = [a, &difference].map(Natural::short);
            let here = if rest.is_zero() {
                let smaller = lost_pairs.pair(&index).0;
                format!("Here b − a = {t} · {}, a = {a} and ⌊n · α⌋ = {}, so", index.short(), smaller.short())
            } else {
                format!("Here b − a = {difference} is no multiple of {t}, so")
            };
            vec![Step::by(FRAENKEL, theory), Step::winner(here, !is_lost, Play::Normal)]
        };
        match outlook {
            ValueOrWinner::Wins(true) if piles.t > Natural::from(LARGEST_T_TABLED) => {
                let text = format!("Its value is not known: values are worked out for t up to {LARGEST_T_TABLED}.");
                steps.push(Step::new(text));
            }
            outlook => steps.extend(outlook.explained(LARGEST_TABLED)),
        }
        steps
    }

    fn tameness(&self, piles: &Piles, _: &ValueOrWinner) -> Tameness {
        Tameness::tame(if piles.t == 1 {
            let (a, b) = piles.sorted();
            matches!((a.to_u64(), b.to_u64()), (Some(0), Some(0 | 1)) | (Some(1 | 2), Some(2)))
        } else {
            piles.is_lost(Play::Normal) || piles.is_lost(Play::Misere)
        })
    }

    fn shows_options(&self, _: &Piles, outlook: &ValueOrWinner) -> bool {
        matches!(outlook, ValueOrWinner::Value(_))
    }

    fn explain_misere(&self, piles: &Piles, _: &ValueOrWinner) -> Vec<Step> {
        let (a, b) = piles.sorted();
        let (theory, here) = if piles.t == 1 {
            let theory = "In misère play the lost pairs are those of normal play, but (0, 1) and (2, 2) take the place of (0, 0) and (1, 2). All pairs \
             are tame, and these four are the fickle ones.";
            (theory, "So".to_owned())
        } else {
            let theory = "In misère play the lost pairs are a = ⌊n · α + 1/α⌋ and b = a + t · n + 1. All pairs are tame. Those that are lost in normal or in \
                          misère play are the fickle ones.";
            let t = piles.t.short();
            let here = match (b - a).checked_sub(&Natural::ONE).map(|less| less.div_rem(&piles.t)) {
                Some((n, rest)) if rest.is_zero() => {
                    let smaller = piles.lost_pairs(Play::Misere).pair(&n).0;
                    let [n, a, smaller] = [&n, a, &smaller].map(Natural::short);
                    format!("Here b − a = {t} · {n} + 1, a = {a} and ⌊n · α + 1/α⌋ = {smaller}, so")
                }
                _ => format!("Here b − a = {} is not 1 more than a multiple of {t}, so", (b - a).short()),
            };
            (theory, here)
        };
        vec![Step::by(FRAENKEL_1984, theory), Step::winner(here, !piles.is_lost(Play::Misere), Play::Misere)]
    }
}
