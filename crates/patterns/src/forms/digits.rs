//! Formulas that read the digits of n, from the lowest one up: g(kn + r) from g(n), and automata.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::expression::{Expression, Needs, Routine, term, tuple, without_plus};
use crate::sequence::{Candidate, FormulaSearch, ValueSequence};
use crate::work::OutOfWork;

/// The most values that a function of values may have.
const FEW: usize = 6;

/// The most values that an automaton may have, and its most states.
const SOME: usize = 12;
const STATES: usize = 16;

/// The values of the first integers: those of a sequence from its beginning on.
#[derive(Debug)]
struct First {
    from: i64,
    values: Vec<i64>,
}

impl First {
    fn of(sequence: &ValueSequence, to: i64) -> Self {
        let count = sequence.index(to).unwrap_or(0).min(sequence.values.len());
        Self { from: sequence.from, values: sequence.values[..count].to_vec() }
    }

    fn at(&self, n: i64) -> Option<i64> {
        self.values.get(usize::try_from(n.checked_sub(self.from)?).ok()?).copied()
    }

    /// Returns the lines of Python that return the first values.
    fn python(&self) -> String {
        let Ok(count) = i64::try_from(self.values.len()) else { return String::new() };
        if count == 0 {
            return String::new();
        }
        let index = Expression::n().plus(-self.from).python(&["n"], &mut Needs::default());
        format!("    if n < {}:\n        return {}[{index}]\n", self.from + count, tuple(&self.values))
    }
}

/// How g(kn + r) follows from g(n).
#[derive(Clone, Debug)]
enum Rule {
    /// `times` g(n) + `each` n + `add`.
    Linear { times: i64, each: i64, add: i64 },
    /// The value for each value of g(n).
    Map(BTreeMap<i64, i64>),
}

impl Rule {
    /// Returns the rule as an expression of g(n) and n.
    fn written(&self, value: &str, n: &str) -> String {
        match self {
            Self::Map(map) => {
                let entries: Vec<String> = map.iter().map(|(from, to)| format!("{from}: {to}")).collect();
                format!("{{{}}}[{value}]", entries.join(", "))
            }
            Self::Linear { times, each, add } => {
                let sum = term(*times, value) + &term(*each, n);
                let add = match add.signum() {
                    0 if !sum.is_empty() => String::new(),
                    -1 => format!(" - {}", add.saturating_neg()),
                    _ => format!(" + {add}"),
                };
                let sum = sum + &add;
                without_plus(&sum)
            }
        }
    }
}

/// Values that follow from those of n divided by a number.
#[derive(Debug)]
struct Divide {
    first: First,
    /// The rule of each remainder.
    rules: Vec<Rule>,
}

impl Divide {
    fn divisor(&self) -> i64 {
        i64::try_from(self.rules.len()).unwrap_or(i64::MAX)
    }
}

impl Routine for Divide {
    fn value(&self, n: i64, _: i64) -> Option<i64> {
        let (quotient, rest) = (n.div_euclid(self.divisor()), n.rem_euclid(self.divisor()));
        if n < self.first.from {
            return None;
        }
        if let Some(value) = self.first.at(n) {
            return Some(value);
        }
        match self.rules.get(usize::try_from(rest).ok()?)? {
            Rule::Map(map) => map.get(&self.value(quotient, 0)?).copied(),
            Rule::Linear { times, each, add } => {
                let value = if *times == 0 { 0 } else { self.value(quotient, 0)? };
                times.checked_mul(value)?.checked_add(each.checked_mul(quotient)?)?.checked_add(*add)
            }
        }
    }

    fn steps(&self, _: i64) -> u64 {
        200
    }

    fn name(&self) -> &'static str {
        "divided"
    }

    fn python(&self, name: &str, _: &mut Needs) -> String {
        let divisor = self.divisor();
        let (value, n) = (format!("{name}(n // {divisor})"), format!("(n // {divisor})"));
        let rules = self.rules.iter().zip(0_i64..).map(|(rule, rest)| {
            let written = rule.written(&value, &n);
            if rest + 1 == divisor {
                format!("    return {written}\n")
            } else {
                format!("    if n % {divisor} == {rest}:\n        return {written}\n")
            }
        });
        format!("def {name}(n):\n{}{}\n\n", self.first.python(), rules.collect::<String>())
    }

    fn words(&self, given: &str) -> String {
        let divisor = self.divisor();
        let rules = self.rules.iter().zip(0_i64..).map(|(rule, rest)| {
            let add = if rest > 0 { format!(" + {rest}") } else { String::new() };
            format!("g({divisor}k{add}) = {}", rule.written("g(k)", "k"))
        });
        format!("g({given}), where {}", rules.collect::<Vec<_>>().join(", "))
    }
}

/// Looks for a number k so that g(kn + r) follows from g(n) for each remainder r.
pub(crate) fn divide(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let half = search.sequence.half;
    let values: BTreeSet<i64> = search.sequence.known().iter().copied().collect();
    let (from, test) = (search.sequence.from, search.sequence.test);
    for divisor in (2_i64..=12).take_while(|divisor| test >= 6 * divisor) {
        for start in (0..=3).filter(|start| *start >= from) {
            let mut rules = Vec::new();
            let mut length = 6 * BIT + 2 * log2(divisor.unsigned_abs()) + whole(start);
            for rest in 0..divisor {
                search.charge(half / 8)?;
                let Some((rule, bits)) = rule(&search.sequence, divisor, rest, start, values.len()) else { break };
                rules.push(rule);
                length += bits;
            }
            let follows = |rule: &Rule| !matches!(rule, Rule::Linear { times: 0, .. });
            if rules.len() != usize::try_from(divisor).unwrap_or(0) {
                continue;
            }
            // Without a value that follows from another one, this is a period.
            if rules.iter().any(follows) || !rules.iter().any(|rule| matches!(rule, Rule::Linear { each: 0, .. })) {
                let to = (divisor * start).max(from).max(1);
                let first = First::of(&search.sequence, to);
                length += search.sequence.one() * u64::try_from(first.values.len()).unwrap_or(u64::MAX);
                let formula = Expression::Run(Arc::new(Divide { first, rules }), vec![Expression::n()]);
                search.test(Candidate { form: "divide", length, from, formula, words: None, periodic: None })?;
            }
            break;
        }
    }
    Ok(())
}

/// Returns how g(kn + r) follows from g(n) for all n from `start` on, with its code length.
fn rule(sequence: &ValueSequence, divisor: i64, rest: i64, start: i64, values: usize) -> Option<(Rule, u64)> {
    let top = (sequence.test - 1 - rest).div_euclid(divisor);
    if top - start < 4 {
        return None;
    }
    for times in [0, 1, -1, divisor] {
        let left = |n: i64| Some(sequence.at(divisor * n + rest)? - times * sequence.at(n)?);
        let each = left(top)? - left(top - 1)?;
        let add = left(top)? - each * top;
        if each.abs() > divisor || add.abs() > 3 * divisor {
            continue;
        }
        if (start..=top).rev().all(|n| left(n) == Some(each * n + add)) {
            let length = whole(2 + i64::from(times != 0) + 2 * i64::from(each != 0) + 2 * i64::from(times == -1));
            return Some((Rule::Linear { times, each, add }, length + size(add) + size(each)));
        }
    }
    let mut map = BTreeMap::new();
    let mut fits = |n: i64| {
        let (from, to) = (sequence.at(n)?, sequence.at(divisor * n + rest)?);
        (*map.entry(from).or_insert(to) == to).then_some(())
    };
    if values > FEW || !(start..=top).rev().all(|n| fits(n).is_some()) {
        return None;
    }
    let length = 3 * BIT + log2_of(values + 1) * u64::try_from(map.len()).unwrap_or(u64::MAX);
    Some((Rule::Map(map), length))
}

/// An automaton that reads digits, the lowest first. Its states return values for the highest digits.
#[derive(Debug)]
struct Automaton {
    base: i64,
    /// The first values, up to the least integer that is read.
    first: First,
    least: i64,
    /// The next state by state and digit.
    next: Vec<Vec<usize>>,
    /// The value by state and by what is left of the integer, from `least` on.
    values: Vec<Vec<i64>>,
}

impl Routine for Automaton {
    fn value(&self, n: i64, _: i64) -> Option<i64> {
        if n < self.least {
            return self.first.at(n);
        }
        let (mut rest, mut state) = (n, 0);
        while rest >= self.least * self.base {
            state = *self.next.get(state)?.get(usize::try_from(rest % self.base).ok()?)?;
            rest /= self.base;
        }
        self.values.get(state)?.get(usize::try_from(rest - self.least).ok()?).copied()
    }

    fn steps(&self, _: i64) -> u64 {
        200
    }

    fn name(&self) -> &'static str {
        "automaton"
    }

    fn python(&self, name: &str, _: &mut Needs) -> String {
        let Self { base, least, next, values, first } = self;
        let values: Vec<String> = values.iter().map(|list| tuple(list)).collect();
        let from = if *least == 0 { "n".to_owned() } else { format!("n - {least}") };
        format!(
            "def {name}(n):\n{}    state = 0\n    while n >= {}:\n        state = {next:?}[state][n % {base}]\n        \
             n //= {base}\n    return [{}][state][{from}]\n\n\n",
            first.python(),
            least * base,
            values.join(", ")
        )
    }

    fn words(&self, given: &str) -> String {
        format!("an automaton with {} states that reads the digits of {given} in base {}", self.next.len(), self.base)
    }
}

/// Looks for an automaton that reads the digits of n in a small base.
pub(crate) fn automata(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let values: BTreeSet<i64> = search.sequence.known().iter().copied().collect();
    if values.len() > SOME {
        return Ok(());
    }
    for base in [2, 3, 4, 5, 6, 10] {
        for least in [1, 2, 4] {
            if least < search.sequence.from || search.sequence.test < base * base * 8 * least {
                continue;
            }
            search.charge(search.sequence.half)?;
            let Some(automaton) = automaton(search, base, least)? else { continue };
            let states = automaton.next.len();
            let edges = log2_of(states + 1).saturating_mul(base.unsigned_abs());
            let outputs = search.sequence.one().min(2 * BIT) * 7 / 10 * (least * (base - 1)).unsigned_abs();
            let length =
                8 * BIT + 2 * log2(base.unsigned_abs()) + (edges + outputs) * u64::try_from(states).unwrap_or(u64::MAX);
            let formula = Expression::Run(Arc::new(automaton), vec![Expression::n()]);
            let from = search.sequence.from;
            if states > 1
                && search.test(Candidate { form: "automaton", length, from, formula, words: None, periodic: None })?
            {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Returns the automaton whose states are the sequences g(an + b), if there are few of them. Two sequences are the same
/// state if they agree as far as both are known.
fn automaton(search: &mut FormulaSearch, base: i64, least: i64) -> Result<Option<Automaton>, OutOfWork> {
    let mut states = vec![(1_i64, 0_i64)];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while let Some(&(factor, add)) = states.get(next.len()) {
        let mut row = Vec::new();
        for digit in 0..base {
            search.charge(search.sequence.half / 8)?;
            let sequence = &search.sequence;
            let top = |(factor, add): (i64, i64)| (sequence.test - 1 - add).div_euclid(factor);
            let new = (factor * base, add + factor * digit);
            let is_same = |old: &(i64, i64)| {
                let top = top(new).min(top(*old));
                top - least >= 5
                    && (least..=top).rev().all(|n| sequence.at(new.0 * n + new.1) == sequence.at(old.0 * n + old.1))
            };
            let place = match states.iter().position(is_same) {
                Some(place) => place,
                None if states.len() >= STATES || top(new) - least < 6 => return Ok(None),
                None => {
                    states.push(new);
                    states.len() - 1
                }
            };
            row.push(place);
        }
        next.push(row);
    }
    let sequence = &search.sequence;
    let value = |(factor, add): (i64, i64), rest: i64| sequence.at(factor * rest + add);
    let values: Option<Vec<Vec<i64>>> =
        states.iter().map(|state| (least..least * base).map(|rest| value(*state, rest)).collect()).collect();
    Ok(values.map(|values| Automaton { base, first: First::of(sequence, least), least, next, values }))
}
