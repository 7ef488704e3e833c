//! [`formulas`]: looks for all forms of formulas of a sequence.

use crate::bits::{BIT, log2, size};
use crate::expression::Expression;
use crate::expression::Operator::Plus;
use crate::forms::{digits, features, period, sets};
use crate::sequence::{Candidate, FormulaSearch, FoundFormula, ValueSequence};
use crate::work::{Charge, OutOfWork};

/// A formula with fewer bits ends the search.
const SHORT: u64 = 16 * BIT;

/// The slopes of lines near the values.
const SLOPES: [(i64, i64); 8] = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3), (1, 4)];

/// How much the values may differ from a line.
const AROUND: i64 = 12;

/// How thoroughly a search looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// For all forms.
    All,
    /// For the forms that are no combinations of others.
    Simple,
    /// For periods and a few features.
    Light,
}

/// Returns the formulas of a sequence, the shortest first, and how many formulas were tested.
pub(crate) fn formulas(
    sequence: ValueSequence,
    depth: Depth,
    charge: Charge,
) -> Result<(Vec<FoundFormula>, u64), OutOfWork> {
    if sequence.values.len() < 8 {
        return Ok((Vec::new(), 0));
    }
    let mut search = FormulaSearch::new(sequence, charge);
    period::constant(&mut search)?;
    period::period(&mut search)?;
    period::classes(&mut search)?;
    if search.found.iter().all(|found| found.length >= SHORT) {
        features::features(&mut search, depth == Depth::Light)?;
        if depth != Depth::Light {
            digits::divide(&mut search)?;
            digits::automata(&mut search)?;
            let is_binary = search.sequence.values.iter().all(|value| (0..=1).contains(value));
            if is_binary || (depth == Depth::All && search.found.is_empty()) {
                sets::recurrences(&mut search, depth == Depth::All)?;
                if depth == Depth::All {
                    gaps(&mut search)?;
                }
            }
        }
    }
    if search.found.is_empty() && depth == Depth::All {
        around_lines(&mut search)?;
    }
    let FormulaSearch { mut found, tried, .. } = search;
    found.sort_by_key(|found| found.length);
    Ok((found, tried))
}

/// Looks for lists of places whose gaps have a formula.
fn gaps(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    for places in sets::Places::all(&search.sequence, true).iter().filter(|places| places.list.len() >= 12) {
        let gaps: Vec<i64> = places.list.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if gaps.iter().all(|gap| *gap == gaps[0]) {
            continue;
        }
        let (found, tried) = formulas(ValueSequence::new(&gaps, 0, false), Depth::Light, search.charges())?;
        search.tried += tried;
        for inner in found.into_iter().take(2) {
            let step = sets::Recurrence::Gaps(inner.formula, inner.words);
            places.test(search, 1, step, inner.length + 6 * BIT)?;
        }
    }
    Ok(())
}

/// Looks for formulas of the differences to a line.
fn around_lines(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (values, from) = (search.sequence.values, search.sequence.from);
    let count = i64::try_from(values.len()).unwrap_or(i64::MAX);
    if values.len() < 32 || values.iter().all(|value| *value <= count / 3) {
        return Ok(());
    }
    for (factor, divisor) in SLOPES {
        let rests: Vec<i64> =
            values.iter().zip(from..).map(|(value, n)| value - (factor * n).div_euclid(divisor)).collect();
        search.charge(rests.len())?;
        let (least, most) = (rests.iter().min().copied().unwrap_or(0), rests.iter().max().copied().unwrap_or(0));
        if most - least > AROUND {
            continue;
        }
        let rests: Vec<i64> = rests.iter().map(|rest| rest - least).collect();
        let (found, tried) = formulas(ValueSequence::new(&rests, from, false), Depth::Simple, search.charges())?;
        search.tried += tried;
        for inner in found.into_iter().take(2) {
            let line = Expression::n().times(factor).over(divisor).plus(least);
            let formula = line.both(Plus, inner.rest);
            let length = 6 * BIT + log2((factor * divisor).unsigned_abs()) + size(least) + inner.length;
            search.test(Candidate {
                form: "linear plus",
                length,
                from: inner.from,
                formula,
                words: None,
                periodic: None,
            })?;
        }
        if !search.found.is_empty() {
            break;
        }
    }
    Ok(())
}
