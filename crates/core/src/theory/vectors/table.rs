//! Several coordinates, no entry below 0: the values, or the lengths of play, of all positions of a box, in
//! lexicographic order, in which every move leads back.
//!
//! Walking every ride costs as much as the box is long for each cell. Instead each *ride line*, a position and all that
//! the ride leads to, keeps what its cells have to say to the next one: the set of values so far, with its mex. A cell
//! asks as many lines as there are rides. The mex of a union is at least that of each part, so the search starts there.

use super::line::set;
use super::rules::VectorRules;
use crate::number::meter;
use crate::theory::graphs::retrograde::winner;
use crate::theory::graphs::{Convention, Winner};

/// The values of a box.
#[derive(Debug, Clone)]
pub struct Table {
    bounds: Vec<u64>,
    values: Vec<u32>,
}

/// How many cells the box 0 … `bounds` has; `None` if that does not fit.
#[must_use]
pub fn cells(bounds: &[u64]) -> Option<u64> {
    bounds.iter().try_fold(1_u64, |cells, bound| cells.checked_mul(bound.checked_add(1)?))
}

impl Table {
    /// The values of all positions up to `bounds`, the bounds included; `None` if there are more than `limit` cells, a
    /// move can make a coordinate larger, or the meter is spent.
    #[must_use]
    pub fn new(rules: &VectorRules, bounds: &[u64], limit: u64) -> Option<Self> {
        let sweep = Sweep::new(rules, bounds, limit)?;
        let mut values = Vec::with_capacity(sweep.cells);
        let mut lines: Vec<Line> = Vec::new();
        let mut seen: Vec<u64> = Vec::new();
        let is_whole = sweep.run(|steps, through| {
            seen.clear();
            for &cell in steps {
                set(&mut seen, values[cell]);
            }
            let known = through.iter().filter_map(|&line| lines.get(line));
            let mut word = known.map(|line| line.mex / 64).max().unwrap_or(0);
            let value = loop {
                let of = |bits: &[u64]| bits.get(word).copied().unwrap_or(0);
                let of_lines = through.iter().filter_map(|&line| lines.get(line));
                let taken = of_lines.fold(of(&seen), |taken, line| taken | of(&line.values));
                if taken != u64::MAX {
                    break word * 64 + usize::try_from(taken.trailing_ones()).unwrap_or(0);
                }
                meter::charge_each(through.len(), 2);
                word += 1;
            };
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            for &line in through {
                if line >= lines.len() {
                    lines.resize_with(line + 1, Line::default);
                }
                lines[line].insert(value);
            }
            values.push(value);
        });
        is_whole.then(|| Self { bounds: bounds.to_vec(), values })
    }

    /// The value of a position; `None` if it is not in the box.
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Option<u32> {
        Some(self.values[cell(&self.bounds, position)?])
    }
}

/// How long perfect play lasts from each position of a box.
#[derive(Debug, Clone)]
pub struct Lengths {
    bounds: Vec<u64>,
    remoteness: Vec<u32>,
    play: Convention,
}

impl Lengths {
    /// The lengths of all positions up to `bounds`; `None` as for [`Table::new`].
    #[must_use]
    pub fn new(rules: &VectorRules, bounds: &[u64], play: Convention, limit: u64) -> Option<Self> {
        /// What options add up to: the shortest way to a position lost for who is to move there, and the longest of
        /// all.
        #[derive(Clone, Copy, Default)]
        struct Options {
            shortest_loss: Option<u32>,
            longest: Option<u32>,
        }
        impl Options {
            fn add(&mut self, other: Self) {
                self.shortest_loss = [self.shortest_loss, other.shortest_loss].into_iter().flatten().min();
                self.longest = self.longest.max(other.longest);
            }
        }
        let sweep = Sweep::new(rules, bounds, limit)?;
        let mut remoteness: Vec<u32> = Vec::with_capacity(sweep.cells);
        let mut lines: Vec<Options> = Vec::new();
        let one = |length: u32| Options {
            shortest_loss: (winner(length, play) == Winner::Second).then_some(length),
            longest: Some(length),
        };
        let is_whole = sweep.run(|steps, through| {
            let mut options = Options::default();
            for &cell in steps {
                options.add(one(remoteness[cell]));
            }
            for &line in through {
                options.add(lines.get(line).copied().unwrap_or_default());
            }
            let length = options.shortest_loss.or(options.longest).map_or(0, |length| length + 1);
            for &line in through {
                if line >= lines.len() {
                    lines.resize_with(line + 1, Options::default);
                }
                lines[line].add(one(length));
            }
            remoteness.push(length);
        });
        is_whole.then(|| Self { bounds: bounds.to_vec(), remoteness, play })
    }

    /// How many moves a perfect game lasts from this position; `None` if it is not in the box.
    #[must_use]
    pub fn remoteness(&self, position: &[u64]) -> Option<u32> {
        Some(self.remoteness[cell(&self.bounds, position)?])
    }

    /// Who wins; `None` if the position is not in the box.
    #[must_use]
    pub fn winner(&self, position: &[u64]) -> Option<Winner> {
        self.remoteness(position).map(|length| winner(length, self.play))
    }
}

/// The number of a position in lexicographic order.
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
struct Line {
    values: Vec<u64>,
    mex: usize,
}

impl Line {
    fn insert(&mut self, value: u32) {
        set(&mut self.values, value);
        while self.values.get(self.mex / 64).is_some_and(|word| word >> (self.mex % 64) & 1 == 1) {
            self.mex += 1;
        }
    }
}

/// The cells of a box one after the other, each with the cells that its steps lead to and the lines of its rides.
struct Sweep {
    bounds: Vec<u64>,
    cells: usize,
    /// Each with how many cells it goes back; those that do not fit the box are left out.
    steps: Vec<(Vec<u64>, usize)>,
    rides: Vec<(Vec<u64>, usize)>,
}

impl Sweep {
    fn new(rules: &VectorRules, bounds: &[u64], limit: u64) -> Option<Self> {
        let cells = cells(bounds).filter(|&cells| cells <= limit && bounds.len() == rules.dimensions())?;
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
        Some(Self {
            bounds: bounds.to_vec(),
            cells: usize::try_from(cells).ok()?,
            steps: fitting(rules.steps())?,
            rides: fitting(rules.rides())?,
        })
    }

    /// Visits all cells; false if the meter is spent before the last one.
    fn run(self, mut visit: impl FnMut(&[usize], &[usize])) -> bool {
        let vectors = self.steps.len().saturating_add(self.rides.len()).saturating_add(1);
        let each = meter::steps_of(vectors.saturating_mul(self.bounds.len().saturating_add(6)), 2);
        let mut position = vec![0; self.bounds.len()];
        // The line of each cell, for each ride. A line that begins gets the next number.
        let mut lines: Vec<Vec<u32>> = vec![Vec::with_capacity(self.cells); self.rides.len()];
        let mut begun = 0_u32;
        let (mut steps, mut through) = (Vec::new(), Vec::new());
        for cell in 0..self.cells {
            if meter::go_on(each).is_err() {
                return false;
            }
            let fits = |vector: &[u64]| vector.iter().zip(&position).all(|(r, x)| r <= x);
            steps.clear();
            steps.extend(self.steps.iter().filter(|(vector, _)| fits(vector)).map(|(_, back)| cell - back));
            through.clear();
            for ((vector, back), lines) in self.rides.iter().zip(&mut lines) {
                let line = if fits(vector) {
                    lines[cell - back]
                } else {
                    begun += 1;
                    begun - 1
                };
                lines.push(line);
                through.push(usize::try_from(line).unwrap_or(usize::MAX));
            }
            visit(&steps, &through);
            for (x, bound) in position.iter_mut().zip(&self.bounds).rev() {
                if *x < *bound {
                    *x += 1;
                    break;
                }
                *x = 0;
            }
        }
        true
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

    /// Value and lengths from the rules alone.
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
            let table = Table::new(&rules, &bounds, 1_000).unwrap();
            let normal = Lengths::new(&rules, &bounds, Convention::Normal, 1_000).unwrap();
            let misere = Lengths::new(&rules, &bounds, Convention::Misere, 1_000).unwrap();
            let mut known = HashMap::new();
            by_rules(&rules, &bounds, &mut known);
            for (x, [value, length, misere_length]) in known {
                prop_assert_eq!(table.value(&x), Some(value));
                prop_assert_eq!(normal.remoteness(&x), Some(length));
                prop_assert_eq!(misere.remoteness(&x), Some(misere_length));
            }
        }
    }

    #[test]
    fn wythoff_and_the_limits() {
        let rules = VectorRules::new(vec![], vec![vec![1, 0], vec![0, 1], vec![1, 1]]).unwrap();
        let table = Table::new(&rules, &[30, 30], 31 * 31).unwrap();
        for cold in [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18]] {
            assert_eq!(table.value(&cold), Some(0));
        }
        assert_eq!((table.value(&[31, 0]), table.value(&[1])), (None, None));
        assert!(Table::new(&rules, &[30, 30], 31 * 31 - 1).is_none());
        assert!(Table::new(&rules, &[u64::MAX, u64::MAX], u64::MAX).is_none());
        let grows = VectorRules::new(vec![vec![2, -1]], vec![]).unwrap();
        assert!(Table::new(&grows, &[3, 3], 100).is_none());
    }
}
