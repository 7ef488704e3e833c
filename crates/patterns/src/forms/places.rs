//! Formulas of the integers with one of two values. The list of these integers follows a recurrence.

use std::sync::{Mutex, PoisonError};

use crate::arithmetic::gcd;
use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::expression::{Expression, Routine, joined};
use crate::function::PLUS;
use crate::search::FormulaSearch;
use crate::work::OutOfWork;

/// The most entries of a list. Longer lists are not computed.
const LONGEST: usize = 1 << 17;

/// How the next entry of a list follows: a(k) = (`one` a(k - 1) + `other` a(k - `back`) + `add`) / `divisor`, rounded
/// down.
#[derive(Clone, Copy, Debug)]
struct Recurrence {
    one: i64,
    other: i64,
    back: usize,
    add: i64,
    divisor: i64,
}

impl Recurrence {
    /// Returns the next entry as an expression of the last entry and of an earlier one.
    fn next(&self) -> Expression {
        let terms = [(self.one, 0), (self.other, 1)].into_iter().filter(|(factor, _)| *factor != 0);
        let terms = terms.map(|(factor, variable)| Expression::Variable(variable).times(factor));
        let sum = terms.reduce(|one, other| one.both(&PLUS, other)).unwrap_or(Expression::Integer(0));
        sum.plus(self.add).over(self.divisor)
    }

    /// Returns the function that is `mark` for the integers of the list with these first entries, and 1 - `mark` for
    /// others.
    fn routine(self, first: &[i64], mark: i64) -> Routine {
        let (next, back) = (self.next(), self.back);
        let appended = next.python(&["a[-1]", &format!("a[-{back}]")]);
        let is_in = if mark == 1 { "in" } else { "not in" };
        let python = format!(
            "def {{name}}(n):\n    a = {first:?}\n    while a[-1] < n:\n        a.append({appended})\n    return int(n {is_in} a)\n\n\n"
        );
        let in_words = next.words(&["a(k - 1)", &format!("a(k - {back})")]);
        let known = Mutex::new(first.to_vec());
        let value = move |n: i64| {
            let mut list = known.lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(&last) = list.last().filter(|last| **last < n) {
                let next = next.value([last, *list.get(list.len().checked_sub(back)?)?]);
                let next = next.filter(|next| *next > last && list.len() < LONGEST)?;
                list.push(next);
            }
            Some(if list.binary_search(&n).is_ok() { mark } else { 1 - mark })
        };
        Routine {
            name: "member",
            python,
            words: format!("{mark} if {{a}} is in {}, … with a(k) = {in_words}, else {}", joined(first), 1 - mark),
            steps: |_| 150,
            value: Box::new(move |given| value(given(0)?)),
        }
    }
}

/// Looks for recurrences of the places with one of two values.
pub(super) fn places(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let values = search.values;
    let sums =
        (0..5).flat_map(|one| (2..12).flat_map(move |back| [0, 1, -1, 2, -2].map(|other| (one, other, back, 1))));
    let sums = sums.filter(|(_, other, back, _)| *other != 0 || *back == 2);
    let ratios = (2..7_i64).flat_map(|divisor| (divisor + 1..4 * divisor).map(move |one| (one, 0, 1, divisor)));
    let ratios = ratios.filter(|(one, _, _, divisor)| gcd(*one, *divisor) == 1);
    let steps: Vec<(i64, i64, usize, i64)> = sums.chain(ratios).collect();
    for mark in [1, 0] {
        let places = values.known_at().filter(|(_, value)| *value == mark);
        let list: Vec<i64> = places.map(|([n, _], _)| n).collect();
        let count = list.len();
        if count < 6 || count * 10 > values.half * 7 {
            continue;
        }
        for &(one, other, back, divisor) in steps.iter().filter(|(_, _, back, _)| back + 3 < count) {
            // The second half of the list bounds what is added.
            let rest = |index: usize| divisor * list[index] - one * list[index - 1] - other * list[index - back];
            let late = (count / 2).max(back)..count;
            search.charge(count)?;
            let (least, most) =
                late.map(rest).fold((-12, 12), |(least, most), rest| (rest.max(least), most.min(rest + divisor - 1)));
            for add in least..=most {
                let follows = |index: &usize| (0..divisor).contains(&(add - rest(*index)));
                let first = (back..count).rev().take_while(follows).last().unwrap_or(count);
                if first > back + 6 || count - first < 4 {
                    continue;
                }
                let coefficients = match divisor {
                    1 => 2 * log2_of(back) + whole(one + other.abs() + add.abs()),
                    _ => log2(one.unsigned_abs()) + log2(divisor.unsigned_abs()) + size(add),
                };
                let entries: u64 = list[..first].iter().map(|entry| log2(entry.unsigned_abs() + 2)).sum();
                let routine = Recurrence { one, other, back, add, divisor }.routine(&list[..first], mark);
                let formula = Expression::run(routine, vec![Expression::n()]);
                if search.test("recurrence", 8 * BIT + coefficients + entries, formula)? {
                    break;
                }
            }
        }
    }
    Ok(())
}
