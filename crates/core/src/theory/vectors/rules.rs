//! Checks that steps and rides make a game in which play ends, and finds the moves of a position.

use crate::number::{cost, meter};

/// The vectors of a game. A move subtracts a step once, or a ride one or more times, from the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorRules {
    dimensions: usize,
    steps: Vec<Vec<i64>>,
    rides: Vec<Vec<i64>>,
}

/// Entries lie between −`MAX_ENTRY` and `MAX_ENTRY`. `MAX_ENTRY` is 2⁵³ − 1, because every JSON reader can represent
/// integers up to that number exactly.
pub const MAX_ENTRY: i64 = (1 << 53) - 1;

/// The place of a vector that has a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VectorPlace {
    /// The step with this index in the list of steps.
    Step(usize),
    /// The ride with this index in the list of rides.
    Ride(usize),
    /// All vectors together: no single vector has the fault.
    All,
}

/// The reason why some vectors do not make a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VectorFault {
    /// All entries are 0, so the move would change nothing.
    #[error("all its entries are 0, so the move would change nothing")]
    Zero,
    /// The number of entries differs from that of the first vector.
    #[error("it needs {expected} {}, as the first vector has", if *.expected == 1 { "entry" } else { "entries" })]
    Length {
        /// The number of entries of the first vector.
        expected: usize,
    },
    /// The vector has no entry.
    #[error("it has no entry")]
    Empty,
    /// There is no vector.
    #[error("there is neither a step nor a ride")]
    NoVectors,
    /// An entry is not between −`MAX_ENTRY` and `MAX_ENTRY`.
    #[error("an entry is beyond ±{MAX_ENTRY}")]
    TooLarge,
    /// It cannot be shown that every play ends.
    #[error(
        "with negative entries every play must still be seen to end: either each vector's entries add up to more than 0, or each vector's first entry that is not 0 is above 0"
    )]
    Endless,
}

impl VectorRules {
    /// Creates the game that has these vectors.
    ///
    /// If all entries are ≥ 0, every play ends, because no vector is zero. Suppose that there are negative entries.
    /// Then every play from every position ends if and only if some weights ≥ 0 make the weighted sum of the entries of
    /// each vector positive (Ville 1938). Only two kinds of weights are accepted: all weights are equal, or each
    /// coordinate counts more than all later coordinates together.
    ///
    /// # Errors
    /// Returns all faults.
    pub fn new(steps: Vec<Vec<i64>>, rides: Vec<Vec<i64>>) -> Result<Self, Vec<(VectorPlace, VectorFault)>> {
        let places = (0..steps.len()).map(VectorPlace::Step).chain((0..rides.len()).map(VectorPlace::Ride));
        let vectors = || steps.iter().chain(&rides);
        let Some(first) = vectors().next() else { return Err(vec![(VectorPlace::All, VectorFault::NoVectors)]) };
        let dimensions = first.len();
        let problem = |vector: &Vec<i64>| {
            if vector.is_empty() {
                Some(VectorFault::Empty)
            } else if vector.len() != dimensions {
                Some(VectorFault::Length { expected: dimensions })
            } else if vector.iter().any(|entry| entry.unsigned_abs() > MAX_ENTRY.unsigned_abs()) {
                Some(VectorFault::TooLarge)
            } else {
                vector.iter().all(|&entry| entry == 0).then_some(VectorFault::Zero)
            }
        };
        let problems: Vec<_> =
            places.zip(vectors()).filter_map(|(place, vector)| Some((place, problem(vector)?))).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let falls = |vector: &Vec<i64>| vector.iter().map(|&entry| i128::from(entry)).sum::<i128>() > 0;
        let leads = |vector: &Vec<i64>| vector.iter().find(|&&entry| entry != 0).is_some_and(|&entry| entry > 0);
        if vectors().all(falls) || vectors().all(leads) {
            Ok(Self { dimensions, steps, rides })
        } else {
            Err(vec![(VectorPlace::All, VectorFault::Endless)])
        }
    }

    /// Returns how many coordinates a position has.
    #[must_use]
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the steps.
    #[must_use]
    pub fn steps(&self) -> &[Vec<i64>] {
        &self.steps
    }

    /// Returns the rides.
    #[must_use]
    pub fn rides(&self) -> &[Vec<i64>] {
        &self.rides
    }

    /// Returns the steps, then the rides.
    pub(super) fn vectors(&self) -> impl Iterator<Item = &[i64]> {
        self.steps.iter().chain(&self.rides).map(Vec::as_slice)
    }

    /// Returns whether a move can make a coordinate larger.
    #[must_use]
    pub fn can_grow(&self) -> bool {
        self.vectors().flatten().any(|&entry| entry < 0)
    }

    /// Returns the positions to which the vector with the index `number` leads and to which no earlier vector leads.
    /// The positions are sorted by how often the vector is subtracted. Steps have smaller indices than rides. Positions
    /// with a coordinate above 2⁶⁴ − 1 are left out. Limits stop the computation long before such positions are
    /// reached.
    pub(super) fn targets_by<'r>(&'r self, number: usize, from: &'r [u64]) -> impl Iterator<Item = Vec<u64>> + 'r {
        let step = self.steps.get(number);
        let ride = number.checked_sub(self.steps.len()).and_then(|ride| self.rides.get(ride));
        let vector = step.or(ride).map_or([].as_slice(), Vec::as_slice);
        let most = if step.is_some() { 1 } else { u64::MAX };
        (1..=most)
            .map_while(move |multiple| Some((multiple, subtract(from, vector, multiple)?)))
            .filter(move |&(multiple, _)| !self.made_before(number, vector, multiple))
            .map(|(_, target)| target)
    }

    /// Returns whether an earlier vector makes the same move as subtracting this vector `multiple` times.
    fn made_before(&self, number: usize, vector: &[i64], multiple: u64) -> bool {
        let times = i128::from(multiple);
        meter::charge_each(number.saturating_mul(vector.len()), cost::ENTRY);
        let steps = &self.steps[..number.min(self.steps.len())];
        let rides = &self.rides[..number.saturating_sub(self.steps.len())];
        let entries = || vector.iter().map(move |&entry| i128::from(entry) * times);
        let same = |step: &Vec<i64>| entries().eq(step.iter().map(|&entry| i128::from(entry)));
        let rides_there = |ride: &Vec<i64>| {
            // The first entry that is not 0 determines the factor. The same factor must then fit all entries.
            let Some((whole, part)) = entries().zip(ride).find(|&(_, &part)| part != 0) else { return false };
            let factor = whole / i128::from(*part);
            factor > 0 && entries().eq(ride.iter().map(|&part| i128::from(part) * factor))
        };
        steps.iter().any(same) || rides.iter().any(rides_there)
    }

    /// Returns all positions to which a move leads, each once, in the documented order. Steps come first, in the order
    /// of their list. Then come the rides, in the order of their list, each with its multiples ascending.
    pub fn targets<'r>(&'r self, from: &'r [u64]) -> impl Iterator<Item = Vec<u64>> + 'r {
        let numbers = 0..self.steps.len() + self.rides.len();
        numbers.flat_map(move |number| self.targets_by(number, from))
    }

    /// Returns the rules on `coordinates` alone: all vectors that change at least one of these coordinates, without
    /// their entries for other coordinates. Also returns the index of each of these vectors among all vectors.
    pub(super) fn part(&self, coordinates: &[usize]) -> (Self, Vec<usize>) {
        meter::charge_each(coordinates.len().saturating_mul(self.steps.len() + self.rides.len()), cost::ENTRY);
        let mut numbers = Vec::new();
        let mut take = |vectors: &[Vec<i64>], offset: usize| -> Vec<Vec<i64>> {
            let touching = vectors.iter().enumerate().filter(|(_, vector)| coordinates.iter().any(|&c| vector[c] != 0));
            touching
                .map(|(number, vector)| {
                    numbers.push(offset + number);
                    coordinates.iter().map(|&c| vector[c]).collect()
                })
                .collect()
        };
        let (steps, rides) = (take(&self.steps, 0), take(&self.rides, self.steps.len()));
        (Self { dimensions: coordinates.len(), steps, rides }, numbers)
    }
}

/// Returns `from` − `multiple` × `vector`; `None` if a coordinate would become negative or exceed 2⁶⁴ − 1.
fn subtract(from: &[u64], vector: &[i64], multiple: u64) -> Option<Vec<u64>> {
    let entry = |(&x, &r): (&u64, &i64)| u64::try_from(i128::from(x) - i128::from(r) * i128::from(multiple)).ok();
    from.iter().zip(vector).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_game() {
        let problems = |steps: &[&[i64]], rides: &[&[i64]]| {
            let own = |vectors: &[&[i64]]| vectors.iter().map(|vector| vector.to_vec()).collect();
            VectorRules::new(own(steps), own(rides)).err().unwrap_or_default()
        };
        assert_eq!(problems(&[], &[]), [(VectorPlace::All, VectorFault::NoVectors)]);
        assert_eq!(
            problems(&[&[1, 0], &[0, 0]], &[&[1], &[0, 0], &[]]),
            [
                (VectorPlace::Step(1), VectorFault::Zero),
                (VectorPlace::Ride(0), VectorFault::Length { expected: 2 }),
                (VectorPlace::Ride(1), VectorFault::Zero),
                (VectorPlace::Ride(2), VectorFault::Empty),
            ]
        );
        assert_eq!(problems(&[&[1 << 53]], &[]), [(VectorPlace::Step(0), VectorFault::TooLarge)]);
        // In the first game, each move makes the sum of the coordinates smaller. In the second game, the first
        // coordinate that a move changes becomes smaller. The last two games are of neither kind.
        assert_eq!(problems(&[&[1, 2], &[2, 1], &[-1, 2], &[2, -1]], &[]), []);
        assert_eq!(problems(&[&[1, -9], &[0, 2]], &[&[2, -3]]), []);
        assert_eq!(problems(&[&[1, -1]], &[&[-1, 3]]), [(VectorPlace::All, VectorFault::Endless)]);
        assert_eq!(problems(&[&[-1]], &[]), [(VectorPlace::All, VectorFault::Endless)]);
    }

    #[test]
    fn each_target_once_in_the_documented_order() {
        let rules = VectorRules::new(
            vec![vec![2, 0], vec![1, 1], vec![2, 0]],
            vec![vec![1, 0], vec![2, 0], vec![0, 1], vec![1, 1]],
        );
        let rules = rules.unwrap();
        let targets: Vec<Vec<u64>> = rules.targets(&[3, 2]).collect();
        assert_eq!(targets, [[1, 2], [2, 1], [2, 2], [0, 2], [3, 1], [3, 0], [1, 0]]);
        let knight = VectorRules::new(vec![vec![-1, 2]], vec![]).unwrap();
        assert_eq!(knight.targets(&[0, 2]).collect::<Vec<_>>(), [[1, 0]]);
        assert_eq!(knight.targets(&[u64::MAX, 2]).count(), 0);
    }
}
