//! Closed forms for how long play lasts in one component: a heap or a pair of numbers, of any size.
//!
//! In all games of this file the winner can neither hurry nor delay. If a won position has moves to several lost
//! positions, these positions have the same length. So remoteness and suspense are the same.

use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::graphs::Play;

/// The length of play of a position and of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The number of moves that play lasts.
    pub here: Natural,
    /// The lengths of the options, in the order of the rules. Each entry stands for consecutive options of the same
    /// length. The entry has the count of these options, then their length.
    pub options: Vec<(Natural, Natural)>,
}

/// Returns the rows that stand for at least 1 option. A row has the count of some options, then their length.
fn rows<const N: usize>(rows: [(Natural, Natural); N]) -> Vec<(Natural, Natural)> {
    rows.into_iter().filter(|(count, _)| !count.is_zero()).collect()
}

/// Returns the lengths of play for a heap of nim and its options. A move removes any number of stones. The option after
/// removing 1 stone comes first.
pub(crate) fn of_nim(heap: &Natural, play: Play) -> Lengths {
    let one = Natural::ONE;
    let most = if play == Play::Normal { Natural::ONE } else { 2_u64.into() };
    // The length of an option without stones is 0. In normal play, the next player takes all stones that are left, so
    // the length of every other option is 1. In misère play, the next player leaves 1 stone, so the length is 2. But if
    // only 1 stone is left, the length is 1.
    let Some(below) = heap.checked_sub(&one) else { return Lengths { here: Natural::ZERO, options: Vec::new() } };
    let options = match play {
        Play::Normal => rows([(below, one.clone()), (one, Natural::ZERO)]),
        Play::Misere => {
            let single = below.clone().min(one.clone());
            rows([(&below - &single, most.clone()), (single, one.clone()), (one, Natural::ZERO)])
        }
    };
    Lengths { here: heap.clone().min(most), options }
}

/// Returns the lengths of play for a heap from which `least` to `most` stones may be removed, and for its options. The
/// option after removing `least` stones comes first.
///
/// Let l and m be `least` and `most`, and let n = q(l + m) + s be the heap, with s < l + m. In normal play, a game
/// lasts 2q + \[s ≥ l\] moves, where \[s ≥ l\] is 1 if s ≥ l and otherwise 0.
pub(crate) fn of_interval(least: &Natural, most: &Natural, heap: &Natural) -> Lengths {
    let period = least + most;
    let length = |heap: &Natural| {
        let (quotient, rest) = heap.div_rem(&period);
        &quotient.shift_left(1) + &Natural::from(rest >= *least)
    };
    let mut options = Vec::new();
    let lowest = heap.saturating_sub(most);
    let mut next = heap.checked_sub(least);
    // The loop goes from the largest option down to the smallest. The options span less than one period, so there are
    // at most three rounds.
    while let Some(highest) = next.filter(|highest| *highest >= lowest) {
        let (quotient, rest) = highest.div_rem(&period);
        let start = &quotient * &period;
        let first = if rest >= *least { &start + least } else { start };
        let first = first.max(lowest.clone());
        options.push((&(&highest - &first) + &Natural::ONE, length(&highest)));
        next = first.checked_sub(&Natural::ONE);
    }
    Lengths { here: length(heap), options }
}

/// Returns the lengths of play for a heap from which 1 to `most` stones may be removed, in misère play. The player who
/// removes the last stone loses. So the player who leaves only this stone wins, as if the other stones were a heap in
/// normal play.
pub(crate) fn of_bachet_in_misere(most: &Natural, heap: &Natural) -> Lengths {
    let Some(rest) = heap.checked_sub(&Natural::ONE) else {
        return Lengths { here: Natural::ZERO, options: Vec::new() };
    };
    let Lengths { here, mut options } = of_interval(&Natural::ONE, most, &rest);
    for (_, length) in &mut options {
        *length = &*length + &Natural::ONE;
    }
    if *heap <= *most {
        options.push((Natural::ONE, Natural::ZERO));
    }
    Lengths { here: &here + &Natural::ONE, options }
}

/// The two ways in which Euclid's game may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EuclidEnd {
    /// The game ends when a number is 0.
    Zero,
    /// The game ends when the numbers are equal, so no number becomes 0.
    Equal,
}

/// Returns the lengths of play for a position of Euclid's game, and for its options. A position is a pair of numbers,
/// the smaller number first. A move subtracts a multiple of the smaller number from the larger number.
///
/// The function uses this fact: play has the same length from all options from which at least two multiples of `small`
/// can be subtracted.
pub(crate) fn of_euclid(small: &Natural, large: &Natural, end: EuclidEnd, play: Play) -> Lengths {
    let mut quotients = Vec::new();
    let (mut a, mut b) = (small.clone(), large.clone());
    while !a.is_zero() && meter::go_on(cost::LOOK_UP).is_ok() {
        let (quotient, rest) = b.div_rem(&a);
        quotients.push(quotient);
        (b, a) = (a, rest);
    }
    let mut found = Lengths { here: Natural::ZERO, options: Vec::new() };
    let mut is_last = true;
    while let Some(quotient) = quotients.pop() {
        // If both numbers must stay positive, the largest multiple may not be subtracted.
        let multiples =
            if is_last && end == EuclidEnd::Equal { quotient.saturating_sub(&Natural::ONE) } else { quotient };
        let is_first = quotients.is_empty();
        found = of_multiples(&multiples, &found.here, play, is_first);
        is_last = false;
    }
    found
}

/// Returns the lengths of play for the top position of a chain. The chain has `multiples` positions above its bottom
/// position. The length of the bottom position is `last`. Each position has a move to every lower position. The move to
/// the highest lower position comes first.
fn of_multiples(multiples: &Natural, last: &Natural, play: Play, with_options: bool) -> Lengths {
    let is_lost = last.is_even() == (play == Play::Normal);
    let one = Natural::ONE;
    // `second` is the length of the position directly above the chain's bottom position. Its only option is the bottom
    // position.
    let second = last + &one;
    // `others` is the length of every higher position of the chain. If the bottom position is lost, the player moves to
    // the bottom position. Otherwise the position directly above the bottom position is lost, and the player moves
    // there.
    let others = if is_lost { second.clone() } else { &second + &one };
    let at = |place: &Natural| {
        if place.is_zero() {
            last
        } else if *place == 1 {
            &second
        } else {
            &others
        }
    };
    let mut options = Vec::new();
    if with_options && !multiples.is_zero() {
        let above_last = multiples.saturating_sub(&one);
        let single = above_last.clone().min(one.clone());
        let rows =
            rows([(above_last.saturating_sub(&single), others.clone()), (single, second.clone()), (one, last.clone())]);
        options = rows;
    }
    Lengths { here: at(multiples).clone(), options }
}
