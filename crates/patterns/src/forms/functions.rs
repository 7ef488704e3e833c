//! Formulas that are functions of one named function of n, or of one and of n modulo a small number. The function may be
//! n itself.

use std::collections::BTreeMap;

use crate::bits::{BIT, log2_of, size, whole};
use crate::expression::{Expression, Operation};
use crate::function::{FormulaFunction, LEAST, OF_FACTORS, OF_ONE};
use crate::search::{Formula, FormulaSearch};
use crate::work::OutOfWork;

/// A class with more keys than this has no table, so that it must have a short function.
const KEYS: usize = 25;

/// How many of the first values may be listed without a conflict.
const EXCEPTIONS: usize = 2;

/// The factors and divisors of linear functions.
const SLOPES: [(i64, i64); 6] = [(1, 1), (2, 1), (1, 2), (-1, 1), (3, 1), (1, 3)];

/// The most entries of a table, and its largest index.
const ENTRIES: usize = 24;
const LARGEST: i64 = 40;

/// A function of n, beside n modulo a number.
struct Key {
    function: Expression,
    /// The code length of the function.
    length: u64,
    modulus: usize,
}

/// The values of each class by the function, and how often each was seen.
type Classes = Vec<BTreeMap<i64, (i64, usize)>>;

/// Looks for functions of a named function.
pub(super) fn functions(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    if search.values.half < 12 {
        return Ok(());
    }
    for modulus in [2, 3, 4, 6] {
        fit(search, &Key { function: Expression::n(), length: 2 * BIT, modulus })?;
    }
    for (function, base) in FormulaFunction::each(OF_ONE).chain(FormulaFunction::each(OF_FACTORS)) {
        for (shift, moduli) in [(0, &[1, 2, 3, 4, 6][..]), (1, &[1]), (-1, &[1]), (2, &[1]), (-2, &[1])] {
            for &modulus in moduli {
                let length = function.length(base) + whole(2 * shift);
                let operation = Operation::FormulaFunction(function, base);
                let function = Expression::Apply(operation, vec![Expression::n().plus(shift)]);
                fit(search, &Key { function, length, modulus })?;
            }
        }
    }
    Ok(())
}

/// Fits a function of the key to the known values, and tests it.
fn fit(search: &mut FormulaSearch, key: &Key) -> Result<(), OutOfWork> {
    let (known, one) = (search.values.known(), search.values.one());
    let (classes, start) = see(search, key, 0)?;
    let later = &known[start.max(known.len() / 8).min(known.len())..];
    let is_constant = later.iter().all(|value| Some(value) == later.first());
    if classes.is_empty() || start > known.len() / 8 || is_constant {
        return Ok(());
    }
    // Without a conflict, the first values may still fit into no short function.
    for first in if start > 0 { start..=start } else { 0..=EXCEPTIONS } {
        let (classes, _) = see(search, key, first)?;
        let of_class = |class: &BTreeMap<i64, (i64, usize)>| {
            let points = points(class);
            let least = class.values().map(|(_, count)| *count).min()?;
            short(&points, one).or_else(|| table(&points, least, one))
        };
        if let Some(functions) = classes.iter().map(of_class).collect::<Option<Vec<_>>>() {
            let length =
                functions.iter().map(|(length, _)| length).sum::<u64>() + key.length + 2 * log2_of(key.modulus);
            let classes = functions.into_iter().map(|(_, outer)| outer.of(&key.function)).collect();
            let expression = Expression::by_residue(classes);
            let from = search.values.from.saturating_add(i64::try_from(first).unwrap_or(i64::MAX));
            search.test_formula(Formula { form: "feature", length, from, expression, words: None, periodic: None })?;
            break;
        }
    }
    Ok(())
}

/// Collects the known values by the key, from the last one down to the one with index `first`. Returns where it
/// stopped, because two values with the same key differ. Returns no classes if no function can fit.
fn see(search: &mut FormulaSearch, key: &Key, first: usize) -> Result<(Classes, usize), OutOfWork> {
    let values = search.values;
    let (known, one) = (values.known(), values.one());
    let mut classes: Classes = vec![BTreeMap::new(); key.modulus];
    let modulus = i64::try_from(key.modulus).unwrap_or(1);
    let steps = key.function.steps(values.to).saturating_add(50);
    for index in (first..known.len()).rev() {
        (search.charges)(steps)?;
        let [n, _] = values.positions[index];
        let Some(x) = key.function.value([n, 0]) else { return Ok((Vec::new(), index)) };
        let class = &mut classes[usize::try_from(n.rem_euclid(modulus)).unwrap_or(0)];
        let (value, count) = class.entry(x).or_insert((known[index], 0));
        if *value != known[index] {
            return Ok((classes, index + 1));
        }
        *count += 1;
        // The first few values may be the exceptions.
        if *count == 1 && class.len() == KEYS && index > EXCEPTIONS && short(&points(class), one).is_none() {
            return Ok((Vec::new(), index));
        }
    }
    Ok((classes, first))
}

fn points(class: &BTreeMap<i64, (i64, usize)>) -> BTreeMap<i64, i64> {
    class.iter().map(|(x, (value, _))| (*x, *value)).collect()
}
/// Returns a short function through all points, as an expression of the first integer, and its code length.
pub(super) fn short(points: &BTreeMap<i64, i64>, one: u64) -> Option<(u64, Expression)> {
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
        if !fits || points.len() <= list.len() || i64::try_from(list.len()) != Ok(modulus) {
            return None;
        }
        let entry = if list == [0, 1] || list == [1, 0] { BIT } else { one };
        let is_plain = list.iter().zip(0..).all(|(entry, residue)| *entry == residue);
        let formula = Expression::n().modulo(modulus);
        let formula = if is_plain { formula } else { formula.entry_of(list) };
        Some((3 * BIT + entry * modulus.unsigned_abs(), formula))
    })
}

/// Returns a table through all points, as an expression of the first integer, and its code length. `least` is how often
/// each point was seen at least.
fn table(points: &BTreeMap<i64, i64>, least: usize, one: u64) -> Option<(u64, Expression)> {
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
        return Some((bits(&list), Expression::n().both(&LEAST, Expression::Integer(length - 1)).entry_of(list)));
    }
    let list: Vec<i64> = (0..=*last).map(entry).collect();
    (least >= 3 && first >= 0).then(|| (bits(&list), Expression::n().entry_of(list)))
}
