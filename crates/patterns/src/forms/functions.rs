//! Formulas that are functions of one named function of n, or of one and of n modulo a small number. The function may be
//! n itself.

use std::collections::BTreeMap;

use crate::arithmetic::integer;
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

/// How often each entry of a table must be seen.
const SEEN: usize = 3;

/// The most entries of a table, and its largest index.
const ENTRIES: usize = 24;
const LARGEST: i64 = 40;

/// Points of a function: its value for each argument, and how often it was seen.
pub(super) type Points = BTreeMap<i64, (i64, usize)>;

/// The points for each residue of n, and the index where the search for them stopped.
type Seen = (Vec<Points>, usize);

/// Looks for functions of a named function.
pub(super) fn functions(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    if search.values.half < 12 {
        return Ok(());
    }
    for modulus in [2, 3, 4, 6] {
        fit(search, &Expression::n(), 2 * BIT, modulus)?;
    }
    for (function, base) in FormulaFunction::each(OF_ONE).chain(FormulaFunction::each(OF_FACTORS)) {
        for (shift, moduli) in [(0, &[1, 2, 3, 4, 6][..]), (1, &[1]), (-1, &[1]), (2, &[1]), (-2, &[1])] {
            let operation = Operation::FormulaFunction(function, base);
            let shifted = Expression::Apply(operation, vec![Expression::n().plus(shift)]);
            for &modulus in moduli {
                fit(search, &shifted, function.length(base) + whole(2 * shift), modulus)?;
            }
        }
    }
    Ok(())
}

/// Fits functions of an inner function with this code length to the known values, one for each residue of n. Tests them.
fn fit(search: &mut FormulaSearch, inner: &Expression, length: u64, modulus: usize) -> Result<(), OutOfWork> {
    let (known, one) = (search.values.known(), search.values.one());
    let (classes, start) = see(search, inner, modulus, 0)?;
    let later = &known[start.max(known.len() / 8).min(known.len())..];
    let is_constant = later.iter().all(|value| Some(value) == later.first());
    if classes.is_empty() || start > known.len() / 8 || is_constant {
        return Ok(());
    }
    // Without a conflict, the first values may still fit into no short function.
    for first in if start > 0 { start..=start } else { 0..=EXCEPTIONS } {
        let (classes, _) = see(search, inner, modulus, first)?;
        let of_class = |class: &Points| short(class, one).or_else(|| table(class, SEEN, one));
        if let Some(functions) = classes.iter().map(of_class).collect::<Option<Vec<_>>>() {
            let (lengths, functions): (Vec<u64>, Vec<Expression>) = functions.into_iter().unzip();
            let length = lengths.iter().sum::<u64>() + length + 2 * log2_of(modulus);
            let expression = Expression::by_residue(functions.iter().map(|outer| outer.of(inner)).collect());
            let from = search.values.from.saturating_add(integer(first));
            search.test_formula(Formula { form: "feature", length, from, expression, words: None, periodic: None })?;
            break;
        }
    }
    Ok(())
}

/// Collects the known values by the inner function, for each residue of n, from the last one down to the one with index
/// `first`. Returns where it stopped, because two values of the same function differ. Returns no points if no function
/// can fit.
fn see(search: &mut FormulaSearch, inner: &Expression, modulus: usize, first: usize) -> Result<Seen, OutOfWork> {
    let values = search.values;
    let (known, one) = (values.known(), values.one());
    let mut classes = vec![Points::new(); modulus];
    let steps = inner.steps(values.to).saturating_add(50);
    for index in (first..known.len()).rev() {
        (search.charges)(steps)?;
        let [n, _] = values.positions[index];
        let Some(x) = inner.value([n, 0]) else { return Ok((Vec::new(), index)) };
        let class = &mut classes[usize::try_from(n.rem_euclid(integer(modulus))).unwrap_or(0)];
        let (value, count) = class.entry(x).or_insert((known[index], 0));
        if *value != known[index] {
            return Ok((classes, index + 1));
        }
        *count += 1;
        // The first few values may be the exceptions.
        if *count == 1 && class.len() == KEYS && index > EXCEPTIONS && short(class, one).is_none() {
            return Ok((Vec::new(), index));
        }
    }
    Ok((classes, first))
}

/// Returns a short function through all points, as an expression of the first integer, and its code length.
pub(super) fn short(points: &Points, one: u64) -> Option<(u64, Expression)> {
    let (&last, &(value, _)) = points.last_key_value()?;
    let all = || points.iter().map(|(x, (y, _))| (*x, *y));
    if all().all(|(_, y)| y == value) {
        return Some((BIT + size(value), Expression::Integer(value)));
    }
    let x = Expression::n;
    // A line leaves the values 0 and 1.
    if points.len() > 2 && all().any(|(_, y)| !(0..=1).contains(&y)) {
        for (factor, divisor) in SLOPES {
            let least = value.checked_mul(divisor)?.checked_sub(factor.checked_mul(last)?)?;
            for add in (least..least.checked_add(divisor)?).filter(|add| add.abs() < 10) {
                let formula = x().times(factor).plus(add).over(divisor);
                if all().all(|(x, y)| formula.value([x, 0]) == Some(y)) {
                    let slope = if (factor, divisor) == (1, 1) { 0 } else { 4 };
                    return Some((whole(2 + slope) + 2 * size(add), formula));
                }
            }
        }
    }
    (2..=4).find_map(|modulus| {
        let mut residues = BTreeMap::new();
        let fits = all().all(|(x, y)| *residues.entry(x.rem_euclid(modulus)).or_insert(y) == y);
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

/// Returns a table through all points, as an expression of the first integer, and its code length. Each point must have
/// been seen `seen` times at least.
pub(super) fn table(points: &Points, seen: usize, one: u64) -> Option<(u64, Expression)> {
    let (&first, (&last, &(end, _))) = (points.first_key_value()?.0, points.last_key_value()?);
    if points.len() < 2 || points.len() > ENTRIES || first < -1 || last > LARGEST {
        return None;
    }
    let entry = |x: i64| points.get(&x).map_or(0, |(value, _)| *value);
    let bits = |list: &[i64]| 4 * BIT + one * integer(list.len()).unsigned_abs();
    // From `start` on all values are the same.
    let same = points.iter().rev().take_while(|(_, (value, _))| *value == end);
    let (same, start) = same.fold((0, last), |(same, _), (x, _)| (same + 1, *x));
    if same >= 3 && points.len() - same <= 3 && start <= 4 {
        let list: Vec<i64> = (0..start).map(entry).chain([end]).collect();
        let index = Expression::n().both(&LEAST, Expression::Integer(integer(list.len()) - 1));
        return Some((bits(&list), index.entry_of(list)));
    }
    let list: Vec<i64> = (0..=last).map(entry).collect();
    let are_seen = points.values().all(|(_, count)| *count >= seen);
    (are_seen && first >= 0).then(|| (bits(&list), Expression::n().entry_of(list)))
}
