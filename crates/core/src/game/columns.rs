//! [`Columns`]: many positions of one game at once, as arrays of machine words. Another array receives the Grundy
//! values of the positions.
//!
//! The type of the game is looked up only once for a whole array. For each position, the only work is to read and to
//! solve it, and no memory is allocated. Every [`Game`](crate::game::Game) whose positions are one or two integers
//! supports this without code of its own.

pub(super) mod filling;

use std::ops::ControlFlow;

use crate::game::shape::{Pair, PlainValue, Shape};
use crate::game::{Illegal, Unsolved};

/// Positions of one game, as columns of integers. The integers at the same index of all columns form one position.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'c>(Kind<'c>);

#[derive(Clone, Copy, Debug)]
enum Kind<'c> {
    Integers(&'c [u64]),
    Pairs(&'c [u64], &'c [u64]),
}

impl<'c> Columns<'c> {
    /// Returns the number of columns for positions of this shape; `None` if such positions are not one or two integers.
    #[must_use]
    pub fn count(shape: Shape) -> Option<usize> {
        match shape {
            Shape::Integer => Some(1),
            Shape::Pair => Some(2),
            _ => None,
        }
    }

    /// Positions of [`Shape::Integer`].
    #[must_use]
    pub fn integers(integers: &'c [u64]) -> Self {
        Self(Kind::Integers(integers))
    }

    /// Positions of [`Shape::Pair`]; `None` if one column is longer than the other.
    #[must_use]
    pub fn pairs(first: &'c [u64], second: &'c [u64]) -> Option<Self> {
        (first.len() == second.len()).then_some(Self(Kind::Pairs(first, second)))
    }

    fn len(self) -> usize {
        match self.0 {
            Kind::Integers(integers) => integers.len(),
            Kind::Pairs(first, _) => first.len(),
        }
    }

    fn written(self, place: usize) -> PlainValue {
        match self.0 {
            Kind::Integers(integers) => PlainValue::Integer(integers[place].into()),
            Kind::Pairs(first, second) => PlainValue::Pair(Pair::new(first[place], second[place])),
        }
    }

    fn largest(self) -> Option<PlainValue> {
        match self.0 {
            Kind::Integers(integers) => integers.iter().max().map(|largest| PlainValue::Integer((*largest).into())),
            Kind::Pairs(..) => None,
        }
    }
}

/// The reason why the position at some place has no value. The place is the index of the position in the columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// The integers at this place are not a position of the game.
    #[error("{0}")]
    Illegal(#[source] Illegal),
    /// The theory can't solve the position.
    #[error("{0}")]
    Unsolved(#[source] Unsolved),
    /// Only the winner is known, or play may go on for ever.
    #[error("only the winner is known of this position, not the value")]
    NoNumber,
    /// The value is 2⁶⁴ or more.
    #[error("the value has more than 64 bits")]
    TooLarge,
}

/// A function that is called for each position without a value. Its arguments are the index of the position in the
/// columns, and the reason. If the function returns [`ControlFlow::Break`], the work ends.
pub type OnMissing<'f> = dyn FnMut(usize, Missing) -> ControlFlow<()> + 'f;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::game::entry::{Family, example_key};
    use crate::game::{Play, Positions};
    use crate::theory::Caches;

    fn filled(key: &str, columns: Columns, length: usize) -> (Vec<u64>, Vec<(usize, Missing)>) {
        let (mut values, mut missing) = (vec![u64::MAX; length], Vec::new());
        let rules = catalogue::find(key).unwrap().rules;
        let _ = rules.fill(columns, &mut values, &Caches::default(), &mut |place, why| {
            missing.push((place, why));
            ControlFlow::Continue(())
        });
        (values, missing)
    }

    /// The value that a response gives for a single position; `None` if there is no value of at most 64 bits.
    fn value(mut position: Box<dyn Positions>, written: PlainValue) -> Option<u64> {
        position.push(written).ok()?;
        let solved = position.solve(Play::Normal, &Caches::default()).ok()?;
        serde_json::to_value(solved.value(0)).unwrap().to_string().trim_matches('"').parse().ok()
    }

    fn keys() -> impl Iterator<Item = (String, usize)> {
        let key = |entry: &&dyn Family| {
            let key = example_key(entry.card());
            Columns::count(entry.shape()).map(|count| (key, count))
        };
        catalogue::all().iter().filter_map(key)
    }

    /// The columns are longer than a chunk, to test that the positions of later chunks get the right indices. Some
    /// positions are illegal.
    #[test]
    fn every_game_of_one_or_two_integers_has_the_values_of_its_positions() {
        let mut tried = 0;
        for (key, count) in keys() {
            let side: u64 = if count == 1 { 600 } else { 24 };
            let (first, second): (Vec<u64>, Vec<u64>) = match count {
                1 => ((0..side).map(|n| n * 7 % side).collect(), Vec::new()),
                _ => (0..side).flat_map(|a| (0..side).map(move |b| (a, b))).unzip(),
            };
            let columns = if count == 1 { Columns::integers(&first) } else { Columns::pairs(&first, &second).unwrap() };
            let (values, missing) = filled(&key, columns, first.len());
            let mut gaps = missing.iter().map(|(place, _)| *place).peekable();
            for place in (0..first.len()).step_by(if key == "knight" { 37 } else { 5 }) {
                let written = match count {
                    1 => PlainValue::Integer(first[place].into()),
                    _ => PlainValue::Pair(Pair::new(first[place], second[place])),
                };
                let expected = value(catalogue::find(&key).unwrap().rules.none(), written);
                while gaps.next_if(|gap| *gap < place).is_some() {}
                let found = (gaps.peek() != Some(&place)).then_some(values[place]);
                assert_eq!(found, expected, "{key}, place {place}");
                tried += 1;
            }
        }
        assert!(tried > 4000);
    }

    #[test]
    fn large_words_have_the_values_that_their_theory_says() {
        let max = u64::MAX;
        assert_eq!(filled("nim", Columns::integers(&[max, 0]), 2).0, [max, 0]);
        // These are the values of Nivasch's formula ⌊b/a − a/b⌋.
        let (first, second) = ([max, 1, max, max - 1], [max - 1, max, max, 2]);
        let columns = Columns::pairs(&first, &second).unwrap();
        assert_eq!(filled("euclid", columns, 4), (vec![0, max - 1, 0, max / 2 - 1], vec![]));
        // A heap of 4k + 3 has the value 4k + 4.
        assert_eq!(filled("lasker-nim", Columns::integers(&[3, max]), 2), (vec![4, max], vec![(1, Missing::TooLarge)]));
    }

    #[test]
    fn what_has_no_value_is_left_as_it_is_and_said() {
        let (first, second) = ([0, 5, 3], [7, 26, 0]);
        let (values, missing) = filled("euclid", Columns::pairs(&first, &second).unwrap(), 3);
        assert_eq!(values, [u64::MAX, 5, u64::MAX]);
        assert_eq!(missing.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 2]);
        assert!(missing[0].1.to_string().contains("at least 1"), "{missing:?}");

        // No period of this game is known. So the value of each heap is computed, up to heaps of some millions.
        let (values, missing) = filled("grundys-game", Columns::integers(&[1 << 40, 3, 1 << 50]), 3);
        assert_eq!(values[1], 1);
        assert!(matches!(missing[..], [(0, Missing::Unsolved(_)), (2, Missing::Unsolved(_))]), "{missing:?}");
    }

    #[test]
    fn places_without_a_value_are_told_in_their_order() {
        let first: Vec<u64> = (0..1000).map(|place| if place % 3 == 0 { 1 << 40 } else { 1 << 50 }).collect();
        let second: Vec<u64> = (0..1000).map(|place| 1 << 45 >> (place % 50)).collect();
        // Wythoff's values are computed for small numbers only. For other positions only the winner is known.
        let (_, missing) = filled("wythoff", Columns::pairs(&first, &second).unwrap(), 1000);
        assert!(missing.len() > 900 && missing.is_sorted_by_key(|(place, _)| *place));
    }

    #[test]
    fn the_first_place_can_end_the_work() {
        let mut values = [9; 1000];
        let ones = [1; 1000];
        let mut zeros = ones;
        zeros[700] = 0;
        let mut seen = Vec::new();
        let ended = catalogue::find("euclid").unwrap().rules.fill(
            Columns::pairs(&ones, &zeros).unwrap(),
            &mut values,
            &Caches::default(),
            &mut |place, _| {
                seen.push(place);
                ControlFlow::Break(())
            },
        );
        assert!(ended.is_break());
        assert_eq!((seen, values[999]), (vec![700], 9));
        assert!(Columns::pairs(&ones, &[1]).is_none());
    }
}
