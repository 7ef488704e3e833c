//! [`Block`]: counts the options with a wanted label. It counts only options of removals that are larger than the last
//! exception. The digits of such removals repeat.

use super::labels::Cycle;
use super::leaving::lcm;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::last_not_after;

/// Counts of the options that leave *m* tokens as one heap or two heaps, for all *m*.
///
/// Let labels repeat from *m₀* on with period *p*. For *m* ≥ 2*m₀*, count the splits of *m*, *m* + 2*p*, *m* + 4*p*, …
/// tokens that have a wanted label. These counts form an arithmetic series. The reason is that from each count to the
/// next, the smaller heap of a split gets *p* more possible sizes, which is one period. The digit of a removal decides
/// which options the removal has, and the digits repeat after *L* removals. So there is one series for each residue of
/// *m* modulo the least common multiple of 2*p* and *L*.
#[derive(Debug)]
pub(super) struct Block {
    /// At index *m*, the number of options that leave at most *m* tokens. The arithmetic series begin after the end of
    /// this list.
    low: Vec<Natural>,
    /// The number of arithmetic series. From each term of a series to the next term, *m* grows by this number.
    turn: usize,
    /// `first[i]` is the sum of the first terms of the first *i* arithmetic series. `more[i]` is the sum of the amounts
    /// by which these *i* series grow from term to term.
    first: Vec<Natural>,
    more: Vec<Natural>,
}

impl Block {
    /// Returns whether `most` exceeds every number of tokens for which [`Self::new`] calls `leaving`. Otherwise a
    /// [`Block`] would save no work.
    pub(super) fn is_needed(cycle: Cycle, block: usize, most: &Natural) -> bool {
        let (start, turn) = Self::shape(cycle, block);
        *most >= Natural::from(start + 2 * turn)
    }

    /// Returns the number of tokens at which the arithmetic series begin, and the number of these series.
    fn shape(cycle: Cycle, block: usize) -> (usize, usize) {
        (2 * cycle.from, lcm(2 * cycle.length, block))
    }

    /// Prepares the counts. `leaving` returns how many options leave a given number of tokens. The result is `None` if
    /// a call of `leaving` returns `None`.
    pub(super) fn new(cycle: Cycle, block: usize, leaving: impl Fn(&Natural) -> Option<Natural>) -> Option<Self> {
        let (start, turn) = Self::shape(cycle, block);
        let mut low = vec![Natural::ZERO];
        for left in 1..start {
            low.push(&low[left - 1] + &leaving(&left.into())?);
        }
        let (mut first, mut more) = (vec![Natural::ZERO], vec![Natural::ZERO]);
        for place in 0..turn {
            let [term, next] = [start + place, start + place + turn].map(|left| leaving(&left.into()));
            let (term, next) = (term?, next?);
            first.push(&first[place] + &term);
            more.push(&more[place] + &next.saturating_sub(&term));
        }
        Some(Self { low, turn, first, more })
    }

    /// Returns how many options leave at most `left` tokens.
    pub(super) fn up_to(&self, left: &Natural) -> Natural {
        let Some(above) = left.checked_sub(&self.low.len().into()) else {
            return left.to_usize().and_then(|left| self.low.get(left)).cloned().unwrap_or(Natural::ZERO);
        };
        let (turns, rest) = above.div_rem(&self.turn.into());
        let begun = rest.to_usize().unwrap_or_default() + 1;
        let pairs_of_turns = (&turns * &turns.saturating_sub(&Natural::ONE)).shift_right(1);
        let of = |sums: &[Natural], place: usize| sums.get(place).cloned().unwrap_or(Natural::ZERO);
        // Up to `left`, the first `begun` arithmetic series have `turns` + 1 terms, and the later series have `turns`.
        let first = &(&turns * &of(&self.first, self.turn)) + &of(&self.first, begun);
        let more = &(&pairs_of_turns * &of(&self.more, self.turn)) + &(&turns * &of(&self.more, begun));
        let low = of(&self.low, self.low.len() - 1);
        &(&low + &first) + &more
    }

    /// Finds the option with the rank `rank`. Options that leave more tokens come first. Returns the number of tokens
    /// that this option leaves, and its rank among the options that leave this number.
    pub(super) fn nth(&self, most: &Natural, rank: &Natural) -> Option<(Natural, Natural)> {
        let all = self.up_to(most);
        let from_below = all.checked_sub(&(rank + &Natural::ONE))?;
        let fewer = last_not_after(Natural::ZERO, most.clone(), |left| {
            meter::charge(cost::LOOK_UP);
            self.up_to(left) <= from_below
        });
        let tokens = &fewer + &Natural::ONE;
        let above = &all - &self.up_to(&tokens);
        let rank = rank.checked_sub(&above)?;
        Some((tokens, rank))
    }
}
