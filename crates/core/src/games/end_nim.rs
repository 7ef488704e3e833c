//! End-nim: take from the first or the last heap of a row.
//!
//! For each row *w* there is just one heap L(*w*), perhaps 0, that makes a lost position at its left, and R(*w*) at its
//! right. For one heap both are that heap. L(*w*·*x*), with *l* = L(*w*) and *r* = R(*w*), is 0 if *x* = *r*, *x* − 1 if
//! *r* < *x* ≤ *l*, *x* + 1 if *l* ≤ *x* < *r*, else *x*; R is its mirror image (Albert and Nowakowski 2001). The Grundy
//! values are not known.

use crate::game::{Card, Class, Convention, Game, Illegal, Rules, Solved, Source, Step, Tag, Value};
use crate::natural::Natural;
use crate::shape::{Shape, Written};
use crate::theory::lists::{self, with};
use crate::theory::ranks::{locate, total};

/// End-nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct EndNim;

const ALBERT: Source = Source { author: "M. H. Albert and R. J. Nowakowski", year: 2001, title: "The game of End-Nim" };
const CAIRNS: Source = Source { author: "G. Cairns and N. B. Ho", year: 2011, title: "Some remarks on End-Nim" };

/// The most heaps: the theory looks at all rows inside of the row.
const MOST_HEAPS: usize = 500;

/// A solved row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The first and the last heap that is not empty; none if all are.
    ends: Option<(usize, usize)>,
    /// What wins in normal play when it is left of the first and of the last.
    leave: [Option<Natural>; 2],
}

impl Solved for Row {
    fn value(&self) -> Value {
        match self.ends {
            None => Value::Nimber(Natural::ZERO),
            Some(_) => Value::Outcome { wins: self.leave.iter().any(Option::is_some) },
        }
    }
}

/// What makes a lost position beside a row whose far heap is `x`, by what does so on the near and on the far side of the
/// row without it.
fn beside(x: &Natural, near: &Natural, far: &Natural) -> Natural {
    if x == far {
        Natural::ZERO
    } else if far < x && x <= near {
        x - &Natural::ONE
    } else if near <= x && x < far {
        x + &Natural::ONE
    } else {
        x.clone()
    }
}

/// For heaps that are not empty, at least two: L of all but the first, and R of all but the last.
fn at_ends(heaps: &[&Natural]) -> Option<(Natural, Natural)> {
    // L and R of the rows of one length, by their first heap.
    let mut rows: Vec<(Natural, Natural)> = heaps.iter().map(|heap| ((*heap).clone(), (*heap).clone())).collect();
    for length in 1..heaps.len().checked_sub(1)? {
        let longer = rows.windows(2).zip(heaps).zip(&heaps[length..]);
        rows = longer
            .map(|((pair, first), last)| {
                let ((left, right), (next_left, next_right)) = (&pair[0], &pair[1]);
                (beside(last, left, right), beside(first, next_right, next_left))
            })
            .collect();
    }
    match rows.as_slice() {
        [without_last, without_first] => Some((without_first.0.clone(), without_last.1.clone())),
        _ => None,
    }
}

fn is_low(heaps: &[Natural]) -> bool {
    heaps.iter().all(|heap| *heap <= Natural::ONE)
}

/// The moves that win alone: at most one from each end, and in misère play those to an odd number of 1s.
fn winning(heaps: &[Natural], row: &Row, convention: Convention) -> Vec<Vec<Natural>> {
    let Some((first, last)) = row.ends else { return Vec::new() };
    let leave = |place: usize, left: &Natural| (*left < heaps[place]).then(|| with(heaps, place, left.clone()));
    let normal = [(first, &row.leave[0]), (last, &row.leave[1])];
    let normal = normal.into_iter().filter_map(|(place, left)| leave(place, left.as_ref()?));
    let mut moves: Vec<Vec<Natural>> = Vec::new();
    if convention == Convention::Normal {
        moves.extend(normal);
    } else {
        let is_odd = |heaps: &[Natural]| is_low(heaps) && !total(heaps.iter().cloned()).is_even();
        let to_ones = [first, last]
            .into_iter()
            .flat_map(|place| [Natural::ZERO, Natural::ONE].into_iter().filter_map(move |left| leave(place, &left)));
        moves.extend(normal.filter(|to| !is_low(to)));
        moves.extend(to_ones.filter(|to| is_odd(to)));
    }
    // From a single heap both ends are one.
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Rules for EndNim {
    type Position = Vec<Natural>;
    type Option = Vec<Natural>;

    const CARD: Card = Card {
        id: "end-nim",
        name: "End-nim",
        aliases: &["End-Nim", "Taking stones from the ends (Luogu P2599, ZJOI 2009)"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A row of heaps. A move takes any number of stones, at least one, from the first or the last heap that is not empty. \
                Who cannot move loses.",
        shape: Shape::List(&Shape::Integer),
        position: "the heaps in order, at most 500; empty ones keep their places",
        text_form: "heap,heap,…",
        example: "3,1,2",
        sources: &[ALBERT, CAIRNS],
        normal: "The winner and all winning moves exactly, alone; Grundy values are not known, so not in sums.",
        misere: "The winner and all winning moves exactly, alone.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Vec<Natural>, Illegal> {
        let heaps = lists::read(written)?;
        if heaps.len() > MOST_HEAPS {
            return Err(Illegal::new(format!("there are at most {MOST_HEAPS} heaps")));
        }
        Ok(heaps)
    }

    fn write(&self, heaps: &Vec<Natural>) -> Written {
        Written::integers(heaps)
    }

    /// From the first heap 1, 2, …, then from the last.
    fn options(&self, heaps: &Vec<Natural>) -> Vec<Vec<Natural>> {
        let Some((first, last)) = ends(heaps) else { return Vec::new() };
        let from = |place: usize| {
            (0..heaps[place].to_u64().unwrap_or_default()).rev().map(move |left| with(heaps, place, left.into()))
        };
        from(first).chain(from(last).filter(|_| first != last)).collect()
    }

    fn check(&self, heaps: &Vec<Natural>, to: &Vec<Natural>) -> Result<(), String> {
        let Some((first, last)) = ends(heaps) else { return Err("no heap has a stone".to_owned()) };
        match lists::changes(heaps, to).as_deref() {
            None => Err(format!("the heaps stay {}; empty ones keep their places", heaps.len())),
            Some([place]) if [first, last].contains(place) && to[*place] < heaps[*place] => Ok(()),
            Some(_) => Err(format!("just heap {first} or heap {last}, the ends, must get smaller")),
        }
    }

    fn describe(&self, heaps: &Vec<Natural>, to: &Vec<Natural>) -> String {
        match lists::changes(heaps, to).as_deref() {
            Some([place]) => {
                let taken = heaps[*place].saturating_sub(&to[*place]);
                format!("take {} of {} from heap {place}", taken.short(), heaps[*place].short())
            }
            _ => String::new(),
        }
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        (0..=3).flat_map(|length| lists::all(length, 4)).chain(lists::all(4, 3)).chain(lists::all(5, 2)).collect()
    }
}

fn ends(heaps: &[Natural]) -> Option<(usize, usize)> {
    let is_there = |heap: &Natural| !heap.is_zero();
    Some((heaps.iter().position(is_there)?, heaps.iter().rposition(is_there)?))
}

impl Game for EndNim {
    type Solved = Row;

    fn solve(&self, heaps: &Vec<Natural>) -> Row {
        let there: Vec<&Natural> = heaps.iter().filter(|heap| !heap.is_zero()).collect();
        let leave = match (there.as_slice(), at_ends(&there)) {
            ([], _) => [None, None],
            (&[first, .., last], Some((left, right))) => {
                [Some(left).filter(|left| left < first), Some(right).filter(|right| right < last)]
            }
            _ => [Some(Natural::ZERO), None],
        };
        Row { ends: ends(heaps), leave }
    }

    fn option_count(&self, heaps: &Vec<Natural>, row: &Row) -> Natural {
        total(counts(heaps, row))
    }

    fn option(&self, heaps: &Vec<Natural>, row: &Row, rank: &Natural) -> Option<Vec<Natural>> {
        let (first, last) = row.ends?;
        let (end, rank) = locate(rank, counts(heaps, row))?;
        let place = if end == 0 { first } else { last };
        Some(with(heaps, place, heaps[place].checked_sub(&(&rank + &Natural::ONE))?))
    }

    /// Only a position without options has a known value.
    fn count_to(&self, _: &Vec<Natural>, _: &Row, _: &Natural) -> Natural {
        Natural::ZERO
    }

    fn option_to(&self, _: &Vec<Natural>, _: &Row, _: &Natural, _: &Natural) -> Option<Vec<Natural>> {
        None
    }

    fn explain(&self, heaps: &Vec<Natural>, row: &Row) -> Vec<Step> {
        let Some((first, last)) = row.ends else {
            return vec![Step::new("No heap has a stone."), Step::value(&Natural::ZERO)];
        };
        let theory = "Beside each row just one heap, perhaps an empty one, makes a lost position at its left, and one at its right: \
                      the first and the last heap are compared with those of the others.";
        let end = |place: usize, left: &Option<Natural>| match left {
            Some(left) => format!("heap {place}, of {}, can be reduced to {}", heaps[place].short(), left.short()),
            None => format!("heap {place} can't be reduced to it"),
        };
        let here = if first == last {
            format!("Here only heap {first} is left, and all of it can be taken.")
        } else {
            format!("Here {}, and {}.", end(first, &row.leave[0]), end(last, &row.leave[1]))
        };
        vec![Step::by(ALBERT, theory), Step::new(here)]
    }

    fn class(&self, _: &Vec<Natural>, row: &Row) -> Class {
        if row.ends.is_none() { Class::Swap } else { Class::Unknown }
    }

    fn explain_misere(&self, _: &Vec<Natural>, _: &Row) -> Vec<Step> {
        let text = "In misère play it is the same while a heap has more than 1 stone; else it is lost iff the number of 1s is odd.";
        vec![Step::by(CAIRNS, text)]
    }

    fn alone_count(&self, heaps: &Vec<Natural>, row: &Row, convention: Convention) -> Option<Natural> {
        Some(winning(heaps, row, convention).len().into())
    }

    fn alone_option(
        &self,
        heaps: &Vec<Natural>,
        row: &Row,
        convention: Convention,
        rank: &Natural,
    ) -> Option<Vec<Natural>> {
        winning(heaps, row, convention).into_iter().nth(rank.to_usize()?)
    }
}

/// The options at each end.
fn counts(heaps: &[Natural], row: &Row) -> Vec<Natural> {
    match row.ends {
        None => Vec::new(),
        Some((first, last)) if first == last => vec![heaps[first].clone()],
        Some((first, last)) => vec![heaps[first].clone(), heaps[last].clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&EndNim, &[("3,1,2", "3,1,0", "take 2 of 2 from heap 2")]);
    }
}
