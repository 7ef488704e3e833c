//! Formulas of the places at which something happens: the integers with one of two values, or those at which the value
//! changes. Such a list of integers follows a recurrence.

use std::sync::{Arc, Mutex, PoisonError};

use crate::bits::{BIT, log2, log2_of, size, whole};
use crate::expression::{Expression, Needs, Routine, term, tuple, without_plus};
use crate::sequence::{Candidate, FormulaSearch, ValueSequence};
use crate::work::OutOfWork;

/// The most entries of a list. Longer lists are not computed.
const LONGEST: usize = 1 << 17;

/// How the next entry of a list follows from those before it.
#[derive(Clone, Debug)]
pub(crate) enum Recurrence {
    /// a(k) = `one` a(k - 1) + `other` a(k - `back`) + `add`.
    Sum { one: i64, other: i64, back: usize, add: i64 },
    /// a(k) = (`factor` a(k - 1) + `add`) / `divisor`, rounded down.
    Ratio { factor: i64, add: i64, divisor: i64 },
    /// The gaps between the entries have a formula.
    Gaps(Expression, String),
}

impl Recurrence {
    fn next(&self, list: &[i64]) -> Option<i64> {
        let last = *list.last()?;
        match self {
            Self::Sum { one, other, back, add } => {
                let earlier = *list.get(list.len().checked_sub(*back)?)?;
                one.checked_mul(last)?.checked_add(other.checked_mul(earlier)?)?.checked_add(*add)
            }
            Self::Ratio { factor, add, divisor } => {
                Some(factor.checked_mul(last)?.checked_add(*add)?.div_euclid(*divisor))
            }
            Self::Gaps(gaps, _) => last.checked_add(gaps.value([i64::try_from(list.len()).ok()? - 1, 0])?),
        }
    }

    /// Returns the next entry in Python, if the list is `a`.
    fn python(&self, needs: &mut Needs) -> String {
        let add = |add: &i64| if *add == 0 { String::new() } else { term(*add, "1").replace(" * 1", "") };
        let text = match self {
            Self::Sum { one, other, back, add: more } => {
                term(*one, "a[-1]") + &term(*other, &format!("a[-{back}]")) + &add(more)
            }
            Self::Ratio { factor, add: more, divisor } => {
                let sum = term(*factor, "a[-1]") + &add(more);
                format!("({}) // {divisor}", sum.trim_start_matches(" + "))
            }
            Self::Gaps(gaps, _) => format!("a[-1] + ({})", gaps.python(&["(len(a) - 1)"], needs)),
        };
        without_plus(&text)
    }

    fn words(&self) -> String {
        if let Self::Gaps(_, words) = self {
            return format!("whose gaps are {words}");
        }
        let text = self.python(&mut Needs::default()).replace("a[-", "a(k - ").replace(']', ")");
        format!("with a(k) = {}", text.replace(" * ", " ").replace(" // ", " / "))
    }
}

/// A list that grows as far as it is asked for.
#[derive(Debug)]
struct List {
    first: Vec<i64>,
    step: Recurrence,
    known: Mutex<Vec<i64>>,
}

impl List {
    fn new(first: &[i64], step: Recurrence) -> Self {
        Self { first: first.to_vec(), step, known: Mutex::new(first.to_vec()) }
    }

    /// Returns how many entries are at most `n`, and whether `n` is an entry.
    fn count(&self, n: i64) -> Option<(usize, bool)> {
        let mut list = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        while list.last().is_none_or(|last| *last <= n) {
            let next = self.step.next(&list).filter(|next| Some(next) > list.last() && list.len() < LONGEST)?;
            list.push(next);
        }
        let count = list.partition_point(|entry| *entry <= n);
        Some((count, count > 0 && list[count - 1] == n))
    }

    /// Returns the lines of Python that make the list, up to the first entry above n.
    fn python(&self, needs: &mut Needs) -> String {
        let next = self.step.python(needs);
        format!("    a = {:?}\n    while a[-1] <= n:\n        a.append({next})\n", self.first)
    }

    fn words(&self) -> String {
        let first: Vec<String> = self.first.iter().map(i64::to_string).collect();
        format!("{}, … {}", first.join(", "), self.step.words())
    }
}

/// 1 for the entries of a list and 0 for the others, or the other way round.
#[derive(Debug)]
struct Member {
    list: List,
    mark: i64,
}

impl Routine for Member {
    fn value(&self, n: i64, _: i64) -> Option<i64> {
        let (_, is_member) = self.list.count(n)?;
        Some(if is_member { self.mark } else { 1 - self.mark })
    }

    fn steps(&self, _: i64) -> u64 {
        150
    }

    fn name(&self) -> &'static str {
        "member"
    }

    fn python(&self, name: &str, needs: &mut Needs) -> String {
        let list = self.list.python(needs);
        let sign = if self.mark == 1 { "in" } else { "not in" };
        format!("def {name}(n):\n{list}    return int(n {sign} a)\n\n\n")
    }

    fn words(&self, given: &str) -> String {
        format!("{} if {given} is in {}, else {}", self.mark, self.list.words(), 1 - self.mark)
    }
}

/// The value of each run of equal values, by the number of entries of the list up to n. The last values repeat.
#[derive(Debug)]
struct Runs {
    list: List,
    values: Vec<i64>,
    period: usize,
}

impl Routine for Runs {
    fn value(&self, n: i64, _: i64) -> Option<i64> {
        let (count, _) = self.list.count(n)?;
        let start = self.values.len().checked_sub(self.period)?;
        let index = if count < start { count } else { start + (count - start) % self.period };
        self.values.get(index).copied()
    }

    fn steps(&self, _: i64) -> u64 {
        150
    }

    fn name(&self) -> &'static str {
        "runs"
    }

    fn python(&self, name: &str, needs: &mut Needs) -> String {
        let (list, period) = (self.list.python(needs), self.period);
        let start = self.values.len() - period;
        let index = if start == 0 {
            format!("count % {period}")
        } else {
            format!("count if count < {start} else {start} + (count - {start}) % {period}")
        };
        format!(
            "def {name}(n):\n{list}    count = len([place for place in a if place <= n])\n    return {}[{index}]\n\n\n",
            tuple(&self.values)
        )
    }

    fn words(&self, given: &str) -> String {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        let (list, values) = (self.list.words(), values.join(", "));
        format!("{values}, the last {} repeated; the value changes if {given} is in {list}", self.period)
    }
}

/// A list of places in the known values of a sequence.
pub(crate) struct Places {
    /// The value at the places, and no other places; `None` if the value changes at them.
    mark: Option<i64>,
    pub(crate) list: Vec<i64>,
    /// The values of the runs between the places, and how many of the last of them repeat.
    runs: (Vec<i64>, usize),
}

impl Places {
    /// Returns the lists of places that may have a formula.
    pub(crate) fn all(sequence: &ValueSequence, has_runs: bool) -> Vec<Self> {
        let is_binary = sequence.values.iter().all(|value| (0..=1).contains(value));
        let places = |is_place: &dyn Fn(usize) -> bool| {
            let places = (0..sequence.half).zip(sequence.from..).filter(|(index, _)| is_place(*index));
            places.map(|(_, n)| n).collect::<Vec<_>>()
        };
        let marked = [1, 0].into_iter().filter(|_| is_binary).map(|mark| Self {
            mark: Some(mark),
            list: places(&|index| sequence.values[index] == mark),
            runs: (Vec::new(), 0),
        });
        let mut all: Vec<Self> =
            marked.filter(|it| it.list.len() >= 6 && it.list.len() * 10 <= sequence.half * 7).collect();
        let list = places(&|index| index > 0 && sequence.values[index] != sequence.values[index - 1]);
        if has_runs && list.len() >= 6 && list.len() * 5 <= sequence.half * 2 {
            let values: Option<Vec<i64>> =
                std::iter::once(sequence.from).chain(list.iter().copied()).map(|n| sequence.at(n)).collect();
            let runs = values.and_then(repeating);
            all.extend(runs.map(|runs| Self { mark: None, list, runs }));
        }
        all
    }

    /// Tests the list whose first entries are known, and whose others follow by a step.
    pub(crate) fn test(
        &self,
        search: &mut FormulaSearch,
        first: usize,
        step: Recurrence,
        length: u64,
    ) -> Result<bool, OutOfWork> {
        let first = &self.list[..first];
        let mut list = first.to_vec();
        while list.len() < self.list.len() {
            search.charge(4)?;
            let Some(next) = step.next(&list).filter(|next| self.list.get(list.len()) == Some(next)) else {
                return Ok(false);
            };
            list.push(next);
        }
        let entries: u64 = first.iter().map(|entry| log2(entry.unsigned_abs() + 2)).sum();
        let form = match (&step, self.mark) {
            (Recurrence::Gaps(..), Some(_)) => "gaps",
            (_, Some(_)) => "recurrence",
            (_, None) => "runs",
        };
        let list = List::new(first, step);
        let n = vec![Expression::n()];
        let (formula, length) = if let Some(mark) = self.mark {
            (Expression::Run(Arc::new(Member { list, mark }), n), length + entries)
        } else {
            let (values, period) = self.runs.clone();
            let all = u64::try_from(values.len()).unwrap_or(u64::MAX) * search.sequence.one();
            let length = length + entries + 2 * BIT + all + log2_of(values.len() - period + 1);
            (Expression::Run(Arc::new(Runs { list, values, period }), n), length)
        };
        let from = search.sequence.from;
        search.test(Candidate { form, length, from, formula, words: None, periodic: None })
    }
}

/// Returns the first values and one period of those that repeat, and the period.
fn repeating(mut values: Vec<i64>) -> Option<(Vec<i64>, usize)> {
    let count = values.len();
    let first = |period: usize| {
        (period..count).rev().take_while(|index| values[*index] == values[index - period]).last().unwrap_or(count)
    };
    let period = (2..7).find(|period| count > period + 2 && first(*period) <= (*period).max(count / 3) + 1)?;
    let end = first(period).max(period);
    values.truncate(end);
    Some((values, period))
}

/// Looks for linear recurrences, and for ratios, of lists of places.
pub(crate) fn recurrences(search: &mut FormulaSearch, has_runs: bool) -> Result<(), OutOfWork> {
    for places in Places::all(&search.sequence, has_runs) {
        sums(search, &places)?;
        ratios(search, &places)?;
    }
    Ok(())
}

fn sums(search: &mut FormulaSearch, places: &Places) -> Result<(), OutOfWork> {
    let list = &places.list;
    let count = list.len();
    for one in 0..5_i64 {
        for back in 2..12.min(count - 3) {
            for other in [0, 1, -1, 2, -2_i64] {
                let last = |index: usize| list[index] - one * list[index - 1] - other * list[index - back];
                let add = last(count - 1);
                if other == 0 && back > 2 || add.abs() > 6 {
                    continue;
                }
                let from = (back..count).rev().take_while(|index| last(*index) == add).last().unwrap_or(count);
                search.charge(count - from + 1)?;
                if from > back + 6 || count - from < 4 {
                    continue;
                }
                let length = 8 * BIT + 2 * log2_of(back) + whole(one + other.abs() + add.abs());
                places.test(search, from, Recurrence::Sum { one, other, back, add }, length)?;
            }
        }
    }
    Ok(())
}

fn ratios(search: &mut FormulaSearch, places: &Places) -> Result<(), OutOfWork> {
    let list = &places.list;
    let count = list.len();
    for divisor in 2..7_i64 {
        for factor in (divisor + 1..4 * divisor).filter(|factor| crate::arithmetic::gcd(*factor, divisor) == Some(1)) {
            // The second half of the list bounds what is added.
            let gaps = (count / 2..count - 1).map(|index| divisor * list[index + 1] - factor * list[index]);
            search.charge(count / 2 + 1)?;
            let (least, most) =
                gaps.fold((i64::MIN, i64::MAX), |(least, most), gap| (least.max(gap), most.min(gap + divisor - 1)));
            for add in least.max(-12)..=most.min(12) {
                let holds = |index: &usize| list[index + 1] == (factor * list[*index] + add).div_euclid(divisor);
                let from = (0..count - 1).rev().take_while(holds).last().unwrap_or(count);
                search.charge(count.saturating_sub(from) + 1)?;
                if from > 3 || count - from < 6 {
                    continue;
                }
                let length = 8 * BIT + log2(factor.unsigned_abs()) + log2(divisor.unsigned_abs()) + size(add);
                if places.test(search, from + 1, Recurrence::Ratio { factor, add, divisor }, length)? {
                    break;
                }
            }
        }
    }
    Ok(())
}
