//! Sequential nim: take from the first non-empty heap.
//!
//! Let *h* be the first heap, and *g* the value of the heaps behind it. Taking all of the first heap leaves the value
//! *g*. The other options leave 1 to *h* − 1 stones before the same heaps. By induction, their values are 0, 1, 2, …
//! without *g*. So the value is the *h*-th number of this sequence, counted from 1.

use crate::game::kinds::lists::{self, with};
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::{skip, unskip};
use crate::theory::step;

/// Sequential nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct SequentialNim;

const CODEFORCES: Source = Source { author: "Codeforces", year: 2020, title: "Round 658. 1382B: Sequential Nim" };

/// The place and the size of the first heap that is not empty.
fn first(heaps: &[Natural]) -> Option<(usize, &Natural)> {
    heaps.iter().enumerate().find(|(_, heap)| !heap.is_zero())
}

/// Iterates over the heaps with stones, from the last to the first. Returns the value of the row from each of them on.
fn values(heaps: &[Natural]) -> impl Iterator<Item = Natural> {
    meter::charge_each(heaps.len(), cost::ENTRY);
    let present = heaps.iter().rev().filter_map(|heap| heap.checked_sub(&Natural::ONE));
    present.scan(Natural::ZERO, |behind, before| {
        *behind = skip(behind, &before);
        Some(behind.clone())
    })
}

fn value(heaps: &[Natural]) -> Natural {
    values(heaps).last().unwrap_or(Natural::ZERO)
}

impl Rules for SequentialNim {
    type Position = Vec<Natural>;
    /// The place of the heap, and the stones left in it.
    type Move = (usize, Natural);

    const CARD: Card = Card {
        id: "sequential-nim",
        name: "Sequential nim",
        aliases: &["Sequential Nim (Codeforces 1382B)", "Nim in a row"],
        problems: &["Codeforces 1382B"],
        keywords: &["first heap that is not empty", "piles in order"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A row of heaps. A move takes any number of stones, at least one, from the first heap that is not empty. Who \
                cannot move loses.",
        position: "the heaps in order; empty ones keep their places",
        text_form: "heap,heap,…",
        example: "1,2,3",
        moves: &[("0,2,3", "0,1,3", "take 1 of 2 from heap 2")],
        sources: &[CODEFORCES],
        normal: "Exact. From the last heap to the first: a heap of h stones gets the h-th of the numbers 0, 1, 2, … \
                 without the value of the heaps behind it.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if no heap has more than 1 stone.",
        ..Card::BLANK
    };

    /// The moves take 1, 2, … stones.
    fn moves(&self, heaps: &Vec<Natural>) -> impl Iterator<Item = (usize, Natural)> {
        first(heaps).into_iter().flat_map(move |(place, heap)| {
            let left = (0..heap.to_u64().unwrap_or_default()).rev();
            left.map(move |left| (place, left.into()))
        })
    }

    fn find(&self, heaps: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<(usize, Natural), Illegal> {
        let to = left.whole()?;
        let Some((first, _)) = first(heaps) else { return Err("no heap has a stone".into()) };
        match lists::changes(heaps, to).as_deref() {
            None => Err(format!("the heaps stay {}; empty ones keep their places", heaps.len()).into()),
            Some([place]) if *place == first && to[first] < heaps[first] => Ok((first, to[first].clone())),
            Some(_) => Err(format!("only heap {}, the first that is not empty, must get smaller", first + 1).into()),
        }
    }

    fn after(&self, heaps: &Vec<Natural>, (place, left): &(usize, Natural)) -> Follower<Vec<Natural>> {
        with(heaps, *place, left.clone()).into()
    }

    fn describe(&self, heaps: &Vec<Natural>, (place, left): &(usize, Natural)) -> String {
        let heap = &heaps[*place];
        format!("take {} of {} from heap {}", heap.saturating_sub(left).short(), heap.short(), place + 1)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        [small::lists(0..=3, 5), small::lists(5..=5, 2)].concat()
    }
}

impl Theory<Self> for SequentialNim {
    type Solved = Natural;

    fn solve(&self, heaps: &Vec<Natural>) -> Natural {
        value(heaps)
    }

    fn moves_to<'a>(
        &'a self,
        heaps: &'a Vec<Natural>,
        _: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, (usize, Natural)>> {
        Some(match goal {
            Goal::All => {
                let make = move |(place, heap): (usize, &Natural), rank: &Natural| {
                    Some((place, heap.checked_sub(&(rank + &Natural::ONE))?))
                };
                Moves::blocks(first(heaps).into_iter(), |(_, heap)| (*heap).clone(), make)
            }
            Goal::Value(value) => left(heaps, value).into(),
            _ => return None,
        })
    }

    fn explain(&self, heaps: &Vec<Natural>, _: &Natural) -> Vec<Step> {
        let theory = "Let g be the value of the heaps behind a heap of h ≥ 1 stones. Taking the whole heap leaves g, and \
                      leaving 1, 2, 3, … stones leaves the values 0, 1, 2, … without g. So the value is h − 1 if h ≤ g, \
                      and else h.";
        let present: Vec<&Natural> = heaps.iter().filter(|heap| !heap.is_zero()).collect();
        let values: Vec<Natural> = values(heaps).collect();
        let here = match step::joined(&values, |value| value.short().to_string(), ", ") {
            none if none.is_empty() => "Here no heap has a stone.".to_owned(),
            values => format!(
                "Here the heaps with stones are {}, and from the last of them to the first the values are {values}.",
                step::joined(&present, |heap| heap.short().to_string(), ", ")
            ),
        };
        vec![Step::by(CODEFORCES, theory), Step::new(here)]
    }

    /// Without heaps, the genus is (0, 1). A heap of *h* stones before other heaps changes both entries in the same
    /// way. An entry *g* becomes the *h*-th number, counted from 1, among the numbers other than *g*. So a heap of 1
    /// swaps the entries 0 and 1, and a larger heap makes the entries equal.
    fn tameness(&self, heaps: &Vec<Natural>, _: &Natural) -> Tameness {
        Tameness::tame(heaps.iter().all(|heap| *heap <= Natural::ONE))
    }
}

/// Returns the move to a value: the place of the first heap, and the stones to leave in it. There is at most one such
/// move.
fn left(heaps: &[Natural], target: &Natural) -> Option<(usize, Natural)> {
    let (place, heap) = first(heaps)?;
    let left = match unskip(&value(&heaps[place + 1..]), target) {
        None => Natural::ZERO,
        Some(before) => &before + &Natural::ONE,
    };
    (left < *heap).then_some((place, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the sentences of the explanation to the heaps, from the last to the first.
    #[test]
    fn the_rule_that_is_told_gives_the_values_that_are_told() {
        for heaps in SequentialNim.small() {
            let mut told = Vec::new();
            for heap in heaps.iter().rev().filter(|heap| !heap.is_zero()) {
                let behind = told.last().unwrap_or(&Natural::ZERO);
                told.push(if heap <= behind { heap - &Natural::ONE } else { heap.clone() });
            }
            let steps = SequentialNim.explain(&heaps, &value(&heaps));
            let values = step::joined(&told, Natural::to_string, ", ");
            let text = steps[1].fact.text();
            assert!(text.ends_with(&format!(" {values}.")) || heaps.iter().all(Natural::is_zero), "{heaps:?}: {text}");
            assert_eq!(told.pop().unwrap_or(Natural::ZERO), value(&heaps));
        }
    }
}
