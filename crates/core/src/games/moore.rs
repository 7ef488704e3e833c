//! Moore's nim: take from up to *k* heaps at once.
//!
//! Write the heaps in binary, one below the other. The position is lost for the player to move iff *k* + 1 divides the
//! number of ones in every column (Moore 1910). If some heap has 2 stones or more, the same holds in misère play.
//! Otherwise, the position is lost in misère play iff the number of heaps of 1 is 1 modulo *k* + 1.
//!
//! Grundy values are known if *k* is one less than the number of heaps, of which there are at least three:
//! [`crate::theory::jenkyns_mayberry`] has the formula. With fewer heaps the game is nim. For other *k* only the winner is
//! computed.
//!
//! The winning moves are counted column by column, from the highest bit on. The state is the set of free heaps: those
//! in which the move has already changed a higher bit. A free heap gets smaller whatever its bits in this column and
//! below become. Any other heap with a 1 in this column may become free here: its 1 becomes a 0. After the move, the
//! number of ones in the column must be 0 modulo *k* + 1. These are the ones that stay, and the ones that free heaps
//! get.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use crate::game::kinds::lists;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Play, Position, Rules, Source, Step, Tag, Tameness, Theory, Value,
    left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::jenkyns_mayberry::{JENKYNS_MAYBERRY, JenkynsMayberry};
use crate::theory::ranks::locate;
use crate::theory::step;

/// Moore's nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moore;

/// The number *k* and the heaps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MooreHeaps {
    most: usize,
    heaps: Vec<Natural>,
}

const MOORE: Source = Source { author: "E. H. Moore", year: 1910, title: "A generalization of the game called Nim" };

/// The largest number of heaps. It is limited because a set of heaps is stored in the bits of one machine word.
const MOST_HEAPS: usize = 64;

/// More moves than any request may list.
const MOST_COUNTED: usize = 1 << 31;

/// A solved position.
#[derive(Clone, Debug)]
pub struct MooreSolved {
    /// True if no heap has a stone.
    is_over: bool,
    /// True if the player to move wins in normal play.
    wins: bool,
    /// The Grundy value, if a theorem gives it.
    value: Option<JenkynsMayberry>,
    /// The results of [`Columns::counts`] for normal and for misère play. Each is computed when it is first needed.
    counts: [OnceLock<Arc<WayCounts>>; 2],
}

impl HasValue for MooreSolved {
    fn value(&self) -> Value {
        match &self.value {
            _ if self.is_over => Value::Nimber(Natural::ZERO),
            Some(known) => Value::Nimber(known.value.clone()),
            None => Value::Outcome { wins: self.wins, valued: false },
        }
    }
}

impl MooreSolved {
    fn counts(&self, position: &MooreHeaps, play: Play) -> &WayCounts {
        let counts = &self.counts[usize::from(play == Play::Misere)];
        counts.get_or_init(|| Arc::new(Columns::new(position, play).counts()))
    }
}

/// A set of heaps.
type Set = u64;

fn has(set: Set, heap: usize) -> bool {
    set >> heap & 1 == 1
}

fn size(set: Set) -> usize {
    usize::try_from(set.count_ones()).unwrap_or(usize::MAX)
}

/// Returns the subsets of a set that have at most `most` elements.
fn subsets(set: Set, most: usize) -> Vec<Set> {
    let mut found = vec![0];
    for heap in meter::each((0..MOST_HEAPS).filter(|heap| has(set, *heap)), 0) {
        meter::charge_each(found.len(), cost::ENTRY);
        let with: Vec<Set> =
            found.iter().filter(|subset| size(**subset) < most).map(|subset| subset | 1 << heap).collect();
        found.extend(with);
    }
    found
}

/// Moves are counted column by column, from the highest bits of the heaps to the lowest. A state has the number of
/// columns that remain, the set of heaps that the move has already made smaller, and a flag. The flag is true if some
/// heap will be above 1 after the move.
type State = (usize, Set, bool);

/// For each state, the number of ways to complete a winning move from there.
type WayCounts = HashMap<State, Natural>;

/// Counts the winning moves of a position that is played alone. The count goes column by column. A column has one
/// binary digit of each heap.
#[derive(Clone)]
struct Columns<'h> {
    position: &'h MooreHeaps,
    misere: bool,
}

impl<'h> Columns<'h> {
    fn new(position: &'h MooreHeaps, play: Play) -> Self {
        Self { position, misere: play == Play::Misere }
    }

    fn start(&self) -> State {
        (self.position.columns(), 0, false)
    }

    /// Returns the ways to choose the bits of the next column. Each way has two sets of heaps, and the state after the
    /// column. The first set has the heaps whose bit in this column changes from 1 to 0, so that they become smaller.
    /// The second set has the heaps that became smaller in a higher column, and that get a 1 in this column.
    fn ways(&self, (columns, lower, high): State) -> Vec<(Set, Set, State)> {
        let MooreHeaps { most, heaps } = self.position;
        let column = columns - 1;
        meter::charge_each(heaps.len(), cost::ENTRY);
        let ones = heaps.iter().enumerate().filter(|(heap, stones)| !has(lower, *heap) && stones.bit(column));
        let ones = ones.fold(0, |set: Set, (heap, _)| set | 1 << heap);
        let mut ways = Vec::new();
        for lowered in subsets(ones, most - size(lower)) {
            let stay = size(ones & !lowered);
            // After the move, the number of ones in the column must be 0 modulo `most` + 1. There is one exception: in
            // misère play, if no heap is above 1 after the move, the number of ones in the lowest column must be 1
            // modulo `most` + 1.
            let wanted = usize::from(self.misere && column == 0 && !high);
            let need = (wanted + (most + 1) - stay % (most + 1)) % (most + 1);
            let free = subsets(lower, need).into_iter().filter(|free| size(*free) == need);
            for free in meter::each(free, cost::COMPONENT) {
                let is_high = high || column > 0 && stay + need > 0;
                ways.push((lowered, free, (column, lower | lowered, is_high)));
            }
        }
        ways
    }

    /// Counts the ways to complete a winning move from each state that occurs. First it finds these states, from the
    /// highest column to the lowest. Then it counts the ways, from the lowest column back to the highest.
    fn counts(&self) -> WayCounts {
        let mut met = vec![BTreeSet::from([self.start()])];
        for _ in meter::each(0..self.position.columns(), 0) {
            let above = met.last().into_iter().flatten();
            let below = above.flat_map(|state| self.ways(*state)).map(|(_, _, next)| next).collect();
            met.push(below);
        }
        let mut counts = WayCounts::new();
        for state in meter::each(met.into_iter().rev().flatten(), 0) {
            let (columns, lower, _) = state;
            let count = if columns == 0 {
                // If no heap has become smaller, this is not a move.
                Natural::from(lower != 0)
            } else {
                self.ways(state).iter().filter_map(|(_, _, next)| counts.get(next)).sum()
            };
            counts.insert(state, count);
        }
        counts
    }

    fn option(&self, counts: &WayCounts, rank: &Natural) -> Option<MooreHeaps> {
        let (mut state, mut rank) = (self.start(), rank.clone());
        let mut heaps = self.position.heaps.clone();
        while state.0 > 0 {
            let ways = self.ways(state);
            let (way, rest) = locate(&rank, ways.iter().filter_map(|(_, _, next)| counts.get(next).cloned()))?;
            let (lowered, free, next) = *ways.get(way)?;
            let column = next.0;
            for (heap, stones) in heaps.iter_mut().enumerate() {
                if has(lowered | free, heap) {
                    // The bits in higher columns stay. The bit in this column becomes 1 if the heap is in `free`, and
                    // otherwise 0. The bits in lower columns become 0 here, and later iterations set them.
                    let above = stones.shift_right(column + 1).shift_left(1);
                    *stones = (&above + &u64::from(has(free, heap)).into()).shift_left(column);
                } else if has(state.1, heap) {
                    *stones = stones.shift_right(column + 1).shift_left(column + 1);
                }
            }
            (state, rank) = (next, rest);
        }
        Some(self.position.with(heaps)).filter(|_| rank.is_zero() && state.1 != 0)
    }
}

impl MooreHeaps {
    fn with(&self, heaps: Vec<Natural>) -> Self {
        Self { most: self.most, heaps }
    }

    fn columns(&self) -> usize {
        self.heaps.iter().map(Natural::bit_len).max().unwrap_or_default()
    }

    /// Returns, for each binary digit, the number of heaps in which this digit is 1, modulo `most` + 1. The lowest
    /// digit comes first.
    fn residues(&self) -> Vec<usize> {
        meter::charge_each(self.columns().saturating_mul(self.heaps.len()), cost::BYTE);
        let ones = |column: usize| self.heaps.iter().filter(|stones| stones.bit(column)).count();
        (0..self.columns()).map(|column| ones(column) % (self.most + 1)).collect()
    }

    /// True if the position, played alone, is lost for the player to move.
    fn is_lost(&self, play: Play) -> bool {
        let residues = self.residues();
        if play == Play::Misere && residues.len() <= 1 {
            return residues == [1];
        }
        residues.iter().all(|residue| *residue == 0)
    }

    /// Counts the moves that take from exactly `size` heaps, all of which have an index of at least `first`. This
    /// number is an elementary symmetric polynomial of the heaps.
    fn options_from(&self, first: usize, size: usize) -> Natural {
        meter::charge_each(self.heaps.len().saturating_mul(size), cost::NUMBER);
        let mut sums = vec![Natural::ZERO; size + 1];
        sums[0] = Natural::ONE;
        for stones in self.heaps.iter().skip(first) {
            for degree in (1..=size).rev() {
                sums[degree] = &sums[degree] + &(stones * &sums[degree - 1]);
            }
        }
        sums.swap_remove(size)
    }

    /// Returns the moves to a value, `first` before all others. All moves of the position are tried, so there may not be
    /// many of them.
    fn all_to<'a>(&self, value: &Natural, first: Option<&Self>) -> Moves<'a, Self> {
        let count: Natural = (1..=self.reach()).map(|size| self.options_from(0, size)).sum();
        // All moves are in memory at the same time, which is worth more steps than their time. The count is bounded, since
        // the meter's sums would else end at their largest number.
        let count = count.to_usize().unwrap_or(usize::MAX).min(MOST_COUNTED);
        if meter::go_on_each(count, cost::TABLE).is_err() {
            return Moves::None;
        }
        let is_worth = |to: &Self| {
            JenkynsMayberry::of(to.most, &to.heaps).is_some_and(|known| known.value == *value) && first != Some(to)
        };
        let others = Moore.listed(self).into_iter().filter(is_worth);
        Moves::list(first.cloned().into_iter().chain(others).collect())
    }

    /// The largest number of heaps that a move can take from.
    fn reach(&self) -> usize {
        self.most.min(self.heaps.len())
    }
}

impl Position for MooreHeaps {
    const SHAPE: Shape = Shape::Tuple(&[Shape::Integer, Shape::List(&Shape::Integer)]);

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let PlainValue::List(parts) = written else { return Err(Illegal::shape()) };
        let [most, heaps] = <[PlainValue; 2]>::try_from(parts).map_err(|_| Illegal::shape())?;
        let most = most.into_integer().ok_or_else(Illegal::shape)?;
        let heaps = heaps.into_integers().ok_or_else(Illegal::shape)?;
        if most.is_zero() {
            return Err(Illegal::part(0, "a move takes from at least 1 heap, so k, which comes first, is at least 1"));
        }
        let Some(most) = most.to_usize().filter(|most| *most <= MOST_HEAPS) else {
            return Err(Illegal::part(
                0,
                format!("k, which comes first, is at most {MOST_HEAPS}, as the heaps are; heaps come after it"),
            ));
        };
        if heaps.len() > MOST_HEAPS {
            return Err(Illegal::part(1, format!("there are at most {MOST_HEAPS} heaps")));
        }
        Ok(Self { most, heaps })
    }

    fn write(&self) -> PlainValue {
        PlainValue::List(vec![PlainValue::Integer(self.most.into()), PlainValue::integers(&self.heaps)])
    }

    fn weight(&self) -> usize {
        self.heaps.len() + 1
    }
}

impl Rules for Moore {
    type Position = MooreHeaps;
    type Move = MooreHeaps;

    const CARD: Card = Card {
        id: "moore",
        name: "Moore's nim",
        aliases: &["Moore's Nim_k", "Nim_k", "Nim-K"],
        keywords: &["several heaps in a move", "take from up to k heaps", "two piles at once"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "Heaps and a number k. A move takes from at least one and at most k of the heaps, any number from each. Who cannot \
                move loses. With k = 1 it is nim. k comes first: 3,5,7 is k = 3 and the heaps 5 and 7.",
        position: "[k, [heaps]]: k at least 1, and at most 64 heaps; empty ones keep their places",
        text_form: "k,heap,heap,…",
        example: "2,3,5,7",
        moves: &[("2,3,5,7", "2,1,5,4", "take 2 of 3 and 3 of 7, where k is 2")],
        sources: &[MOORE, JENKYNS_MAYBERRY],
        normal: "The winner and all winning moves are exact for one position alone. Grundy values are exact if k is one \
                 less than the number of heaps and there are three heaps or more (Jenkyns and Mayberry 1980). For other \
                 k sums are searched while they are small. With k = 1 the game nim has the values, and with k at least the \
                 number of heaps, one heap of nim with all stones has the value.",
        misere: "The winner and all winning moves are exact for one position alone. Sums are searched while they are \
                 small.",
        ..Card::BLANK
    };

    /// First come the moves that take from one heap, then those that take from two heaps, and so on. Moves that take
    /// from equally many heaps are sorted by the first of these heaps, then by the stones taken from it, then by the
    /// second heap, and so on.
    fn moves(&self, position: &MooreHeaps) -> impl Iterator<Item = MooreHeaps> {
        fn take(heaps: &[Natural], from: usize, count: usize, found: &mut Vec<Vec<Natural>>) {
            if count == 0 {
                found.push(heaps.to_vec());
                return;
            }
            let each = lists::steps_an_option(heaps.len());
            for heap in from..heaps.len() {
                for left in meter::each((0..heaps[heap].to_u64().unwrap_or_default()).rev(), each) {
                    take(&lists::with(heaps, heap, left.into()), heap + 1, count - 1, found);
                }
            }
        }
        let mut found = Vec::new();
        for count in 1..=position.reach() {
            take(&position.heaps, 0, count, &mut found);
        }
        found.into_iter().map(|heaps| position.with(heaps))
    }

    fn find(&self, position: &MooreHeaps, left: &Follower<MooreHeaps>) -> Result<MooreHeaps, Illegal> {
        let to = left.whole()?;
        if to.most != position.most {
            return Err(format!("k, which comes first, stays {}", position.most).into());
        }
        let Some(changes) = lists::changes(&position.heaps, &to.heaps) else {
            return Err(format!("the heaps stay {}; empty ones keep their places", position.heaps.len()).into());
        };
        if changes.iter().any(|heap| to.heaps[*heap] > position.heaps[*heap]) {
            return Err("no heap may get larger".into());
        }
        match changes.len() {
            0 => Err("a heap must get smaller".into()),
            count if count > position.most => {
                Err(format!("a move takes from at most {} heaps, this one takes from {count}", position.most).into())
            }
            _ => Ok(to.clone()),
        }
    }

    left_is_the_move!();

    fn describe(&self, position: &MooreHeaps, to: &MooreHeaps) -> String {
        let changes = lists::changes(&position.heaps, &to.heaps).unwrap_or_default();
        let taken = |heap: &usize| {
            let before = &position.heaps[*heap];
            format!("{} of {}", before.saturating_sub(&to.heaps[*heap]).short(), before.short())
        };
        format!("take {}, where k is {}", step::joined(&changes, taken, " and "), position.most)
    }

    fn small(&self) -> Vec<MooreHeaps> {
        let of = |(most, longest, largest)| {
            small::lists(0..=longest, largest).into_iter().map(move |heaps| MooreHeaps { most, heaps })
        };
        [(1, 2, 5), (2, 3, 4), (2, 4, 1), (3, 4, 1)].into_iter().flat_map(of).collect()
    }
}

impl Theory<Self> for Moore {
    type Solved = MooreSolved;

    fn solve(&self, position: &MooreHeaps) -> MooreSolved {
        let wins = position.residues().iter().any(|residue| *residue > 0);
        let value = JenkynsMayberry::of(position.most, &position.heaps);
        MooreSolved { is_over: position.columns() == 0, wins, value, counts: [const { OnceLock::new() }; 2] }
    }

    fn moves_to<'a>(
        &'a self,
        position: &'a MooreHeaps,
        outlook: &'a MooreSolved,
        goal: &Goal,
    ) -> Option<Moves<'a, MooreHeaps>> {
        Some(match goal {
            Goal::All => {
                let make = move |size: usize, rank: &Natural| {
                    let (mut heaps, mut from, mut rank) = (position.heaps.clone(), 0, rank.clone());
                    for more in (0..size).rev() {
                        // The number of ways to take from exactly `more` of the heaps after `heap`.
                        let behind = |heap: usize| position.options_from(heap + 1, more);
                        let ways = (from..heaps.len()).map(|heap| &position.heaps[heap] * &behind(heap));
                        let (heap, rest) = locate(&rank, ways)?;
                        let heap = from + heap;
                        let (taken, rest) = rest.div_rem(&behind(heap));
                        heaps[heap] = heaps[heap].checked_sub(&(&taken + &Natural::ONE))?;
                        (from, rank) = (heap + 1, rest);
                    }
                    Some(position.with(heaps))
                };
                Moves::blocks(1..=position.reach(), move |size| position.options_from(0, *size), make)
            }
            // A position has the value 0 if it is lost. To other values, one move is found by the theory of values. To
            // count the moves, all are tried.
            Goal::Value(value) if value.is_zero() => {
                return self.moves_to(position, outlook, &Goal::Wins(Play::Normal));
            }
            Goal::Value(value) => {
                let known = outlook.value.as_ref().filter(|known| *value < known.value);
                let first = known.and_then(|known| known.move_to(&position.heaps, value));
                let first = first.map(|heaps| position.with(heaps));
                let (before, value) = (first.clone(), value.clone());
                Moves::late(first, move || position.all_to(&value, before.as_ref()))
            }
            Goal::Wins(play) if position.is_lost(*play) => Moves::None,
            Goal::Wins(play) => {
                let columns = Columns::new(position, *play);
                let counts = outlook.counts(position, *play);
                let count = counts.get(&columns.start()).cloned().unwrap_or(Natural::ZERO);
                Moves::counted(count, move |rank| columns.option(counts, rank))
            }
            _ => return None,
        })
    }

    fn explain(&self, position: &MooreHeaps, outlook: &MooreSolved) -> Vec<Step> {
        let modulus = position.most + 1;
        let heaps = step::joined(&position.heaps, |heap| heap.short().to_string(), ", ");
        let meant = match position.heaps.len() {
            0 => format!("Here k, which comes first, is {}, and there is no heap.", position.most),
            1 => format!("Here k, which comes first, is {}: a move takes from the only heap, {heaps}.", position.most),
            _ => format!(
                "Here k, which comes first, is {}: a move takes from at most {} of the heaps {heaps}.",
                position.most, position.most
            ),
        };
        let theory = format!(
            "With the heaps written in binary below each other, the position is lost for the player to move exactly if k + 1 = \
             {modulus} divides the number of ones in each column."
        );
        let mut residues = position.residues();
        residues.reverse();
        let shown = step::joined(&residues, usize::to_string, ", ");
        if outlook.is_over {
            return vec![Step::new(meant)];
        }
        if let Some(known) = &outlook.value {
            let theory = "If k is one less than the number n of heaps, and n is at least 3, the value is known. Let u be the sum of the \
                          heaps, m the smallest, y = u − n · m and z = 1 + y(y + 1)/2. The value is u if m < z, else z − 1 + ((m − z) \
                          mod (y + 1)).";
            let [u, m, y, z] = [&known.u, &known.m, &known.y, &known.z].map(Natural::short);
            let here = format!("Here u = {u}, m = {m}, y = {y} and z = {z}.");
            return vec![Step::new(meant), Step::by(JENKYNS_MAYBERRY, theory), Step::new(here)];
        }
        let is = if outlook.wins { "not all 0" } else { "all 0" };
        let here = format!("Here, modulo {modulus}, the numbers of ones in the columns are {shown}: {is}. So");
        vec![Step::new(meant), Step::by(MOORE, theory), Step::winner(here, outlook.wins, Play::Normal)]
    }

    fn tameness(&self, _: &MooreHeaps, outlook: &MooreSolved) -> Tameness {
        if outlook.is_over { Tameness::Fickle } else { Tameness::Unknown }
    }

    fn explain_misere(&self, heaps: &MooreHeaps, _: &MooreSolved) -> Vec<Step> {
        let text = "In misère play the winner is as in normal play while a heap has more than 1 stone. Else the position is lost for the \
                    player to move exactly if the number of heaps of 1 is 1 modulo k + 1.";
        let is_large = heaps.heaps.iter().any(|heap| *heap > Natural::ONE);
        let here = if is_large {
            "Here a heap has more than 1 stone.".to_owned()
        } else {
            let ones = heaps.heaps.iter().filter(|heap| **heap == Natural::ONE).count();
            format!("Here no heap has more than 1 stone, and the number of heaps of 1 is {ones}.")
        };
        vec![Step::by(MOORE, text), Step::new(here)]
    }
}
