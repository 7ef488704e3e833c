//! Counts the moves of a heap of any size, and finds each move by its rank, without listing the moves. If a value is
//! given, counts and finds only the moves that leave this value.

use super::line::Line;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::factors::gcd;
use crate::theory::ranks::last_not_after;

/// The largest number of rides of one coordinate. There is a limit because counting the moves that several rides have
/// in common costs 2^rides steps.
pub(super) const MAX_RIDES: usize = 16;

/// A game with one coordinate, with its values.
#[derive(Debug)]
pub(super) struct CoordinateHeap {
    steps: Vec<u64>,
    rides: Vec<u64>,
    values: HeapValues,
}

/// The source of the values.
#[derive(Debug)]
enum HeapValues {
    /// The values are ⌊x/m⌋, where m is the least ride. This holds if there are no steps.
    Quotient(u64),
    /// The values were computed one by one. If a period is proved, the period continues the values for ever.
    Line(Line),
}

impl CoordinateHeap {
    /// Computes the values of all heaps if a formula or a proved period gives them. Otherwise computes the values of
    /// the heaps up to `at_least`.
    pub(super) fn new(steps: Vec<u64>, rides: Vec<u64>, at_least: usize) -> Self {
        let values = match rides.iter().min() {
            Some(least) if steps.is_empty() => HeapValues::Quotient(*least),
            _ => HeapValues::Line(Line::new(&steps, &rides, at_least)),
        };
        Self { steps, rides, values }
    }

    /// Returns whether the values of all heaps are known.
    pub(super) fn is_known(&self) -> bool {
        match &self.values {
            HeapValues::Quotient(_) => true,
            HeapValues::Line(line) => line.period().is_some(),
        }
    }

    /// Returns the value of a heap; `None` if it is not known.
    pub(super) fn value(&self, x: &Natural) -> Option<Natural> {
        match &self.values {
            HeapValues::Quotient(least) => Some(x.div_rem(&Natural::from(*least)).0),
            HeapValues::Line(line) => line.sequence().value(x),
        }
    }

    /// Counts the moves of the vector with the index `number`, except moves that a vector with a smaller index also
    /// makes. Steps have smaller indices than rides. If `goal` is given, counts only the moves that leave the value
    /// `goal`.
    pub(super) fn count(&self, number: usize, x: &Natural, goal: Option<&Natural>) -> Natural {
        match (self.ride(number), goal) {
            (None, _) => Natural::from(self.step(number, x, goal).is_some()),
            (Some((place, ride)), None) => self.fresh(place, ride, &x.div_rem(&Natural::from(ride)).0),
            (Some((place, ride)), Some(goal)) => Natural::from(self.multiple(place, ride, x, goal).is_some()),
        }
    }

    /// Returns the heap that a move leaves. The move is one of those that [`Self::count`] counts, and `rank` is its
    /// index among them. `None` if there is no such move.
    pub(super) fn nth(&self, number: usize, x: &Natural, goal: Option<&Natural>, rank: &Natural) -> Option<Natural> {
        let Some((place, ride)) = self.ride(number) else {
            return self.step(number, x, goal).filter(|_| rank.is_zero());
        };
        let length = Natural::from(ride);
        let multiple = if let Some(goal) = goal {
            self.multiple(place, ride, x, goal).filter(|_| rank.is_zero())?
        } else {
            let has_few = |multiple: &Natural| self.fresh(place, ride, multiple) <= *rank;
            let most = x.div_rem(&length).0;
            if has_few(&most) {
                return None;
            }
            &last_not_after(Natural::ZERO, most, has_few) + &Natural::ONE
        };
        x.checked_sub(&(&multiple * &length))
    }

    /// Returns the place of a ride among the rides, and its length; `None` if the vector with this number is a step.
    fn ride(&self, number: usize) -> Option<(usize, u64)> {
        let place = number.checked_sub(self.steps.len())?;
        Some((place, self.rides[place]))
    }

    fn step(&self, number: usize, x: &Natural, goal: Option<&Natural>) -> Option<Natural> {
        meter::charge_each(number, cost::WORD);
        let step = self.steps[number];
        if self.steps[..number].contains(&step) {
            return None;
        }
        let to = x.checked_sub(&Natural::from(step))?;
        goal.is_none_or(|goal| self.value(&to).as_ref() == Some(goal)).then_some(to)
    }

    /// Returns how many of the multiples 1 … `most` of a ride are neither a step nor a multiple of an earlier ride.
    fn fresh(&self, place: usize, ride: u64, most: &Natural) -> Natural {
        meter::charge_each(place.saturating_mul(place).saturating_add(self.steps.len()), cost::NUMBER);
        // k × `ride` is a multiple of `earlier` if and only if k is a multiple of `earlier` / gcd(`earlier`, `ride`).
        let mut factors: Vec<u64> = self.rides[..place].iter().map(|&earlier| earlier / gcd(earlier, ride)).collect();
        factors.sort_unstable();
        let mut least: Vec<u64> = Vec::new();
        for factor in factors {
            if !least.iter().any(|&smaller| factor.is_multiple_of(smaller)) {
                least.push(factor);
            }
        }
        let [even, odd] = inclusion_exclusion(&least, &Natural::ONE, most);
        let mut steps: Vec<u64> =
            self.steps.iter().filter(|&step| step.is_multiple_of(ride)).map(|step| step / ride).collect();
        steps.sort_unstable();
        steps.dedup();
        let most = most.to_u64().unwrap_or(u64::MAX);
        steps.retain(|&k| k <= most && !least.iter().any(|&factor| k.is_multiple_of(factor)));
        &(&even - &odd) - &Natural::from(steps.len())
    }

    /// Returns the number *k* ≥ 1 for which `x` − *k* · `ride` has the value `goal`. `None` if there is no such *k*, or
    /// if an earlier vector makes the same move. There is at most one such *k*: if the ride leads to two heaps, the
    /// smaller heap is an option of the larger heap, so their values differ.
    fn multiple(&self, place: usize, ride: u64, x: &Natural, goal: &Natural) -> Option<Natural> {
        let ride = Natural::from(ride);
        let leads = |to: &Natural| {
            let (multiple, rest) = x.checked_sub(to)?.div_rem(&ride);
            (rest.is_zero() && !multiple.is_zero()).then_some(multiple)
        };
        let multiple = match &self.values {
            HeapValues::Quotient(least) => {
                // Exactly `least` heaps, of consecutive sizes, have the value `goal`. The smallest is `first`.
                let least = Natural::from(*least);
                let first = goal * &least;
                let above = x.checked_sub(&first)?.div_rem(&ride).1;
                if above < least { leads(&(&first + &above)) } else { None }
            }
            // If there is a ride, only finitely many heaps have the same value.
            HeapValues::Line(line) => line.sequence().of_value(goal).iter().find_map(leads),
        }?;
        meter::charge_each(self.steps.len() + place, cost::ENTRY);
        let amount = &multiple * &ride;
        let made_before = amount.to_u64().is_some_and(|amount| self.steps.contains(&amount))
            || self.rides[..place].iter().any(|earlier| amount.div_rem(&Natural::from(*earlier)).1.is_zero());
        (!made_before).then_some(multiple)
    }
}

/// For each subset of the factors, counts the integers 1 … `most` that are multiples of `multiple` and of all factors
/// in the subset. Returns the sum of the counts for subsets with an even number of factors, and the sum for subsets
/// with an odd number.
fn inclusion_exclusion(factors: &[u64], multiple: &Natural, most: &Natural) -> [Natural; 2] {
    meter::charge(cost::OPTION);
    let own = most.div_rem(multiple).0;
    let mut sums = [own, Natural::ZERO];
    if sums[0].is_zero() {
        return sums;
    }
    for (place, &factor) in factors.iter().enumerate() {
        let common = multiple.div_rem(&Natural::from(factor)).1.to_u64().map_or(1, |rest| gcd(factor, rest));
        let next = multiple * &Natural::from(factor / common);
        let [even, odd] = inclusion_exclusion(&factors[..place], &next, most);
        sums = [&sums[0] + &odd, &sums[1] + &even];
    }
    sums
}
