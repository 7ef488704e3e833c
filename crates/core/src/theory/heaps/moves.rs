//! [`HeapCode`]: what may be done with one heap, whatever the notation that says so.

use crate::number::Natural;
use crate::number::meter;
use crate::theory::cache::allocated;

/// What a number of tokens takes to be looked at, whether a move removes it.
const STEPS_A_REMOVAL: u64 = 10;

/// What one heap becomes: its non-empty heaps, ascending. Empty where the heap is gone.
pub type LeftHeaps = Vec<Natural>;

/// A move that leaves at most this many heaps of one.
pub const MAX_PARTS: usize = 3;

/// The moves from one heap.
///
/// Removing *k* tokens may leave exactly *t* non-empty heaps iff the *digit* of *k* has bit *t* (Guy and Smith 1956, and
/// Kenyon 1967 for three heaps). All *k* ≥ 1 have the digit `tail` but for finitely many exceptions, so that a set of
/// removals, its complement and a code are one type. Grundy's game and Couples-are-Forever are the code "4." with a condition each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The digit of removing nothing: a split.
    zero: u8,
    /// The digit of every other *k*.
    tail: u8,
    /// (*k*, digit), *k* ≥ 1 ascending, the digit never `tail`.
    exceptions: Vec<(usize, u8)>,
    /// The smallest heap that may move at all.
    first: usize,
    /// Must the two heaps of a split differ?
    unequal: bool,
}

impl HeapCode {
    /// The moves of a code: the digit of removing nothing (no bit 0 or 1), those of 1, 2, 3, …, and that of all further.
    pub(in crate::theory) fn code(zero: u8, digits: &[u8], tail: u8) -> Self {
        let exceptions = (1..).zip(digits.iter().copied()).filter(|(_, digit)| *digit != tail).collect();
        Self { zero, tail, exceptions, first: 1, unequal: false }
    }

    /// Any number may be removed.
    #[must_use]
    pub fn nim() -> Self {
        Self::removals([], true)
    }

    /// Removing any of the numbers listed, or any but those: ascending, each ≥ 1 and once.
    pub(super) fn removals(listed: impl IntoIterator<Item = usize>, all_but: bool) -> Self {
        let (tail, digit) = if all_but { (3, 0) } else { (0, 3) };
        let exceptions = listed.into_iter().map(|k| (k, digit)).collect();
        Self { zero: 0, tail, exceptions, first: 1, unequal: false }
    }

    /// A split into two heaps that differ.
    pub(super) fn grundys_game() -> Self {
        Self { unequal: true, ..Self::code(4, &[], 0) }
    }

    /// A split of any heap but of 2.
    pub(super) fn couples_are_forever() -> Self {
        Self { first: 3, ..Self::code(4, &[], 0) }
    }

    /// The digit of removing `k`.
    #[must_use]
    pub fn digit(&self, k: usize) -> u8 {
        if k == 0 {
            return self.zero;
        }
        self.exceptions.binary_search_by_key(&k, |(k, _)| *k).map_or(self.tail, |at| self.exceptions[at].1)
    }

    /// The digit of removing `k`, however large.
    fn digit_of(&self, k: &Natural) -> u8 {
        k.to_usize().map_or(self.tail, |k| self.digit(k))
    }

    /// May removing `k` leave exactly `parts` heaps?
    fn allows(&self, k: &Natural, parts: usize) -> bool {
        self.digit_of(k) >> parts & 1 == 1
    }

    /// Bytes that a copy of this takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + allocated::<(usize, u8)>(self.exceptions.len())
    }

    /// The digit of every *k* that is no exception.
    #[must_use]
    pub fn tail(&self) -> u8 {
        self.tail
    }

    /// The removals whose digit is not the tail, ascending, with their digits.
    #[must_use]
    pub fn exceptions(&self) -> &[(usize, u8)] {
        &self.exceptions
    }

    /// The largest *k* whose digit is not the tail; 0 if there is none.
    #[must_use]
    pub fn last_exception(&self) -> usize {
        self.exceptions.last().map_or(0, |(k, _)| *k)
    }

    /// The removals with a digit of their own, 0 included, whose digit has bit `parts`, ascending.
    pub(super) fn leaving(&self, parts: usize) -> impl Iterator<Item = usize> + '_ {
        let zero = (0, self.zero);
        std::iter::once(zero)
            .chain(self.exceptions.iter().copied())
            .filter(move |(_, digit)| digit >> parts & 1 == 1)
            .map(|(k, _)| k)
    }

    /// The smallest heap that may move at all: 3 in Couples-are-Forever, else 1.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// Must the two heaps of a split differ? Only in Grundy's game.
    #[must_use]
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// Can any move leave two heaps or three?
    #[must_use]
    pub fn splits(&self) -> bool {
        self.all_digits().any(|digit| digit >> 2 != 0)
    }

    /// Can any move leave three heaps?
    #[must_use]
    pub fn splits_into_three(&self) -> bool {
        self.all_digits().any(|digit| digit >> 3 != 0)
    }

    /// Is this a set of removals, that is are all digits 0 or 3?
    #[must_use]
    pub fn is_removal_set(&self) -> bool {
        self.all_digits().all(|digit| digit == 0 || digit == 3)
    }

    /// Every digit that occurs.
    fn all_digits(&self) -> impl Iterator<Item = u8> + '_ {
        [self.zero, self.tail].into_iter().chain(self.exceptions.iter().map(|(_, digit)| *digit))
    }

    /// The options of a heap, each once, in the order that the whole module keeps: *k* ascending; for one *k* the empty
    /// list, one heap, pairs by their smaller heap, triples by their two smaller.
    pub fn options(&self, heap: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
        let removals = std::iter::successors((heap >= self.first).then_some(0), move |k| self.next_removal(*k, heap));
        let removals = removals.take_while(|_| meter::go_on(STEPS_A_REMOVAL).is_ok());
        removals.flat_map(move |k| {
            let (digit, left) = (self.digit(k), heap - k);
            let gone = (digit & 1 != 0 && left == 0).then(Vec::new);
            let one = (digit & 2 != 0 && left > 0).then(|| vec![left]);
            let pairs = if digit & 4 != 0 { 1..self.last_smaller(left) + 1 } else { 1..1 };
            let triples = if digit & 8 != 0 { 1..left / 3 + 1 } else { 1..1 };
            let triples = triples.flat_map(move |a| (a..=(left - a) / 2).map(move |b| vec![a, b, left - a - b]));
            gone.into_iter().chain(one).chain(pairs.map(move |a| vec![a, left - a])).chain(triples)
        })
    }

    /// The removal after *k* that may be one of a heap: of few that are listed the next, or the heap itself.
    fn next_removal(&self, k: usize, heap: usize) -> Option<usize> {
        let next = if self.tail > 1 {
            k + 1
        } else {
            let after = self.exceptions.partition_point(|(listed, _)| *listed <= k);
            self.exceptions.get(after).map_or(heap, |(listed, _)| *listed).min(heap)
        };
        (k < next && next <= heap).then_some(next)
    }

    /// The largest smaller heap of a split of `left` tokens; 0 if there is no split.
    pub(super) fn last_smaller(&self, left: usize) -> usize {
        if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 }
    }

    /// Is `parts`, in any order, an option of `heap`?
    ///
    /// # Errors
    /// The rule that says no.
    pub fn check(&self, heap: &Natural, parts: &[Natural]) -> Result<(), NoOption> {
        let illegal = |words: &str| Err(NoOption(words.to_owned()));
        if parts.iter().any(Natural::is_zero) {
            return illegal("an empty heap is no heap: leave it out");
        }
        if parts.len() > MAX_PARTS {
            return Err(NoOption(format!("a move leaves at most {MAX_PARTS} heaps")));
        }
        let left: Natural = parts.iter().sum();
        let Some(removed) = heap.checked_sub(&left) else { return illegal("it has more tokens than the heap") };
        if heap.is_zero() {
            return illegal(STUCK);
        }
        if removed.is_zero() && parts.len() < 2 {
            return illegal("it is the heap as it was");
        }
        if !self.allows(&removed, parts.len()) {
            let removed = removed.short();
            return Err(NoOption(match parts.len() {
                0 => format!("a heap of exactly {removed} may not be removed whole"),
                1 => format!("{removed} may not be removed so that one heap remains"),
                parts => format!("{removed} may not be removed so that {parts} heaps remain"),
            }));
        }
        if *heap < Natural::from(self.first) {
            return illegal(STUCK);
        }
        if self.unequal && parts.len() == 2 && parts[0] == parts[1] {
            return illegal("the two heaps must differ");
        }
        Ok(())
    }

    /// How many options a heap of any size has.
    #[must_use]
    pub fn count(&self, heap: &Natural) -> Natural {
        if *heap < Natural::from(self.first) || heap.is_zero() {
            return Natural::ZERO;
        }
        meter::charge_each(self.exceptions.len().saturating_add(1), 20);
        let mut count = Natural::from(self.digit_of(heap) & 1 != 0);
        count = &count + &self.leave(self.zero, heap);
        // As if every removal had the tail's digit; then each exception is put right.
        let mut surplus = Natural::ZERO;
        if self.tail != 0 {
            count = &count + &leave_up_to(self.tail, &(heap - &Natural::ONE));
        }
        for (k, digit) in &self.exceptions {
            let Some(left) = heap.checked_sub(&Natural::from(*k)) else { break };
            count = &count + &self.leave(*digit, &left);
            surplus = &surplus + &self.leave(self.tail, &left);
        }
        &count - &surplus
    }

    /// The number of ways to leave `left` tokens as at least one heap.
    fn leave(&self, digit: u8, left: &Natural) -> Natural {
        let mut count = Natural::from(digit & 2 != 0 && !left.is_zero());
        if digit & 4 != 0 {
            let splits = if self.unequal { left.saturating_sub(&Natural::ONE) } else { left.clone() };
            count = &count + &splits.shift_right(1);
        }
        if digit & 8 != 0 {
            count = &count + &triples(left);
        }
        count
    }
}

/// The number of triples 1 ≤ *a* ≤ *b* ≤ *c* of sum `sum`: ⌊(sum² + 3) / 12⌋.
fn triples(sum: &Natural) -> Natural {
    (&(sum * sum) + &Natural::from(3_u64)).div_rem(&Natural::from(12_u64)).0
}

/// The number of ways to leave 1, 2, …, or `most` tokens as at least one heap, all with the same digit.
fn leave_up_to(digit: u8, most: &Natural) -> Natural {
    let mut count = if digit & 2 != 0 { most.clone() } else { Natural::ZERO };
    if digit & 4 != 0 {
        // ⌊1/2⌋ + ⌊2/2⌋ + … + ⌊N/2⌋ = ⌊N²/4⌋
        count = &count + &(most * most).shift_right(2);
    }
    if digit & 8 != 0 {
        // Sum by residue: the triples of 6j + r are those of r, and 3j² + rj more.
        let six = Natural::from(6_u64);
        for r in 0..6_u64 {
            let r = Natural::from(r);
            let Some(above) = most.checked_sub(&r) else { break };
            let terms = &above.div_rem(&six).0 + &Natural::ONE;
            let last = &terms - &Natural::ONE;
            let sum_of_j = (&terms * &last).shift_right(1);
            let thrice_sum_of_squares = (&(&terms * &last) * &(&terms + &last)).shift_right(1);
            let more = &thrice_sum_of_squares + &(&sum_of_j * &r);
            count = &(&count + &(&terms * &triples(&r))) + &more;
        }
    }
    count
}

/// Why a heap has no option at all.
const STUCK: &str = "the heap has no move";

/// Why something is no option of a heap, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoOption(String);
