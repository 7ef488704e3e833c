//! Checks the values of heaps of a code: each is the mex of the values of the options.

use crate::code::HeapDigits;
use crate::refusal::{Rejection, need};
use crate::work::Work;

/// Checks that g(n) is the mex of the options of n for all n. A value is rare if it and the mask have an even number of
/// ones in common. If the XOR of two values is not rare, exactly one of the two is. So for such a number, only splits
/// with a rare heap are tried.
pub(crate) fn check(code: &HeapDigits, g: &[usize], mask: usize, work: &mut Work) -> Result<(), Rejection> {
    let is_rare = |value: usize| (value & mask).count_ones().is_multiple_of(2);
    let rare: Vec<usize> = (1..g.len()).filter(|n| is_rare(g[*n])).collect();
    let largest = g.iter().copied().max().unwrap_or(0);
    let bits = usize::BITS - largest.leading_zeros();
    // The XOR of values has no more bits than the largest value.
    let mut seen_by = vec![0; 1 << bits];
    let splits: Vec<usize> = code.taken(2).collect();
    for (n, value) in g.iter().enumerate().skip(1) {
        let mut see = |value: usize| seen_by[value] = n;
        code.taken(0).filter(|k| *k == n).for_each(|_| see(0));
        code.taken(1).filter(|k| *k < n).for_each(|k| see(g[n - k]));
        for k in code.taken(3).filter(|k| *k < n) {
            let total = n - k;
            for first in 1..=total / 3 {
                work.spend(total)?;
                (first..=(total - first) / 2).for_each(|second| see(g[first] ^ g[second] ^ g[total - first - second]));
            }
        }
        for total in splits.iter().filter(|k| **k < n).map(|k| n - k) {
            let rare = rare.iter().take_while(|first| **first < total);
            for (count, first) in rare.enumerate() {
                see(g[*first] ^ g[total - first]);
                if count % 1024 == 0 {
                    work.spend(1024)?;
                }
            }
        }
        let is_own = |total: usize| (1..=total / 2).any(|first| g[first] ^ g[total - first] == *value);
        let mut has_own = seen_by[*value] == n;
        for total in splits.iter().filter(|k| **k < n && is_rare(*value)).map(|k| n - k) {
            work.spend(total)?;
            has_own |= is_own(total);
        }
        need(!has_own, || format!("heap {n} has an option of its own value {value}"))?;
        for (smaller, seen_by) in seen_by.iter().enumerate().take(*value) {
            work.spend(1)?;
            let mut is_there = *seen_by == n;
            for total in splits.iter().filter(|k| **k < n && is_rare(smaller)).map(|k| n - k) {
                if !is_there {
                    let witness = (1..=total / 2).find(|first| g[*first] ^ g[total - first] == smaller);
                    work.spend(witness.unwrap_or(total))?;
                    is_there = witness.is_some();
                }
            }
            need(is_there, || format!("heap {n} has no option of the value {smaller}"))?;
        }
    }
    Ok(())
}
