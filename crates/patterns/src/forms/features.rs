//! Formulas that are functions of one feature of n, or of a feature and of n modulo a small number.

use std::collections::BTreeMap;

use crate::bits::{log2_of, whole};
use crate::describe::{short, table};
use crate::expression::Expression;
use crate::feature::{Feature, OF_ONE};
use crate::sequence::{Candidate, FormulaSearch};
use crate::work::OutOfWork;

/// A class with more keys than this has no table, so that it must have a short function.
const KEYS: usize = 25;

/// How many of the first values may be listed without a conflict.
const EXCEPTIONS: usize = 2;

/// A feature of n + shift, beside n modulo a number.
#[derive(Clone, Copy)]
struct Key {
    feature: &'static Feature,
    base: i64,
    shift: i64,
    modulus: usize,
}

impl Key {
    /// Returns the class of n and the value of the feature.
    fn at(self, n: i64) -> Option<(usize, i64)> {
        let modulus = i64::try_from(self.modulus).ok()?;
        let class = usize::try_from(n.rem_euclid(modulus)).ok()?;
        Some((class, (self.feature.value)(self.base, n.checked_add(self.shift)?, 0)?))
    }
}

/// The values of each class by the feature, and how often each was seen.
type Classes = Vec<BTreeMap<i64, (i64, usize)>>;

/// Looks for functions of a feature. A light search leaves most moduli and shifts out.
pub(crate) fn features(search: &mut FormulaSearch, is_light: bool) -> Result<(), OutOfWork> {
    if search.sequence.half < 12 {
        return Ok(());
    }
    let (moduli, shifts): (&[usize], &[i64]) =
        if is_light { (&[1, 2], &[0, 1]) } else { (&[1, 2, 3, 4, 6], &[0, 1, -1, 2, -2]) };
    for (feature, base) in Feature::each(OF_ONE) {
        for &shift in shifts {
            for &modulus in moduli.iter().filter(|modulus| shift == 0 || **modulus == 1) {
                fit(search, Key { feature, base, shift, modulus })?;
            }
        }
    }
    Ok(())
}

/// Fits a function of the key to the known values, and tests it.
fn fit(search: &mut FormulaSearch, key: Key) -> Result<(), OutOfWork> {
    let known = search.sequence.known();
    let (classes, start) = see(search, key, 0)?;
    let later = &known[start.max(known.len() / 8).min(known.len())..];
    let is_constant = later.iter().all(|value| Some(value) == later.first());
    if classes.is_empty() || start > known.len() / 8 || is_constant {
        return Ok(());
    }
    // Without a conflict, the first values may still fit into no short function.
    for first in if start > 0 { start..=start } else { 0..=EXCEPTIONS } {
        let (classes, _) = see(search, key, first)?;
        let functions: Option<Vec<_>> = classes.iter().map(|class| function(class, search.sequence.one())).collect();
        if let Some(functions) = functions {
            let length = functions.iter().map(|(length, _)| length).sum::<u64>()
                + key.feature.length(key.base)
                + whole(2 * key.shift.abs())
                + 2 * log2_of(key.modulus);
            let inner = Expression::Call(key.feature, key.base, vec![Expression::n().plus(key.shift)]);
            let classes: Vec<_> = functions.into_iter().map(|(_, function)| function.of(&inner)).collect();
            let formula = Expression::by_residue(&Expression::n(), classes);
            let from = search.sequence.from.saturating_add(i64::try_from(first).unwrap_or(i64::MAX));
            search.test(Candidate { form: "feature", length, from, formula, words: None, periodic: None })?;
            break;
        }
    }
    Ok(())
}

/// Collects the known values by the key, from the last one down to the one with index `first`. Returns where it
/// stopped, because two values with the same key differ. Returns no classes if no function can fit.
fn see(search: &mut FormulaSearch, key: Key, first: usize) -> Result<(Classes, usize), OutOfWork> {
    let (known, from, one) = (search.sequence.known(), search.sequence.from, search.sequence.one());
    let mut classes: Classes = vec![BTreeMap::new(); key.modulus];
    for index in (first..known.len()).rev() {
        search.charge(20)?;
        let n = from.saturating_add(i64::try_from(index).unwrap_or(i64::MAX));
        let Some((class, x)) = key.at(n) else { return Ok((Vec::new(), index)) };
        let class = &mut classes[class];
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

/// Returns a function through all points of a class, and its code length.
fn function(class: &BTreeMap<i64, (i64, usize)>, one: u64) -> Option<(u64, Expression)> {
    let least = class.values().map(|(_, count)| *count).min()?;
    let points = points(class);
    short(&points, one).or_else(|| table(&points, least, one))
}
