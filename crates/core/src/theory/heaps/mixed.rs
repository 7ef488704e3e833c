//! Mixed periods: *g*(*n* + *p*) = *g*(*n*) if *g*(*n*) < *T*, else *g*(*n*) + *s*, for games whose moves leave at most
//! one heap and whose code ends in a block of *L* digits. In 0.0(302) the heaps 4, 7, 10, … stay 0 and others gain 1 in
//! three heaps, so neither plain periods nor arithmetic ones are enough.
//!
//! Let *K* be the last exception, and *V*(*c*, *n*) the values of the heaps of class *c* modulo *L* from 1 to *n* − *K*
//! − 2. Let *U*(*a*, *n*) be those that a heap of class *a* may be left with by the block, with 0 if it may vanish. Let
//! *L* divide *p*, let *n* > *K*, and let the heaps from *n* to *n* + *p* − 1 of values ≥ *T* have the classes that
//! *grow*. Let *b* be the least value ≥ *T* that is missing from *U*(*a*, *n*) for some *a* that grows, *b*′ the same
//! at *n* + *p*, and *s* = *b*′ − *b* ≥ 0. The period holds from *n* on if
//!
//! 1. *V*(*c*, *n*) and *V*(*c*, *n* + *p*) agree below *T*, for all *c*;
//! 2. adding *s* maps the values ≥ *b* of *V*(*c*, *n*) onto the values ≥ *b*′ of *V*(*c*, *n* + *p*), for all *c*;
//! 3. for 1 ≤ *i* ≤ *K* + 1, with *x* = *g*(*n* − *i*) and *y* = *g*(*n* + *p* − *i*): if *x* < *T*, *y* = *x*; if *x* ≥ *b*, *y* = *x* + *s*; else *T* ≤ *y* < *b*′;
//! 4. not *T* = *b* = 0 and *s* > 0 where a heap may vanish by the block.
//!
//! *Proof.* If the values of the options of a heap miss a number below *T*, its value is the least such. It depends on
//! values below *T* alone, which are the same at *n* + *p*. Else its class grows: within the first period it does, and
//! the argument repeats. Then the values from *T* to *b* − 1 are covered. So its value is at least *b* and depends on
//! values ≥ *b* alone, which are greater by *s* at *n* + *p*. Adding the heap keeps 1 to 3, and after a period the
//! values from *T* to *b*′ + *s* − 1 are covered again. ∎

use super::labels::index;
use super::moves::HeapCode;
use super::period::ProvedPeriod;

/// The largest number of comparisons for each heap of a table, when a period is looked for.
const COMPARISONS_A_HEAP: usize = 64;
/// The comparisons that checking the conditions takes for each heap.
const COMPARISONS_A_CERTIFICATE: usize = 16;

/// Returns the steps to look for a period, for each heap of the table. They pay for the comparisons, and for the
/// conditions at each value, which read all classes.
pub(super) fn steps_a_heap(moves: &HeapCode) -> usize {
    40 + 4 * moves.block().len()
}

/// Finds the least mixed period that a table of values proves. The empty position has the value `gone`: 0, or 1 in
/// misère play. There *T* is at least 2, so that the proof holds without changes.
pub(super) fn find(moves: &HeapCode, values: &[u32], gone: u32) -> Option<ProvedPeriod> {
    let (heaps, block) = (values.len(), moves.block().len());
    // From here on every heap has a move, if any heap of its class has one.
    let from = (heaps / 3).max(moves.last_exception() + block + 2);
    let mut comparisons = heaps.saturating_mul(COMPARISONS_A_HEAP);
    for turns in 1.. {
        let length = turns * block;
        if from + length >= heaps || length >= heaps / 3 {
            return None;
        }
        if let Some((constant_below, saltus)) = repeats(&values[from..], length, 2 * gone, &mut comparisons) {
            comparisons = comparisons.saturating_sub(heaps.saturating_mul(COMPARISONS_A_CERTIFICATE));
            if !is_certain(moves, values, gone, from, [constant_below, saltus], length) {
                continue;
            }
            let (length, constant_below, saltus) = simplest(values, from, length, constant_below, saltus);
            let agrees = |heap: &usize| values[heap + length] == later(values[*heap], constant_below, saltus);
            let before = (0..from).rev().take_while(agrees).count();
            let preperiod = from - before;
            let end = from + length;
            return Some(ProvedPeriod {
                preperiod,
                length,
                saltus,
                constant_below,
                end,
                grows_from: Some(from),
                by_classes: true,
            });
        }
        if comparisons == 0 {
            return None;
        }
    }
    None
}

/// Returns the value a period later.
fn later(value: u32, constant_below: u32, saltus: u32) -> u32 {
    if value < constant_below { value } else { value.saturating_add(saltus) }
}

/// Returns *T* and *s* with which all of these values repeat, if there are such numbers. *T* is at least `least`.
fn repeats(values: &[u32], length: usize, least: u32, comparisons: &mut usize) -> Option<(u32, u32)> {
    let (mut constant_below, mut saltus, mut least_that_grows) = (least, 0, u32::MAX);
    // It goes from the end, where most lengths fail at once.
    for (value, later) in values.iter().zip(&values[length..]).rev() {
        *comparisons = comparisons.checked_sub(1)?;
        match later.checked_sub(*value)? {
            0 => constant_below = constant_below.max(value.saturating_add(1)),
            grown => {
                if saltus != 0 && saltus != grown {
                    return None;
                }
                saltus = grown;
                least_that_grows = least_that_grows.min(*value);
            }
        }
    }
    // In a plain period all values stay, and larger ones do not occur.
    (saltus == 0 || constant_below <= least_that_grows).then_some((constant_below, saltus))
}

/// A plain period may have a length that is not a multiple of the block's.
fn simplest(values: &[u32], from: usize, length: usize, constant_below: u32, saltus: u32) -> (usize, u32, u32) {
    if saltus != 0 {
        return (length, constant_below, saltus);
    }
    let turn = &values[from..from + length];
    let repeats = |shorter: &usize| {
        length.is_multiple_of(*shorter) && turn.iter().zip(&turn[*shorter..]).all(|(one, other)| one == other)
    };
    ((1..length).find(repeats).unwrap_or(length), u32::MAX, 0)
}

/// Checks the conditions of the theorem, at a heap *n*.
fn is_certain(
    moves: &HeapCode,
    values: &[u32],
    gone: u32,
    n: usize,
    [constant_below, saltus]: [u32; 2],
    length: usize,
) -> bool {
    let (block, explicit) = (moves.block().len(), moves.last_exception());
    let grows: Vec<bool> = {
        let mut grows = vec![false; block];
        (n..n + length).filter(|heap| values[*heap] >= constant_below).for_each(|heap| grows[heap % block] = true);
        grows
    };
    // Returns the digit of the block's removals that lead from one class of heaps to another.
    let digit =
        |from: usize, to: usize| moves.block()[(from + 2 * block - to % block - (explicit + 1) % block) % block];
    let vanishes = |class: usize| digit(class, 0) & 1 != 0;
    // For each class, the values of the heaps that the block may leave of heap `end` + K + 1.
    let seen = |end: usize| -> Vec<Vec<u64>> {
        let mut sets = vec![Vec::new(); block];
        for heap in 1..(end - explicit).saturating_sub(1) {
            insert(&mut sets[heap % block], values[heap]);
        }
        sets
    };
    let (before, after) = (seen(n), seen(n + length));
    let first_missing = |sets: &[Vec<u64>]| {
        let missing = |class: usize| {
            let left: Vec<&Vec<u64>> =
                (0..block).filter(|other| digit(class, *other) & 2 != 0).map(|other| &sets[other]).collect();
            let has = |value: u32| value == gone && vanishes(class) || left.iter().any(|set| contains(set, value));
            (constant_below..=u32::MAX).find(|value| !has(*value))
        };
        (0..block).filter(|class| grows[*class]).filter_map(missing).min()
    };
    let least = match (first_missing(&before), first_missing(&after)) {
        (Some(least), Some(then)) => {
            let is_shift = then.checked_sub(least) == Some(saltus);
            let vanishing = constant_below == 0 && least == 0 && saltus > 0 && (0..block).any(vanishes);
            if !is_shift || vanishing {
                return false;
            }
            least
        }
        // No value grows: all are below T.
        _ if saltus == 0 => u32::MAX,
        _ => return false,
    };
    let then = least.saturating_add(saltus);
    let small = |set: &[u64]| members(set).filter(|value| *value < constant_below).collect::<Vec<_>>();
    let shifted = |set: &[u64], least: u32, by: u32| {
        members(set).filter(|value| *value >= least).map(|value| value.saturating_add(by)).collect::<Vec<_>>()
    };
    let sets_agree = before.iter().zip(&after).all(|(before, after)| {
        small(before) == small(after) && shifted(before, least, saltus) == shifted(after, then, 0)
    });
    sets_agree
        && (1..=explicit + 1).filter(|i| *i <= n).all(|i| {
            let (x, y) = (values[n - i], values[n + length - i]);
            if x < constant_below {
                y == x
            } else if x >= least {
                y == x.saturating_add(saltus)
            } else {
                (constant_below..then).contains(&y)
            }
        })
}

fn insert(set: &mut Vec<u64>, value: u32) {
    let value = index(value);
    if set.len() <= value / 64 {
        set.resize(value / 64 + 1, 0);
    }
    set[value / 64] |= 1 << (value % 64);
}

fn contains(set: &[u64], value: u32) -> bool {
    set.get(index(value / 64)).is_some_and(|word| word >> (value % 64) & 1 == 1)
}

/// Returns the members of a set, ascending.
fn members(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0_u32..)
        .zip(set)
        .flat_map(|(word, bits)| (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit))
}
