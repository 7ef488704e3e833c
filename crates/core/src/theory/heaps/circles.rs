//! [`Circle`]: circles of tokens. A move takes adjacent tokens and leaves a row.
//!
//! A move may take all *n* tokens of a circle if and only if the digit of *n* has bit 0. A move may take fewer tokens,
//! *k* < *n*, if and only if the digit of *k* has bit 2. The reason is that the taken run has tokens on both sides,
//! like a run inside a row. For *k* = *n* − 1 the same token is on both sides. A circle has no move that takes 0
//! tokens, so the digit of 0 is not used. So the moves of a circle are the moves of a heap with a code made from these
//! bits. A move leaves a row, which has the value of the heap of the same size.

use super::kinds::{self, KindLabels};
use super::labels::NimberLabels;
use super::listing::HeapListing;
use super::moves::{HeapCode, NoOption};
use super::solved::HeapValues;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::tame::TameGenus;

/// A game on circles of tokens, with the code of a game on rows.
#[derive(Clone, Debug)]
pub struct Circle {
    /// The moves of a circle, written as the moves of a heap. A move that leaves a heap stands for a move that leaves a
    /// row of that length.
    moves: HeapCode,
}

impl Circle {
    /// Creates the game on circles, given the moves of the game on rows.
    #[must_use]
    pub fn of(rows: &HeapCode) -> Self {
        Self { moves: rows.of_circles() }
    }

    /// Returns the number of moves of a circle.
    #[must_use]
    pub fn count(&self, tokens: &Natural) -> Natural {
        self.moves.count(tokens)
    }

    /// Returns the result of each move: a row, or nothing if the move takes all tokens. Moves that take fewer tokens
    /// come first.
    pub fn options(&self, tokens: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
        self.moves.options(tokens)
    }

    /// Checks that a move may leave `rows`: one row, or none.
    ///
    /// # Errors
    /// The rule that forbids the move, in words.
    pub fn check(&self, tokens: &Natural, rows: &[Natural]) -> Result<(), NoOption> {
        self.moves.check(tokens, rows)
    }

    /// Returns all options of a circle.
    #[must_use]
    pub fn all(&self, tokens: &Natural) -> Option<HeapListing<'static, NimberLabels>> {
        HeapListing::all(&self.moves, tokens)
    }

    /// Returns the options whose value is `value`; `None` if the value of a row is not known.
    #[must_use]
    pub fn to_value<'s>(
        &self,
        rows: &'s HeapValues,
        tokens: &Natural,
        value: &Natural,
    ) -> Option<HeapListing<'s, NimberLabels>> {
        let wanted = value.to_u64().and_then(|value| u32::try_from(value).ok());
        HeapListing::new(&self.moves, rows.labels(), NimberLabels, tokens, wanted.into_iter().collect())
    }

    /// Returns the Grundy value of a circle; `None` if the value of a row is not known.
    #[must_use]
    pub fn value(&self, rows: &HeapValues, tokens: &Natural) -> Option<u32> {
        for value in 0..=u32::MAX {
            meter::go_on(cost::LOOK_UP).ok()?;
            if self.to_value(rows, tokens, &u64::from(value).into())?.count().is_zero() {
                return Some(value);
            }
        }
        None
    }

    /// Returns the options whose kind in misère play is `kind`; `None` if the kind of a row is not known.
    #[must_use]
    pub fn to_kind<'s>(
        &self,
        rows: &'s HeapValues,
        tokens: &Natural,
        kind: &TameGenus<Natural>,
    ) -> Option<HeapListing<'s, KindLabels>> {
        let value = kind.value.to_u64().and_then(|value| u32::try_from(value).ok());
        let label = value.and_then(|value| kinds::label(value, kind.is_fickle));
        self.to_labels(rows, tokens, label.into_iter().collect())
    }

    fn to_labels<'s>(
        &self,
        rows: &'s HeapValues,
        tokens: &Natural,
        wanted: Vec<u32>,
    ) -> Option<HeapListing<'s, KindLabels>> {
        HeapListing::new(&self.moves, rows.kind_labels(), KindLabels, tokens, wanted)
    }

    /// Returns the value of a circle, and whether the circle is fickle in misère play. `None` if the circle is not
    /// known to be tame.
    #[must_use]
    pub fn kind(&self, rows: &HeapValues, tokens: &Natural) -> Option<TameGenus<u32>> {
        let has = |label: u32| Some(!self.to_labels(rows, tokens, vec![label])?.count().is_zero());
        if has(kinds::WILD)? {
            return None;
        }
        let low = [has(0)?, has(1)?, has(2)?, has(3)?];
        kinds::over(!self.count(tokens).is_zero(), low, self.value(rows, tokens)?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::theory::heaps::rules::HeapRules;
    use crate::theory::heaps::tables::HeapTables;
    use crate::theory::tame::mex;

    /// Returns the sets of tokens that may be left on a ring of places after a move takes a run of tokens. If *s* of
    /// the two sides of the run have a neighbouring token, the digit of the run's length must have bit *s*. A run that
    /// is the whole ring has no neighbouring token.
    fn options(digit: &dyn Fn(usize) -> u8, places: u32, tokens: u32) -> HashSet<u32> {
        let mut found = HashSet::new();
        for start in 0..places {
            let mut run = 0;
            for length in 1..=places {
                run |= 1 << ((start + length - 1) % places);
                if tokens & run != run {
                    break;
                }
                let left = tokens & !run;
                // `before` and `after` are 1 if there is a token at that side of the run. If the run leaves out only
                // one place, this place is at both sides.
                let (before, after) =
                    (left >> ((start + places - 1) % places) & 1, left >> ((start + length) % places) & 1);
                let parts = before + after;
                if digit(usize::try_from(length).unwrap()) >> parts & 1 == 1 {
                    found.insert(left);
                }
            }
        }
        found
    }

    fn value_of(digit: &dyn Fn(usize) -> u8, places: u32, tokens: u32, known: &mut HashMap<u32, u64>) -> u64 {
        if let Some(value) = known.get(&tokens) {
            return *value;
        }
        let options: Vec<u64> =
            options(digit, places, tokens).into_iter().map(|left| value_of(digit, places, left, known)).collect();
        let value = mex(options.into_iter());
        known.insert(tokens, value);
        value
    }

    #[test]
    fn circles_are_as_tokens_on_a_ring() {
        for code in ["0.77", "0.07", "0.137", "0.007", "0.7777", "0.6", "0.156", "0.4", "0.45", "0.(07)"] {
            let rules = HeapRules::octal(code).unwrap();
            let rows = HeapTables::default().solve(rules.moves(), &40_u64.into()).unwrap();
            let circle = Circle::of(rules.moves());
            let digit = |k: usize| rules.moves().digit(k);
            for places in 1..=12_u32 {
                let mut known = HashMap::new();
                let truth = value_of(&digit, places, (1 << places) - 1, &mut known);
                let found = circle.value(&rows, &u64::from(places).into()).unwrap();
                assert_eq!(u64::from(found), truth, "{code}, {places}");
            }
        }
    }

    /// Checks Dawson's Kayles and Node Kayles on one huge circle for each residue modulo 34, the period of their rows.
    #[test]
    fn circles_of_any_size() {
        let huge = |rest: u64| &(&Natural::from(10_u64).pow(60) * &34_u64.into()) + &rest.into();
        for code in ["0.07", "0.137"] {
            let rules = HeapRules::octal(code).unwrap();
            let rows = HeapTables::default().solve(rules.moves(), &huge(0)).unwrap();
            let circle = Circle::of(rules.moves());
            for rest in 0..34 {
                let is_won = circle.value(&rows, &huge(rest)) != Some(0);
                assert_eq!(is_won, [7, 11, 23, 27, 31].contains(&rest), "{code}, {rest}");
            }
        }
    }
}
