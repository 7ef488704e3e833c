//! Formulas of values that repeat, or that grow by the same amount in each period.

use crate::arithmetic::integer;
use crate::bits::{BIT, log2, size, whole};
use crate::expression::{Expression, joined};
use crate::function::{EQUAL, MINUS, PLUS};
use crate::search::{Formula, FormulaSearch};
use crate::work::OutOfWork;

/// The longest period.
const LONGEST: usize = 600;

/// Longer lists of residues are written as a table.
const RESIDUES: usize = 6;

/// Returns the remainder as an index.
fn index(number: i64, modulus: i64) -> usize {
    usize::try_from(number.rem_euclid(modulus.max(1))).unwrap_or(0)
}

/// Looks for a value that all values from some place on have, and for the least period in which all values grow by the
/// same amount, which may be 0.
pub(super) fn periods(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (known, half) = (search.values.known(), search.values.half);
    for length in 1..=(half / 2 + half / 4).min(LONGEST) {
        let growth = known[half - 1] - known[half - 1 - length];
        let holds = |index: &usize| known[index + length] - known[*index] == growth;
        let first = (0..half - length).rev().take_while(holds).last().unwrap_or(half);
        search.charge(half - first + 1)?;
        let is_constant = growth == 0 && known[first.min(half - 1)..].iter().all(|value| *value == known[half - 1]);
        let is_long = half - first >= length + (length / 3).max(4);
        if !is_long || is_constant && (length > 1 || first > half / 8) || first > half / 2 + half / 4 {
            continue;
        }
        let (period, start) = (integer(length), search.values.from + integer(first));
        // The value of n is the entry of n modulo the period, and the growth for each whole period in n.
        let entry = |residue: i64| {
            let offset = index(residue - start, period);
            known[first + offset] - growth * (start + integer(offset)).div_euclid(period)
        };
        let table: Vec<i64> = (0..period).map(entry).collect();
        search.charge(length)?;
        let (form, (expression, length, words)) = if is_constant {
            let length = 3 * BIT + size(table[0]);
            ("constant", (Expression::Integer(table[0]), length, None))
        } else {
            let form = if growth == 0 { "period" } else { "arithmetic period" };
            (form, short(&table, growth, search.values.one()))
        };
        let periodic = Some((period, growth));
        let is_kept = search.test_formula(Formula { form, length, from: start, expression, words, periodic })?;
        if is_kept && !is_constant {
            break;
        }
    }
    Ok(())
}

/// An expression, its code length, and its words, if they are not those of the expression.
type Short = (Expression, u64, Option<String>);

/// Returns the shortest expression for the entry of n modulo the length of the table, and the growth for each whole
/// period.
fn short(table: &[i64], growth: i64, one: u64) -> Short {
    let (n, period) = (Expression::n, integer(table.len()));
    let wanted = |n: i64| table[index(n, period)] + growth * n.div_euclid(period);
    let is = |formula: &dyn Fn(i64) -> i64| (0..period * 4).all(|n| wanted(n) == formula(n));
    let length = 2 * log2(period.unsigned_abs());
    let mut all: Vec<Short> = Vec::new();
    if growth > 0 && period % growth == 0 {
        let divisor = period / growth;
        let shifted = (0..period).map(|add| (add, table[0] - add / divisor));
        let mut fitting = shifted.filter(|(add, shift)| shift.abs() <= 3 && is(&|n| (n + add) / divisor + shift));
        all.extend(fitting.next().map(|(add, shift)| {
            let divided = if divisor > 1 { 2 * BIT + 2 * log2(divisor.unsigned_abs()) } else { 0 };
            let bits = 3 * BIT + divided + size(add) + whole(shift);
            (n().plus(add).over(divisor).plus(shift), bits, None)
        }));
    }
    if growth == period {
        let shifts = table.iter().zip(0..).map(|(value, n)| value - n).collect();
        all.push((n().both(&PLUS, n().modulo(period).entry_of(shifts)), 6 * BIT + length + whole(2 * period), None));
    }
    let entry = n().modulo(period).entry_of(table.to_vec());
    if growth == 0 {
        all.extend([shifted(table), marks(table, 1), marks(table, 0)].into_iter().flatten());
        let bits = 5 * BIT + length + one.saturating_mul(period.unsigned_abs());
        all.push((entry, bits, Some(format!("the values repeat every {period}"))));
    } else if growth != period {
        let (least, most) = table.iter().fold((table[0], table[0]), |(least, most), x| (least.min(*x), most.max(*x)));
        let bits = 6 * BIT + length + size(growth) + size(most - least + 1).saturating_mul(period.unsigned_abs());
        let words = format!("the values grow by {growth} every {period}");
        all.push((entry.both(&PLUS, n().over(period).times(growth)), bits, Some(words)));
    }
    all.into_iter().min_by_key(|it| it.1).unwrap_or((n(), u64::MAX, None))
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
    let is_one = |residue: &i64| Expression::n().modulo(period).both(&EQUAL, Expression::Integer(*residue));
    let any = residues.iter().map(is_one).reduce(|all, one| all.both(&PLUS, one))?;
    let formula = if mark == 1 { any } else { Expression::Integer(1).both(&MINUS, any) };
    let words =
        format!("{mark} if n modulo {period} is {}, else {}", joined(&residues).replace(", ", " or "), 1 - mark);
    let bits = 5 * BIT + log2(period.unsigned_abs()) * (2 + u64::try_from(residues.len()).ok()?);
    Some((formula, bits, Some(words)))
}
