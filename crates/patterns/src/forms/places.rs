//! Formulas of the integers with one of two values. The list of these integers follows a recurrence.

use std::sync::{Mutex, PoisonError};

use crate::arithmetic::gcd;
use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::expression::{Expression, Routine, joined};
use crate::function::{MINUS, PLUS};
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
    fn next(&self, list: &[i64]) -> Option<i64> {
        let earlier = *list.get(list.len().checked_sub(self.back)?)?;
        let sum = self.one.checked_mul(*list.last()?)?.checked_add(self.other.checked_mul(earlier)?)?;
        Some(sum.checked_add(self.add)?.div_euclid(self.divisor))
    }

    /// Returns the next entry as an expression of the last entry and of an earlier one.
    fn expression(&self) -> Expression {
        let terms = [(self.one, 0), (self.other, 1)].into_iter().filter(|(factor, _)| *factor != 0);
        let terms = terms.map(|(factor, variable)| Expression::Variable(variable).times(factor));
        let sum = terms.reduce(|one, other| one.both(&PLUS, other)).unwrap_or(Expression::Integer(0));
        sum.plus(self.add).over(self.divisor)
    }

    /// Returns whether an integer is in the list with these first entries. The words are those of the list.
    fn routine(self, first: &[i64]) -> Routine {
        let next = self.expression().python(&["a[-1]", &format!("a[-{}]", self.back)]);
        let python = format!(
            "def {{name}}(n):\n    a = {first:?}\n    while a[-1] < n:\n        a.append({next})\n    return int(n in a)\n\n\n"
        );
        let next = self.expression().words(&["a(k - 1)", &format!("a(k - {})", self.back)]);
        let known = Mutex::new(first.to_vec());
        let is_entry = move |n: i64| {
            let mut list = known.lock().unwrap_or_else(PoisonError::into_inner);
            while list.last().is_none_or(|last| *last < n) {
                let next = self.next(&list).filter(|next| Some(next) > list.last() && list.len() < LONGEST)?;
                list.push(next);
            }
            Some(list.binary_search(&n).is_ok().into())
        };
        Routine {
            name: "member",
            python,
            words: format!("{}, … with a(k) = {next}", joined(first)),
            steps: |_| 150,
            value: Box::new(move |given| is_entry(given(0)?)),
        }
    }
}

/// Tests a list of places whose first entries are known, and whose others follow by a recurrence. The places are all
/// integers with the value `mark`.
fn test(
    search: &mut FormulaSearch,
    list: &[i64],
    mark: i64,
    first: usize,
    step: Recurrence,
) -> Result<bool, OutOfWork> {
    search.charge(list.len())?;
    if (first..list.len()).any(|index| step.next(&list[..index]) != Some(list[index])) {
        return Ok(false);
    }
    let Recurrence { one, other, back, add, divisor } = step;
    let coefficients = match divisor {
        1 => 2 * log2_of(back) + whole(one + other.abs() + add.abs()),
        _ => log2(one.unsigned_abs()) + log2(divisor.unsigned_abs()) + size(add),
    };
    let entries: u64 = list[..first].iter().map(|entry| log2(entry.unsigned_abs() + 2)).sum();
    let routine = step.routine(&list[..first]);
    let words = Some(format!("{mark} if n is in {}, else {}", routine.words, 1 - mark));
    let member = Expression::run(routine, vec![Expression::n()]);
    let formula = if mark == 1 { member } else { Expression::Integer(1).both(&MINUS, member) };
    search.test("recurrence", 8 * BIT + coefficients + entries, formula, words)
}

/// Looks for recurrences of the places with one of two values.
pub(super) fn places(search: &mut FormulaSearch) -> Result<(), OutOfWork> {
    let values = search.values;
    let sums =
        (0..5).flat_map(|one| (2..12).flat_map(move |back| [0, 1, -1, 2, -2].map(|other| (one, other, back, 1))));
    let sums = sums.filter(|(_, other, back, _)| *other != 0 || *back == 2);
    let ratios = (2..7_i64).flat_map(|divisor| (divisor + 1..4 * divisor).map(move |one| (one, 0, 1, divisor)));
    let ratios = ratios.filter(|(one, _, _, divisor)| gcd(*one, *divisor) == Some(1));
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
                let step = Recurrence { one, other, back, add, divisor };
                if first <= back + 6 && count - first >= 4 && test(search, &list, mark, first, step)? {
                    break;
                }
            }
        }
    }
    Ok(())
}
