//! Take between: take at least *l* and at most *r* stones from a heap.
//!
//! The values have the period *p* = *l* + *r*. Within a period, they form blocks of *l* equal values: G = ⌊(*n* mod
//! *p*) / *l*⌋. The last block may be shorter. Let ρ = *n* mod *p*. No move leads to the same block: to do so, it would
//! have to take fewer than *l* or more than *r* stones. For each lower block *h*, some move leads there: it takes *t* =
//! max(*l*, ρ − *hl* − *l* + 1) ≤ *r* stones.

use crate::game::{Card, Follower, Goal, Illegal, Lengths, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::compounds::lengths;

/// Take between.
#[derive(Clone, Copy, Debug, Default)]
pub struct TakeBetween;

/// The numbers *l*, *r* and *n*: the smallest and the largest number of stones that may be taken, and the number of
/// stones in the heap.
type StonePile = [Natural; 3];

const ABC: Source = Source { author: "AtCoder", year: 2023, title: "ABC 297 G, Constrained Nim 2" };

/// Options that are consecutive heaps, the largest first.
#[derive(Clone)]
struct SharedHeaps {
    largest: Natural,
    count: Natural,
}

/// Returns the options whose Grundy value is `value`. The values have the period `least` + `most`, and in each period
/// the heaps with the value `value` are consecutive. The options with this value are in at most two periods.
fn heaps_to([least, most, stones]: &StonePile, value: &Natural) -> Vec<SharedHeaps> {
    meter::charge(cost::COMPONENT);
    let period = least + most;
    let block = value * least;
    let Some(highest) = stones.checked_sub(least) else { return Vec::new() };
    if block >= period {
        return Vec::new();
    }
    let lowest = stones.saturating_sub(most);
    let end = (&block + least).min(period.clone());
    let start_of_period = &highest - &highest.div_rem(&period).1;
    // The options are at most `most` − `least` + 1 consecutive heaps. A period has more heaps, so at most two periods
    // matter.
    let starts = [Some(start_of_period.clone()), start_of_period.checked_sub(&period)];
    let runs = starts.into_iter().flatten().filter_map(|start| {
        let first = (&start + &block).max(lowest.clone());
        let past = (&start + &end).min(&highest + &Natural::ONE);
        let count = past.checked_sub(&first)?;
        Some(SharedHeaps { largest: past.checked_sub(&Natural::ONE)?, count })
    });
    runs.collect()
}

impl Rules for TakeBetween {
    type Position = StonePile;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "take-between",
        name: "Take between",
        aliases: &["Constrained Nim 2", "Subtraction game with an interval"],
        problems: &["AtCoder ABC 297 G"],
        keywords: &["take from l to r"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "One heap of stones. A move takes at least l and at most r of them. Who cannot move loses: a heap of fewer \
                than l stones is stuck, though not empty.",
        position: "[l, r, stones]: 1 ≤ l ≤ r, and the stones at least 0",
        text_form: "l,r,stones",
        example: "2,5,17",
        moves: &[("2,5,17", "2,5,14", "take 3 of 17")],
        sources: &[ABC],
        normal: "Exact. The value is the heap modulo l + r, divided by l and rounded down.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, pile: &StonePile) -> Result<(), Illegal> {
        if pile[0].is_zero() {
            return Err(Illegal::part(0, "a move takes at least 1 stone"));
        }
        if pile[1] < pile[0] {
            return Err(Illegal::part(1, "the most that a move takes is at least the least"));
        }
        Ok(())
    }

    /// The moves take `least`, `least` + 1, … stones, up to `most` or the whole heap.
    fn moves(&self, pile: &StonePile) -> impl Iterator<Item = Natural> {
        let [least, most, stones] = pile;
        let bounds = least.to_u64().zip(most.min(stones).to_u64());
        bounds.into_iter().flat_map(|(from, to)| from..=to).map(Natural::from)
    }

    fn find(&self, [least, most, stones]: &StonePile, left: &Follower<StonePile>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to[0] != *least || to[1] != *most {
            return Err(format!("the bounds, which come first, stay {} and {}", least.short(), most.short()).into());
        }
        match stones.checked_sub(&to[2]) {
            Some(taken) if taken >= *least && taken <= *most => Ok(taken),
            Some(taken) => {
                let [least, most, taken] = [least, most, &taken].map(Natural::short);
                Err(format!("a move takes at least {least} and at most {most}, this one takes {taken}").into())
            }
            None => Err(format!("the heap must get smaller than {}", stones.short()).into()),
        }
    }

    fn after(&self, [least, most, stones]: &StonePile, taken: &Natural) -> Follower<StonePile> {
        [least.clone(), most.clone(), stones - taken].into()
    }

    fn describe(&self, [_, _, stones]: &StonePile, taken: &Natural) -> String {
        format!("take {} of {}", taken.short(), stones.short())
    }

    fn small(&self) -> Vec<StonePile> {
        let bounds = (1..=5_u64).flat_map(|least| (least..=7).map(move |most| (least, most)));
        bounds.flat_map(|(least, most)| (0..=36).map(move |stones| [least, most, stones].map(Natural::from))).collect()
    }
}

impl Theory<Self> for TakeBetween {
    type Solved = Natural;

    fn solve(&self, [least, most, stones]: &StonePile) -> Natural {
        stones.div_rem(&(least + most)).1.div_rem(least).0
    }

    fn moves_to<'a>(&'a self, pile: &'a StonePile, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        let [least, most, stones] = pile;
        Some(match goal {
            Goal::All => {
                let count = (most.min(stones) + &Natural::ONE).saturating_sub(least);
                Moves::counted(count, move |rank| Some(least + rank))
            }
            Goal::Value(value) => {
                let taken =
                    move |heaps: SharedHeaps, rank: &Natural| stones.checked_sub(&heaps.largest.checked_sub(rank)?);
                Moves::blocks(heaps_to(pile, value).into_iter(), |heaps| heaps.count.clone(), taken)
            }
            _ => return None,
        })
    }

    fn explain(&self, [least, most, stones]: &StonePile, value: &Natural) -> Vec<Step> {
        let period = least + most;
        let residue = stones.div_rem(&period).1;
        let [least, period, stones, residue, short] = [least, &period, stones, &residue, value].map(Natural::short);
        let theory = format!(
            "The values have the period l + r = {period}. In each period they are l = {least} times 0, then {least} times 1, and so on."
        );
        let here = format!("Here {stones} mod {period} = {residue}, and {residue}/{least} rounded down is {short}.");
        let reason = "No move leaves the same value: it would have to take fewer than l or more than r stones. Each lower value can be \
                      reached.";
        vec![Step::by(ABC, theory), Step::new(reason), Step::new(here)]
    }

    /// In every subtraction game, a heap with the value 0 and with moves has an option with the value 1 (Ferguson
    /// 1974). So every heap is tame, and only the values 0 and 1 are fickle.
    fn tameness(&self, _: &StonePile, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }

    fn lengths(&self, [least, most, stones]: &StonePile, play: Play) -> Option<Lengths> {
        (play == Play::Normal).then(|| lengths::of_interval(least, most, stones))
    }
}
