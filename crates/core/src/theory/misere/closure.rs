//! [`QuotientClosure`]: the proof that a quotient decides misère play of all sums of some positions. These positions
//! are called *objects*.
//!
//! Suppose that each object has an image Φ in a monoid. For an object *h*, let *E*(*h*) be the set of the elements *y*
//! for which some option of *h* has an image *e* with *e*·*y* lost. For a sum *x*, let *W*(*x*) be the set of the
//! elements *q* for which some option of *x* has an image whose product with *q* is lost. Then the image of *x* + *h*
//! is the product of the two images, and
//!
//! > *W*(*x* + *h*) = { *q* : *q*·Φ(*h*) ∈ *W*(*x*) } ∪ { *q* : *q*·Φ(*x*) ∈ *E*(*h*) }.
//!
//! There are infinitely many sums, but only finitely many pairs (Φ(*x*), *W*(*x*)). A search finds all these pairs. The
//! search begins with (1, ∅) and adds each of the finitely many types (Φ(*h*), *E*(*h*)) to each pair. Suppose that 1
//! is not lost, and that every pair except the first fulfils the condition "1 ∈ *W* if and only if Φ is not lost".
//! Then, by induction on moves, the player to move loses a sum if and only if its image is lost. The reason is that the
//! condition says "a sum is lost if and only if none of its options is lost". The proof does not rely on how the images
//! were found.

use std::collections::HashMap;

use super::quotient::Quotient;
use crate::number::{cost, meter};

/// A set of elements, with one bit for each element.
pub(super) type ElementSet = Vec<u64>;

/// The largest number of entries in `QuotientClosure::states`. If there are more, the proof is abandoned.
const MAX_STATES: usize = 200_000;

fn insert(elements: &mut ElementSet, element: usize) {
    elements[element / 64] |= 1 << (element % 64);
}

fn contains(elements: &ElementSet, element: usize) -> bool {
    elements[element / 64] >> (element % 64) & 1 == 1
}

fn none(quotient: &Quotient) -> ElementSet {
    vec![0; quotient.order().div_ceil(64)]
}

/// The positions for which the proof has succeeded so far, and their sums. These positions are called *objects*. An
/// entry of `types` stands for one or more objects. The entry has the image of these objects in the quotient, and the
/// elements beside which a move in such an object wins. An entry of `states` stands for sums. The entry has the image
/// of these sums in the quotient, and the elements beside which a move in such a sum wins. In each entry of `states`
/// except the first, the image is lost if and only if no move wins the sum.
#[derive(Debug)]
pub(super) struct QuotientClosure<'a> {
    quotient: &'a Quotient,
    types: Vec<(usize, ElementSet)>,
    states: Vec<(usize, ElementSet)>,
    places: HashMap<(usize, ElementSet), usize>,
}

impl<'a> QuotientClosure<'a> {
    /// Creates a closure of no positions. Its only sum is the empty sum.
    pub(super) fn new(quotient: &'a Quotient) -> Self {
        let empty = (0, none(quotient));
        let places = HashMap::from([(empty.clone(), 0)]);
        Self { quotient, types: Vec::new(), states: vec![empty], places }
    }

    /// Returns the elements beside which a move in an object wins, given the images of the object's options.
    pub(super) fn wins(&mut self, images: impl Iterator<Item = usize>) -> ElementSet {
        let mut wins = none(self.quotient);
        let mut seen = none(self.quotient);
        images.for_each(|image| insert(&mut seen, image));
        let images: Vec<usize> = (0..self.quotient.order()).filter(|image| contains(&seen, *image)).collect();
        meter::charge_each(self.quotient.order(), cost::BYTE);
        meter::charge_each(self.quotient.order().saturating_mul(images.len()), cost::WORD);
        for y in 0..self.quotient.order() {
            if images.iter().any(|image| self.quotient.is_lost(self.quotient.times(*image, y))) {
                insert(&mut wins, y);
            }
        }
        wins
    }

    /// Returns `false` if [`Self::add`] would return `false` because of the sums found so far. This check is quick,
    /// because it builds no new sums. So `true` does not prove that [`Self::add`] succeeds.
    pub(super) fn admits(&mut self, image: usize, wins: &ElementSet) -> bool {
        let quotient = self.quotient;
        let agrees = |(sum, sums_wins): &(usize, ElementSet)| {
            (contains(sums_wins, image) || contains(wins, *sum)) != quotient.is_lost(quotient.times(*sum, image))
        };
        let agreeing = self.states.iter().take_while(|state| agrees(state)).count();
        meter::charge_each(agreeing.saturating_add(1), cost::ENTRY);
        agreeing == self.states.len()
    }

    /// Adds the type (`image`, `wins`) of an object. `image` is the object's image, and `wins` is what [`Self::wins`]
    /// returns for the object. Returns `false` and adds nothing if the proof fails for a sum with objects of this type,
    /// or if a limit is reached.
    pub(super) fn add(&mut self, image: usize, wins: &ElementSet) -> bool {
        if self.types.iter().any(|(other, others_wins)| *other == image && others_wins == wins) {
            return true;
        }
        if self.quotient.is_lost(0) || !self.admits(image, wins) {
            return false;
        }
        let old = self.states.len();
        self.types.push((image, wins.clone()));
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
        let (sum, sums_wins) = &self.states[place];
        let (image, wins) = &self.types[of_type];
        let next = quotient.times(*sum, *image);
        let mut next_wins = none(quotient);
        for q in 0..quotient.order() {
            if contains(sums_wins, quotient.times(q, *image)) || contains(wins, quotient.times(q, *sum)) {
                insert(&mut next_wins, q);
            }
        }
        let (order, of_states) = (quotient.order(), next_wins.len());
        // The time to look up the new state is proportional to the number of 64-bit words in `next_wins`.
        meter::charge_each(of_states, cost::VALUE);
        if meter::go_on_each(order, cost::ENTRY).is_err() {
            return false;
        }
        if contains(&next_wins, 0) == quotient.is_lost(next) {
            return false;
        }
        let state = (next, next_wins);
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
        Quotient::new(lost.to_vec(), |x, y| {
            let b = x / 2 + y / 2;
            (x + y) % 2 + 2 * if b > 2 { b - 2 } else { b }
        })
    }

    /// Returns whether the proof succeeds if the heaps of 1 and 2 have these elements.
    fn proves(quotient: &Quotient, one: usize, two: usize) -> bool {
        let mut closure = QuotientClosure::new(quotient);
        [(one, vec![0]), (two, vec![0, one])].into_iter().all(|(element, options)| {
            let wins = closure.wins(options.into_iter());
            closure.add(element, &wins)
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
        let wins = closure.wins([0].into_iter());
        assert!(!closure.add(4, &wins));
        assert!(closure.types.is_empty() && closure.states.len() == 1 && closure.places.len() == 1);
        assert!(closure.add(1, &wins));
    }
}
