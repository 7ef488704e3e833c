//! [`HeapCode`]: the moves of one heap, in the same form for all notations of the rules.

use std::sync::Arc;

use grundy_certify::list;

use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::cache::allocated;

/// The result of a move in one heap: the non-empty heaps that the move leaves, ascending. The list is empty if the move
/// leaves nothing.
pub type LeftHeaps = Vec<Natural>;

/// The most digits of a code in a certificate.
const MOST_DIGITS: usize = 256;

/// The largest number of heaps that a move may leave from one heap.
pub const MAX_PARTS: usize = 3;

/// The moves of a game of heaps. Each move is made in one heap. Clones share the digits in memory, because each list of
/// positions has its own clone.
///
/// A move that removes *k* tokens may leave exactly *t* non-empty heaps if and only if the *digit* of *k* has bit *t*
/// (Guy and Smith 1956; Kenyon 1967 for three heaps). From some *k* on, a block of digits repeats for ever. So one type
/// represents sets of removals, their complements, and codes. Grundy's game and Couples-are-Forever have the code "4.",
/// each with one more condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The digit for removing nothing: a move that only splits the heap.
    zero: u8,
    /// The digits that repeat for ever after the last exception. This is the shortest such block, and it has at least
    /// one digit.
    block: Arc<[u8]>,
    /// The exceptions: pairs of a number *k* ≥ 1 and its digit, ascending in *k*. If a single digit repeats, they are
    /// all *k* with a different digit. If a block of several digits repeats, they are all *k* before the block.
    exceptions: Arc<[(usize, u8)]>,
    /// Heaps smaller than this have no move, whatever the digits are.
    first: usize,
    /// `true` if the two heaps of a split must have different sizes.
    unequal: bool,
    /// The digits of larger removals are not known. `None` if all digits are known.
    known_to: Option<usize>,
}

impl HeapCode {
    /// Creates the moves of a code. `zero` is the digit for removing nothing, and must not have bit 0 or 1. `digits`
    /// are the digits for removing 1, 2, 3, …. After them, `block` repeats for ever. An empty block means the block
    /// "0".
    pub(in crate::theory) fn code(zero: u8, digits: &[u8], block: &[u8]) -> Self {
        let repeats = |length: &usize| {
            block.len().is_multiple_of(*length) && block.iter().zip(&block[*length..]).all(|(one, other)| one == other)
        };
        let least = (1..block.len()).find(repeats).unwrap_or(block.len());
        let (mut digits, mut block) = (digits.to_vec(), block[..least].to_vec());
        if block.is_empty() {
            block.push(0);
        }
        // Makes the digits before the block as few as possible: 0.05(05) is 0.(05), and 0.0(50) is 0.(05).
        while digits.last() == block.last() {
            digits.pop();
            block.rotate_right(1);
        }
        let is_exception = |digit: u8| block.len() > 1 || digit != block[0];
        let exceptions = (1..).zip(digits).filter(|(_, digit)| is_exception(*digit)).collect();
        Self { zero, block: block.into(), exceptions, first: 1, unequal: false, known_to: None }
    }

    /// Creates the moves of Nim: a move may remove any number of tokens.
    #[must_use]
    pub fn nim() -> Self {
        Self::removals([], true)
    }

    /// Creates the moves that remove any of the listed numbers or, if `all_but` is `true`, any number that is not
    /// listed. The listed numbers must be ascending, different, and at least 1.
    pub(super) fn removals(listed: impl IntoIterator<Item = usize>, all_but: bool) -> Self {
        let (repeated, digit) = if all_but { (3, 0) } else { (0, 3) };
        let exceptions = listed.into_iter().map(|k| (k, digit)).collect();
        Self { zero: 0, block: Arc::new([repeated]), exceptions, first: 1, unequal: false, known_to: None }
    }

    /// Returns the moves for heaps up to `most`, if the listed numbers are only those of an infinite set up to `most`.
    pub(super) fn known_to_heap(self, most: usize) -> Self {
        Self { known_to: Some(most), ..self }
    }

    /// Returns the largest heap whose moves are known; `None` if the moves of all heaps are known.
    #[must_use]
    pub fn known_to(&self) -> Option<usize> {
        self.known_to
    }

    /// Returns the moves of a circle of tokens, if `self` has the moves of a row. A row that a move leaves counts as a
    /// heap. A move may take a whole circle if a move may take a whole row of the same length. A move may take *k*
    /// tokens of a longer circle if a move may take *k* tokens of a row so that two rows remain.
    pub(super) fn of_circles(&self) -> Self {
        let digit = |digit: u8| (digit & 1) | (digit >> 1 & 2);
        let digits: Vec<u8> = (1..=self.last_exception()).map(|k| digit(self.digit(k))).collect();
        let block: Vec<u8> = self.block.iter().copied().map(digit).collect();
        Self::code(0, &digits, &block)
    }

    /// Creates the moves of Grundy's game: a move splits a heap into two heaps of different sizes.
    pub(super) fn grundys_game() -> Self {
        Self { unequal: true, ..Self::code(4, &[], &[]) }
    }

    /// Creates the moves of Couples-are-Forever: a move splits any heap except a heap of 2.
    pub(super) fn couples_are_forever() -> Self {
        Self { first: 3, ..Self::code(4, &[], &[]) }
    }

    /// Returns the digit for removing `k` tokens.
    #[must_use]
    pub fn digit(&self, k: usize) -> u8 {
        if k == 0 {
            return self.zero;
        }
        let exception = self.exceptions.binary_search_by_key(&k, |(k, _)| *k);
        exception.map_or_else(|_| self.repeated(k), |at| self.exceptions[at].1)
    }

    /// Returns the digit for removing `k` tokens; `k` must not be an exception.
    fn repeated(&self, k: usize) -> u8 {
        match self.block[..] {
            [digit] => digit,
            _ => self.block[(k - self.last_exception() - 1) % self.block.len()],
        }
    }

    /// Returns the digit for removing `k` tokens, for `k` of any size.
    pub(super) fn digit_of(&self, k: &Natural) -> u8 {
        if let Some(k) = k.to_usize() {
            return self.digit(k);
        }
        let past = k.saturating_sub(&(self.last_exception() + 1).into());
        self.block[super::labels::remainder(&past, self.block.len())]
    }

    /// Returns whether a move that removes `k` tokens may leave exactly `parts` heaps.
    fn allows(&self, k: &Natural, parts: usize) -> bool {
        self.digit_of(k) >> parts & 1 == 1
    }

    /// Returns the bytes of the code, including its exceptions and its block.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + allocated::<(usize, u8)>(self.exceptions.len()) + allocated::<u8>(self.block.len())
    }

    /// Returns the digits that repeat for ever after the last exception.
    #[must_use]
    pub fn block(&self) -> &[u8] {
        &self.block
    }

    /// Returns the digit that repeats for ever; `None` if a block of several digits repeats.
    #[must_use]
    pub fn tail(&self) -> Option<u8> {
        if let [digit] = self.block[..] { Some(digit) } else { None }
    }

    /// Returns whether a digit that repeats for ever allows moves that leave exactly `parts` heaps.
    #[must_use]
    pub fn leave_for_ever(&self, parts: usize) -> bool {
        self.block.iter().any(|digit| digit >> parts & 1 == 1)
    }

    /// Returns whether a digit that repeats for ever allows moves that leave at least one heap.
    #[must_use]
    pub fn leave_heaps_for_ever(&self) -> bool {
        self.block.iter().any(|digit| *digit > 1)
    }

    /// Returns the exceptions: pairs of a number *k* ≥ 1 and the digit for removing *k* tokens, ascending in *k*. If a
    /// single digit repeats for ever, they are all *k* with a different digit. If a block of several digits repeats,
    /// they are all *k* before the block.
    #[must_use]
    pub fn exceptions(&self) -> &[(usize, u8)] {
        &self.exceptions
    }

    /// Returns the last exception; 0 if there is none.
    #[must_use]
    pub fn last_exception(&self) -> usize {
        self.exceptions.last().map_or(0, |(k, _)| *k)
    }

    /// Returns each *k* whose digit has bit `parts`, ascending. Only 0 and the exceptions are considered.
    pub(super) fn leaving(&self, parts: usize) -> impl Iterator<Item = usize> + '_ {
        let zero = (0, self.zero);
        std::iter::once(zero)
            .chain(self.exceptions.iter().copied())
            .filter(move |(_, digit)| digit >> parts & 1 == 1)
            .map(|(k, _)| k)
    }

    /// Returns a bound: smaller heaps have no move, whatever the digits are. The bound is 3 in Couples-are-Forever, and
    /// 1 in all other games.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns the game as JSON, in the form of certificates: a set, an all-but set, or a code. `None` if it is none of
    /// these, or the code is long.
    #[must_use]
    pub fn definition(&self) -> Option<String> {
        let last = self.last_exception();
        let all_are = |digit: u8| self.zero == 0 && self.exceptions.iter().all(|(_, other)| *other == digit);
        let set = || list(self.exceptions.iter().map(|(k, _)| k));
        match self.block[..] {
            _ if self.unequal || self.first > 1 || self.known_to.is_some() => None,
            [3] if all_are(0) => Some(format!(r#"{{"all_but":{}}}"#, set())),
            [0] if all_are(3) => Some(format!(r#"{{"subtraction":{}}}"#, set())),
            [0] if last <= MOST_DIGITS => {
                let digits: String =
                    (1..=last.max(1)).filter_map(|k| char::from_digit(self.digit(k).into(), 16)).collect();
                Some(format!(r#"{{"code":"{:x}.{digits}"}}"#, self.zero))
            }
            _ => None,
        }
    }

    /// Returns whether the two heaps of a split must have different sizes. This is so only in Grundy's game.
    #[must_use]
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// Returns whether a move can leave two or three heaps.
    #[must_use]
    pub fn splits(&self) -> bool {
        self.all_digits().any(|digit| digit >> 2 != 0)
    }

    /// Returns whether a move can leave three heaps.
    #[must_use]
    pub fn splits_into_three(&self) -> bool {
        self.all_digits().any(|digit| digit >> 3 != 0)
    }

    /// Returns whether the rules are a set of removals, which means that all digits are 0 or 3.
    #[must_use]
    pub fn is_removal_set(&self) -> bool {
        self.all_digits().all(|digit| digit == 0 || digit == 3)
    }

    /// Returns every digit that occurs in the rules.
    fn all_digits(&self) -> impl Iterator<Item = u8> + '_ {
        [self.zero].into_iter().chain(self.block.iter().copied()).chain(self.exceptions.iter().map(|(_, digit)| *digit))
    }

    /// Returns the options of a heap, each once, in the order that the whole module uses. The numbers *k* of removed
    /// tokens ascend. For each *k*, the empty list comes first, then the single heap, then pairs by their smaller heap,
    /// then triples by their two smaller heaps.
    pub fn options(&self, heap: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
        let removals = std::iter::successors((heap >= self.first).then_some(0), move |k| self.next_removal(*k, heap));
        let removals = meter::each(removals, cost::VALUE);
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

    /// Returns the next removal after the removal of *k* tokens, as a number of tokens. The caller must check the digit
    /// of this removal. `None` if there is no next removal. If only the exceptions may leave a heap, the result is the
    /// next exception or the size of the heap, whichever is smaller.
    fn next_removal(&self, k: usize, heap: usize) -> Option<usize> {
        let next = if self.leave_heaps_for_ever() {
            k + 1
        } else {
            let after = self.exceptions.partition_point(|(listed, _)| *listed <= k);
            self.exceptions.get(after).map_or(heap, |(listed, _)| *listed).min(heap)
        };
        (k < next && next <= heap).then_some(next)
    }

    /// Returns the largest possible size of the smaller heap in a split of `left` tokens; 0 if there is no split.
    pub(super) fn last_smaller(&self, left: usize) -> usize {
        if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 }
    }

    /// Checks that `parts`, given in any order, is an option of `heap`.
    ///
    /// # Errors
    /// The rule that forbids the option, in words.
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

    /// Returns how many options `heap` has.
    #[must_use]
    pub fn count(&self, heap: &Natural) -> Natural {
        if *heap < Natural::from(self.first) || heap.is_zero() {
            return Natural::ZERO;
        }
        meter::charge_each(self.exceptions.len().saturating_add(1), cost::NUMBER);
        let mut count = Natural::from(self.digit_of(heap) & 1 != 0);
        count = &count + &self.leave(self.zero, heap);
        if let Some(tail) = self.tail() {
            // First counts as if every removal had the digit that repeats. Then corrects the count for each exception.
            let mut surplus = Natural::ZERO;
            if tail != 0 {
                count = &count + &leave_along(tail, &(heap - &Natural::ONE), 1);
            }
            for (k, digit) in &*self.exceptions {
                let Some(left) = heap.checked_sub(&Natural::from(*k)) else { break };
                count = &count + &self.leave(*digit, &left);
                surplus = &surplus + &self.leave(tail, &left);
            }
            return &count - &surplus;
        }
        for (k, digit) in &*self.exceptions {
            let Some(left) = heap.checked_sub(&Natural::from(*k)) else { break };
            count = &count + &self.leave(*digit, &left);
        }
        for (k, digit) in (self.last_exception() + 1..).zip(&*self.block) {
            let Some(left) = heap.checked_sub(&Natural::from(k)) else { break };
            count = &count + &leave_along(*digit, &left, self.block.len());
        }
        count
    }

    /// Returns how many options leave `left` tokens as one or more heaps, if the removal has the digit `digit`.
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

/// Returns the number of triples 1 ≤ *a* ≤ *b* ≤ *c* with *a* + *b* + *c* = `sum`: ⌊(sum² + 3) / 12⌋.
fn triples(sum: &Natural) -> Natural {
    (&(sum * sum) + &Natural::from(3_u64)).div_rem(&Natural::from(12_u64)).0
}

/// Returns how many options leave `most`, `most` − `step`, `most` − 2`step`, … tokens as one or more heaps. The
/// removals that leave these numbers all have the digit `digit`.
fn leave_along(digit: u8, most: &Natural, step: usize) -> Natural {
    let step = Natural::from(step);
    let (last, rest) = most.div_rem(&step);
    // The terms are the numbers of tokens that are left: `rest`, `rest` + `step`, …, `most`. `terms_of` counts the
    // terms whose index has a given residue modulo a divisor.
    let terms = &last + &Natural::ONE;
    let terms_of =
        |residue: u64, divisor: u64| (&terms + &Natural::from(divisor - 1 - residue)).div_rem(&divisor.into()).0;
    let term = |number: u64| &rest + &(&step * &number.into());
    let sum_of_numbers = (&terms * &last).shift_right(1);
    let sum = &(&terms * &rest) + &(&step * &sum_of_numbers);
    let mut count = Natural::ZERO;
    if digit & 2 != 0 {
        count = if rest.is_zero() { last.clone() } else { terms.clone() };
    }
    if digit & 4 != 0 {
        // Adds the sum of ⌊m/2⌋ over all terms m. An odd m adds half of m − 1.
        let odd = (0..2).filter(|residue| !term(*residue).is_even()).map(|residue| terms_of(residue, 2)).sum();
        count = &count + &(&sum - &odd).shift_right(1);
    }
    if digit & 8 != 0 {
        // Adds the sum of ⌊(m² + 3)/12⌋ over all terms m. The remainder of the division depends only on m modulo 6.
        let sum_of_squares = (&sum_of_numbers * &(&terms + &last)).div_rem(&3_u64.into()).0;
        let squares = &(&(&terms * &(&rest * &rest)) + &(&(&step * &rest).shift_left(1) * &sum_of_numbers))
            + &(&(&step * &step) * &sum_of_squares);
        let twelve = Natural::from(12_u64);
        let left_over = |residue: u64| {
            let m = term(residue);
            (&(&m * &m) + &Natural::from(3_u64)).div_rem(&twelve).1
        };
        let rests = (0..6).map(|residue| &terms_of(residue, 6) * &left_over(residue)).sum();
        let whole = &(&squares + &(&terms * &Natural::from(3_u64))) - &rests;
        count = &count + &whole.div_rem(&twelve).0;
    }
    count
}

/// The fault that is reported if a heap has no option at all.
const STUCK: &str = "the heap has no move";

/// The reason why a list of heaps is not an option of a heap, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoOption(String);
