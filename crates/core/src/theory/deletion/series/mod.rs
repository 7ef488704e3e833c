//! [`Series`]: a poset that was taken apart into sums and series. The value of the poset needs no search if the poset
//! can be taken apart into single elements.
//!
//! A poset is a *sum* if its elements can be divided into parts such that elements of different parts are never
//! comparable. A poset is a *series* if its elements can be divided into factors such that all elements of a factor are
//! below all elements of the next factor. A poset of several elements that is neither a sum nor a series must be
//! searched. A poset is N-free, also called series-parallel, if and only if no part must be searched. (Deuber and
//! Thomassé 1996 compute the values of such posets in polynomial time.)
//!
//! **Normal play.** A move in the lower factor H of a series H:F deletes all of F. Let S be the set of the values of
//! H's options, and φ(x) the number at place x, counted from 0, among the numbers that are not in S. Then g(H:F) =
//! φ(g(F)), if H has an element. The values of the options of H:F are S and the φ(g(F′)) for the options F′ of F.
//!
//! **Misère play** (our proof). The same holds for misère values with S⁻ and φ⁻ in place of S and φ, with one
//! difference: because H:F never ends before H does, g⁻(H:F) = φ⁻(g(F)) depends on the *normal* value of F. If H is
//! tame, S and S⁻ contain the same numbers from 2 on. If H is fickle and has the value 0, S contains 1 and not 0, while
//! S⁻ contains 0 and not 1. If H is fickle and has the value 1, S contains 0 and not 1, while S⁻ contains 1 and not 0.
//! So for a fickle H, φ and φ⁻ exchange 0 and 1 at x = 0, and agree from x = 1 on. If H is firm, φ = φ⁻. So H:F is tame
//! for every F, and it is fickle if and only if H is fickle and g(F) = 0. In particular every N-free poset is tame.

mod decompose;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::bits::Cells;
use super::rules::DeletionRules;
use super::section::Section;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::Cache;
use crate::theory::misere::sums::Sums;

/// A part of a poset.
#[derive(Debug)]
enum Part {
    /// One element. The move `made` takes it.
    Element { cell: usize, made: usize },
    /// Elements that are neither a sum nor a series.
    Searched { cells: Cells, section: Arc<dyn Section> },
    /// Parts of a sum, which are not comparable to each other.
    Sum(Vec<usize>),
    /// The factors of a series, the lowest first.
    Series(Vec<usize>),
}

/// A poset that was taken apart.
#[derive(Debug)]
pub(super) struct Series {
    rules: Arc<DeletionRules>,
    /// The whole poset comes first, and every part comes before its own parts.
    parts: Vec<Part>,
}

/// The rest of a part after some moves.
#[derive(Clone, Debug, Default)]
struct PartRest {
    /// `true` if no element is left.
    is_over: bool,
    value: u64,
    /// The values of the options, ascending, each once. The list is empty for parts whose options are not needed.
    options: Vec<u64>,
}

/// A condition for moves of a part: the value that they must leave and, in misère play, whether they must leave a
/// fickle position.
#[derive(Clone, Copy)]
struct Wanted {
    value: u64,
    is_fickle: Option<bool>,
}

impl Series {
    /// Solves the parts that must be searched, as they are before any move.
    pub(super) fn solve(&self, cache: &Cache) -> Result<(), Spent> {
        for part in &self.parts {
            if let Part::Searched { section, .. } = part {
                section.solve(cache)?;
            }
        }
        Ok(())
    }

    /// Returns the number of factors of the poset; 1 if the poset is not a series. Every element of a factor is below
    /// all elements of the next factor.
    pub(super) fn factors(&self) -> usize {
        match self.parts.first() {
            Some(Part::Series(factors)) => factors.len(),
            _ => 1,
        }
    }

    /// Returns whether the poset is N-free.
    pub(super) fn is_n_free(&self) -> bool {
        !self.parts.iter().any(|part| matches!(part, Part::Searched { .. }))
    }

    /// Returns the value of the position with the free cells `free`.
    pub(super) fn value(&self, free: &Cells) -> Result<u64, Spent> {
        Ok(self.left(free)?.first().map_or(0, |whole| whole.value))
    }

    /// Returns whether the position with the free cells `free` has the value `value`. If the whole poset is one
    /// searched part, the search only tests this value.
    pub(super) fn is_worth(&self, free: &Cells, value: u64) -> Result<bool, Spent> {
        match &self.parts[..] {
            [Part::Searched { cells, section }] => {
                u8::try_from(value).map_or(Ok(false), |value| section.is_worth(&free.and(cells), value))
            }
            _ => Ok(self.value(free)? == value),
        }
    }

    /// Returns the value of the position with the free cells `free`, and whether the position is fickle; `None` if the
    /// position is not known to be tame.
    pub(super) fn tameness(&self, free: &Cells, sums: &mut Sums) -> Result<Option<(u64, bool)>, Spent> {
        let left = self.left(free)?;
        let fickle = self.fickle(free, &left, sums)?;
        Ok(left.first().zip(fickle.first().copied().flatten()).map(|(whole, is_fickle)| (whole.value, is_fickle)))
    }

    /// Returns the moves that leave a position with the value `value`. If `is_fickle` is given, returns only the moves
    /// that leave a fickle position (`true`), or only the moves that leave a position that is not fickle (`false`).
    pub(super) fn moves_to(
        &self,
        free: &Cells,
        value: u64,
        is_fickle: Option<bool>,
        sums: &mut Sums,
    ) -> Result<Vec<usize>, Spent> {
        let left = self.left(free)?;
        let fickle = if is_fickle.is_some() { self.fickle(free, &left, sums)? } else { vec![None; left.len()] };
        // This loop goes from the whole poset down to its parts. For each part, the loop finds the value that this part
        // must get so that the whole poset gets the wanted value.
        let mut wanted: Vec<Option<Wanted>> = vec![None; self.parts.len()];
        if let Some(whole) = wanted.first_mut() {
            *whole = Some(Wanted { value, is_fickle });
        }
        let mut moves = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            let (Some(here), false) = (wanted[place], left[place].is_over) else { continue };
            match part {
                Part::Element { made, .. } => {
                    if here.value == 0 && here.is_fickle != Some(false) {
                        moves.push(*made);
                    }
                }
                Part::Searched { cells, section } => {
                    moves.extend(self.searched_moves(&free.and(cells), section, here, sums)?);
                }
                Part::Sum(list) => {
                    meter::go_on_each(list.len(), cost::NUMBER)?;
                    let firm = list.iter().filter(|part| fickle[**part] == Some(false)).count();
                    for part in list {
                        let others_firm = firm > usize::from(fickle[*part] == Some(false));
                        let is_fickle = match here.is_fickle {
                            Some(true) if others_firm => continue,
                            Some(false) if others_firm => None,
                            wanted => wanted,
                        };
                        let value = here.value ^ left[place].value ^ left[*part].value;
                        wanted[*part] = Some(Wanted { value, is_fickle });
                    }
                }
                Part::Series(factors) => {
                    let mut present = factors.iter().filter(|factor| !left[**factor].is_over).peekable();
                    let mut here = here;
                    while let Some(factor) = present.next() {
                        meter::go_on(cost::NUMBER)?;
                        let options = &left[*factor].options;
                        let place = options.partition_point(|option| *option < here.value);
                        if present.peek().is_none() || options.get(place) == Some(&here.value) {
                            wanted[*factor] = Some(here);
                            break;
                        }
                        // A move in a higher factor leaves this factor as it is. So the result is fickle if and only if
                        // this factor is fickle and the rest above this factor is worth 0 in normal play.
                        let above = here.value - u64::try_from(place).unwrap_or(u64::MAX);
                        if here
                            .is_fickle
                            .is_some_and(|is_fickle| (fickle[*factor] == Some(true) && above == 0) != is_fickle)
                        {
                            break;
                        }
                        here = Wanted { value: above, is_fickle: None };
                    }
                }
            }
        }
        moves.sort_unstable();
        Ok(moves)
    }

    /// Returns what is left of each part in the position with the free cells `free`.
    fn left(&self, free: &Cells) -> Result<Vec<PartRest>, Spent> {
        // For each part, whether the values of its options are needed. In a series, they are always needed for every
        // factor except the highest.
        let mut needed = vec![false; self.parts.len()];
        let mut all = vec![PartRest::default(); self.parts.len()];
        for (place, part) in self.parts.iter().enumerate() {
            match part {
                Part::Sum(list) => {
                    for part in list {
                        needed[*part] = needed[place];
                    }
                }
                Part::Series(factors) => {
                    let last = factors.last();
                    for part in factors {
                        needed[*part] = needed[place] || Some(part) != last;
                    }
                }
                Part::Element { .. } | Part::Searched { .. } => {}
            }
        }
        for (place, part) in self.parts.iter().enumerate().rev() {
            meter::go_on(cost::NUMBER)?;
            all[place] = match part {
                Part::Element { cell, .. } if free.contains(*cell) => {
                    PartRest { is_over: false, value: 1, options: vec![0] }
                }
                Part::Element { .. } => PartRest { is_over: true, ..PartRest::default() },
                Part::Searched { cells, section } => {
                    let here = free.and(cells);
                    let value = u64::from(section.value(&here)?);
                    let options = if needed[place] { self.searched_options(section, &here)? } else { Vec::new() };
                    PartRest { is_over: here.is_empty(), value, options }
                }
                Part::Sum(list) => {
                    let parts: Vec<&PartRest> = list.iter().map(|part| &all[*part]).collect();
                    sum(&parts, needed[place])?
                }
                Part::Series(factors) => series(factors.iter().map(|part| &all[*part]), needed[place])?,
            };
        }
        Ok(all)
    }

    /// Returns, for each part, whether the free cells of the part are a fickle position. `None` if this position is not
    /// known to be tame, or if the result is not needed.
    fn fickle(&self, free: &Cells, left: &[PartRest], sums: &mut Sums) -> Result<Vec<Option<bool>>, Spent> {
        let mut fickle = vec![None; self.parts.len()];
        for (place, part) in self.parts.iter().enumerate().rev() {
            meter::go_on(cost::NUMBER)?;
            fickle[place] = if left[place].is_over {
                Some(true)
            } else {
                match part {
                    Part::Element { .. } => Some(true),
                    Part::Searched { cells, section } => {
                        let parts = sums.parts([(section, free.and(cells))].into_iter())?;
                        sums.tameness(&parts)?.map(|(_, is_fickle)| is_fickle)
                    }
                    Part::Sum(list) => list.iter().try_fold(true, |all, part| Some(fickle[*part]? && all)),
                    Part::Series(factors) => {
                        let mut present = factors.iter().filter(|factor| !left[**factor].is_over);
                        let lowest = present.next();
                        let above: Vec<&PartRest> = present.map(|factor| &left[*factor]).collect();
                        let is_lost = above.is_empty() || series(above.into_iter(), false)?.value == 0;
                        lowest.and_then(|lowest| fickle[*lowest]).map(|is_fickle| is_fickle && is_lost)
                    }
                }
            };
        }
        Ok(fickle)
    }

    /// Returns the values of the options of a searched part, ascending, each once.
    fn searched_options(&self, section: &Arc<dyn Section>, free: &Cells) -> Result<Vec<u64>, Spent> {
        let mut values = Vec::new();
        for made in self.rules.possible(free) {
            values.push(u64::from(section.value(&self.rules.after(free, made))?));
        }
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }

    /// Returns the moves of a searched part that fulfil the wanted condition.
    fn searched_moves(
        &self,
        free: &Cells,
        section: &Arc<dyn Section>,
        wanted: Wanted,
        sums: &mut Sums,
    ) -> Result<Vec<usize>, Spent> {
        let Ok(value) = u8::try_from(wanted.value) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for made in self.rules.possible(free) {
            let left = self.rules.after(free, made);
            if !section.is_worth(&left, value)? {
                continue;
            }
            let is_one = match wanted.is_fickle {
                None => true,
                Some(is_fickle) => {
                    let parts = sums.parts([(section, left)].into_iter())?;
                    sums.tameness(&parts)?.is_some_and(|(_, found)| found == is_fickle)
                }
            };
            if is_one {
                moves.push(made);
            }
        }
        Ok(moves)
    }
}

/// Returns what is left of a sum, given what is left of its parts.
fn sum(parts: &[&PartRest], needs_options: bool) -> Result<PartRest, Spent> {
    let value = parts.iter().fold(0, |xor, part| xor ^ part.value);
    let mut options = Vec::new();
    if needs_options {
        for part in parts {
            meter::go_on_each(part.options.len(), cost::VALUE)?;
            options.extend(part.options.iter().map(|option| option ^ part.value ^ value));
        }
        options.sort_unstable();
        options.dedup();
    }
    Ok(PartRest { is_over: parts.iter().all(|part| part.is_over), value, options })
}

/// Returns what is left of a series, given what is left of its factors, the lowest first.
#[expect(clippy::stable_sort_primitive, reason = "a stable sort merges two ascending runs in one pass")]
fn series<'l>(factors: impl DoubleEndedIterator<Item = &'l PartRest>, needs_options: bool) -> Result<PartRest, Spent> {
    let mut present = factors.filter(|factor| !factor.is_over).rev();
    let Some(top) = present.next() else { return Ok(PartRest { is_over: true, ..PartRest::default() }) };
    let mut above = PartRest { is_over: false, value: top.value, options: Vec::new() };
    if needs_options {
        above.options.clone_from(&top.options);
    }
    for factor in present {
        meter::go_on_each(above.options.len().saturating_add(1), cost::VALUE)?;
        above.value = missing(&factor.options, above.value);
        if needs_options {
            let moved = above.options.iter().map(|option| missing(&factor.options, *option));
            let mut options: Vec<u64> = factor.options.iter().copied().chain(moved).collect();
            options.sort();
            above.options = options;
        }
    }
    Ok(above)
}

/// Returns the number at place `rank`, counted from 0, among the numbers that are not in `list`. The list must be
/// ascending.
fn missing(list: &[u64], rank: u64) -> u64 {
    let (mut low, mut high) = (0, list.len());
    // Finds how many entries of the list are below the result. These are the entries before which at most `rank`
    // numbers are missing from the list.
    while low < high {
        let middle = low.midpoint(high);
        if list[middle] - u64::try_from(middle).unwrap_or(u64::MAX) <= rank {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    rank.saturating_add(u64::try_from(low).unwrap_or(u64::MAX))
}
