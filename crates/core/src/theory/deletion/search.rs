//! Searches for values of components.
//!
//! Two searches take turns and share one table. Each turn is longer than the previous turn of the same search. The
//! search of Lemoine and Viennot (2012) tests the possible values one after the other. The search of Beling and
//! Rogalski (2020) keeps the set of the values that are still possible. On some games the first search is hundreds of
//! times faster than the second. On other games the second search is hundreds of times faster than the first. Taking
//! turns costs little. Small components are searched in full: the value of every option is found. Games for which a
//! full search is known to be best are searched in full, too.
//!
//! Components of Cram share results if their graphs are equal, whatever their pictures are ([`Space::certificate`]).
//! This saves 30 % of the steps for Cram 5 × 8.

mod opened;

use std::cmp::Reverse;

use super::space::Space;
use super::table::{BITS, Bound, ComponentKey, Memory};
use super::values::Values;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The way in which components are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Method {
    /// The search of Lemoine and Viennot and the search of Beling and Rogalski take turns. The number is the factor by
    /// which the turns of the second search are longer than the turns of the first.
    Turns(u64),
    /// The value of every option is found.
    Full,
}

/// The reason why a search ends without a result.
#[derive(Clone, Copy, Debug)]
enum Halt {
    /// The turn of this search ends, and the other search goes on: see [`Method::Turns`].
    Turn,
    Spent(Spent),
}

impl From<Spent> for Halt {
    fn from(spent: Spent) -> Self {
        Self::Spent(spent)
    }
}

/// The search of Lemoine and Viennot has the first turn. This turn ends when the search has made more than this number
/// of options.
const FIRST_TURN: u64 = 1_000;
/// After each turn, the limit on the options that a turn makes is multiplied by this fraction. For a turn of Beling and
/// Rogalski's search, the limit is also multiplied by the factor of [`Method::Turns`].
const LONGER: (u64, u64) = (3, 2);

/// The largest size of components that are searched in full. Such components have few positions, and a full search
/// makes each position only once. This limit is small because in Cram the size is half the number of cells.
const FULL_SIZE: u32 = 6;

/// An option of an open component (see [`Frontier`]). The option is a sum of components, listed with the largest first.
/// The value of the option is not known.
#[derive(Clone, Copy, Debug)]
struct Option_ {
    /// The XOR of the known values of its components.
    xor: u8,
    weight: u32,
    order: usize,
    first: usize,
    count: usize,
}

/// An open component, which means that the search works on its options. Its options begin at the place `options` in the
/// list of all options of open components.
#[derive(Clone, Copy)]
struct Frontier {
    options: usize,
    parts: usize,
    /// The values that options are known to have.
    known: Values,
}

/// A search, with its results so far.
#[derive(Debug)]
pub(super) struct ValueSearch<'s, S: Space> {
    space: &'s S,
    method: Method,
    memory: Memory<S::Key>,
    /// The components of all options of all open components, in one list. A component is open while the search works on
    /// its options.
    parts: Vec<S::Key>,
    /// The options of all open components.
    options: Vec<Option_>,
    /// The positions that the moves of one component leave, while its options are being made.
    lefts: Vec<S::Key>,
    /// The number of options made so far.
    made: u64,
    /// The turn of this search ends when `made` is larger than this number: see [`Method::Turns`].
    turn: u64,
}

impl<'s, S: Space> ValueSearch<'s, S> {
    pub(super) fn new(space: &'s S, method: Method, memory: Memory<S::Key>) -> Self {
        let (parts, options, lefts) = (Vec::new(), Vec::new(), Vec::new());
        Self { space, method, memory, parts, options, lefts, made: 0, turn: u64::MAX }
    }

    pub(super) fn into_memory(self) -> Memory<S::Key> {
        self.memory
    }

    /// Returns the value of a component.
    pub(super) fn value_of(&mut self, key: S::Key) -> Result<u8, Spent> {
        if self.space.is_zero(key) {
            return Ok(0);
        }
        self.in_turns(|search, lemoine_viennot| match (search.method, lemoine_viennot) {
            (Method::Full, _) => search.full(key),
            (Method::Turns(_), true) => search.value(key),
            (Method::Turns(_), false) => search.value_by_sets(key),
        })
    }

    /// Returns whether a component has the value `value`.
    pub(super) fn is_worth(&mut self, key: S::Key, value: u8) -> Result<bool, Spent> {
        self.in_turns(|search, lemoine_viennot| match (search.method, lemoine_viennot) {
            (Method::Full, _) => search.full(key).map(|found| found == value),
            (Method::Turns(_), true) => search.is(key, value),
            (Method::Turns(_), false) => Ok(search.within(key, Values::one(value))? == Some(value)),
        })
    }

    /// Returns whether the sum of components that a move left has the value `value`. Computes the values of all
    /// components except the largest. The largest component is only compared with one value.
    pub(super) fn left_is_worth(&mut self, left: S::Key, value: u8) -> Result<bool, Spent> {
        meter::go_on(self.space.steps())?;
        let mut parts = Vec::new();
        let mut rest = value ^ self.space.split(left, &mut parts);
        largest_first(self.space, &mut parts);
        let Some((largest, others)) = parts.split_first() else { return Ok(rest == 0) };
        for part in others.iter().rev() {
            rest ^= self.value_of(*part)?;
        }
        self.is_worth(*largest, rest)
    }

    /// Returns the value of the sum that a move left.
    pub(super) fn value_left(&mut self, left: S::Key) -> Result<u8, Spent> {
        meter::go_on(self.space.steps())?;
        let mut parts = Vec::new();
        let plain = self.space.split(left, &mut parts);
        parts.into_iter().try_fold(plain, |xor, part| Ok(xor ^ self.value_of(part)?))
    }

    fn in_turns<T>(&mut self, mut work: impl FnMut(&mut Self, bool) -> Result<T, Halt>) -> Result<T, Spent> {
        let (mut length, mut lemoine_viennot) = (FIRST_TURN, true);
        loop {
            let times = match self.method {
                Method::Turns(times) if !lemoine_viennot => times,
                _ => 1,
            };
            self.turn = self.made.saturating_add(length.saturating_mul(times));
            match work(self, lemoine_viennot) {
                Ok(found) => return Ok(found),
                Err(Halt::Spent(spent)) => return Err(spent),
                Err(Halt::Turn) => {}
            }
            self.parts.clear();
            self.options.clear();
            length = length.saturating_mul(LONGER.0) / LONGER.1;
            lemoine_viennot = !lemoine_viennot;
        }
    }

    /// Returns the value of a component, by computing the values of all its options. The options are not added to
    /// `options`. The components of an option stay on the stack `parts` until their values are known.
    fn full(&mut self, key: S::Key) -> Result<u8, Halt> {
        match self.memory.get(&key) {
            Some(Bound::Exactly(value)) => return Ok(value),
            _ if self.space.is_zero(key) => return Ok(0),
            _ => {}
        }
        let component = self.component(key)?;
        if let Some(Bound::Exactly(value)) = self.memory.recall(&component) {
            return Ok(value);
        }
        let (space, first) = (self.space, self.parts.len());
        space.options(key, &mut self.parts);
        let end = self.parts.len();
        self.charge(end - first)?;
        let mut known = Values::default();
        for at in first..end {
            let value = self.full_left(self.parts[at])?;
            known.insert(value);
        }
        self.parts.truncate(first);
        let value = known.mex();
        self.memory.set(&component, value);
        Ok(value)
    }

    /// Returns the value of the position that a move left. The method [`Method::Full`] looks up the whole position
    /// first. Most such positions do not split, and are in the table already. If a position splits, only its components
    /// are kept in the table. Keeping the whole position, too, would need six times the memory.
    fn full_left(&mut self, left: S::Key) -> Result<u8, Halt> {
        if self.method == Method::Full
            && let Some(value) = self.memory.value(&left)
        {
            return Ok(value);
        }
        let first = self.parts.len();
        let mut xor = self.space.split(left, &mut self.parts);
        while self.parts.len() > first
            && let Some(part) = self.parts.pop()
        {
            xor ^= self.full(part)?;
        }
        Ok(xor)
    }

    /// Counts options that were made, and charges their steps.
    fn charge(&mut self, made: usize) -> Result<(), Halt> {
        let made = u64::try_from(made).unwrap_or(u64::MAX);
        self.made = self.made.saturating_add(made);
        meter::go_on(self.space.steps().saturating_mul(made.saturating_add(1)))?;
        if self.made > self.turn { Err(Halt::Turn) } else { Ok(()) }
    }

    /// Returns a component with its certificate. Making the certificate is much work, so callers first look up the key
    /// in the memory.
    fn component(&self, key: S::Key) -> Result<ComponentKey<S::Key>, Halt> {
        let certificate = self.space.certificate(key);
        if certificate.is_some() {
            meter::go_on(cost::POSITION)?;
        }
        Ok(ComponentKey { key, certificate })
    }

    /// Returns the value of a component, by the search of Lemoine and Viennot.
    fn value(&mut self, key: S::Key) -> Result<u8, Halt> {
        if let Some(value) = self.memory.value(&key) {
            return Ok(value);
        }
        if self.space.size(key) <= FULL_SIZE {
            return self.full(key);
        }
        let component = self.component(key)?;
        if let Some(Bound::Exactly(value)) = self.memory.recall(&component) {
            return Ok(value);
        }
        let Some(opened) = self.open(key, Values::ALL)? else { return Ok(u8::MAX) };
        let value = self.rise(&component, opened, None)?;
        self.close(&opened);
        Ok(value.unwrap_or_default())
    }

    /// Returns whether a component has the value `value`, by the search of Lemoine and Viennot.
    fn is(&mut self, key: S::Key, value: u8) -> Result<bool, Halt> {
        if self.space.size(key) < u32::from(value) {
            return Ok(false);
        }
        let decided = |known: Bound| match known {
            Bound::Exactly(found) => Some(found == value),
            Bound::Not(values) => Values::one(value).are_in(values).then_some(false),
        };
        if let Some(is) = self.memory.get(&key).and_then(decided) {
            return Ok(is);
        }
        if self.space.size(key) <= FULL_SIZE {
            return Ok(self.full(key)? == value);
        }
        let component = self.component(key)?;
        if let Some(is) = self.memory.recall(&component).and_then(decided) {
            return Ok(is);
        }
        let Some(opened) = self.open(key, Values::one(value))? else {
            self.memory.exclude(&component, Values::one(value).bits());
            return Ok(false);
        };
        let found = self.rise(&component, opened, Some(value))?;
        self.close(&opened);
        Ok(found == Some(value))
    }

    /// Looks for an option with the value 0, then for one with the value 1, and so on, until no option has the value
    /// that it looks for. That value is the mex, which is the component's value. `None` if an option has the value
    /// `asked`, because then the component does not have the value `asked`.
    fn rise(
        &mut self,
        component: &ComponentKey<S::Key>,
        mut opened: Frontier,
        asked: Option<u8>,
    ) -> Result<Option<u8>, Halt> {
        let excluded = |value: u8| if u32::from(value) < BITS { 1 << value } else { 0 };
        for value in 0..=u8::MAX {
            let mut option = opened.options;
            while option < self.options.len() && !opened.known.contains(value) {
                let (largest, xor) = self.settle(option, Self::value)?;
                let is = self.is(largest, value ^ xor)?;
                let found = if is { Some(value) } else { self.memory.value(&largest).map(|found| found ^ xor) };
                match found {
                    Some(found) => {
                        opened.known.insert(found);
                        self.options.remove(option);
                    }
                    None => option += 1,
                }
            }
            if !opened.known.contains(value) {
                self.memory.set(component, value);
                return Ok(Some(value));
            }
            if let Some(asked) = asked.filter(|asked| opened.known.contains(*asked)) {
                self.memory.exclude(component, excluded(asked));
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Returns the value of a component, by the search of Beling and Rogalski. The search tests the values 0, 1, … in
    /// turn.
    fn value_by_sets(&mut self, key: S::Key) -> Result<u8, Halt> {
        if let Some(value) = self.memory.value(&key) {
            return Ok(value);
        }
        for value in 0..=u8::MAX {
            if let Some(value) = self.within(key, Values::one(value))? {
                return Ok(value);
            }
        }
        Ok(u8::MAX)
    }

    /// Searches for the value of a component by the method of Beling and Rogalski. If the value is in `asked`, returns
    /// it. Otherwise mostly returns `None`, but returns the value if it is found anyway, for example in the table.
    fn within(&mut self, key: S::Key, asked: Values) -> Result<Option<u8>, Halt> {
        let decided = |known: Bound| match known {
            Bound::Exactly(value) => Some(Some(value)),
            Bound::Not(values) => asked.are_in(values).then_some(None),
        };
        if let Some(found) = self.memory.get(&key).and_then(decided) {
            return Ok(found);
        }
        if self.space.size(key) <= FULL_SIZE {
            return self.full(key).map(Some);
        }
        let component = self.component(key)?;
        if let Some(found) = self.memory.recall(&component).and_then(decided) {
            return Ok(found);
        }
        let Some(mut opened) = self.open(key, asked)? else {
            self.memory.exclude(&component, asked.bits());
            return Ok(None);
        };
        // With *n* options of unknown value, the component's value is one of the first *n* + 1 values that no known
        // option has.
        let mut possible = opened.known.first_missing(self.options.len() - opened.options + 1);
        let excluded = self.memory.excluded(&key);
        // The loop looks for option values only up to `top`, since a larger option value does not exclude any value in
        // `asked`. So `possible` may contain wrong values above `top`, but it has the right number of values.
        let top = asked.largest();
        for option in opened.options..self.options.len() {
            if possible.is_single() {
                break;
            }
            if !possible.meets(asked) {
                self.close(&opened);
                self.memory.exclude(&component, excluded | asked.bits());
                return Ok(None);
            }
            let (largest, xor) = self.settle(option, Self::value_by_sets)?;
            let last = possible.largest();
            possible.remove(last);
            if let Some(found) = self.within(largest, possible.up_to(top).xor(xor))? {
                let found = found ^ xor;
                if possible.contains(found) {
                    possible.remove(found);
                    possible.insert(last);
                }
                opened.known.insert(found);
            }
        }
        self.close(&opened);
        let value = possible.largest();
        if possible.is_single() && value <= top {
            self.memory.set(&component, value);
            return Ok(Some(value));
        }
        self.memory.exclude(&component, asked.bits());
        Ok(None)
    }
}

/// Sorts components by size, the largest first.
fn largest_first<S: Space>(space: &S, parts: &mut [S::Key]) {
    parts.sort_unstable_by_key(|part| Reverse((space.size(*part), *part)));
}

#[cfg(test)]
mod tests {
    use super::super::frame::{Frame, Square};
    use super::super::grid::Grid;
    use super::*;
    use proptest::prelude::*;

    /// Returns the result of a search that has no limit and therefore cannot fail.
    fn found<T>(search: Result<T, Halt>) -> T {
        search.unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    proptest! {
        /// Tests each of the two searches alone. If they took turns, the first search would solve small games before
        /// the second one begins.
        #[test]
        fn searches_agree(gone in any::<u32>(), more in any::<u32>(), bent in any::<bool>(), asked in 1..256_u64) {
            let domino = [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
            let pieces = [&domino[..], &[vec![(0, 0), (0, 1), (1, 0)]]].concat();
            let grid = Grid::<Square>::new(if bent { &pieces } else { &domino });
            let board = (0..20).filter(|cell| (gone & more) >> cell & 1 == 0).map(|cell| Square::bit(cell / 5, cell % 5));
            let mut parts = Vec::new();
            grid.split(board.fold(Square::default(), Square::or), &mut parts);
            for part in parts {
                let search = || ValueSearch::new(&grid, Method::Turns(1), Memory::new(None));
                let value = found(search().full(part));
                prop_assert_eq!(found(search().value(part)), value);
                prop_assert_eq!(found(search().value_by_sets(part)), value);
                let mut values = Values::default();
                (0..8).filter(|value| asked >> value & 1 == 1).for_each(|value| values.insert(value));
                let asked = values;
                let mut by_sets = search();
                let within = found(by_sets.within(part, asked));
                prop_assert!(within == Some(value) || within.is_none() && !asked.contains(value));
                // The search may also have stored values that were not asked for. These must be right, too.
                prop_assert_eq!(found(by_sets.value(part)), value);
                for one in asked.iter() {
                    prop_assert_eq!(found(search().is(part, one)), one == value);
                }
            }
        }
    }
}
