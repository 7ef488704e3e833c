//! Formulas of pairs of numbers.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::functions::{Points, short};
use super::integers;
use crate::bits::{BIT, log2, size, whole};
use crate::expression::{Expression, Operation, Routine};
use crate::function::{AND, FormulaFunction, LEAST, LESS, MINUS, MOST, OF_TWO, OR, PLUS, TIMES, XOR};
use crate::search::{Formula, FormulaSearch, FoundFormulas};
use crate::values::GivenValues;
use crate::work::{Charge, OutOfWork};

/// The most pairs of a list. Longer lists are not computed.
const PAIRS: usize = 1 << 17;

fn a() -> Expression {
    Expression::Variable(0)
}

fn b() -> Expression {
    Expression::Variable(1)
}

/// Looks for formulas of a table of pairs.
pub(crate) fn formulas(values: &GivenValues, charge: Charge) -> Result<FoundFormulas, OutOfWork> {
    let mut search = FormulaSearch::new(values, charge);
    match values.all.first().filter(|_| values.all.len() >= 36) {
        None => {}
        Some(first) if values.all.iter().all(|value| value == first) => {
            search.test("constant", 3 * BIT, Expression::Integer(*first))?;
        }
        Some(_) => {
            of_one_function(&mut search)?;
            sums(&mut search)?;
            if values.are_bits() {
                greedy(&mut search)?;
                ratios(&mut search)?;
            }
        }
    }
    Ok(search.end())
}

/// Returns the functions of two numbers that values may depend on, with their code lengths.
fn functions() -> Vec<(Expression, u64)> {
    let (least, most) = (a().both(&LEAST, b()), a().both(&MOST, b()));
    let operators = [(&PLUS, 3), (&LEAST, 4), (&MOST, 4), (&XOR, 4), (&OR, 5), (&AND, 5), (&TIMES, 5)];
    let mut all: Vec<(Expression, i64)> = operators.map(|(function, bits)| (a().both(function, b()), bits)).to_vec();
    all.extend([(most.both(&MINUS, least.clone()), 4), (a(), 2), (b(), 2)]);
    for (function, add, bits) in [(&XOR, -1, 6), (&OR, -1, 7), (&XOR, 1, 7)] {
        all.push((a().plus(add).both(function, b().plus(add)), bits));
    }
    for (function, divisor) in [(&PLUS, 2), (&XOR, 2), (&XOR, 3), (&XOR, 4), (&XOR, 5)] {
        all.push((a().over(divisor).both(function, b().over(divisor)), 7 + divisor / 4));
    }
    all.extend((2..6).map(|divisor| (least.clone().over(divisor), 7 + divisor / 4)));
    let of_two = FormulaFunction::each(OF_TWO).map(|(function, base)| {
        (Expression::Apply(Operation::FormulaFunction(function, base), vec![a(), b()]), function.length(base))
    });
    all.into_iter().map(|(formula, bits)| (formula, whole(bits))).chain(of_two).collect()
}

/// Looks for functions of one function of both numbers.
fn of_one_function(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    for (inner, length) in functions() {
        let (mut points, steps) = (Points::new(), inner.steps(search.values.to).saturating_add(50));
        let mut is_function = true;
        for (pair, value) in search.values.known_at() {
            (search.charges)(steps)?;
            is_function = inner.value(pair).is_some_and(|x| points.entry(x).or_insert((value, 0)).0 == value);
            if !is_function {
                break;
            }
        }
        if !is_function || points.len() < 2 || points.len() * 5 > search.values.half * 3 {
            continue;
        }
        if let Some((bits, function)) = short(&points, search.values.one()) {
            search.test("pair", length + bits, function.of(&inner))?;
        }
        let Some((&first, _)) = points.first_key_value().filter(|(first, _)| **first >= 0) else { continue };
        let values: Vec<i64> = (first..).map_while(|x| Some(points.get(&x)?.0)).collect();
        for outer in parts(search, values, first)?.into_iter().take(2) {
            search.test("pair", length + outer.length, outer.expression.of(&inner))?;
        }
    }
    Ok(())
}

/// Returns formulas of integers that are a part of a formula of pairs.
fn parts(search: &mut FormulaSearch, values: Vec<i64>, from: i64) -> Result<Vec<Formula>, OutOfWork> {
    let (found, tried) = integers::formulas(&GivenValues::of_integers(values, from, true), search.charges)?;
    search.tried += tried;
    Ok(found)
}

/// Looks for the xor of a function of one number and a function of the other.
fn sums(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let values = search.values;
    let (from, first) = (values.from, values.all[0]);
    let [column, row] = [|n, from| [n, from], |n, from| [from, n]]
        .map(|pair| (from..values.to).filter_map(|n| values.at(pair(n, from))).collect::<Vec<i64>>());
    let is_sum = |([a, b], value): ([i64; 2], i64)| {
        values.at([a, from]).and_then(|part| Some(part ^ values.at([from, b])?)) == Some(value ^ first)
    };
    if !values.known_at().all(is_sum) {
        return Ok(());
    }
    let of_a = parts(search, column, from)?.into_iter().next();
    let of_b = parts(search, row.iter().map(|value| value ^ first).collect(), from)?.into_iter().next();
    if let Some((of_a, of_b)) = of_a.zip(of_b) {
        let length = 4 * BIT + of_a.length + of_b.length;
        let formula = of_a.expression.both(&XOR, of_b.expression.of(&b()));
        search.test("sum of two games", length, formula)?;
    }
    Ok(())
}

/// Pairs that are made one after the other: a is the least number in no earlier pair, and b = `factor` a + `growth` k +
/// `add` for the pair number k.
#[derive(Clone, Copy)]
struct Greedy {
    from: i64,
    factor: i64,
    growth: i64,
    add: i64,
}

impl Greedy {
    /// Returns the larger number of a pair as an expression of the smaller one and of the number of the pair.
    fn other(self) -> Expression {
        let line = a().times(self.factor);
        if self.growth == 0 { line } else { line.both(&PLUS, b().times(self.growth)) }.plus(self.add)
    }

    /// Returns the pairs whose smaller number is at most `most`; `None` if two pairs share a number.
    fn pairs(self, most: i64) -> Option<Vec<(i64, i64)>> {
        let mut pairs: Vec<(i64, i64)> = Vec::new();
        let (mut larger, mut next) = (BTreeSet::new(), self.from);
        loop {
            while larger.remove(&next) {
                next += 1;
            }
            let number = i64::try_from(pairs.len()).ok()?;
            let other = self.factor.checked_mul(next)?.checked_add(self.growth * number)?.checked_add(self.add)?;
            if next > most || pairs.len() > PAIRS {
                return (next > most).then_some(pairs);
            }
            if other < next || !larger.insert(other) {
                return None;
            }
            pairs.push((next, other));
            if other > next {
                next += 1;
            }
        }
    }

    /// Returns the function that tells whether two numbers are a pair.
    fn routine(self) -> Routine {
        let (from, other) = (self.from, self.other().python(&["low", "len(pairs)"]));
        let python = format!(
            "def {{name}}(a, b):\n    pairs = {{}}\n    used = set()\n    low = {from}\n    while low <= min(a, b):\n        \
             if low not in used:\n            pairs[low] = {other}\n            used.add(pairs[low])\n        low += 1\n    \
             return int(pairs.get(min(a, b)) == max(a, b))\n\n\n"
        );
        let words = format!(
            "1 if {{a}} and {{b}} are a pair, else 0; in pair number k, from 0, x is the least number in no earlier pair, \
             and y = {}",
            self.other().words(&["x", "k"])
        );
        let known = Mutex::new(Vec::new());
        let is_pair = move |a: i64, b: i64| {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.last().is_none_or(|last: &(i64, i64)| last.0 < a.min(b)) {
                *known = self.pairs(a.min(b).checked_mul(2)?.checked_add(50)?)?;
            }
            Some(known.binary_search(&(a.min(b), a.max(b))).is_ok().into())
        };
        Routine {
            name: "is_pair",
            python,
            words,
            steps: |most| most.saturating_add(100),
            value: Box::new(move |given| is_pair(given(0)?, given(1)?)),
        }
    }
}

/// Looks for pairs that are made one after the other, as those of Wythoff's game.
fn greedy(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (from, cut) = (search.values.from, search.values.cut);
    let marked = search.values.known_at().filter(|([a, b], value)| a <= b && *value == 1);
    let mut marked: Vec<(i64, i64)> = marked.map(|([a, b], _)| (a, b)).collect();
    marked.sort_unstable();
    if marked.len() < 3 {
        return Ok(());
    }
    let lines =
        (1..=3).flat_map(|factor| (0..6).flat_map(move |growth| (-1..=1).map(move |add| (factor, growth, add))));
    for (factor, growth, add) in lines {
        let greedy = Greedy { from, factor, growth, add };
        (search.charges)((cut - from).unsigned_abs().saturating_mul(100))?;
        let Some(mut pairs) = greedy.pairs(cut) else { continue };
        pairs.retain(|pair| pair.1 < cut);
        if pairs == marked {
            let length = whole(8 + add.abs()) + log2(factor.unsigned_abs()) + 2 * size(growth);
            search.test("greedy pairs", length, Expression::run(greedy.routine(), vec![a(), b()]))?;
            break;
        }
    }
    Ok(())
}

/// Looks for a bound of the ratio of both numbers.
fn ratios(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let (least, most) = (a().both(&LEAST, b()), a().both(&MOST, b()));
    let square = |x: &Expression| x.clone().both(&TIMES, x.clone());
    let golden = square(&most).both(&MINUS, a().both(&TIMES, b()));
    let bounds = [
        (most.clone().times(2), least.clone().times(3), 6, "3/2"),
        (most.clone(), least.clone().times(2), 4, "2"),
        (golden, square(&least), 8, "the golden ratio"),
        (square(&most), square(&least).times(2), 8, "the root of 2"),
        (square(&most), square(&least).times(3), 8, "the root of 3"),
        (most, least.times(3), 5, "3"),
    ];
    for (smaller, larger, bits, name) in bounds {
        let is_less = smaller.both(&LESS, larger);
        let is_not_less = Expression::Integer(1).both(&MINUS, is_less.clone());
        let (from, length) = (search.values.from, whole(5 + bits));
        for (expression, mark) in [(is_less, 1), (is_not_less, 0)] {
            let words =
                Some(format!("{mark} if the larger number is less than {name} times the smaller, else {}", 1 - mark));
            search.test_formula(Formula { form: "ratio", length, from, expression, words, periodic: None })?;
        }
    }
    Ok(())
}
