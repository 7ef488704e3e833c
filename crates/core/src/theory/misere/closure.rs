//! [`QuotientClosure`]: the proof that a quotient decides misère play of all sums of some positions. These positions
//! are called *objects*.
//!
//! Suppose that each object has an image Φ in a monoid, and that each element of the monoid has a value. For an object
//! *h* and an element *y*, let *E*(*h*)(*y*) be the set of the values of *e*·*y*, where *e* is the image of an option of
//! *h*. For a sum *x* and an element *q*, let *W*(*x*)(*q*) be the set of the values of the products of *q* with the
//! images of the options of *x*. Then the image of *x* + *h* is the product of the two images, and
//!
//! > *W*(*x* + *h*)(*q*) = *W*(*x*)(*q*·Φ(*h*)) ∪ *E*(*h*)(*q*·Φ(*x*)).
//!
//! There are infinitely many sums, but only finitely many pairs (Φ(*x*), *W*(*x*)). A search finds all these pairs. The
//! search begins with (1, ∅) and adds each of the finitely many types (Φ(*h*), *E*(*h*)) to each pair. Suppose that the
//! value of 1 is 1, and that every pair except the first fulfils the condition "the value of Φ is the mex of *W*(1)".
//! Then, by induction on moves, the misère value of each sum is the value of its image. The proof does not rely on how
//! the images were found.
//!
//! Only values below some number *v* are told apart, and larger ones count as *v*. The proof is the same, with the mex
//! replaced by the smaller one of the mex and *v*, which depends only on the values below *v*. With *v* = 1, the value
//! says whether the sum is lost.

use std::collections::HashMap;

use super::quotient::Quotient;
use crate::number::{cost, meter};

/// For each element, a set of misère values. Each element has as many bits as the quotient tells values apart.
pub(super) type ValueSets = Vec<u64>;

/// The largest number of entries in `QuotientClosure::states`. If there are more, the proof is abandoned.
const MAX_STATES: usize = 200_000;

/// Returns a set of misère values as bits. Values that count as `most_value` have no bit.
pub(super) fn bits(most_value: u16, values: impl IntoIterator<Item = u16>) -> u64 {
    let all = u64::MAX >> (64 - most_value);
    let mut bits = 0;
    for value in values {
        bits |= 1_u64 << value & all;
        if bits == all {
            break;
        }
    }
    bits
}

/// Adds values, given as bits, to the set of an element.
fn insert(quotient: &Quotient, sets: &mut ValueSets, element: usize, values: u64) {
    let place = element * usize::from(quotient.most_value());
    sets[place / 64] |= values << (place % 64);
}

/// Returns the set of an element as bits.
fn values(quotient: &Quotient, sets: &ValueSets, element: usize) -> u64 {
    let width = usize::from(quotient.most_value());
    let place = element * width;
    sets[place / 64] >> (place % 64) & (u64::MAX >> (64 - width))
}

/// Returns the least number that is not in a set of values, given as bits. Numbers above `most_value` count as it.
pub(super) fn mex(most_value: u16, values: u64) -> u16 {
    u16::try_from(values.trailing_ones()).unwrap_or(u16::MAX).min(most_value)
}

fn none(quotient: &Quotient) -> ValueSets {
    vec![0; (quotient.order() * usize::from(quotient.most_value())).div_ceil(64)]
}

/// The positions for which the proof has succeeded so far, and their sums. These positions are called *objects*. An
/// entry of `types` stands for one or more objects. The entry has the image Φ of these objects in the quotient, and the
/// values *E* that a move in such an object gives beside each element. An entry of `states` stands for sums. The entry
/// has the image Φ of these sums in the quotient, and the values *W* that a move in such a sum gives beside each
/// element.
#[derive(Debug)]
pub(super) struct QuotientClosure<'a> {
    quotient: &'a Quotient,
    types: Vec<(usize, ValueSets)>,
    states: Vec<(usize, ValueSets)>,
    places: HashMap<(usize, ValueSets), usize>,
}

impl<'a> QuotientClosure<'a> {
    /// Creates a closure of no positions. Its only sum is the empty sum.
    pub(super) fn new(quotient: &'a Quotient) -> Self {
        let empty = (0, none(quotient));
        let places = HashMap::from([(empty.clone(), 0)]);
        Self { quotient, types: Vec::new(), states: vec![empty], places }
    }

    /// Returns the values that a move in an object gives beside each element, given the images of the object's options.
    pub(super) fn moves(&mut self, images: impl Iterator<Item = usize>) -> ValueSets {
        let quotient = self.quotient;
        let mut moves = none(quotient);
        let mut seen = vec![false; quotient.order()];
        images.for_each(|image| seen[image] = true);
        let images: Vec<usize> = (0..quotient.order()).filter(|image| seen[*image]).collect();
        meter::charge_each(quotient.order(), cost::BYTE);
        meter::charge_each(quotient.order().saturating_mul(images.len()), cost::WORD);
        for y in 0..quotient.order() {
            let value = |image: &usize| quotient.capped_value(quotient.times(*image, y));
            insert(quotient, &mut moves, y, bits(quotient.most_value(), images.iter().map(value)));
        }
        moves
    }

    /// Returns `false` if [`Self::add`] would return `false` because of the sums found so far. This check is quick,
    /// because it builds no new sums. So `true` does not prove that [`Self::add`] succeeds.
    pub(super) fn admits(&mut self, image: usize, moves: &ValueSets) -> bool {
        let quotient = self.quotient;
        let agrees = |(sum, of_sum): &(usize, ValueSets)| {
            let reached = values(quotient, of_sum, image) | values(quotient, moves, *sum);
            mex(quotient.most_value(), reached) == quotient.capped_value(quotient.times(*sum, image))
        };
        let agreeing = self.states.iter().take_while(|state| agrees(state)).count();
        meter::charge_each(agreeing.saturating_add(1), cost::ENTRY);
        agreeing == self.states.len()
    }

    /// Adds the type (`image`, `moves`) of an object. `image` is the object's image, and `moves` is what [`Self::moves`]
    /// returns for the object. Returns `false` and adds nothing if the proof fails for a sum with objects of this type,
    /// or if a limit is reached.
    pub(super) fn add(&mut self, image: usize, moves: &ValueSets) -> bool {
        if self.types.iter().any(|(other, others_moves)| *other == image && others_moves == moves) {
            return true;
        }
        if self.quotient.capped_value(0) != 1 || !self.admits(image, moves) {
            return false;
        }
        let old = self.states.len();
        self.types.push((image, moves.clone()));
        // Builds all sums with the new type. The new type is added to each old sum, and every type is added to each new
        // sum.
        let newest = self.types.len() - 1;
        let mut sound = true;
        let mut place = 0;
        while sound && place < self.states.len() {
            let from = if place < old { newest } else { 0 };
            for of_type in from..=newest {
                sound = sound && self.step(place, of_type);
            }
            place += 1;
        }
        if !sound {
            self.types.pop();
            for state in self.states.drain(old..) {
                self.places.remove(&state);
            }
        }
        sound
    }

    /// Adds an object with the entry `types[of_type]` to a sum with the entry `states[place]`. Returns `false` if the
    /// proof fails for the new sum, or if a limit is reached.
    fn step(&mut self, place: usize, of_type: usize) -> bool {
        let quotient = self.quotient;
        let (sum, of_sum) = &self.states[place];
        let (image, moves) = &self.types[of_type];
        let next = quotient.times(*sum, *image);
        let mut next_moves = none(quotient);
        for q in 0..quotient.order() {
            let by_sum = values(quotient, of_sum, quotient.times(q, *image));
            let by_object = values(quotient, moves, quotient.times(q, *sum));
            insert(quotient, &mut next_moves, q, by_sum | by_object);
        }
        let (order, of_states) = (quotient.order(), next_moves.len());
        // The time to look up the new state is proportional to the number of 64-bit words in `next_moves`.
        meter::charge_each(of_states, cost::VALUE);
        if meter::go_on_each(order, cost::ENTRY).is_err() {
            return false;
        }
        if mex(quotient.most_value(), values(quotient, &next_moves, 0)) != quotient.capped_value(next) {
            return false;
        }
        let state = (next, next_moves);
        if !self.places.contains_key(&state) {
            self.places.insert(state.clone(), self.states.len());
            self.states.push(state);
        }
        self.states.len() <= MAX_STATES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the quotient of heaps of nim of sizes 1 and 2. The elements 1, a, b, ab, b² and ab², with a² = 1 and
    /// b³ = b, have the numbers 0 to 5.
    fn nim(lost: [bool; 6]) -> Quotient {
        let values = lost.iter().map(|lost| u16::from(!lost)).collect();
        Quotient::new(Quotient::WINNERS, values, |x, y| {
            let b = x / 2 + y / 2;
            (x + y) % 2 + 2 * if b > 2 { b - 2 } else { b }
        })
    }

    /// Returns whether the proof succeeds if the heaps of 1 and 2 have these elements.
    fn proves(quotient: &Quotient, one: usize, two: usize) -> bool {
        let mut closure = QuotientClosure::new(quotient);
        [(one, vec![0]), (two, vec![0, one])].into_iter().all(|(element, options)| {
            let moves = closure.moves(options.into_iter());
            closure.add(element, &moves)
        })
    }

    #[test]
    fn only_the_truth_is_proved() {
        let lost = [false, true, false, false, true, false];
        assert!(proves(&nim(lost), 1, 2));
        // A heap of 1 must have the element 1, which is a. A heap of 2 must have the element 2 or 3, which is b or ab.
        // The proof fails with all other elements. The proof also fails with every P-portion that differs from `lost`
        // in one element.
        for (one, two) in (0..6).flat_map(|one| (0..6).map(move |two| (one, two))) {
            assert_eq!(proves(&nim(lost), one, two), one == 1 && (two == 2 || two == 3), "{one} {two}");
        }
        for element in 0..6 {
            let mut other = lost;
            other[element] ^= true;
            assert!(!proves(&nim(other), 1, 2), "{element}");
        }
    }

    #[test]
    fn a_failure_leaves_no_trace() {
        let quotient = nim([false, true, false, false, true, false]);
        let mut closure = QuotientClosure::new(&quotient);
        let moves = closure.moves([0].into_iter());
        assert!(!closure.add(4, &moves));
        assert!(closure.types.is_empty() && closure.states.len() == 1 && closure.places.len() == 1);
        assert!(closure.add(1, &moves));
    }
}
