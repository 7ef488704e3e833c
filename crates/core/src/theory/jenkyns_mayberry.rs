//! [`JenkynsMayberry`]: Grundy values of Moore's nim if a move may take from all heaps but one.
//!
//! Let *n* ≥ 3 be the number of heaps, some of which may be empty. Let *u* be the sum of the heaps, *m* the smallest heap,
//! *y* = *u* − *n* · *m* and *z* = 1 + *y*(*y* + 1)/2. The value is *u* if *m* < *z*, and otherwise
//! *z* − 1 + ((*m* − *z*) mod (*y* + 1)). For two heaps the formula is wrong: the game is then nim.
//!
//! A move to a smaller value *t* is found as follows. If *m* ≤ *t* ≤ *u* − *m*, one heap becomes 0 and the others have the
//! sum *t*. If *t* > *u* − *m*, the smallest heap gets smaller by *u* − *t*. If *t* < *m*, let *Y* be the largest number with
//! *Y*(*Y* + 1)/2 ≤ *t*. The new smallest heap is 1 + *t* modulo *Y* + 1, and the heaps exceed it by *Y* in all.

use super::step::Source;
use crate::number::Natural;

/// The source of the formula.
pub(crate) const JENKYNS_MAYBERRY: Source = Source {
    author: "T. A. Jenkyns and J. P. Mayberry",
    year: 1980,
    title: "The skeleton of an impartial game and the Nim-function of Moore's Nim_k",
};

/// A Grundy value, and the numbers from which it follows.
#[derive(Clone, Debug)]
pub(crate) struct JenkynsMayberry {
    pub(crate) u: Natural,
    pub(crate) m: Natural,
    pub(crate) y: Natural,
    pub(crate) z: Natural,
    pub(crate) value: Natural,
}

impl JenkynsMayberry {
    /// Returns the value of the heaps if a move may take from at most `most` of them. `None` unless there are at least
    /// three heaps, and `most` is one less than their number.
    pub(crate) fn of(most: usize, heaps: &[Natural]) -> Option<Self> {
        if heaps.len() < 3 || most != heaps.len() - 1 {
            return None;
        }
        let (u, m) = (heaps.iter().sum::<Natural>(), heaps.iter().min()?.clone());
        let y = u.checked_sub(&(&m * &Natural::from(heaps.len())))?;
        let next = &y + &Natural::ONE;
        let below = (&y * &next).shift_right(1);
        let z = &below + &Natural::ONE;
        let value = match m.checked_sub(&z) {
            None => u.clone(),
            Some(past) => &below + &past.div_rem(&next).1,
        };
        Some(Self { u, m, y, z, value })
    }

    /// Returns the heaps after a move to the value `target`, which must be smaller than the value.
    pub(crate) fn move_to(&self, heaps: &[Natural], target: &Natural) -> Option<Vec<Natural>> {
        let smallest = heaps.iter().position(|heap| *heap == self.m)?;
        let mut left = heaps.to_vec();
        let most = self.u.checked_sub(&self.m)?;
        if *target > most {
            left[smallest] = self.m.checked_sub(&self.u.checked_sub(target)?)?;
        } else if *target >= self.m {
            // One of the two smallest heaps becomes 0, and the other stays.
            let other = (0..heaps.len()).filter(|place| *place != smallest).min_by_key(|place| &heaps[*place])?;
            let (gone, kept) = if *target >= heaps[other] { (smallest, other) } else { (other, smallest) };
            left[gone] = Natural::ZERO;
            let mut rest = target.checked_sub(&heaps[kept])?;
            for place in (0..heaps.len()).filter(|place| *place != gone && *place != kept) {
                left[place] = (&rest).min(&heaps[place]).clone();
                rest = rest.checked_sub(&left[place])?;
            }
        } else {
            let excess = (&(&target.shift_left(3) + &Natural::ONE).sqrt() - &Natural::ONE).shift_right(1);
            let keep = |place: &usize| Self::keeping(heaps, *place, &self.m, target, &excess);
            return (0..heaps.len()).find_map(|place| keep(&place));
        }
        Some(left)
    }

    /// Returns the heaps after a move to the value `target` that leaves the heap at `kept` as it is. `smallest` is the
    /// smallest heap, and `excess` the sum by which the new heaps exceed the smallest of them.
    fn keeping(
        heaps: &[Natural],
        kept: usize,
        smallest: &Natural,
        target: &Natural,
        excess: &Natural,
    ) -> Option<Vec<Natural>> {
        let above = heaps[kept].checked_sub(&(target + &Natural::ONE))?;
        let of_kept = above.div_rem(&(excess + &Natural::ONE)).1;
        let lowest = heaps[kept].checked_sub(&of_kept).filter(|lowest| lowest <= smallest)?;
        let mut rest = excess.checked_sub(&of_kept)?;
        // If the kept heap is not the smallest one, the smallest of the others is.
        let others = || (0..heaps.len()).filter(|place| *place != kept);
        let low = if of_kept.is_zero() { None } else { others().min_by_key(|place| &heaps[*place]) };
        let mut left = heaps.to_vec();
        for place in others() {
            let room = if Some(place) == low { Natural::ZERO } else { heaps[place].checked_sub(&lowest)? };
            let more = rest.clone().min(room);
            left[place] = &lowest + &more;
            rest = rest.checked_sub(&more)?;
        }
        (rest.is_zero() && left != heaps).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn found(most: usize, heaps: &[usize]) -> Option<Natural> {
        let heaps: Vec<Natural> = heaps.iter().copied().map(Natural::from).collect();
        Some(JenkynsMayberry::of(most, &heaps)?.value)
    }

    /// Returns the value by the rule: a move makes at least one heap smaller, and leaves at least one as it is.
    fn by_the_rule(heaps: &[usize], known: &mut HashMap<Vec<usize>, usize>) -> usize {
        if let Some(value) = known.get(heaps) {
            return *value;
        }
        let mut options = vec![Vec::new()];
        for heap in heaps {
            let longer =
                |option: &Vec<usize>| (0..=*heap).map(|left| [&option[..], &[left]].concat()).collect::<Vec<_>>();
            options = options.iter().flat_map(longer).collect();
        }
        let changed = |option: &Vec<usize>| option.iter().zip(heaps).filter(|(left, heap)| left < heap).count();
        options.retain(|option| (1..heaps.len()).contains(&changed(option)));
        let values: Vec<usize> = options.iter().map(|option| by_the_rule(option, known)).collect();
        let value = (0..=values.len()).find(|value| !values.contains(value)).unwrap();
        known.insert(heaps.to_vec(), value);
        value
    }

    #[test]
    fn values_are_those_of_the_rule_for_three_to_five_heaps() {
        for largest in [[7, 7, 7, 0, 0], [3, 3, 3, 3, 0], [2, 2, 2, 2, 2]] {
            let heaps = largest.iter().filter(|heap| **heap > 0).count();
            let mut known = HashMap::new();
            let mut position = vec![0; heaps];
            loop {
                let value = by_the_rule(&position, &mut known);
                assert_eq!(found(heaps - 1, &position), Some(value.into()), "{position:?}");
                let before: Vec<Natural> = position.iter().copied().map(Natural::from).collect();
                let known_value = JenkynsMayberry::of(heaps - 1, &before).unwrap();
                for target in (0..value).map(Natural::from) {
                    let after = known_value.move_to(&before, &target).unwrap();
                    let changed = after.iter().zip(&before).filter(|(after, before)| after < before).count();
                    let grown = after.iter().zip(&before).any(|(after, before)| after > before);
                    assert!(!grown && (1..heaps).contains(&changed), "{position:?} {after:?}");
                    assert_eq!(JenkynsMayberry::of(heaps - 1, &after).unwrap().value, target, "{position:?} {after:?}");
                }
                let Some(next) = (0..heaps).find(|place| position[*place] < largest[*place]) else { break };
                position[next] += 1;
                position[..next].fill(0);
            }
        }
        assert_eq!([found(1, &[3, 4]), found(2, &[1, 2, 3, 4]), found(3, &[1, 2, 3])], [None, None, None]);
    }

    #[test]
    fn heaps_may_have_any_size() {
        let large = |times: u64| &Natural::from(10_u64).pow(40) * &times.into();
        let heaps = [large(3), large(2), &large(2) + &Natural::ONE];
        assert_eq!(JenkynsMayberry::of(2, &heaps).unwrap().value, &large(7) + &Natural::ONE);
        let heaps = [large(3), large(3), large(3)];
        assert_eq!(JenkynsMayberry::of(2, &heaps).unwrap().value, Natural::ZERO);
    }
}
