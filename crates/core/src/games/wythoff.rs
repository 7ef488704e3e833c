//! Wythoff's game: take any number from one of two heaps, or the same number from both.
//!
//! {*a*, *b*}, *a* ≤ *b*, is lost for the player to move iff *a* = ⌊φ(*b* − *a*)⌋, φ = (1 + √5)/2 (Wythoff 1907): these
//! pairs are (⌊*n*φ⌋, ⌊*n*φ⌋ + *n*), and every number > 0 is in just one. ⌊*n*φ⌋ is (*n* + ⌊√(5*n*²)⌋)/2, in integers. The
//! Grundy values have no closed form; those of smaller heaps are a table.

use crate::game::kinds::outlook::ValueOrWinner;
use crate::game::shape::Unordered;
use crate::game::{Card, Game, Goal, Illegal, Moves, Play, Rules, Source, Step, Tag, Tameness, Unsolved, small};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::cache::allocated;
use crate::theory::kept::{TableView, Tabled};
use crate::theory::sources::WYTHOFF;

/// Wythoff's game.
#[derive(Clone, Debug)]
pub struct Wythoff {
    /// Reaches all positions of the request that have a value; none before they are known.
    table: TableView<PairTable>,
}

/// The values of all pairs below a size.
#[derive(Debug)]
struct PairTable {
    size: usize,
    values: Vec<u16>,
}

/// The largest heap whose values are worked out: in a fifth of a second, to 8 MB.
const LARGEST: usize = 2047;

impl Tabled for PairTable {
    /// Of each line of the board the values that are on it already: row and column are one by symmetry.
    fn make(size: usize) -> Result<Self, Spent> {
        // A value is at most the number of options: 3 lines of less than `size` squares.
        let words = (3 * size).div_ceil(64);
        let mut on_row = vec![0_u64; size * words];
        let mut on_diagonal = vec![0_u64; size * words];
        let mut values = vec![0_u16; size * size];
        for a in 0..size {
            meter::go_on(0)?;
            for b in a..size {
                let line = |set: &[u64], line: usize, word: usize| set[line * words + word];
                let seen = |word| line(&on_row, a, word) | line(&on_row, b, word) | line(&on_diagonal, b - a, word);
                let word = (0..words).find(|word| seen(*word) != u64::MAX).unwrap_or_default();
                meter::charge_each(word, 2);
                meter::charge(15);
                let bit = seen(word).trailing_ones();
                on_row[a * words + word] |= 1 << bit;
                on_row[b * words + word] |= 1 << bit;
                on_diagonal[(b - a) * words + word] |= 1 << bit;
                let value = word * 64 + usize::try_from(bit).unwrap_or_default();
                values[a * size + b] = u16::try_from(value).unwrap_or_default();
            }
        }
        Ok(Self { size, values })
    }

    fn bytes(&self) -> usize {
        allocated::<u16>(self.values.capacity())
    }
}

impl PairTable {
    fn get(&self, a: usize, b: usize) -> Option<u16> {
        if b < self.size { self.values.get(a * self.size + b).copied() } else { None }
    }
}

/// What it takes to find the winning options, besides long numbers.
const STEPS_TO_WIN: u64 = 250;

/// ⌊√5 · *n*⌋; once the meter is spent about that, since several roots of long numbers are much for what nobody sees.
fn root_5(n: &Natural) -> Natural {
    if meter::is_spent() {
        return n + n;
    }
    (&(n * n) * &Natural::from(5_u64)).sqrt()
}

/// ⌊φ*n*⌋.
fn times_phi(n: &Natural) -> Natural {
    (n + &root_5(n)).shift_right(1)
}

/// The number that makes a lost pair with *x*: of the numbers up to *x*, *k* = ⌊(*x* + 1)/φ⌋ are the smaller of their pair.
fn partner(x: &Natural) -> Natural {
    let next = x + &Natural::ONE;
    let smaller = (&root_5(&next) - &next).shift_right(1);
    if times_phi(&smaller) == *x { x + &smaller } else { smaller }
}

fn is_lost(pair: &Unordered) -> bool {
    let (a, b) = pair.0.sorted();
    times_phi(&(b - a)) == *a
}

/// The pair with other numbers in the places of the smaller and the larger.
fn with(pair: &Unordered, smaller: Natural, larger: Natural) -> Unordered {
    if pair.0.first <= pair.0.second { Unordered::new(smaller, larger) } else { Unordered::new(larger, smaller) }
}

/// The options of three kinds: from the larger heap, from the smaller, from both.
fn counts(pair: &Unordered) -> [Natural; 3] {
    let (a, b) = pair.0.sorted();
    let both = a.saturating_sub(&u64::from(repeated(pair).is_some()).into());
    [b.clone(), if a == b { Natural::ZERO } else { a.clone() }, both]
}

/// What taken from both leaves a pair that taking from the larger leaves, too: {*a*, *a* − *d*}, *d* = *b* − *a*.
fn repeated(pair: &Unordered) -> Option<Natural> {
    let (a, b) = pair.0.sorted();
    let difference = b - a;
    (!difference.is_zero() && difference <= *a).then_some(difference)
}

/// The moves that win alone: at most three.
fn winning(pair: &Unordered, play: Play) -> Vec<Unordered> {
    meter::charge(STEPS_TO_WIN);
    let (a, b) = pair.0.sorted();
    let small = times_phi(&(b - a));
    let candidates = [
        Some(partner(a)).filter(|other| other < b).map(|other| with(pair, a.clone(), other)),
        Some(partner(b)).filter(|other| other < a).map(|other| with(pair, other, b.clone())),
        (small < *a).then(|| with(pair, small.clone(), &small + &(b - a))),
    ];
    let mut moves: Vec<Unordered> = Vec::new();
    for to in candidates.into_iter().flatten() {
        if !moves.contains(&to) {
            moves.push(to);
        }
    }
    if play == Play::Misere {
        // There (0, 1) and (2, 2) are lost, in the place of (0, 0) and (1, 2).
        let pairs = |numbers: [[u64; 2]; 2]| numbers.map(|[a, b]| Unordered::new(a, b));
        moves.retain(|to| !pairs([[0, 0], [1, 2]]).contains(to));
        moves.extend(pairs([[0, 1], [2, 2]]).into_iter().filter(|to| Wythoff::new().check(pair, to).is_ok()));
    }
    moves
}

impl Wythoff {
    pub(super) const fn new() -> Self {
        Self { table: TableView::NOTHING }
    }
}

/// The smaller and the larger heap, if their value is in a table.
fn tabled(pair: &Unordered) -> Option<(usize, usize)> {
    let (a, b) = pair.0.sorted();
    Some((a.to_usize()?, b.to_usize().filter(|b| *b <= LARGEST)?))
}

impl Rules for Wythoff {
    type Position = Unordered;
    type Option = Unordered;

    const CARD: Card = Card {
        id: "wythoff",
        name: "Wythoff's game",
        aliases: &["Wythoff Nim", "Corner the queen", "Tsyan-shizi", "Stone Game (POJ 1067)", "Luogu P2252"],
        problems: &["HDU 1527", "HDU 2177", "POJ 1067", "Luogu P2252"],
        keywords: &["queen", "chess queen", "chess", "two piles", "golden ratio", "two heaps"],
        tags: &[Tag::Heaps, Tag::Boards, Tag::Contest],
        rules: "Two heaps. A move takes any number of stones from one of them, or the same number from both. Who cannot move \
                loses. It is a queen on a board that goes left, down or both.",
        position: "[a, b], both at least 0, in either order",
        text_form: "a,b",
        example: "3,8",
        moves: &[("3,8", "3,5", "take 3 of 8"), ("8,3", "8,1", "take 2 of 3"), ("3,8", "1,6", "take 2 from both")],
        sources: &[WYTHOFF, Source { author: "POJ", year: 2002, title: "1067. Stone Game" }],
        normal: "Alone exact for any size, by the golden ratio. In sums exact up to 2047, by a table: no closed form is known.",
        misere: "Exact where normal play is: lost pairs are the same but for (0, 1) and (2, 2) in the place of (0, 0) and \
                 (1, 2), and only these four swap.",
        ..Card::BLANK
    };

    /// From the larger heap 1, 2, …; from the smaller, unless they are equal; from both, but for what was there before.
    fn options(&self, pair: &Unordered) -> impl Iterator<Item = Unordered> {
        let (a, b) = pair.0.sorted();
        let numbers = |most: &Natural| (1..=most.to_u64().unwrap_or_default()).map(Natural::from);
        let from_larger = numbers(b).map(move |taken| with(pair, a.clone(), b - &taken));
        let from_smaller = numbers(a).filter(move |_| a != b).map(move |taken| with(pair, a - &taken, b.clone()));
        let repeated = repeated(pair);
        let from_both = numbers(a).filter(move |taken| Some(taken) != repeated.as_ref());
        let from_both = from_both.map(move |taken| with(pair, a - &taken, b - &taken));
        from_larger.chain(from_smaller).chain(from_both)
    }

    fn check(&self, pair: &Unordered, to: &Unordered) -> Result<(), Illegal> {
        let ((a, b), (c, d)) = (pair.0.sorted(), to.0.sorted());
        let from_one = |kept: &Natural, changed: &Natural| to.0.other(kept).is_some_and(|left| left < changed);
        let from_both = c < a && b.checked_sub(d) == a.checked_sub(c);
        if from_one(a, b) || from_one(b, a) || from_both {
            return Ok(());
        }
        let [a, b] = [a, b].map(Natural::short);
        Err(format!("one of {a} and {b} must stay and the other get smaller, or both by the same").into())
    }

    fn describe(&self, pair: &Unordered, to: &Unordered) -> String {
        let (a, b) = pair.0.sorted();
        for (kept, heap) in [(a, b), (b, a)] {
            if let Some(left) = to.0.other(kept).filter(|left| *left < heap) {
                return format!("take {} of {}", (heap - left).short(), heap.short());
            }
        }
        format!("take {} from both", a.saturating_sub(to.0.sorted().0).short())
    }

    fn small(&self) -> Vec<Unordered> {
        small::unordered(0..=22)
    }
}

impl Game for Wythoff {
    type Solved = ValueOrWinner;

    fn prepare(&mut self, positions: &[Unordered], _: Play, tables: &Caches) -> Result<(), Unsolved> {
        let largest = positions.iter().filter_map(tabled).map(|(_, b)| b).max();
        Ok(largest.map_or(Ok(()), |largest| self.table.reach(largest, &tables.cache))?)
    }

    fn solve(&self, pair: &Unordered) -> ValueOrWinner {
        let known = tabled(pair).zip(self.table.get()).and_then(|((a, b), table)| table.get(a, b));
        known.map_or_else(|| ValueOrWinner::Wins(!is_lost(pair)), |value| ValueOrWinner::Value(value.into()))
    }

    fn moves_to<'a>(&'a self, pair: &'a Unordered, _: &'a ValueOrWinner, goal: &Goal) -> Option<Moves<'a, Unordered>> {
        let (a, b) = pair.0.sorted();
        let make = move |(kind, _), rank: &Natural| {
            let taken = rank + &Natural::ONE;
            Some(match kind {
                0 => with(pair, a.clone(), b - &taken),
                1 => with(pair, a - &taken, b.clone()),
                _ => {
                    let taken = match repeated(pair) {
                        Some(repeated) if taken >= repeated => &taken + &Natural::ONE,
                        _ => taken,
                    };
                    with(pair, a - &taken, b - &taken)
                }
            })
        };
        match goal {
            Goal::All => Some(Moves::blocks(counts(pair).into_iter().enumerate(), |(_, count)| count.clone(), make)),
            Goal::Wins(play) => Some(Moves::list(winning(pair, *play))),
            _ => None,
        }
    }

    fn explain(&self, pair: &Unordered, outlook: &ValueOrWinner) -> Vec<Step> {
        let (a, b) = pair.0.sorted();
        let difference = b - a;
        let lost = times_phi(&difference);
        let is = if lost == *a { "so it is lost for the player to move" } else { "so it is won by the player to move" };
        let theory = "With a ≤ b the pair is lost for the player to move iff a = ⌊φ · (b − a)⌋, φ the golden ratio.";
        let [a, difference, lost] = [a, &difference, &lost].map(Natural::short);
        let here = format!("Here a = {a}, and ⌊φ · {difference}⌋ = {lost}, {is}.");
        let mut steps = vec![Step::by(WYTHOFF, theory), Step::new(here)];
        steps.extend(outlook.explained(LARGEST));
        steps
    }

    fn tameness(&self, pair: &Unordered, _: &ValueOrWinner) -> Tameness {
        let (a, b) = pair.0.sorted();
        match (a.to_u64(), b.to_u64()) {
            (Some(0), Some(0 | 1)) | (Some(1 | 2), Some(2)) => Tameness::Fickle,
            _ => Tameness::Firm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shape::Pair;

    /// Where `double` arithmetic first goes wrong.
    #[test]
    fn no_floating_point() {
        let d = Natural::from(102_334_155_u64);
        let a = times_phi(&d);
        assert_eq!(a, 165_580_140);
        let pair = Unordered(Pair::new(a.clone(), &a + &d));
        assert!(is_lost(&pair) && partner(&a) == &a + &d && partner(&(&a + &d)) == a);
    }
}
