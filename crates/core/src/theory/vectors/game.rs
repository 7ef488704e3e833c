//! A whole game of vectors, split into independent parts. A vector *links* the coordinates that it changes. Coordinates
//! that no vectors link can be played independently. So a position is a sum of smaller positions, and each of these is
//! solved by the theory that fits it.
//!
//! Suppose that a part has a single vector r, without negative entries. From the position x, r can be subtracted n
//! times, where n is the least ⌊xᵢ/rᵢ⌋ over all i with rᵢ > 0. If r is a ride, the part is equal to a heap of nim of
//! size n, because a move may subtract any multiple of r. If r is a step, a move subtracts r once, and the value is the
//! parity of n.

use super::explore::Explored;
use super::heap::{CoordinateHeap, MAX_RIDES};
use super::rules::VectorRules;
use super::table::{BoxTable, cells};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::graphs::GraphLimits;
use crate::theory::graphs::labels::SmithLabels;
use std::collections::HashMap;
use std::sync::Arc;

/// A game of vectors, split into its independent parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorGame {
    rules: VectorRules,
    parts: Vec<Part>,
    /// For each vector, the index of its part in `parts`, and the index of the vector among the vectors of that part.
    owners: Vec<(usize, usize)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    coordinates: Vec<usize>,
    rules: VectorRules,
}

/// The limits of the work and memory for a vector game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorLimits {
    /// The largest number of cells in a table.
    pub cells: u64,
    /// The largest numbers of positions and moves, for a game in which a coordinate can grow.
    pub explored: GraphLimits,
}

impl VectorLimits {
    /// The default limits, which allow about a fifth of a second of work.
    pub const DEFAULT: Self = Self { cells: 1_000_000, explored: GraphLimits { vertices: 100_000, edges: 1_000_000 } };
}

/// The reason why the values are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoTable {
    /// The table would be too large.
    #[error("the table of values would have {} cells, and the limit is {limit} (--max-cells)", shown(*.cells))]
    Cells {
        /// The number of cells of the table; `None` if it is 2⁶⁴ or more.
        cells: Option<u64>,
        /// The largest number of cells allowed.
        limit: u64,
    },
    /// More positions or moves can be reached than the limits allow.
    #[error("more than {} positions or {} moves can be reached (--max-states)", .limits.vertices, .limits.edges)]
    Positions {
        /// The limits that were exceeded.
        limits: GraphLimits,
    },
    /// A coordinate that no vector links to another coordinate has more than 16 rides.
    #[error("one coordinate has more than {MAX_RIDES} rides")]
    Rides,
    /// The meter is spent.
    #[error("it takes too long")]
    Spent(#[from] Spent),
}

fn shown(cells: Option<u64>) -> String {
    cells.map_or_else(|| "more than 10^19".to_owned(), |cells| cells.to_string())
}

impl VectorGame {
    /// Splits a game into its parts.
    #[must_use]
    pub fn new(rules: VectorRules) -> Self {
        // For each coordinate, the least coordinate of its part. Two coordinates belong to the same part if a vector
        // changes both, or if a chain of such pairs connects them.
        let mut linked: Vec<usize> = (0..rules.dimensions()).collect();
        for vector in rules.vectors() {
            meter::charge_each(vector.len(), cost::VALUE);
            let mut touched = (0..vector.len()).filter(|&c| vector[c] != 0);
            if let Some(first) = touched.next() {
                for other in touched {
                    let (from, to) = (linked[other].max(linked[first]), linked[other].min(linked[first]));
                    meter::charge_each(linked.len(), cost::WORD);
                    for link in &mut linked {
                        if *link == from {
                            *link = to;
                        }
                    }
                }
            }
        }
        let mut owners = vec![(0, 0); rules.vectors().count()];
        let mut parts = Vec::new();
        for root in 0..rules.dimensions() {
            meter::charge_each(rules.dimensions(), cost::WORD);
            let coordinates: Vec<usize> = (0..rules.dimensions()).filter(|&c| linked[c] == root).collect();
            let (part, numbers) = rules.part(&coordinates);
            if !numbers.is_empty() {
                for (number, vector) in numbers.into_iter().enumerate() {
                    owners[vector] = (parts.len(), number);
                }
                parts.push(Part { coordinates, rules: part });
            }
        }
        Self { rules, parts, owners }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &VectorRules {
        &self.rules
    }

    /// Computes the tables that are needed for the values of these positions and of all their options.
    ///
    /// # Errors
    /// If an independent part of the game exceeds a limit, or if the meter is spent: see [`NoTable`]. If a move can
    /// make a coordinate of the part larger, the positions of the part are explored until they exceed the limit.
    /// Otherwise the limit is checked before the table is computed.
    ///
    /// # Panics
    /// If the number of coordinates of a position differs from that of the rules.
    pub fn solve(self: &Arc<Self>, positions: &[&[Natural]], limits: &VectorLimits) -> Result<VectorValues, NoTable> {
        meter::work_at("the values of a game of vectors");
        let values = self.parts.iter().map(|part| part.values(positions, limits)).collect::<Result<_, _>>()?;
        meter::go_on(0)?;
        Ok(VectorValues { game: Arc::clone(self), values })
    }

    /// Returns whether a move leads from one position to the other. This check uses only the rules, so it works for
    /// positions of any size.
    #[must_use]
    pub fn is_move(&self, from: &[Natural], to: &[Natural]) -> bool {
        let dimensions = self.rules.dimensions();
        if from.len() != dimensions || to.len() != dimensions {
            return false;
        }
        meter::charge_each(self.rules.vectors().count().saturating_mul(dimensions), cost::VALUE);
        let times = |vector: &[i64]| {
            let mut factor: Option<Natural> = None;
            for ((from, to), &entry) in from.iter().zip(to).zip(vector) {
                let (high, low) = if entry < 0 { (to, from) } else { (from, to) };
                let change = high.checked_sub(low)?;
                if entry == 0 {
                    if !change.is_zero() {
                        return None;
                    }
                    continue;
                }
                let (times, rest) = change.div_rem(&Natural::from(entry.unsigned_abs()));
                if !rest.is_zero() || times.is_zero() || factor.as_ref().is_some_and(|factor| *factor != times) {
                    return None;
                }
                factor = Some(times);
            }
            factor
        };
        self.rules.steps().iter().any(|step| times(step) == Some(Natural::ONE))
            || self.rules.rides().iter().any(|ride| times(ride).is_some())
    }
}

impl Part {
    fn values(&self, positions: &[&[Natural]], limits: &VectorLimits) -> Result<PartValues, NoTable> {
        let (steps, rides) = (self.rules.steps(), self.rules.rides());
        let vector = self.rules.vectors().next().unwrap_or_default();
        if steps.len() + rides.len() == 1 && !self.rules.can_grow() {
            let vector = vector.iter().map(|entry| Natural::from(entry.unsigned_abs())).collect();
            let heap = CoordinateHeap::new(vec![1; steps.len()], vec![1; rides.len()], 0);
            return Ok(PartValues::Single(vector, heap));
        }
        let positions = positions.iter().map(|position| self.position(position));
        if self.coordinates.len() == 1 {
            return self.heap(positions.filter_map(|position| position.into_iter().next()).max(), limits);
        }
        let small = |position: Vec<Natural>| position.iter().map(Natural::to_u64).collect::<Option<Vec<u64>>>();
        if self.rules.can_grow() {
            let over = NoTable::Positions { limits: limits.explored };
            let mut values = HashMap::new();
            for position in positions {
                let position = small(position).ok_or(over)?;
                if values.contains_key(&position) {
                    continue;
                }
                let explored = Explored::from(&self.rules, &position, limits.explored).ok_or(over)?;
                let labels = SmithLabels::of(&explored.graph)?;
                values.extend((0..).zip(explored.positions).filter_map(|(v, x)| Some((x, labels.finite(v)?))));
            }
            return Ok(PartValues::Explored(values));
        }
        let over = |cells| NoTable::Cells { cells, limit: limits.cells };
        let mut bounds = vec![0; self.coordinates.len()];
        for position in positions {
            for (bound, x) in bounds.iter_mut().zip(small(position).ok_or(over(None))?) {
                *bound = x.max(*bound);
            }
        }
        BoxTable::values(&self.rules, &bounds, limits.cells).map(PartValues::Table).ok_or(over(cells(&bounds)))
    }

    fn heap(&self, largest: Option<Natural>, limits: &VectorLimits) -> Result<PartValues, NoTable> {
        let amounts = |vectors: &[Vec<i64>]| vectors.iter().flatten().map(|entry| entry.unsigned_abs()).collect();
        let (steps, rides): (Vec<u64>, Vec<u64>) = (amounts(self.rules.steps()), amounts(self.rules.rides()));
        if rides.len() > MAX_RIDES {
            return Err(NoTable::Rides);
        }
        let cells = largest.map_or(Some(0), |x| x.to_u64()?.checked_add(1));
        let fits = cells.filter(|&cells| cells <= limits.cells).and_then(|cells| usize::try_from(cells).ok());
        let heap = CoordinateHeap::new(steps, rides, fits.unwrap_or(0));
        if fits.is_none() && !heap.is_known() {
            return Err(NoTable::Cells { cells, limit: limits.cells });
        }
        Ok(PartValues::Heap(heap))
    }

    /// Returns the coordinates that belong to this part.
    fn position(&self, position: &[Natural]) -> Vec<Natural> {
        meter::charge_each(self.coordinates.len(), cost::VALUE);
        self.coordinates.iter().map(|&c| position[c].clone()).collect()
    }
}

/// The values of a part.
#[derive(Debug)]
enum PartValues {
    /// A part with a single vector. The part is a heap with one stone for each time that the vector can be subtracted.
    Single(Vec<Natural>, CoordinateHeap),
    Heap(CoordinateHeap),
    Table(BoxTable),
    Explored(HashMap<Vec<u64>, u32>),
}

/// A vector game that is solved for certain positions.
#[derive(Debug)]
pub struct VectorValues {
    game: Arc<VectorGame>,
    values: Vec<PartValues>,
}

impl VectorValues {
    /// Returns the Grundy value of a position; `None` if the position is not among those that were solved.
    #[must_use]
    pub fn value(&self, position: &[Natural]) -> Option<Natural> {
        let mut value = Natural::ZERO;
        for (part, values) in self.game.parts.iter().zip(&self.values) {
            value = &value ^ &values.value(&part.position(position))?;
        }
        Some(value)
    }

    /// Returns how many moves a position has. If `goal` is given, counts only the moves that leave the value `goal`.
    /// `None` in the same cases as for [`Self::value`].
    #[must_use]
    pub fn count(&self, position: &[Natural], goal: Option<&Natural>) -> Option<Natural> {
        let total = self.value(position)?;
        let mut count = Natural::ZERO;
        for &(part, number) in &self.game.owners {
            let (x, goal) = self.within(part, position, goal, &total)?;
            count = &count + &self.values[part].count(&self.game.parts[part].rules, number, &x, goal.as_ref());
        }
        Some(count)
    }

    /// Returns the position after the move with this rank, counted from 0, among the moves that [`Self::count`] counts.
    /// Steps come first, in the order in which the rules list them. Then come the rides, in the order in which the
    /// rules list them, each with its multiples ascending. `None` if there is no move with this rank.
    #[must_use]
    pub fn nth(&self, position: &[Natural], goal: Option<&Natural>, rank: &Natural) -> Option<Vec<Natural>> {
        let total = self.value(position)?;
        let mut left = rank.clone();
        for &(part, number) in &self.game.owners {
            let (x, goal) = self.within(part, position, goal, &total)?;
            let Part { rules, coordinates } = &self.game.parts[part];
            let count = self.values[part].count(rules, number, &x, goal.as_ref());
            if let Some(beyond) = left.checked_sub(&count) {
                left = beyond;
                continue;
            }
            let target = self.values[part].nth(rules, number, &x, goal.as_ref(), &left)?;
            let mut after = position.to_vec();
            for (&c, x) in coordinates.iter().zip(target) {
                after[c] = x;
            }
            return Some(after);
        }
        None
    }

    /// Returns the position of a part, and the value that a move in this part must leave there so that the whole
    /// position gets the value `goal`.
    fn within(
        &self,
        part: usize,
        position: &[Natural],
        goal: Option<&Natural>,
        total: &Natural,
    ) -> Option<(Vec<Natural>, Option<Natural>)> {
        let x = self.game.parts[part].position(position);
        let own = self.values[part].value(&x)?;
        Some((x, goal.map(|goal| &(goal ^ total) ^ &own)))
    }
}

impl PartValues {
    fn value(&self, x: &[Natural]) -> Option<Natural> {
        let small = || x.iter().map(Natural::to_u64).collect::<Option<Vec<u64>>>();
        match self {
            Self::Single(vector, heap) => heap.value(&times(x, vector)),
            Self::Heap(heap) => heap.value(&x[0]),
            Self::Table(table) => Some(u64::from(table.get(&small()?)?).into()),
            Self::Explored(values) => Some(u64::from(*values.get(&small()?)?).into()),
        }
    }

    fn count(&self, rules: &VectorRules, number: usize, x: &[Natural], goal: Option<&Natural>) -> Natural {
        match self {
            Self::Single(vector, heap) => heap.count(number, &times(x, vector), goal),
            Self::Heap(heap) => heap.count(number, &x[0], goal),
            Self::Table(_) | Self::Explored(_) => {
                Natural::from(self.walk(rules, number, x, goal).map_or(0, Iterator::count))
            }
        }
    }

    fn nth(
        &self,
        rules: &VectorRules,
        number: usize,
        x: &[Natural],
        goal: Option<&Natural>,
        rank: &Natural,
    ) -> Option<Vec<Natural>> {
        match self {
            Self::Single(vector, heap) => {
                let most = times(x, vector);
                let multiple = &most - &heap.nth(number, &most, goal, rank)?;
                Some(x.iter().zip(vector).map(|(x, entry)| x - &(entry * &multiple)).collect())
            }
            Self::Heap(heap) => heap.nth(number, &x[0], goal, rank).map(|x| vec![x]),
            Self::Table(_) | Self::Explored(_) => self.walk(rules, number, x, goal)?.nth(rank.to_usize()?),
        }
    }

    /// Returns the positions that [`VectorRules::targets_by`] gives, in the same order. If `goal` is given, returns
    /// only the positions that have this value.
    fn walk<'s>(
        &'s self,
        rules: &'s VectorRules,
        number: usize,
        x: &[Natural],
        goal: Option<&'s Natural>,
    ) -> Option<impl Iterator<Item = Vec<Natural>> + 's> {
        let x = x.iter().map(Natural::to_u64).collect::<Option<Vec<u64>>>()?;
        let targets = rules.targets_by(number, &x);
        let each = meter::steps_of(x.len(), cost::VALUE).saturating_add(cost::LOOK_UP);
        let targets: Vec<Vec<u64>> = meter::each(targets, each).collect();
        let targets = targets.into_iter().map(|target| target.into_iter().map(Natural::from).collect::<Vec<_>>());
        Some(targets.filter(move |target| goal.is_none_or(|goal| self.value(target).as_ref() == Some(goal))))
    }
}

/// Returns how often a vector can be subtracted.
fn times(x: &[Natural], vector: &[Natural]) -> Natural {
    x.iter().zip(vector).map(|(x, entry)| x.div_rem(entry).0).min().unwrap_or(Natural::ZERO)
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{arb_rules, by_rules};
    use super::*;
    use proptest::prelude::*;

    fn naturals(x: &[u64]) -> Vec<Natural> {
        x.iter().map(|&x| Natural::from(x)).collect()
    }

    /// Compares the listed options with the expected options, in order. If `goal` is given, compares only the options
    /// with this value.
    fn counts_and_ranks(
        solved: &VectorValues,
        position: &[Natural],
        goal: Option<u64>,
        targets: &[Vec<u64>],
        known: &HashMap<Vec<u64>, [u32; 3]>,
    ) -> Result<(), TestCaseError> {
        let right = targets.iter().filter(|to| goal.is_none_or(|goal| u64::from(known[*to][0]) == goal));
        let right: Vec<Vec<Natural>> = right.map(|to| naturals(to)).collect();
        let goal = goal.map(Natural::from);
        prop_assert_eq!(solved.count(position, goal.as_ref()), Some(Natural::from(right.len())));
        for rank in 0..=right.len() {
            let nth = solved.nth(position, goal.as_ref(), &Natural::from(rank));
            prop_assert_eq!(nth.as_ref(), right.get(rank));
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(120))]
        #[test]
        fn values_moves_counts_and_ranks(
            rules in (1..=3_usize).prop_flat_map(|d| arb_rules(d, 3)), x in prop::collection::vec(0..7_u64, 3),
        ) {
            let x = &x[..rules.dimensions()];
            let game = Arc::new(VectorGame::new(rules.clone()));
            let position = naturals(x);
            let solved = game.solve(&[&position], &VectorLimits::DEFAULT).unwrap();
            let mut known = HashMap::new();
            let value = u64::from(by_rules(&rules, x, &mut known)[0]);
            prop_assert_eq!(solved.value(&position), Some(value.into()));
            let targets: Vec<Vec<u64>> = rules.targets(x).collect();
            for goal in (0..=value + 2).map(Some).chain([None]) {
                counts_and_ranks(&solved, &position, goal, &targets, &known)?;
            }
            for to in known.keys() {
                prop_assert_eq!(game.is_move(&position, &naturals(to)), targets.contains(to));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        /// Checks results that come from the period, because there is no memory for a table. A full computation must
        /// give the same results.
        #[test]
        fn a_period_tells_the_same(rules in arb_rules(1, 6), x in 100..160_u64) {
            let game = Arc::new(VectorGame::new(rules.clone()));
            let position = [Natural::from(x)];
            let none = VectorLimits { cells: 0, ..VectorLimits::DEFAULT };
            let Ok(solved) = game.solve(&[&position], &none) else { return Ok(()) };
            let mut known = HashMap::new();
            let value = u64::from(by_rules(&rules, &[x], &mut known)[0]);
            prop_assert_eq!(solved.value(&position), Some(value.into()));
            let targets: Vec<Vec<u64>> = rules.targets(&[x]).collect();
            for goal in [None, Some(0), Some(value / 2), Some(value + 1)] {
                counts_and_ranks(&solved, &position, goal, &targets, &known)?;
            }
        }
    }

    fn game(steps: &[&[i64]], rides: &[&[i64]]) -> Arc<VectorGame> {
        let own = |vectors: &[&[i64]]| vectors.iter().map(|vector| vector.to_vec()).collect();
        Arc::new(VectorGame::new(VectorRules::new(own(steps), own(rides)).unwrap()))
    }

    #[test]
    fn heaps_of_any_size() {
        let x = Natural::from_decimal("123456789012345678901234567890", 40).unwrap();
        let position = [x.clone(), Natural::from(7_u64)];
        // Two heaps that no vector links. A move removes 2 or 3 from the first heap, or any multiple of 2, 3 or 5 from
        // the second.
        let game = game(&[&[2, 0], &[3, 0]], &[&[0, 2], &[0, 3], &[0, 5]]);
        let solved = game.solve(&[&position], &VectorLimits::DEFAULT).unwrap();
        // The first heap, 123…890, is 0 modulo 5 and so has the value 0. The second has the value ⌊7/2⌋.
        assert_eq!(solved.value(&position), Some(Natural::from(3_u64)));
        assert_eq!(solved.count(&position, None), Some(Natural::from(2 + 3 + 1 + 1_u64)));
        let swapped = [Natural::from(7_u64), x.clone()];
        let solved = game.solve(&[&swapped], &VectorLimits::DEFAULT).unwrap();
        let half = x.shift_right(1);
        assert_eq!(solved.value(&swapped), Some(&half ^ &Natural::ONE));
        // 22 of 30 consecutive amounts are multiples of 2, 3 or 5, and x is a multiple of 30. The 2 steps of the other
        // heap are added.
        let thirty = Natural::from(30_u64);
        assert!(x.div_rem(&thirty).1.is_zero());
        let count = &(&x.div_rem(&thirty).0 * &Natural::from(22_u64)) + &Natural::TWO;
        assert_eq!(solved.count(&swapped, None), Some(count.clone()));
        let last = solved.nth(&swapped, None, &(&count - &Natural::ONE)).unwrap();
        // The last move uses the ride [0, 5]. It subtracts x − 5, the largest multiple of 5 up to x that is neither
        // even nor a multiple of 3. It leaves 5.
        assert_eq!(last[1], Natural::from(5_u64));
        assert_eq!(solved.nth(&swapped, None, &count), None);
        assert!(game.is_move(&swapped, &last));
        let won = solved.nth(&swapped, Some(&Natural::ZERO), &Natural::ZERO).unwrap();
        assert_eq!(solved.value(&won), Some(Natural::ZERO));
    }

    #[test]
    fn steps_and_rides_far_beyond_the_computed() {
        let x = Natural::from_decimal("1000000000000000000000000000007", 40).unwrap();
        let game = game(&[&[1]], &[&[3]]);
        let solved = game.solve(&[std::slice::from_ref(&x)], &VectorLimits::DEFAULT).unwrap();
        let value = solved.value(std::slice::from_ref(&x)).unwrap();
        // By the rule of the mex, some move reaches each smaller value, and no move reaches the position's own value.
        let middle = value.shift_right(1);
        for (goal, reached) in [(&Natural::ZERO, true), (&middle, true), (&value, false)] {
            let count = solved.count(std::slice::from_ref(&x), Some(goal)).unwrap();
            assert_eq!(!count.is_zero(), reached);
            if reached {
                let to = solved.nth(std::slice::from_ref(&x), Some(goal), &Natural::ZERO).unwrap();
                assert!(game.is_move(std::slice::from_ref(&x), &to));
                assert_eq!(solved.value(&to).as_ref(), Some(goal));
            }
        }
    }

    #[test]
    fn what_is_over_the_limits() {
        let wythoff = game(&[], &[&[1, 0], &[0, 1], &[1, 1]]);
        let solve = |x: &[u64]| wythoff.solve(&[&naturals(x)], &VectorLimits::DEFAULT).err();
        assert_eq!(solve(&[999, 999]), None);
        assert_eq!(solve(&[999, 1000]), Some(NoTable::Cells { cells: Some(1_001_000), limit: 1_000_000 }));
        assert_eq!(solve(&[u64::MAX, u64::MAX]), Some(NoTable::Cells { cells: None, limit: 1_000_000 }));
        let grows = game(&[&[1, -1]], &[]);
        assert!(grows.solve(&[&naturals(&[200_000, 0])], &VectorLimits::DEFAULT).is_err());
        let far = grows.solve(&[&naturals(&[3, 4])], &VectorLimits::DEFAULT).unwrap();
        assert_eq!(far.value(&naturals(&[3, 4])), Some(Natural::ONE));
        assert_eq!(far.nth(&naturals(&[3, 4]), None, &Natural::ZERO), Some(naturals(&[2, 5])));
    }
}
