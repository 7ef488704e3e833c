//! Formulas that read the digits of n, from the lowest one up: g(kn + r) follows from g(n).

use std::collections::{BTreeMap, BTreeSet};

use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::expression::{Expression, Routine, tuple};
use crate::search::FormulaSearch;
use crate::values::GivenValues;
use crate::work::OutOfWork;

/// The most different values.
const FEW: usize = 6;

/// The value of g(kn + r) for each value of g(n).
type Rule = BTreeMap<i64, i64>;

/// Returns the value that does not depend on g(n).
fn constant(rule: &Rule) -> Option<i64> {
    let first = *rule.values().next()?;
    rule.values().all(|value| *value == first).then_some(first)
}

fn is_identity(rule: &Rule) -> bool {
    rule.iter().all(|(from, to)| from == to)
}

/// Returns the rule in Python, as a function of the value of g(n).
fn written(rule: &Rule, value: &str) -> String {
    if is_identity(rule) {
        return value.to_owned();
    }
    let entries: Vec<String> = rule.iter().map(|(from, to)| format!("{from}: {to}")).collect();
    constant(rule).map_or_else(|| format!("{{{}}}[{value}]", entries.join(", ")), |value| value.to_string())
}

/// Returns the value for n by the first values, and by the rules for each remainder.
fn value(first: &[i64], from: i64, rules: &[Rule], n: i64) -> Option<i64> {
    let known = first.get(usize::try_from(n.checked_sub(from)?).ok()?).copied();
    let divisor = i64::try_from(rules.len()).ok()?;
    let rule = rules.get(usize::try_from(n.rem_euclid(divisor)).ok()?)?;
    let of_quotient = || rule.get(&value(first, from, rules, n.div_euclid(divisor))?).copied();
    known.or_else(|| constant(rule).or_else(of_quotient))
}

/// Returns the function that finds values from those of n divided by the number of rules.
fn routine(first: Vec<i64>, from: i64, rules: Vec<Rule>) -> Routine {
    let divisor = rules.len();
    let to = from + i64::try_from(first.len()).unwrap_or(i64::MAX);
    let index = Expression::n().plus(-from).python(&["n"]);
    let of_remainder = |(rest, rule)| {
        format!(
            "    if n % {divisor} == {rest}:\n        return {}\n",
            written(rule, &format!("{{name}}(n // {divisor})"))
        )
    };
    let in_words = |(rest, rule)| format!("g({divisor}k + {rest}) = {}", written(rule, "g(k)"));
    let lines: String = rules.iter().enumerate().map(of_remainder).collect();
    let words: Vec<String> = rules.iter().enumerate().map(in_words).collect();
    Routine {
        name: "divided",
        python: format!("def {{name}}(n):\n    if n < {to}:\n        return {}[{index}]\n{lines}\n\n", tuple(&first)),
        words: format!("g({{a}}), where {}", words.join(", ").replace(" + 0)", ")")),
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
            let rules: Option<Vec<Rule>> = (0..divisor).map(|rest| rule(values, divisor, rest, start)).collect();
            let Some(rules) = rules else { continue };
            // Without a value that follows from another one, this is a period.
            if rules.iter().any(|rule| constant(rule).is_none()) {
                let first = usize::try_from(divisor * start - values.from).unwrap_or(0).min(values.all.len());
                let entries = values.one() * u64::try_from(first).unwrap_or(u64::MAX);
                let of_rule = |rule: &Rule| match constant(rule) {
                    Some(value) => 2 * BIT + size(value),
                    None if is_identity(rule) => 3 * BIT,
                    None => 3 * BIT + log2_of(count + 1) * u64::try_from(rule.len()).unwrap_or(u64::MAX),
                };
                let length = 6 * BIT + 2 * log2(divisor.unsigned_abs()) + whole(start) + entries;
                let length = length + rules.iter().map(of_rule).sum::<u64>();
                let routine = routine(values.all[..first].to_vec(), values.from, rules);
                search.test("divide", length, Expression::run(routine, vec![Expression::n()]), None)?;
            }
            break;
        }
    }
    Ok(())
}

/// Returns how g(kn + r) follows from g(n) for all n from `start` on.
fn rule(values: &GivenValues, divisor: i64, rest: i64, start: i64) -> Option<Rule> {
    let top = (values.cut - 1 - rest).div_euclid(divisor);
    let mut rule = Rule::new();
    let mut fits = |n: i64| {
        let (from, to) = (values.at([n, 0])?, values.at([divisor * n + rest, 0])?);
        (*rule.entry(from).or_insert(to) == to).then_some(())
    };
    (top - start >= 4 && (start..=top).rev().all(|n| fits(n).is_some())).then_some(rule)
}
