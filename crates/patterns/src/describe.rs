//! Short functions through given points.

use std::collections::BTreeMap;

use crate::bits::{BIT, size, whole};
use crate::expression::Expression;
use crate::expression::Operator::Least;

/// The factors and divisors of linear functions.
const SLOPES: [(i64, i64); 6] = [(1, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3)];

/// The most entries of a table, and its largest index.
const ENTRIES: usize = 24;
const LARGEST: i64 = 40;

/// Returns a short function through all points, as an expression of the first integer, and its code length.
pub(crate) fn short(points: &BTreeMap<i64, i64>, one: u64) -> Option<(u64, Expression)> {
    let (&last, &value) = points.last_key_value()?;
    if points.values().all(|other| *other == value) {
        return Some((BIT + size(value), Expression::Integer(value)));
    }
    let x = Expression::n;
    // A line leaves the values 0 and 1.
    if points.len() > 2 && points.values().any(|value| !(0..=1).contains(value)) {
        for (factor, divisor) in SLOPES {
            let least = value.checked_mul(divisor)?.checked_sub(factor.checked_mul(last)?)?;
            for add in (least..least.checked_add(divisor)?).filter(|add| add.abs() < 10) {
                let formula = x().times(factor).plus(add).over(divisor);
                if points.iter().all(|(&x, &y)| formula.value([x, 0]) == Some(y)) {
                    let slope = if (factor, divisor) == (1, 1) { 0 } else { 4 };
                    return Some((whole(2 + slope) + 2 * size(add), formula));
                }
            }
        }
    }
    (2..=4).find_map(|modulus| {
        let mut residues = BTreeMap::new();
        let fits = points.iter().all(|(x, y)| residues.entry(x.rem_euclid(modulus)).or_insert(*y) == y);
        let list: Vec<i64> = residues.values().copied().collect();
        let is_whole = points.len() > list.len() && i64::try_from(list.len()).ok()? == modulus;
        (fits && is_whole).then(|| {
            let is_bit = list == [0, 1] || list == [1, 0];
            let entry = if is_bit { BIT } else { one };
            let is_plain = list.iter().zip(0..).all(|(entry, residue)| *entry == residue);
            let formula = x().modulo(modulus);
            let formula = if is_plain { formula } else { formula.entry_of(list) };
            (3 * BIT + entry * modulus.unsigned_abs(), formula)
        })
    })
}

/// Returns a table through all points, as an expression of the first integer, and its code length. `least` is how often
/// each point was seen at least.
pub(crate) fn table(points: &BTreeMap<i64, i64>, least: usize, one: u64) -> Option<(u64, Expression)> {
    let (&first, &(mut start)) = (points.first_key_value()?.0, points.last_key_value()?.0);
    let (last, &end) = points.last_key_value()?;
    if points.len() < 2 || points.len() > ENTRIES || first < -1 || *last > LARGEST {
        return None;
    }
    // From `start` on all values are the same.
    let same = points.iter().rev().take_while(|(_, value)| **value == end).count();
    start = points.keys().rev().nth(same - 1).copied().unwrap_or(start);
    let entry = |x: i64| points.get(&x).copied().unwrap_or(0);
    let bits = |list: &Vec<i64>| 4 * BIT + one * u64::try_from(list.len()).unwrap_or(u64::MAX);
    if same >= 3 && points.len() - same <= 3 && start <= 4 {
        let list: Vec<i64> = (0..start).map(entry).chain([end]).collect();
        let length = i64::try_from(list.len()).ok()?;
        return Some((bits(&list), Expression::n().both(Least, Expression::Integer(length - 1)).entry_of(list)));
    }
    let list: Vec<i64> = (0..=*last).map(entry).collect();
    (least >= 3 && first >= 0).then(|| (bits(&list), Expression::n().entry_of(list)))
}
