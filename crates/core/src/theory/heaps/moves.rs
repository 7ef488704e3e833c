//! [`HeapCode`]: the moves of one heap, whatever the notation of the rules.

use crate::number::Natural;
use crate::number::meter;
use crate::theory::cache::allocated;

/// Steps of checking whether a move may remove a number of tokens.
const STEPS_A_REMOVAL: u64 = 10;

/// The result of a move in one heap: its non-empty heaps, ascending. The list is empty if the heap is gone.
pub type LeftHeaps = Vec<Natural>;

/// The largest number of heaps that a move leaves of one.
pub const MAX_PARTS: usize = 3;

/// The moves from one heap.
///
/// Removing *k* tokens may leave exactly *t* non-empty heaps iff the *digit* of *k* has bit *t* (Guy and Smith 1956,
/// and Kenyon 1967 for three heaps). From some *k* on, a block of digits repeats for ever. So a set of removals, its
/// complement and a code are one type. Grundy's game and Couples-are-Forever are the code "4.", each with a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapCode {
    /// The digit of removing nothing: a split.
    zero: u8,
    /// The digits that repeat for ever, after the last exception: the shortest such block, of at least one digit.
    block: Vec<u8>,
    /// Pairs of *k* ≥ 1 and its digit, ascending. If one digit repeats, they are those with another digit; otherwise
    /// all before the block.
    exceptions: Vec<(usize, u8)>,
    /// The smallest heap that has a move.
    first: usize,
    /// True if the two heaps of a split must differ.
    unequal: bool,
}

impl HeapCode {
    /// Creates the moves of a code from three parts: the digit of removing nothing, which has no bit 0 or 1; the digits
    /// of removing 1, 2, 3, …; and the block that repeats after them. An empty block is a block of 0.
    pub(in crate::theory) fn code(zero: u8, digits: &[u8], block: &[u8]) -> Self {
        let repeats = |length: &usize| {
            block.len().is_multiple_of(*length) && block.iter().zip(&block[*length..]).all(|(one, other)| one == other)
        };
        let least = (1..block.len()).find(repeats).unwrap_or(block.len());
        let (mut digits, mut block) = (digits.to_vec(), block[..least].to_vec());
        if block.is_empty() {
            block.push(0);
        }
        // 0.05(05) is 0.(05), and 0.0(50) is 0.(05).
        while digits.last() == block.last() {
            digits.pop();
            block.rotate_right(1);
        }
        let is_exception = |digit: u8| block.len() > 1 || digit != block[0];
        let exceptions = (1..).zip(digits).filter(|(_, digit)| is_exception(*digit)).collect();
        Self { zero, block, exceptions, first: 1, unequal: false }
    }

    /// Creates the moves of Nim: any number may be removed.
    #[must_use]
    pub fn nim() -> Self {
        Self::removals([], true)
    }

    /// Creates the moves that remove any of the listed numbers, or any number that is not listed. The numbers ascend,
    /// and each is at least 1 and there once.
    pub(super) fn removals(listed: impl IntoIterator<Item = usize>, all_but: bool) -> Self {
        let (repeated, digit) = if all_but { (3, 0) } else { (0, 3) };
        let exceptions = listed.into_iter().map(|k| (k, digit)).collect();
        Self { zero: 0, block: vec![repeated], exceptions, first: 1, unequal: false }
    }

    /// Returns the moves of a circle whose rows have these moves. A row counts as a heap. All tokens may be taken if a
    /// heap may vanish, and fewer if a heap may split in two.
    pub(super) fn of_circles(&self) -> Self {
        let digit = |digit: u8| (digit & 1) | (digit >> 1 & 2);
        let digits: Vec<u8> = (1..=self.last_exception()).map(|k| digit(self.digit(k))).collect();
        let block: Vec<u8> = self.block.iter().copied().map(digit).collect();
        Self::code(0, &digits, &block)
    }

    /// Creates the moves of Grundy's game: a split into two heaps that differ.
    pub(super) fn grundys_game() -> Self {
        Self { unequal: true, ..Self::code(4, &[], &[]) }
    }

    /// Creates the moves of Couples-are-Forever: a split of any heap except a heap of 2.
    pub(super) fn couples_are_forever() -> Self {
        Self { first: 3, ..Self::code(4, &[], &[]) }
    }

    /// Returns the digit of removing `k`.
    #[must_use]
    pub fn digit(&self, k: usize) -> u8 {
        if k == 0 {
            return self.zero;
        }
        let exception = self.exceptions.binary_search_by_key(&k, |(k, _)| *k);
        exception.map_or_else(|_| self.repeated(k), |at| self.exceptions[at].1)
    }

    /// Returns the digit of removing `k`, which is not an exception.
    fn repeated(&self, k: usize) -> u8 {
        match self.block[..] {
            [digit] => digit,
            _ => self.block[(k - self.last_exception() - 1) % self.block.len()],
        }
    }

    /// Returns the digit of removing `k`, however large.
    pub(super) fn digit_of(&self, k: &Natural) -> u8 {
        if let Some(k) = k.to_usize() {
            return self.digit(k);
        }
        let past = k.saturating_sub(&(self.last_exception() + 1).into());
        self.block[super::labels::remainder(&past, self.block.len())]
    }

    /// Returns whether removing `k` may leave exactly `parts` heaps.
    fn allows(&self, k: &Natural, parts: usize) -> bool {
        self.digit_of(k) >> parts & 1 == 1
    }

    /// Returns the bytes of a copy.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + allocated::<(usize, u8)>(self.exceptions.len()) + allocated::<u8>(self.block.len())
    }

    /// Returns the digits that repeat for ever after the last exception.
    #[must_use]
    pub fn block(&self) -> &[u8] {
        &self.block
    }

    /// Returns the single digit that repeats for ever, if it is single.
    #[must_use]
    pub fn tail(&self) -> Option<u8> {
        if let [digit] = self.block[..] { Some(digit) } else { None }
    }

    /// Returns whether infinitely many removals may leave exactly `parts` heaps.
    #[must_use]
    pub fn leave_for_ever(&self, parts: usize) -> bool {
        self.block.iter().any(|digit| digit >> parts & 1 == 1)
    }

    /// Returns whether infinitely many removals may leave a heap.
    #[must_use]
    pub fn leave_heaps_for_ever(&self) -> bool {
        self.block.iter().any(|digit| *digit > 1)
    }

    /// Returns the removals that are exceptions, ascending, with their digits. If one digit repeats, they are those
    /// with another digit.
    #[must_use]
    pub fn exceptions(&self) -> &[(usize, u8)] {
        &self.exceptions
    }

    /// Returns the last of these removals; 0 if there is none.
    #[must_use]
    pub fn last_exception(&self) -> usize {
        self.exceptions.last().map_or(0, |(k, _)| *k)
    }

    /// Returns the removals that are exceptions, and 0, if their digit has bit `parts`. They ascend.
    pub(super) fn leaving(&self, parts: usize) -> impl Iterator<Item = usize> + '_ {
        let zero = (0, self.zero);
        std::iter::once(zero)
            .chain(self.exceptions.iter().copied())
            .filter(move |(_, digit)| digit >> parts & 1 == 1)
            .map(|(k, _)| k)
    }

    /// Returns the smallest heap that has a move: 3 in Couples-are-Forever, else 1.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns whether the two heaps of a split must differ. This is so only in Grundy's game.
    #[must_use]
    pub fn unequal(&self) -> bool {
        self.unequal
    }

    /// Returns whether a move can leave two heaps or three.
    #[must_use]
    pub fn splits(&self) -> bool {
        self.all_digits().any(|digit| digit >> 2 != 0)
    }

    /// Returns whether a move can leave three heaps.
    #[must_use]
    pub fn splits_into_three(&self) -> bool {
        self.all_digits().any(|digit| digit >> 3 != 0)
    }

    /// Returns whether this is a set of removals, that is, all digits are 0 or 3.
    #[must_use]
    pub fn is_removal_set(&self) -> bool {
        self.all_digits().all(|digit| digit == 0 || digit == 3)
    }

    /// Returns every digit that occurs.
    fn all_digits(&self) -> impl Iterator<Item = u8> + '_ {
        [self.zero].into_iter().chain(self.block.iter().copied()).chain(self.exceptions.iter().map(|(_, digit)| *digit))
    }

    /// Returns the options of a heap, each once, in the order of the whole module. *k* ascends. For one *k*, first
    /// comes the empty list, then one heap, pairs by their smaller heap, and triples by their two smaller heaps.
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

    /// Returns the next removal after *k* that may leave a heap, or the whole heap. If few removals are listed, the
    /// others are skipped.
    fn next_removal(&self, k: usize, heap: usize) -> Option<usize> {
        let next = if self.leave_heaps_for_ever() {
            k + 1
        } else {
            let after = self.exceptions.partition_point(|(listed, _)| *listed <= k);
            self.exceptions.get(after).map_or(heap, |(listed, _)| *listed).min(heap)
        };
        (k < next && next <= heap).then_some(next)
    }

    /// Returns the largest smaller heap of a split of `left` tokens; 0 if there is no split.
    pub(super) fn last_smaller(&self, left: usize) -> usize {
        if self.unequal { left.saturating_sub(1) / 2 } else { left / 2 }
    }

    /// Checks that `parts`, in any order, is an option of `heap`.
    ///
    /// # Errors
    /// The rule that forbids it, in words.
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

    /// Returns how many options a heap of any size has.
    #[must_use]
    pub fn count(&self, heap: &Natural) -> Natural {
        if *heap < Natural::from(self.first) || heap.is_zero() {
            return Natural::ZERO;
        }
        meter::charge_each(self.exceptions.len().saturating_add(1), 20);
        let mut count = Natural::from(self.digit_of(heap) & 1 != 0);
        count = &count + &self.leave(self.zero, heap);
        if let Some(tail) = self.tail() {
            // Counts as if every removal had the tail's digit. Then the count of each exception is corrected.
            let mut surplus = Natural::ZERO;
            if tail != 0 {
                count = &count + &leave_along(tail, &(heap - &Natural::ONE), 1);
            }
            for (k, digit) in &self.exceptions {
                let Some(left) = heap.checked_sub(&Natural::from(*k)) else { break };
                count = &count + &self.leave(*digit, &left);
                surplus = &surplus + &self.leave(tail, &left);
            }
            return &count - &surplus;
        }
        for (k, digit) in &self.exceptions {
            let Some(left) = heap.checked_sub(&Natural::from(*k)) else { break };
            count = &count + &self.leave(*digit, &left);
        }
        for (k, digit) in (self.last_exception() + 1..).zip(&self.block) {
            let Some(left) = heap.checked_sub(&Natural::from(k)) else { break };
            count = &count + &leave_along(*digit, &left, self.block.len());
        }
        count
    }

    /// Returns the number of ways to leave `left` tokens as at least one heap.
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

/// Returns the number of triples 1 ≤ *a* ≤ *b* ≤ *c* of sum `sum`: ⌊(sum² + 3) / 12⌋.
fn triples(sum: &Natural) -> Natural {
    (&(sum * sum) + &Natural::from(3_u64)).div_rem(&Natural::from(12_u64)).0
}

/// Returns the number of ways to leave `most`, `most` − `step`, `most` − 2`step`, … tokens as at least one heap, all
/// with the same digit.
fn leave_along(digit: u8, most: &Natural, step: usize) -> Natural {
    let step = Natural::from(step);
    let (last, rest) = most.div_rem(&step);
    // The number of terms, and the number of terms whose number has a residue modulo a divisor.
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
        // The sum of ⌊m/2⌋: if m is odd, it is half of m − 1.
        let odd = (0..2).filter(|residue| !term(*residue).is_even()).map(|residue| terms_of(residue, 2)).sum();
        count = &count + &(&sum - &odd).shift_right(1);
    }
    if digit & 8 != 0 {
        // The sum of ⌊(m² + 3)/12⌋. Its remainder depends on m modulo 6.
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

/// The fault of a heap that has no option at all.
const STUCK: &str = "the heap has no move";

/// The reason why a list of heaps is not an option of a heap, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoOption(String);
