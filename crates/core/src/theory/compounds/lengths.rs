//! Closed forms of the lengths of play of one component, for heaps and pairs of any size.
//!
//! In all games here the winner can neither hurry nor delay: all lost options of a won position have one length. So
//! remoteness and suspense are the same.

use crate::number::Natural;
use crate::number::meter;
use crate::theory::graphs::Play;

/// The length of play of a position and of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The number of moves that play lasts.
    pub here: Natural,
    /// The lengths of the options, in the order of the rules: the number of consecutive options that have each length.
    pub options: Vec<(Natural, Natural)>,
}

/// Steps of a division of Euclid's algorithm, beside long numbers.
const STEPS_A_QUOTIENT: u64 = 60;

/// Rows of lengths, without empty ones.
fn rows<const N: usize>(rows: [(Natural, Natural); N]) -> Vec<(Natural, Natural)> {
    rows.into_iter().filter(|(count, _)| !count.is_zero()).collect()
}

/// A heap of which any number is taken, 1, 2, … .
pub(crate) fn of_nim(heap: &Natural, play: Play) -> Lengths {
    let one = Natural::ONE;
    let most = if play == Play::Normal { Natural::ONE } else { 2_u64.into() };
    // All options except the last one have stones. In misère play all except the last two have 2 or more.
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

/// A heap of which `least` to `most` stones are taken, `least` first.
///
/// In normal play with n = q(l + r) + s play lasts 2q + \[s ≥ l\] moves.
pub(crate) fn of_interval(least: &Natural, most: &Natural, heap: &Natural) -> Lengths {
    let period = least + most;
    let length = |heap: &Natural| {
        let (quotient, rest) = heap.div_rem(&period);
        &quotient.shift_left(1) + &Natural::from(rest >= *least)
    };
    let mut options = Vec::new();
    let lowest = heap.saturating_sub(most);
    let mut next = heap.checked_sub(least);
    // The lengths from the largest heap down to the smallest, which are at most a period and a half.
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

/// A heap from which 1 to `most` stones are taken, in misère play. The last stone is poison, and without it the heap is
/// one of normal play.
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

/// Euclid's game, by either rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EuclidEnd {
    /// The game ends when a number is 0.
    Zero,
    /// Both numbers stay positive.
    Equal,
}

/// The length of play of a pair, the smaller number first, and of the pairs that subtracting leaves.
///
/// All options that leave two or more multiples have one length, because the next player then has the choice.
pub(crate) fn of_euclid(small: &Natural, large: &Natural, end: EuclidEnd, play: Play) -> Lengths {
    let mut quotients = Vec::new();
    let (mut a, mut b) = (small.clone(), large.clone());
    while !a.is_zero() && meter::go_on(STEPS_A_QUOTIENT).is_ok() {
        let (quotient, rest) = b.div_rem(&a);
        quotients.push(quotient);
        (b, a) = (a, rest);
    }
    let mut found = Lengths { here: Natural::ZERO, options: Vec::new() };
    let mut is_last = true;
    while let Some(quotient) = quotients.pop() {
        // If both numbers stay positive, the last multiple is not subtracted.
        let multiples =
            if is_last && end == EuclidEnd::Equal { quotient.saturating_sub(&Natural::ONE) } else { quotient };
        let is_first = quotients.is_empty();
        found = of_multiples(&multiples, &found.here, play, is_first);
        is_last = false;
    }
    found
}

/// A path of a number of positions, which leads down to a last position of a given length. Each position reaches all
/// below it, the next one first.
fn of_multiples(multiples: &Natural, last: &Natural, play: Play, with_options: bool) -> Lengths {
    let is_lost = last.is_even() == (play == Play::Normal);
    let one = Natural::ONE;
    // The position above the last one has that option alone.
    let second = last + &one;
    // A player with a choice moves to the last position if it is lost. Otherwise the player moves to the one above it,
    // which then is lost.
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
