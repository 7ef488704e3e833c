//! [`formulas`]: looks for formulas of a table of pairs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::describe::short;
use crate::expression::Operator::{And, Equal, Least, Less, Minus, Modulo, Most, Or, Over, Plus, Times, Xor};
use crate::expression::{Expression, Needs, Routine};
use crate::feature::{Feature, OF_TWO};
use crate::find::{Depth, formulas as of_sequence};
use crate::sequence::{FoundFormula, ValueSequence};
use crate::table::{PairSearch, Table};
use crate::work::{Charge, OutOfWork};

/// The longest periods of tables of residues, and the most entries of one that also says which number is larger.
const LONGEST: i64 = 12;
const ENTRIES: i64 = 16;

/// The most pairs of a list. Longer lists are not computed.
const PAIRS: usize = 1 << 17;

fn a() -> Expression {
    Expression::Variable(0)
}

fn b() -> Expression {
    Expression::Variable(1)
}

/// Returns the functions of two numbers that values may depend on, with their code lengths.
fn functions() -> Vec<(Expression, u64)> {
    let (least, most) = (|| a().both(Least, b()), || a().both(Most, b()));
    let mut all: Vec<(Expression, i64)> = vec![
        (a().both(Plus, b()), 3),
        (most().both(Minus, least()), 4),
        (least(), 4),
        (most(), 4),
        (a().both(Xor, b()), 4),
        (a().both(Or, b()), 5),
        (a().both(And, b()), 5),
        (a().both(Times, b()), 5),
        (a(), 2),
        (b(), 2),
        (a().plus(-1).both(Xor, b().plus(-1)), 6),
        (a().plus(-1).both(Or, b().plus(-1)), 7),
        (a().plus(1).both(Xor, b().plus(1)), 7),
        (a().over(2).both(Plus, b().over(2)), 7),
    ];
    all.extend((2..6).map(|divisor| (a().over(divisor).both(Xor, b().over(divisor)), 7 + divisor / 4)));
    all.extend((2..6).map(|divisor| (least().over(divisor), 7 + divisor / 4)));
    let mut all: Vec<_> = all.into_iter().map(|(formula, bits)| (formula, whole(bits))).collect();
    all.extend(
        Feature::each(OF_TWO)
            .map(|(feature, base)| (Expression::Call(feature, base, vec![a(), b()]), feature.length(base))),
    );
    all
}

/// Returns the formulas of a table, the shortest first, and how many formulas were tested.
pub(crate) fn formulas(
    rows: &[Vec<i64>],
    from: i64,
    is_digit: bool,
    charge: Charge,
) -> Result<(Vec<FoundFormula>, u64), OutOfWork> {
    let table = Table::new(rows, from);
    let Some(first) = table.at([from, from]).filter(|_| rows.len() >= 6) else { return Ok((Vec::new(), 0)) };
    let mut search = PairSearch { table, found: Vec::new(), tried: 0, charge };
    if rows.iter().flatten().all(|value| *value == first) {
        search.test("constant", 3 * BIT, Expression::Integer(first), Some(format!("always {first}")))?;
        return Ok((search.found, search.tried));
    }
    of_one_function(&mut search)?;
    sums(&mut search)?;
    residues(&mut search)?;
    regions(&mut search)?;
    if rows.iter().flatten().all(|value| (0..=1).contains(value)) {
        greedy(&mut search)?;
        ratios(&mut search)?;
    }
    if search.found.is_empty() && !is_digit && rows.iter().flatten().any(|value| *value >= 4) {
        digits(&mut search, rows)?;
    }
    let PairSearch { mut found, tried, .. } = search;
    found.sort_by_key(|found| found.length);
    Ok((found, tried))
}

/// Looks for functions of one function of both numbers.
fn of_one_function(search: &mut PairSearch) -> Result<(), OutOfWork> {
    for (inner, length) in functions() {
        let (mut points, mut pairs) = (BTreeMap::new(), 0_usize);
        let steps = inner.steps(search.table.to).saturating_add(50);
        let mut is_function = true;
        for (pair, value) in search.table.known() {
            (search.charge)(steps)?;
            pairs += 1;
            is_function = inner.value(pair).is_some_and(|x| *points.entry(x).or_insert(value) == value);
            if !is_function {
                break;
            }
        }
        if !is_function || points.len() < 2 || points.len() * 5 > pairs * 3 {
            continue;
        }
        if let Some((bits, function)) = short(&points, search.table.one()) {
            search.test("pair", length + bits, function.of(&inner), None)?;
        }
        let Some((&first, _)) = points.first_key_value().filter(|(first, _)| **first >= 0) else { continue };
        let values: Vec<i64> = (first..).map_while(|x| points.get(&x).copied()).collect();
        if values.len() >= 8 {
            let (found, tried) = of_sequence(ValueSequence::new(&values, first, true), Depth::Simple, search.charge)?;
            search.tried += tried;
            for outer in found.into_iter().take(2) {
                search.test("pair", length + outer.length, outer.formula.of(&inner), None)?;
            }
        }
    }
    Ok(())
}

/// Looks for the xor of a function of one number and a function of the other.
fn sums(search: &mut PairSearch) -> Result<(), OutOfWork> {
    let table = &search.table;
    let from = table.from;
    let (column, row) = (table.axis(false), table.axis(true));
    let (Some(&first), Some(_)) = (row.first(), column.first()) else { return Ok(()) };
    let is_sum = |([a, b], value): ([i64; 2], i64)| {
        Some(value ^ first) == table.at([a, from]).and_then(|part| Some(part ^ table.at([from, b])?))
    };
    if !table.known().all(is_sum) {
        return Ok(());
    }
    let row: Vec<i64> = row.iter().map(|value| value ^ first).collect();
    let (of_a, tried) = of_sequence(ValueSequence::new(&column, from, true), Depth::Simple, search.charge)?;
    let (of_b, more) = of_sequence(ValueSequence::new(&row, from, true), Depth::Simple, search.charge)?;
    search.tried += tried + more;
    if let (Some(of_a), Some(of_b)) = (of_a.into_iter().next(), of_b.into_iter().next()) {
        let length = 4 * BIT + of_a.length + of_b.length;
        search.test("sum of two games", length, of_a.formula.both(Xor, of_b.formula.of(&b())), None)?;
    }
    Ok(())
}

/// Looks for tables by residues, and by which number is larger.
fn residues(search: &mut PairSearch) -> Result<(), OutOfWork> {
    let side = search.table.cut - search.table.from;
    let mut sizes: Vec<(i64, i64)> = (1..=LONGEST).flat_map(|m| (1..=LONGEST).map(move |k| (m, k))).collect();
    sizes.retain(|(m, k)| m * k > 1 && 3 * m.max(k) <= side);
    sizes.sort_by_key(|(m, k)| m * k);
    for by_order in [false, true] {
        for &(m, k) in sizes.iter().filter(|(m, k)| !by_order || m * k <= ENTRIES) {
            let sides = if by_order { 3 } else { 1 };
            let order = |[a, b]: [i64; 2]| if by_order { 1 + i64::from(a > b) - i64::from(a < b) } else { 0 };
            let mut entries = BTreeMap::new();
            let mut is_table = true;
            for (pair, value) in search.table.known() {
                (search.charge)(100)?;
                let place = (pair[0].rem_euclid(m) * k + pair[1].rem_euclid(k)) * sides + order(pair);
                is_table = *entries.entry(place).or_insert(value) == value;
                if !is_table {
                    break;
                }
            }
            if !is_table {
                continue;
            }
            let list = (0..m * k * sides).map(|place| entries.get(&place).copied().unwrap_or(0)).collect();
            let mut place = a().modulo(m).times(k).both(Plus, b().modulo(k));
            if by_order {
                let is_more = b().both(Less, a()).both(Minus, a().both(Less, b()));
                place = place.times(3).plus(1).both(Plus, is_more);
            }
            let length =
                6 * BIT + log2((m * k).unsigned_abs()) + search.table.one() * u64::try_from(entries.len()).unwrap_or(0);
            let words = format!(
                "a table by a modulo {m} and b modulo {k}{}",
                if by_order { " and which is larger" } else { "" }
            );
            if search.test("table", length, place.entry_of(list), Some(words))? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Looks for linear functions in the regions a = 0, b = 0, a < b, a = b and a > b.
fn regions(search: &mut PairSearch) -> Result<(), OutOfWork> {
    let zero = || Expression::Integer(0);
    let conditions = [a().both(Equal, zero()), b().both(Equal, zero()), a().both(Less, b()), a().both(Equal, b())];
    let mut regions: BTreeMap<usize, Vec<([i64; 2], i64)>> = BTreeMap::new();
    for (pair, value) in search.table.known() {
        (search.charge)(50)?;
        let region = conditions.iter().position(|condition| condition.value(pair) == Some(1)).unwrap_or(4);
        regions.entry(region).or_default().push((pair, value));
    }
    let mut formula = None;
    let count = i64::try_from(regions.len()).unwrap_or(0);
    for (region, pairs) in regions.into_iter().rev() {
        let Some(plane) = plane(&pairs, search)? else { return Ok(()) };
        formula = Some(match (formula, conditions.get(region)) {
            (Some(others), Some(condition)) => condition.clone().choose(plane, others),
            _ => plane,
        });
    }
    if let Some(formula) = formula {
        search.test("linear in regions", whole(6 + 5 * count), formula, None)?;
    }
    Ok(())
}

/// Returns the linear function through all pairs.
fn plane(pairs: &[([i64; 2], i64)], search: &mut PairSearch) -> Result<Option<Expression>, OutOfWork> {
    let Some(&([x, y], value)) = pairs.first().filter(|_| pairs.len() >= 3) else { return Ok(None) };
    for p in [0, 1, -1, 2, -2] {
        for q in [0, 1, -1, 2, -2] {
            let add = value - p * x - q * y;
            let fits = |&([x, y], value): &([i64; 2], i64)| value == p * x + q * y + add;
            (search.charge)(u64::try_from(pairs.len()).unwrap_or(u64::MAX))?;
            if add.abs() < 6 && pairs.iter().all(fits) {
                let term = |factor: i64, variable: Expression| match factor {
                    0 => Expression::Integer(0),
                    _ => variable.times(factor),
                };
                return Ok(Some(term(p, a()).both(Plus, term(q, b())).plus(add)));
            }
        }
    }
    Ok(None)
}

/// Pairs that are made one after the other: a is the least number in no earlier pair, and b = `factor` a + `growth` k +
/// `add` for the pair number k.
#[derive(Debug)]
struct Greedy {
    from: i64,
    factor: i64,
    growth: i64,
    add: i64,
    known: Mutex<Vec<(i64, i64)>>,
}

impl Greedy {
    /// Returns the larger number of a pair as an expression of the smaller one and of the number of the pair.
    fn other(&self) -> Expression {
        let growth = if self.growth == 0 { Expression::Integer(0) } else { b().times(self.growth) };
        a().times(self.factor).both(Plus, growth).plus(self.add)
    }

    /// Returns the pairs whose smaller number is at most `most`; `None` if two pairs share a number.
    fn pairs(&self, most: i64) -> Option<Vec<(i64, i64)>> {
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
}

impl Routine for Greedy {
    fn value(&self, a: i64, b: i64) -> Option<i64> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (least, most) = (a.min(b), a.max(b));
        if known.last().is_none_or(|last| last.0 < least) {
            *known = self.pairs(least.checked_mul(2)?.checked_add(50)?)?;
        }
        let place = known.binary_search_by_key(&least, |pair| pair.0).ok();
        Some(place.is_some_and(|place| known[place].1 == most).into())
    }

    fn steps(&self, most: i64) -> u64 {
        most.unsigned_abs().saturating_add(100)
    }

    fn name(&self) -> &'static str {
        "is_pair"
    }

    fn python(&self, name: &str, needs: &mut Needs) -> String {
        let (from, other) = (self.from, self.other().python(&["low", "len(pairs)"], needs));
        format!(
            "def {name}(a, b):\n    pairs = {{}}\n    used = set()\n    low = {from}\n    while low <= min(a, b):\n        \
             if low not in used:\n            pairs[low] = {other}\n            used.add(pairs[low])\n        low += 1\n    \
             return int(pairs.get(min(a, b)) == max(a, b))\n\n\n"
        )
    }

    fn words(&self, given: &str) -> String {
        let other = self.other().words(&["x", "k"]);
        let least = "x is the least number in no earlier pair";
        format!("1 if {given} are a pair, else 0; in pair number k, from 0, {least}, and y = {other}")
    }
}

/// Looks for pairs that are made one after the other, as those of Wythoff's game.
fn greedy(search: &mut PairSearch) -> Result<(), OutOfWork> {
    let table = &search.table;
    let (from, cut) = (table.from, table.cut);
    let mut marked: Vec<(i64, i64)> =
        table.known().filter(|([a, b], value)| a <= b && *value == 1).map(|([a, b], _)| (a, b)).collect();
    marked.sort_unstable();
    if marked.len() < 3 {
        return Ok(());
    }
    for factor in 1..=3 {
        for growth in 0..6 {
            for add in -1..=1 {
                let greedy = Greedy { from, factor, growth, add, known: Mutex::default() };
                (search.charge)((cut - from).unsigned_abs().saturating_mul(100))?;
                let Some(mut pairs) = greedy.pairs(cut) else { continue };
                pairs.retain(|pair| pair.1 < cut);
                if pairs != marked {
                    continue;
                }
                let length = whole(8 + add.abs()) + log2(factor.unsigned_abs()) + 2 * size(growth);
                let formula = Expression::Run(Arc::new(greedy), vec![a(), b()]);
                search.test("greedy pairs", length, formula, None)?;
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Looks for a bound of the ratio of both numbers.
fn ratios(search: &mut PairSearch) -> Result<(), OutOfWork> {
    let (least, most) = (|| a().both(Least, b()), || a().both(Most, b()));
    let square = |x: Expression| x.clone().both(Times, x);
    let golden = square(most()).both(Minus, a().both(Times, b()));
    let bounds = [
        (most().times(2), least().times(3), 6, "3/2"),
        (most(), least().times(2), 4, "2"),
        (golden, square(least()), 8, "the golden ratio"),
        (square(most()), square(least()).times(2), 8, "the root of 2"),
        (square(most()), square(least()).times(3), 8, "the root of 3"),
        (most(), least().times(3), 5, "3"),
    ];
    for (smaller, larger, bits, name) in bounds {
        for mark in [1, 0] {
            let is_less = smaller.clone().both(Less, larger.clone());
            let formula = if mark == 1 { is_less } else { Expression::Integer(1).both(Minus, is_less) };
            let words = format!("{mark} if the larger number is less than {name} times the smaller, else {}", 1 - mark);
            search.test("ratio", whole(5 + bits), formula, Some(words))?;
        }
    }
    Ok(())
}

/// Looks for formulas of the two digits of the values in a small base.
fn digits(search: &mut PairSearch, rows: &[Vec<i64>]) -> Result<(), OutOfWork> {
    let from = search.table.from;
    for base in 2..=6 {
        let of = |operator: crate::expression::Operator| -> Vec<Vec<i64>> {
            let digit = |value: &i64| if operator == Over { value / base } else { value % base };
            rows.iter().map(|row| row.iter().map(digit).collect()).collect()
        };
        let (high, tried) = formulas(&of(Over), from, true, search.charge)?;
        search.tried += tried;
        let Some(high) = high.into_iter().next() else { continue };
        let (low, tried) = formulas(&of(Modulo), from, true, search.charge)?;
        search.tried += tried;
        if let Some(low) = low.into_iter().next() {
            let length = 4 * BIT + log2_of(base.unsigned_abs().try_into().unwrap_or(0)) + high.length + low.length;
            let formula = high.formula.times(base).both(Plus, low.formula);
            if search.test("two digits", length, formula, None)? {
                return Ok(());
            }
        }
    }
    Ok(())
}
