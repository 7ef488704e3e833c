//! Formulas that read the digits of n, from the lowest one up: g(kn + r) follows from g(n).

use std::collections::BTreeSet;

use super::functions::{Points, short, table};
use crate::arithmetic::integer;
use crate::bits::{BIT, log2, whole};
use crate::expression::{Expression, Routine, joined, tuple};
use crate::search::FormulaSearch;
use crate::values::GivenValues;
use crate::work::OutOfWork;

/// The most different values.
const FEW: usize = 6;

/// Returns the value for n by the first values, and by the rules for each remainder. A rule is an expression of the value
/// for n divided by the number of rules.
fn value(first: &[i64], from: i64, rules: &[Expression], n: i64) -> Option<i64> {
    let divisor = integer(rules.len());
    let known = first.get(usize::try_from(n.checked_sub(from)?).ok()?).copied();
    known.or_else(|| match rules.get(usize::try_from(n.rem_euclid(divisor)).ok()?)? {
        Expression::Integer(number) => Some(*number),
        rule => rule.value([value(first, from, rules, n.div_euclid(divisor))?, 0]),
    })
}

/// Returns the function that finds values from those of n divided by the number of rules.
fn routine(first: Vec<i64>, from: i64, rules: Vec<Expression>) -> Routine {
    let divisor = rules.len();
    let to = from.saturating_add(integer(first.len()));
    let index = Expression::n().plus(-from).python(&["n"]);
    let of_quotient = format!("{{name}}(n // {divisor})");
    let of_remainder = |(rest, rule): (usize, &Expression)| {
        format!("    if n % {divisor} == {rest}:\n        return {}\n", rule.python(&[&of_quotient]))
    };
    let in_words = |(rest, rule): (usize, &Expression)| {
        format!("; g({divisor}k + {rest}) = {}", rule.words(&["g(k)"])).replace(" + 0)", ")")
    };
    let lines: String = rules.iter().enumerate().map(of_remainder).collect();
    let words: String = rules.iter().enumerate().map(in_words).collect();
    Routine {
        name: "divided",
        python: format!("def {{name}}(n):\n    if n < {to}:\n        return {}[{index}]\n{lines}\n\n", tuple(&first)),
        words: format!("g({{a}}), where g begins at {from} with {}{words}", joined(&first)),
        steps: |_| 200,
        value: Box::new(move |given| value(&first, from, &rules, given(0)?)),
    }
}

/// Looks for a number k so that g(kn + r) follows from g(n) for each remainder r.
pub(super) fn digits(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let values = search.values;
    let count = values.known().iter().collect::<BTreeSet<_>>().len();
    for divisor in (2_i64..=12).take_while(|divisor| count <= FEW && values.cut >= 6 * divisor) {
        for start in (1..=3).filter(|start| *start >= values.from) {
            search.charge(values.half)?;
            let rules: Option<Vec<_>> = (0..divisor).map(|rest| rule(values, divisor, rest, start)).collect();
            let Some(rules) = rules else { continue };
            let (lengths, rules): (Vec<u64>, Vec<Expression>) = rules.into_iter().unzip();
            // Without a value that follows from another one, this is a period.
            if !rules.iter().all(|rule| matches!(rule, Expression::Integer(_))) {
                let first = usize::try_from(divisor * start - values.from).unwrap_or(0).min(values.all.len());
                let length = whole(6 + divisor) + 2 * log2(divisor.unsigned_abs()) + whole(start);
                let length = length + values.one() * integer(first).unsigned_abs() + lengths.iter().sum::<u64>();
                let routine = routine(values.all[..first].to_vec(), values.from, rules);
                search.test("divide", length, Expression::run(routine, vec![Expression::n()]))?;
            }
            break;
        }
    }
    Ok(())
}

/// Returns how g(kn + r) follows from g(n) for all n from `start` on, and the code length of this rule.
fn rule(values: &GivenValues, divisor: i64, rest: i64, start: i64) -> Option<(u64, Expression)> {
    let top = (values.cut - 1 - rest).div_euclid(divisor);
    let mut points = Points::new();
    let mut fits = |n: i64| {
        let (from, to) = (values.at([n, 0])?, values.at([divisor * n + rest, 0])?);
        (points.entry(from).or_insert((to, 0)).0 == to).then_some(())
    };
    if top - start < 4 || !(start..=top).rev().all(|n| fits(n).is_some()) {
        return None;
    }
    if points.len() > 1 && points.iter().all(|(from, (to, _))| from == to) {
        return Some((2 * BIT, Expression::n()));
    }
    short(&points, values.one()).or_else(|| table(&points, 0, values.one()))
}
