//! Mixed periods: *g*(*n* + *p*) is *g*(*n*) if *g*(*n*) < *T*, and *g*(*n*) + *s* otherwise. Mixed periods occur in
//! games whose moves leave at most one heap and whose code ends in a block of *L* digits. In 0.0(302) the heaps 4, 7,
//! 10, … always have the value 0, and the values of the heaps between them grow by 1 every three heaps. So neither
//! plain periods nor arithmetic periods are enough.
//!
//! Let the block contain the digits of all removals of more than *K* tokens. Let *V*(*c*, *n*) be the set of the values
//! of the heaps in class *c* modulo *L*, from heap 1 to heap *n* − *K* − 2. Let *U*(*a*, *n*) be the union of the sets
//! *V*(*c*, *n*) for all classes *c* to which removals of the block lead from class *a*. If the block lets heaps of
//! class *a* vanish, *U*(*a*, *n*) also contains 0. Let *L* divide *p*, and let *n* > *K*. A class *grows* if it
//! contains a heap from *n* to *n* + *p* − 1 with a value of at least *T*. Let *b* be the least number ≥ *T* that is
//! missing from at least one of the sets *U*(*a*, *n*) of growing classes *a*. Let *b*′ be the same number for
//! *n* + *p*, and let *s* = *b*′ − *b* ≥ 0. Then the mixed period holds from *n* on under four conditions:
//!
//! 1. *V*(*c*, *n*) and *V*(*c*, *n* + *p*) contain the same numbers below *T*, for all *c*;
//! 2. adding *s* maps the numbers ≥ *b* in *V*(*c*, *n*) onto the numbers ≥ *b*′ in *V*(*c*, *n* + *p*), for all *c*;
//! 3. for 1 ≤ *i* ≤ *K* + 1 let *x* = *g*(*n* − *i*) and *y* = *g*(*n* + *p* − *i*). If *x* < *T*, then *y* = *x*. If
//!    *x* ≥ *b*, then *y* = *x* + *s*. Otherwise *T* ≤ *y* < *b*′;
//! 4. *T* > 0, or *b* > 0, or *s* = 0, or no digit of the block lets a heap vanish.
//!
//! *Proof.* If a number below *T* is missing among the values of a heap's options, the heap's value is the least such
//! number. That number depends only on values below *T*, which are the same at *n* + *p*. Otherwise the heap's value is
//! at least *T*, so its class grows. (In the first period, this is the definition. In later periods, the argument is
//! repeated.) Then the options' values include all numbers from *T* to *b* − 1. So the heap's value is at least *b*.
//! This value depends only on values ≥ *b*, which are greater by *s* at *n* + *p*. Conditions 1 to 3 still hold after
//! the heap is added. After a period, the options' values again include all numbers from *T* to *b*′ + *s* − 1. ∎

use super::labels::index;
use super::moves::HeapCode;
use super::period::{PeriodTheorem, ProvedPeriod, least_divisor};
use crate::number::{cost, meter};

/// The largest number of comparisons in a search for a period, per heap of the table.
const COMPARISONS_A_HEAP: usize = 64;
/// A call of [`is_certain`] counts as this number of comparisons per heap of the table.
const COMPARISONS_A_CERTIFICATE: usize = 16;

/// Returns the steps for one heap of the table in a search for a period. A search compares values and calls
/// [`is_certain`]. For each value, [`is_certain`] looks at one set for each digit of the block.
pub(super) fn steps_a_heap(moves: &HeapCode) -> u64 {
    cost::LOOK_UP.saturating_add(meter::steps_of(moves.block().len(), cost::ENTRY))
}

/// Finds the least mixed period that the values in a table prove. The empty position has the value `gone`: 0, or 1 in
/// misère play. In misère play, a period is found only if no value below 2 grows in it. For such a period, the proof at
/// the top of this file holds without changes.
pub(super) fn find(moves: &HeapCode, values: &[u32], gone: u32) -> Option<ProvedPeriod> {
    let (heaps, block) = (values.len(), moves.block().len());
    // From this heap on, whether a heap has a move depends only on its residue modulo `block`.
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
            let shift = length;
            let (length, constant_below, saltus) = simplest(values, from, shift, constant_below, saltus);
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
                by: PeriodTheorem::Mixed { from, shift },
            });
        }
        if comparisons == 0 {
            return None;
        }
    }
    None
}

/// Returns the value of the heap that is one period larger than a heap with the value `value`.
fn later(value: u32, constant_below: u32, saltus: u32) -> u32 {
    if value < constant_below { value } else { value.saturating_add(saltus) }
}

/// Compares each value with the value `length` heaps later. Returns two numbers, `constant_below` and `saltus`: values
/// below `constant_below` stay the same, and all other values grow by `saltus`. `constant_below` is at least `least`.
/// `None` if there are no such numbers, or if no comparisons are left.
fn repeats(values: &[u32], length: usize, least: u32, comparisons: &mut usize) -> Option<(u32, u32)> {
    let (mut constant_below, mut saltus, mut least_that_grows) = (least, 0, u32::MAX);
    // The loop begins at the end of the table, where wrong lengths fail at once in most cases.
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
    // If `saltus` is 0, all values are constant. Otherwise the values that grow must be at least `constant_below`.
    (saltus == 0 || constant_below <= least_that_grows).then_some((constant_below, saltus))
}

/// Returns the period in its simplest form: its length, its `constant_below` and its saltus. If the saltus is 0, the
/// length becomes the least divisor of `length` after which the values repeat. This divisor need not be a multiple of
/// the number of digits in the code's repeating block.
fn simplest(values: &[u32], from: usize, length: usize, constant_below: u32, saltus: u32) -> (usize, u32, u32) {
    if saltus != 0 {
        return (length, constant_below, saltus);
    }
    (least_divisor(&values[from..from + length]), u32::MAX, 0)
}

/// Checks the four conditions at the top of this file, under which a mixed period holds from heap `n` on.
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
    // The class of a heap is its size modulo `block`. Returns the block's digit for the removals that lead from a heap
    // of the class `from` to a heap of the class `to`.
    let digit =
        |from: usize, to: usize| moves.block()[(from + 2 * block - to % block - (explicit + 1) % block) % block];
    let vanishes = |class: usize| digit(class, 0) & 1 != 0;
    // For each class c modulo `block`, the values of its heaps from 1 to `end` − `explicit` − 2. The theorem at the top
    // of this file calls this set V(c, `end`).
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
        // No value grows, because all values are below `constant_below`.
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
