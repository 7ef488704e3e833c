//! Games with several coordinates, whose vectors have no negative entries. A table has the values, or the lengths of
//! play, of all positions in a box. The positions are in lexicographic order, so every move leads to an earlier
//! position.
//!
//! A *ride line* consists of a position and all positions to which a ride leads from there. To read whole ride lines
//! for each cell would take too long. So each ride line has a summary of its cells so far, and each cell reads only one
//! summary for each ride. In a table of values, the summary is the set of the values, with the mex of this set. The mex
//! of a union of sets is at least the mex of each set. So the search for the mex starts at the largest mex of the
//! summaries.

use super::line::{least_free, set};
use super::rules::VectorRules;
use crate::number::{cost, meter};
use crate::theory::graphs::retrograde::winner;
use crate::theory::graphs::{Play, Winner};

/// The numbers of all positions in a box. The number of a position is its value, or how many moves a perfect game from
/// the position lasts.
#[derive(Debug, Clone)]
pub struct BoxTable {
    bounds: Vec<u64>,
    numbers: Vec<u32>,
}

/// Returns the number of cells in the box from 0 to `bounds`; `None` if the number is too large for a `u64`.
#[must_use]
pub fn cells(bounds: &[u64]) -> Option<u64> {
    bounds.iter().try_fold(1_u64, |cells, bound| cells.checked_mul(bound.checked_add(1)?))
}

impl BoxTable {
    /// Computes the values of all positions up to `bounds`, including `bounds` itself. `None` if there are more than
    /// `limit` cells, if a move can make a coordinate larger, or if the meter is spent.
    #[must_use]
    pub fn values(rules: &VectorRules, bounds: &[u64], limit: u64) -> Option<Self> {
        let mut seen: Vec<u64> = Vec::new();
        Self::filled(rules, bounds, limit, BoxLine::insert, |steps, rides, lines| {
            seen.clear();
            for &value in steps {
                set(&mut seen, value);
            }
            let word = rides.iter().map(|&line| lines[line].mex / 64).max().unwrap_or(0);
            least_free(word, || rides.iter().map(|&line| &lines[line].values).chain([&seen]))
        })
    }

    /// Computes the number of moves of a perfect game from each position up to `bounds`. `None` in the same cases as
    /// for [`BoxTable::values`].
    #[must_use]
    pub fn lengths(rules: &VectorRules, bounds: &[u64], play: Play, limit: u64) -> Option<Self> {
        let one = |length| Lengths {
            shortest_loss: (winner(length, play) == Winner::Second).then_some(length),
            longest: Some(length),
        };
        let tell = |line: &mut Lengths, length| line.add(one(length));
        Self::filled(rules, bounds, limit, tell, |steps, rides, lines| {
            let mut options = Lengths::default();
            let by_steps = steps.iter().map(|&length| one(length));
            for lengths in by_steps.chain(rides.iter().map(|&line| lines[line])) {
                options.add(lengths);
            }
            options.shortest_loss.or(options.longest).map_or(0, |length| length + 1)
        })
    }

    /// Returns the number in the table for a position; `None` if the position is not in the box.
    #[must_use]
    pub fn get(&self, position: &[u64]) -> Option<u32> {
        Some(self.numbers[cell(&self.bounds, position)?])
    }

    /// Fills a box cell by cell. `number` computes the number of a cell from two sources: the numbers of the cells to
    /// which steps lead, and one summary for each ride. The summary covers all cells to which the ride leads. `tell`
    /// then adds the new number to each of these summaries.
    fn filled<L: Default>(
        rules: &VectorRules,
        bounds: &[u64],
        limit: u64,
        tell: impl Fn(&mut L, u32),
        mut number: impl FnMut(&[u32], &[usize], &[L]) -> u32,
    ) -> Option<Self> {
        let cells = cells(bounds).filter(|&cells| cells <= limit && bounds.len() == rules.dimensions())?;
        let cells = usize::try_from(cells).ok()?;
        // Pairs each vector with a number: subtracting the vector lowers the index of the cell by this number. Vectors
        // that do not fit into the box are left out.
        let fitting = |vectors: &[Vec<i64>]| {
            let mut fitting = Vec::new();
            for vector in vectors {
                let vector = vector.iter().map(|&entry| u64::try_from(entry).ok()).collect::<Option<Vec<u64>>>()?;
                if let Some(back) = cell(bounds, &vector) {
                    fitting.push((vector, back));
                }
            }
            Some(fitting)
        };
        let (steps, rides) = (fitting(rules.steps())?, fitting(rules.rides())?);
        let vectors = steps.len().saturating_add(rides.len()).saturating_add(1);
        let each = meter::steps_of(vectors.saturating_mul(bounds.len().saturating_add(6)), cost::BYTE);
        let mut position = vec![0; bounds.len()];
        let mut numbers = Vec::with_capacity(cells);
        // For each ride and each cell, the index of a summary in `lines`. The summary covers the cell and all cells to
        // which the ride leads from there. A cell from which the ride leads nowhere starts a new summary.
        let mut lines_of: Vec<Vec<u32>> = vec![Vec::with_capacity(cells); rides.len()];
        let mut lines = Vec::new();
        let (mut by_steps, mut by_rides) = (Vec::new(), Vec::new());
        for cell in 0..cells {
            meter::go_on(each).ok()?;
            let fits = |vector: &[u64]| vector.iter().zip(&position).all(|(r, x)| r <= x);
            by_steps.clear();
            by_steps.extend(steps.iter().filter(|(vector, _)| fits(vector)).map(|(_, back)| numbers[cell - back]));
            by_rides.clear();
            for ((vector, back), lines_of) in rides.iter().zip(&mut lines_of) {
                let line = if fits(vector) {
                    usize::try_from(lines_of[cell - back]).unwrap_or(usize::MAX)
                } else {
                    lines.push(L::default());
                    lines.len() - 1
                };
                lines_of.push(u32::try_from(line).unwrap_or(u32::MAX));
                by_rides.push(line);
            }
            let number = number(&by_steps, &by_rides, &lines);
            for &line in &by_rides {
                tell(&mut lines[line], number);
            }
            numbers.push(number);
            for (x, bound) in position.iter_mut().zip(bounds).rev() {
                if *x < *bound {
                    *x += 1;
                    break;
                }
                *x = 0;
            }
        }
        Some(Self { bounds: bounds.to_vec(), numbers })
    }
}

/// Returns the place of a position in lexicographic order.
fn cell(bounds: &[u64], position: &[u64]) -> Option<usize> {
    if bounds.len() != position.len() {
        return None;
    }
    let number = bounds
        .iter()
        .zip(position)
        .try_fold(0_u64, |number, (&bound, &x)| (x <= bound).then(|| number * (bound + 1) + x));
    number.and_then(|number| usize::try_from(number).ok())
}

/// A set of values as bits, and its mex.
#[derive(Debug, Clone, Default)]
struct BoxLine {
    values: Vec<u64>,
    mex: usize,
}

impl BoxLine {
    fn insert(&mut self, value: u32) {
        set(&mut self.values, value);
        while self.values.get(self.mex / 64).is_some_and(|word| word >> (self.mex % 64) & 1 == 1) {
            self.mex += 1;
        }
    }
}

/// Two lengths of play, for some options of a cell. `longest` is the greatest length among all these options.
/// `shortest_loss` is the least length among the options in which the player to move loses.
#[derive(Clone, Copy, Default)]
struct Lengths {
    shortest_loss: Option<u32>,
    longest: Option<u32>,
}

impl Lengths {
    fn add(&mut self, other: Self) {
        self.shortest_loss = [self.shortest_loss, other.shortest_loss].into_iter().flatten().min();
        self.longest = self.longest.max(other.longest);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Random rules without negative entries.
    pub fn arb_rules(dimensions: usize, largest: i64) -> impl Strategy<Value = VectorRules> {
        let vector =
            prop::collection::vec(0..=largest, dimensions).prop_filter("not zero", |v| v.iter().any(|&x| x > 0));
        let vectors = prop::collection::vec(vector, 0..=3);
        (vectors.clone(), vectors).prop_filter_map("some vector", |(steps, rides)| VectorRules::new(steps, rides).ok())
    }

    /// Returns three numbers by the rules alone: the value of a position, and the lengths of normal and of misère play.
    pub fn by_rules(rules: &VectorRules, x: &[u64], known: &mut HashMap<Vec<u64>, [u32; 3]>) -> [u32; 3] {
        if let Some(&answer) = known.get(x) {
            return answer;
        }
        let mut options = Vec::new();
        for (vectors, most) in [(rules.steps(), 1), (rules.rides(), 1_000)] {
            for vector in vectors {
                for times in 1..=most {
                    let to: Option<Vec<u64>> = x
                        .iter()
                        .zip(vector)
                        .map(|(&x, &r)| u64::try_from(i64::try_from(x).unwrap() - times * r).ok())
                        .collect();
                    let Some(to) = to else { break };
                    options.push(by_rules(rules, &to, known));
                }
            }
        }
        let value = (0..=1_000).find(|m| !options.iter().any(|o| o[0] == *m)).unwrap();
        let length = |part: usize, lost: u32| {
            let all = options.iter().map(|o| o[part]);
            let best = all.clone().filter(|length| length % 2 == lost).min();
            best.or(all.max()).map_or(0, |length| length + 1)
        };
        let answer = [value, length(1, 0), length(2, 1)];
        known.insert(x.to_vec(), answer);
        answer
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn as_the_rules_say(rules in (2..=3_usize).prop_flat_map(|d| arb_rules(d, 2)), size in 1..5_u64) {
            let bounds: Vec<u64> = (0..rules.dimensions()).map(|i| size + u64::try_from(i).unwrap()).collect();
            let table = BoxTable::values(&rules, &bounds, 1_000).unwrap();
            let normal = BoxTable::lengths(&rules, &bounds, Play::Normal, 1_000).unwrap();
            let misere = BoxTable::lengths(&rules, &bounds, Play::Misere, 1_000).unwrap();
            let mut known = HashMap::new();
            by_rules(&rules, &bounds, &mut known);
            for (x, [value, length, misere_length]) in known {
                prop_assert_eq!(table.get(&x), Some(value));
                prop_assert_eq!(normal.get(&x), Some(length));
                prop_assert_eq!(misere.get(&x), Some(misere_length));
            }
        }
    }

    #[test]
    fn wythoff_and_the_limits() {
        let rules = VectorRules::new(vec![], vec![vec![1, 0], vec![0, 1], vec![1, 1]]).unwrap();
        let table = BoxTable::values(&rules, &[30, 30], 31 * 31).unwrap();
        for cold in [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18]] {
            assert_eq!(table.get(&cold), Some(0));
        }
        assert_eq!((table.get(&[31, 0]), table.get(&[1])), (None, None));
        assert!(BoxTable::values(&rules, &[30, 30], 31 * 31 - 1).is_none());
        assert!(BoxTable::values(&rules, &[u64::MAX, u64::MAX], u64::MAX).is_none());
        let grows = VectorRules::new(vec![vec![2, -1]], vec![]).unwrap();
        assert!(BoxTable::values(&grows, &[3, 3], 100).is_none());
    }
}
