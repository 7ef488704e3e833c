//! Formulas of values that repeat, or that grow by the same amount in each period.

use crate::bits::{BIT, log2, size, whole};
use crate::expression::Expression;
use crate::expression::Operator::{Equal, Minus, Plus, Times};
use crate::sequence::{Candidate, FormulaSearch};
use crate::work::OutOfWork;

/// The longest period.
const LONGEST: usize = 600;

/// The longest period whose classes may grow by different amounts.
const LONGEST_OF_CLASSES: usize = 64;

/// Longer lists of residues are written as a table.
const RESIDUES: usize = 6;

/// Returns a length or an index as an integer.
fn integer(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the remainder as an index.
fn index(number: i64, modulus: i64) -> usize {
    usize::try_from(number.rem_euclid(modulus.max(1))).unwrap_or(0)
}

/// Looks for a value that all values from some place on have.
pub(crate) fn constant(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let known = search.sequence.known();
    let Some(&last) = known.last() else { return Ok(()) };
    let first = known.iter().rposition(|value| *value != last).map_or(0, |index| index + 1);
    if known.len() >= 8 && first <= known.len() / 8 {
        let from = search.sequence.from + integer(first);
        let words = Some(format!("always {last}"));
        let length = 3 * BIT + size(last);
        search.test(Candidate {
            form: "constant",
            length,
            from,
            formula: Expression::Integer(last),
            words,
            periodic: Some((1, 0)),
        })?;
    }
    Ok(())
}

/// Looks for the least period in which all values grow by the same amount, which may be 0.
pub(crate) fn period(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (known, from, half) = (search.sequence.known(), search.sequence.from, search.sequence.half);
    if half < 8 {
        return Ok(());
    }
    for length in 1..=(half / 2 + half / 4).min(LONGEST) {
        let growth = known[half - 1] - known[half - 1 - length];
        let holds = |index: &usize| known[index + length] - known[*index] == growth;
        let first = (0..half - length).rev().take_while(holds).last().unwrap_or(half);
        search.charge(half - first.min(half) + 1)?;
        let run = half - first;
        let is_constant = growth == 0 && (length == 1 || known[first..].iter().all(|value| *value == known[first]));
        if run < length + (length / 3).max(4) || first > half / 2 + half / 4 || is_constant {
            continue;
        }
        let (period, start) = (integer(length), from + integer(first));
        // The value of n is the entry of n modulo the period, and the growth for each whole period in n.
        let table: Vec<i64> = (0..period)
            .map(|residue| {
                let offset = index(residue - start, period);
                known[first + offset] - growth * (start + integer(offset)).div_euclid(period)
            })
            .collect();
        search.charge(length)?;
        let form = if growth == 0 { "period" } else { "arithmetic period" };
        let (formula, bits, words) = short(&table, growth, search.sequence.one());
        if search.test(Candidate {
            form,
            length: bits,
            from: start,
            formula,
            words,
            periodic: Some((period, growth)),
        })? {
            break;
        }
    }
    Ok(())
}

/// An expression, its code length, and its words, if they are not those of the expression.
type Short = (Expression, u64, Option<String>);

/// Returns a short expression for the entry of n modulo the length of the table, and the growth for each whole period,
/// with its code length.
fn short(table: &[i64], growth: i64, one: u64) -> Short {
    let period = integer(table.len());
    let wanted = |n: i64| table[index(n, period)] + growth * n.div_euclid(period);
    let is = |formula: &dyn Fn(i64) -> i64| (0..period * 4).all(|n| wanted(n) == formula(n));
    let n = Expression::n;
    for add in -3..=3 {
        if is(&|n| n + add) {
            return (n().plus(add), whole(3 + add.abs()), None);
        }
    }
    let length = log2(period.unsigned_abs());
    if growth != 0 {
        if growth > 0 && period % growth == 0 {
            let divisor = period / growth;
            for add in 0..period {
                let shift = wanted(0) - add / divisor;
                if shift.abs() <= 3 && is(&|n| (n + add) / divisor + shift) {
                    let bits = 5 * BIT + 2 * log2(divisor.unsigned_abs()) + size(add) + whole(shift);
                    return (n().plus(add).over(divisor).plus(shift), bits, None);
                }
            }
        }
        if growth == period {
            let shifts = table.iter().zip(0..).map(|(value, n)| value - n).collect();
            let bits = 6 * BIT + 2 * length + whole(2 * period);
            return (n().both(Plus, n().modulo(period).entry_of(shifts)), bits, None);
        }
        let (least, most) = (table.iter().min().copied().unwrap_or(0), table.iter().max().copied().unwrap_or(0));
        let bits = 6 * BIT + 2 * length + size(growth) + size(most - least + 1).saturating_mul(period.unsigned_abs());
        let formula = n().modulo(period).entry_of(table.to_vec()).both(Plus, n().over(period).times(growth));
        return (formula, bits, Some(format!("the values grow by {growth} every {period}")));
    }
    let bits = 5 * BIT + 2 * length + one.saturating_mul(period.unsigned_abs());
    let all = (n().modulo(period).entry_of(table.to_vec()), bits, Some(format!("the values repeat every {period}")));
    [shifted(table), marks(table, 1), marks(table, 0), Some(all.clone())]
        .into_iter()
        .flatten()
        .min_by_key(|it| it.1)
        .unwrap_or(all)
}

/// Returns (n + c) mod m // q, if it has the values of the table.
fn shifted(table: &[i64]) -> Option<Short> {
    let period = integer(table.len());
    let most = table.iter().max().copied()?;
    let start = (0..period).find(|n| table[index(*n, period)] == 0 && table[index(n - 1, period)] == most)?;
    let add = (period - start) % period;
    let divisor = (0..period).find(|n| table[index(n - add, period)] == 1)?;
    let formula = Expression::n().plus(add).modulo(period).over(divisor);
    let divided = if divisor > 1 { 2 * BIT + 2 * log2(divisor.unsigned_abs()) } else { 0 };
    let bits = 3 * BIT + 2 * log2(period.unsigned_abs()) + size(add) + divided;
    (0..period).all(|n| formula.value([n, 0]) == Some(table[index(n, period)])).then_some((formula, bits, None))
}

/// Returns the residues with one of two values.
fn marks(table: &[i64], mark: i64) -> Option<Short> {
    let period = integer(table.len());
    let residues: Vec<i64> = (0..period).filter(|n| table[index(*n, period)] == mark).collect();
    if period < 3 || residues.len() > RESIDUES || !table.iter().all(|value| (0..=1).contains(value)) {
        return None;
    }
    let is_one = |residue: &i64| Expression::n().modulo(period).both(Equal, Expression::Integer(*residue));
    let any = residues.iter().map(is_one).reduce(|all, one| all.both(Plus, one))?;
    let formula = if mark == 1 { any } else { Expression::Integer(1).both(Minus, any) };
    let list: Vec<String> = residues.iter().map(i64::to_string).collect();
    let words = format!("{mark} if n modulo {period} is {}, else {}", list.join(" or "), 1 - mark);
    let bits = 5 * BIT + log2(period.unsigned_abs()) * (2 + u64::try_from(residues.len()).ok()?);
    Some((formula, bits, Some(words)))
}

/// Looks for a period in which each class of residues grows by its own amount.
pub(crate) fn classes(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (known, from, half) = (search.sequence.known(), search.sequence.from, search.sequence.half);
    for length in 2..=(half / 4).min(LONGEST_OF_CLASSES) {
        let holds = |index: &usize| known[index + 2 * length] - 2 * known[index + length] + known[*index] == 0;
        let first = (0..half - 2 * length).rev().take_while(holds).last().unwrap_or(half);
        search.charge(half - first + 1)?;
        if half - first < 2 * length + length.max(4) || first > half / 2 {
            continue;
        }
        let (period, start) = (integer(length), from + integer(first));
        let class = |residue: i64| {
            let at = first + index(residue - start, period);
            let growth = known[at + length] - known[at];
            (growth, known[at] - growth * (from + integer(at)).div_euclid(period))
        };
        let lines: Vec<(i64, i64)> = (0..period).map(class).collect();
        if lines.iter().all(|line| line.0 == lines[0].0) {
            return Ok(());
        }
        let bits = 6 * BIT + (search.sequence.one() / 2 + 3 * BIT) * u64::try_from(length).unwrap_or(u64::MAX);
        let n = Expression::n;
        let line = |(growth, add): &(i64, i64)| n().over(period).times(*growth).plus(*add);
        let formula = if length <= 4 {
            let line = |one: &(i64, i64)| if one.0 == 0 { Expression::Integer(one.1) } else { line(one) };
            Expression::by_residue(&n(), lines.iter().map(line).collect())
        } else {
            let (growths, adds): (Vec<i64>, Vec<i64>) = lines.iter().copied().unzip();
            let growth = n().modulo(period).entry_of(growths);
            n().modulo(period).entry_of(adds).both(Plus, growth.both(Times, n().over(period)))
        };
        let words = Some(format!("linear on each class of n modulo {period}"));
        search.test(Candidate {
            form: "classes with their own growth",
            length: bits,
            from: start,
            formula,
            words,
            periodic: None,
        })?;
        return Ok(());
    }
    Ok(())
}
