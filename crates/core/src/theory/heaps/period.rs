//! [`ProvedPeriod`]: a period of values, and the proof that it holds for ever.
//!
//! If values repeat in a table, this alone proves nothing about larger heaps. For example, the values of the game 0.16
//! have the period 149,459, which begins only after heap 105,350. A period is accepted only if the values repeat over a
//! whole window. Beyond that window, the options of a heap are the options of the heap one period earlier, shifted by
//! the period.
//!
//! **Codes.** Let *kₜ* be the largest removal that may leave *t* heaps. Let *p* be the length of the period, *n₀* the
//! heap at which it begins, *m* = max(*n₀*, 1), and
//!
//! > *W* = max(*m*, *k₀* + 1, *m* + *k₁*, 2*m* + *p* + *k₂* − 1, 3*m* + 2*p* + *k₃* − 2).
//!
//! Terms whose *kₜ* does not exist are left out.
//!
//! If *g*(*n* + *p*) = *g*(*n*) for *n₀* ≤ *n* < *W*, then the same holds for all *n* ≥ *n₀*. For octal codes this is
//! the theorem of Guy and Smith (1956), with a window that is shorter by one. The proof is by induction on *n* ≥ *W*.
//! An option that is one heap *n* − *k* has *n* − *k* ≥ *m*. If an option of *n* + *p* consists of *t* heaps, the
//! largest of them is at least ⌈(*n* + *p* − *k*)/*t*⌉ ≥ *m* + *p*. Lowering this heap by *p* gives an option of *n*
//! with the same value. If an option of *n* consists of *t* heaps, the largest of them is at least *m*. Raising this
//! heap by *p* gives an option of *n* + *p* with the same value. No option is empty, because *n* > *k₀*. A split never
//! contains heap 0, so the proof starts from *m*, not from *n₀*. In Grundy's game the two heaps of a split must differ.
//! For this game *W* = 2*m* + 2*p*, and the option (*a*, *a* + *p*) corresponds to (*a* − *p*, *a* + *p*).
//!
//! If a block of *L* digits repeats after the last exception *K*, the proof needs a *p* that is a multiple of *L*. For
//! each bit *t* that a digit of the block has, *kₜ* = *K* + *p*, except that *k₀* = *K*. Proof: a removal *k* > *K* from *n*
//! leaves the same options as the removal *k* + *p* from *n* + *p*. The other options of *n* + *p* belong to removals
//! with *K* < *k* ≤ *K* + *p*, for which the proof above holds.
//!
//! **Rules that allow nearly every removal** are all-but sets, and codes without splits in which the digit 2 or 3
//! repeats. Let *K* be the last exception. Let *M*(*n*) be the largest value of the heaps below *n* that can be left.
//! Suppose that *g*(*n* + *p*) = *g*(*n*) + *s* for *n₀* ≤ *n* < *n₀* + *K*, and that *M*(*n₀* + *p*) = *M*(*n₀*) +
//! *s*. Then the first equation holds for all *n* ≥ *n₀*. Proof: consider the heaps that can be left by removing more
//! than *K*. By the rule of the mex, their values are all numbers from 0 to the largest of these values. The exceptions
//! add or remove the values of at most *K* recent heaps. So a finite automaton computes the values. Its state consists
//! of the differences between the recent values and the largest value. The two conditions say that this state repeats.
//! A code in which a digit repeats also needs *n₀* > *K*. If the digit that repeats is 2, there must also be a
//! non-empty heap with the value 0 below *n₀* − *K*, because no option is the empty heap.

use super::labels::index;
use super::moves::HeapCode;
use crate::theory::sequence::Repetition;

/// A period of values that is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedPeriod {
    /// The least heap from which the values repeat. The preperiod is 1 more than the last heap whose value does not
    /// repeat.
    pub preperiod: usize,
    /// The smallest number of heaps after which the values repeat.
    pub length: usize,
    /// The amount that each repetition adds to a value: 0 for a plain period.
    pub saltus: u32,
    /// Values below this number do not grow. This number is 0 for an arithmetic period.
    pub constant_below: u32,
    /// The end of the window that proves the period. The values of all heaps from the preperiod to `end` − 1 were
    /// compared with the values one period later. These values decide the values of all heaps from `end` on.
    pub end: usize,
    /// The theorem that proves the period.
    pub by: PeriodTheorem,
}

/// A theorem that proves a period from a window of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodTheorem {
    /// The options of a large heap *n* + `shift` have the values of the options of the heap *n*.
    Options {
        /// A multiple of the period's length, and of the number of digits in the code's repeating block.
        shift: usize,
    },
    /// For rules that allow nearly every removal: *M*(*n* + *p*) = *M*(*n*) + *s*. Here *p* is the length, *s* is the
    /// saltus, and *M*(*n*) is the largest value of the heaps below *n* that can be left.
    Largest {
        /// The heap *n*.
        from: usize,
    },
    /// For codes with a repeating block: the conditions of the theorem in `mixed.rs`.
    Mixed {
        /// The heap at which the conditions hold.
        from: usize,
        /// The number *p* in the conditions, which compare heaps that differ by *p*. It is a multiple of the period's
        /// length, and of the number of digits in the block.
        shift: usize,
    },
}

impl ProvedPeriod {
    /// The largest *n* for which the values of the heaps *n* and *n* + `length` were compared.
    #[must_use]
    pub fn last_compared(&self) -> usize {
        // The heap `preperiod` was compared even if `end` is not greater than `preperiod`.
        self.end.saturating_sub(1).max(self.preperiod)
    }

    /// Returns the proof that the values repeat for ever, in words.
    #[must_use]
    pub fn proof(&self) -> String {
        let Self { preperiod, length, saltus, constant_below, by, .. } = *self;
        let last = self.last_compared();
        let grows = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let elsewhere = match (saltus, constant_below) {
            (0, _) | (_, 0) => String::new(),
            (_, below) => format!(" where g(n) ≥ {below}, and g(n + {length}) = g(n) elsewhere: this"),
        };
        let compared_for =
            if last == preperiod { format!("n = {last}") } else { format!("every n from {preperiod} to {last}") };
        let compared = format!("g(n + {length}) = g(n){grows}{elsewhere} was checked for {compared_for}");
        match by {
            PeriodTheorem::Mixed { from, shift } => format!(
                "{compared}. Which large numbers a move may take depends on their remainders alone. For each remainder, the heaps \
                 before {from} and those before {} have the same values below some bound, and beyond it values that differ by \
                 the same number. So larger heaps go on in the same way for ever.",
                from.saturating_add(shift)
            ),
            PeriodTheorem::Options { shift } => format!(
                "{compared}. For every larger n the options of n + {shift} have the values of those of n, so it goes on for ever."
            ),
            PeriodTheorem::Largest { from } => {
                let largest = match from.checked_sub(1) {
                    // The theorem compares with the largest value of no heaps, which counts as −1.
                    None => format!("{}", i64::from(saltus) - 1),
                    Some(last) => format!("the largest up to heap {last}{grows}"),
                };
                format!(
                    "{compared}, and the largest value up to heap {} is {largest}. All heaps that are far enough below n \
                     are options of n, and they have all values from 0 to the largest one. So the value of n depends on this largest value and \
                     on a few heaps next below n alone. Both go on in the same way, so it goes on for ever.",
                    from.saturating_add(length).saturating_sub(1)
                )
            }
        }
    }

    /// Returns the period in the form that sequences use.
    pub(super) fn repetition(&self) -> Repetition {
        let Self { preperiod, length, saltus, constant_below, .. } = *self;
        Repetition { from: preperiod, length, shift: saltus, constant_below }
    }
}

/// Finds the period that the values of a table prove, if there is one. `values` are the values of the heaps 0, 1, 2, ….
pub(super) fn find<V: Copy + Eq + Into<u32>>(moves: &HeapCode, values: &[V]) -> Option<ProvedPeriod> {
    if moves.known_to().is_some() {
        None
    } else if !moves.splits() && moves.leave_for_ever(1) {
        find_arithmetic(moves, values)
    } else {
        find_plain(&Reach::of(moves)?, values)
    }
}

/// For each *t* from 0 to 3, the largest removal that may leave *t* heaps. These removals decide how small the options
/// of a heap can be.
pub(crate) struct Reach {
    /// At index *t*: the largest *k* for which a removal of *k* tokens may leave *t* heaps. Only 0 and the numbers in
    /// [`HeapCode::exceptions`] are considered.
    last: [Option<usize>; 4],
    /// At index *t*: whether arbitrarily large removals may leave *t* heaps.
    repeated: [bool; 4],
    last_exception: usize,
    /// The length of [`HeapCode::block`].
    block: usize,
    first: usize,
    unequal: bool,
}

impl Reach {
    /// Finds, for each *t* from 0 to 3, the largest removal that may leave *t* heaps, if there is a largest one.
    /// `None` if arbitrarily large removals may leave three heaps. For such rules a period would be useless: for a
    /// large heap, this library cannot count the options with a given value. Also `None` if large removals are not
    /// known.
    pub(crate) fn of(moves: &HeapCode) -> Option<Self> {
        if moves.leave_for_ever(3) || moves.known_to().is_some() {
            return None;
        }
        let last = [0, 1, 2, 3].map(|parts| moves.leaving(parts).last());
        let repeated = [0, 1, 2, 3].map(|parts| moves.leave_for_ever(parts));
        let (last_exception, block) = (moves.last_exception(), moves.block().len());
        Some(Self { last, repeated, last_exception, block, first: moves.first(), unequal: moves.unequal() })
    }

    /// Returns the end of the window that proves a period of the length `length` from `preperiod` on.
    pub(super) fn window(&self, preperiod: usize, length: usize) -> usize {
        let [_, one, two, three] = [0, 1, 2, 3]
            .map(|parts| if self.repeated[parts] { Some(self.last_exception + length) } else { self.last[parts] });
        let gone = if self.repeated[0] { Some(self.last_exception) } else { self.last[0] };
        let splits = one.is_some() || two.is_some() || three.is_some();
        let m = if splits { preperiod.max(1) } else { preperiod };
        let mut end = m.max(self.first);
        let mut reach = |from: Option<usize>| end = end.max(from.unwrap_or(0));
        reach(gone.map(|k| k + 1));
        reach(one.map(|k| m + k));
        reach(two.map(|k| if self.unequal { 2 * m + 2 * length } else { 2 * m + length + k - 1 }));
        reach(three.map(|k| 3 * m + 2 * length + k - 2));
        end
    }
}

/// Finds the least period that the table proves.
///
/// Let *L* be the number of digits in the code's repeating block. The proof needs a period that is a multiple of *L*.
/// Let *P* be the least such period of the whole sequence. *P* divides every other such period, so it is the first that
/// the table proves. The least period of all may be smaller, and divides *P*. For example, the proof of 0.(15) needs
/// *P* = 2, but its values 0, 1, 1, 1, … have the period 1.
///
/// All these periods have the same least preperiod. The reason is this: if a sequence has the period *p* from *n₀* on,
/// and a divisor of *p* is a period from some later place on, then this divisor is a period from *n₀* on.
pub(crate) fn find_plain<V: Eq>(reach: &Reach, values: &[V]) -> Option<ProvedPeriod> {
    let heaps = values.len();
    let agree = agreement(values);
    (1..=heaps.saturating_sub(1) / reach.block).find_map(|turns| {
        let shift = turns * reach.block;
        let preperiod = heaps - shift - index(agree[shift]);
        let end = reach.window(preperiod, shift);
        let proved = end + shift <= heaps && preperiod.max(1) + shift < heaps;
        proved.then(|| ProvedPeriod {
            preperiod,
            length: least_divisor(&values[preperiod..preperiod + shift]),
            saltus: 0,
            constant_below: u32::MAX,
            end,
            by: PeriodTheorem::Options { shift },
        })
    })
}

/// Returns the length of the shortest block whose repetitions make up `period`. For 0, 1, 0, 1 it is 2.
pub(super) fn least_divisor<V: Eq>(period: &[V]) -> usize {
    let length = period.len();
    let repeats = |shorter: &usize| {
        length.is_multiple_of(*shorter) && period.iter().zip(&period[*shorter..]).all(|(one, later)| one == later)
    };
    (1..length).find(repeats).unwrap_or(length)
}

/// Returns, at place *p*, how many values at the end of the table are equal to the values *p* places before them. This
/// is the Z-function of the reversed table (Gusfield 1997). The time for all *p* together is proportional to the length
/// of the table.
fn agreement<V: Eq>(values: &[V]) -> Vec<u32> {
    let heaps = values.len();
    let from_end = |i: usize| &values[heaps - 1 - i];
    // Numbers of 32 bits need half the memory of a `usize`. This matters because a table may have millions of heaps,
    // and each of them needs a number.
    let mut z: Vec<u32> = vec![0; heaps];
    let (mut left, mut right) = (0, 0);
    for i in 1..heaps {
        let mut same = if i < right { index(z[i - left]).min(right - i) } else { 0 };
        while i + same < heaps && from_end(same) == from_end(i + same) {
            same += 1;
        }
        if i + same > right {
            (left, right) = (i, i + same);
        }
        z[i] = u32::try_from(same).unwrap_or(u32::MAX);
    }
    z
}

/// Returns the first number up to `last` for which `holds` is true, by bisection. `holds` must be true for `last`. If
/// `holds` is true for a number, it must be true for all larger numbers.
fn halves(last: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut first, mut last) = (0, last);
    while first < last {
        let middle = first.midpoint(last);
        if holds(middle) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    first
}

/// Finds the least arithmetic period that the table proves.
fn find_arithmetic<V: Copy + Into<u32>>(moves: &HeapCode, values: &[V]) -> Option<ProvedPeriod> {
    let heaps = values.len();
    let window = moves.last_exception();
    let at = |heap: usize| i64::from(values[heap].into());
    let steps: Vec<i64> = (1..heaps).map(|heap| at(heap) - at(heap - 1)).collect();
    let agree = agreement(&steps);
    // In a set of removals, every digit with bit 1 also has bit 0, so heap 0 counts as a heap that can be left.
    // Otherwise only the heaps from 1 on can be left.
    let lowest = usize::from(!moves.is_removal_set());
    let earliest = if lowest == 0 {
        0
    } else if moves.leave_for_ever(0) {
        window + 1
    } else {
        values.iter().skip(1).position(|value| (*value).into() == 0)? + 1 + window + 1
    };
    // At place n: the largest value of the heaps from `lowest` to n − 1, or −1 if there are none.
    let mut largest = vec![-1; lowest + 1];
    for heap in lowest..heaps {
        largest.push(largest[largest.len() - 1].max(at(heap)));
    }
    (1..steps.len()).find_map(|length| {
        // From this index on, the differences of successive values repeat. So the values repeat, too, apart from the
        // saltus.
        let preperiod = steps.len() - length - index(agree[length]);
        let last = heaps.checked_sub(length + window)?;
        let saltus = (preperiod + length < heaps).then(|| at(preperiod + length) - at(preperiod))?;
        // If `has_grown` is true for one heap, `has_grown` is true for all later heaps, because the later values grow
        // by the saltus. So `has_grown(last)` tells whether there is such a heap at all, and bisection finds the first
        // such heap.
        let has_grown = |from: usize| largest[from + length] == largest[from] + saltus;
        let first = preperiod.max(earliest);
        if first > last || !has_grown(last) {
            return None;
        }
        let from = first + halves(last - first, |past| has_grown(first + past));
        let saltus = u32::try_from(saltus).ok()?;
        // The window begins at the heap `from`. It has at least this heap, even if there are no exceptions.
        let end = from + window.max(1);
        (end + length <= heaps).then_some(ProvedPeriod {
            preperiod,
            length,
            saltus,
            constant_below: 0,
            end,
            by: PeriodTheorem::Largest { from },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixed_period_says_which_values_grow() {
        let by = PeriodTheorem::Mixed { from: 20, shift: 6 };
        let period = ProvedPeriod { preperiod: 5, length: 3, saltus: 1, constant_below: 2, end: 23, by };
        let proof = period.proof();
        let compared = "g(n + 3) = g(n) + 1 where g(n) ≥ 2, and g(n + 3) = g(n) elsewhere: this was checked for every n from 5 to 22.";
        assert!(proof.starts_with(compared), "{proof}");
        assert!(
            proof.contains("the heaps before 20 and those before 26 have the same values below some bound"),
            "{proof}"
        );
    }
}
