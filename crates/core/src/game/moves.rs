//! [`Moves`]: a sequence of moves. The number of moves is known, and each move can be found by its rank.

use std::cell::LazyCell;
use std::rc::Rc;

use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::locate_in;

/// A function that returns the move with a given rank; `None` if the rank is too large.
pub type Nth<'a, M> = Box<dyn Fn(&Natural) -> Option<M> + 'a>;

/// A sequence of moves. No two moves leave the same positions.
///
/// The variants differ in the way that the moves are found. A list holds few moves, each of which was examined. A
/// formula can count any number of moves without examining them.
pub enum Moves<'a, M> {
    /// No move.
    None,
    /// One move.
    One(M),
    /// A list of moves. The fields are the length of the list, and the function that returns the move with a given
    /// rank.
    Listed(usize, Nth<'a, M>),
    /// Moves that a formula finds. The fields are the number of moves, and the function that returns the move with a
    /// given rank.
    Counted(Natural, Nth<'a, M>),
    /// Moves that take long to count or to list. The fields are the first move, the function that counts the moves, and
    /// the function that returns the move with a given rank.
    Late(M, Box<dyn Fn() -> Natural + 'a>, Nth<'a, M>),
}

impl<'a, M> Moves<'a, M> {
    /// Creates a list of these moves.
    #[must_use]
    pub fn list(moves: Vec<M>) -> Self
    where
        M: Clone + 'a,
    {
        Self::found(moves, |made| Some(made.clone()))
    }

    /// Creates a list of moves from `found`, which has the data of each move. `make` turns the data into the move when
    /// the move is needed.
    pub fn found<F: 'a>(found: Vec<F>, make: impl Fn(&F) -> Option<M> + 'a) -> Self {
        if found.is_empty() {
            return Self::None;
        }
        Self::Listed(found.len(), Box::new(move |rank| make(found.get(rank.to_usize()?)?)))
    }

    /// Creates moves that a formula finds. `count` is the number of moves, and `nth` returns the move with a given
    /// rank.
    pub fn counted(count: Natural, nth: impl Fn(&Natural) -> Option<M> + 'a) -> Self {
        if count.is_zero() { Self::None } else { Self::Counted(count, Box::new(nth)) }
    }

    /// Creates a sequence of moves from blocks of moves, one block after the other. `size` counts the moves of a block,
    /// and `nth` returns the move with a given rank in a block.
    pub fn blocks<B>(
        blocks: impl Iterator<Item = B> + Clone + 'a,
        size: impl Fn(&B) -> Natural + 'a,
        nth: impl Fn(B, &Natural) -> Option<M> + 'a,
    ) -> Self {
        let count = blocks.clone().map(|block| size(&block)).sum();
        Self::counted(count, move |rank| {
            let sized = |block| {
                let size = size(&block);
                (block, size)
            };
            let (block, rank) = locate_in(rank, blocks.clone().map(sized))?;
            nth(block, &rank)
        })
    }

    /// Creates moves of which only the first is known. `find` finds all moves when they are needed, or at once if
    /// `first` is `None`.
    pub fn late(first: Option<M>, find: impl FnOnce() -> Self + 'a) -> Self
    where
        M: Clone + 'a,
    {
        let Some(first) = first else { return find() };
        let found = Rc::new(LazyCell::new(find));
        let counted = Rc::clone(&found);
        Self::Late(first, Box::new(move || counted.count()), Box::new(move |rank| found.nth(rank)))
    }

    /// Returns the number of moves.
    #[inline]
    #[must_use]
    pub fn count(&self) -> Natural {
        match self {
            Self::None => Natural::ZERO,
            Self::One(_) => Natural::ONE,
            Self::Listed(count, _) => (*count).into(),
            Self::Counted(count, _) => count.clone(),
            Self::Late(_, count, _) => count(),
        }
    }

    /// Returns whether there is no move.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Returns the move with this rank, counted from 0; `None` if the rank is too large.
    #[must_use]
    pub fn nth(&self, rank: &Natural) -> Option<M>
    where
        M: Clone,
    {
        match self {
            Self::One(first) | Self::Late(first, ..) if rank.is_zero() => Some(first.clone()),
            Self::None | Self::One(_) => None,
            Self::Counted(count, _) if rank >= count => None,
            Self::Listed(_, nth) | Self::Counted(_, nth) | Self::Late(_, _, nth) => nth(rank),
        }
    }

    /// Applies `then` to each move. This is done at once for a move that is stored, and for any other move when it is
    /// needed.
    #[must_use]
    pub fn map<N: Clone>(self, then: impl Fn(M) -> N + 'a) -> Moves<'a, N>
    where
        M: Clone + 'a,
    {
        match self {
            Self::None => Moves::None,
            Self::One(made) => Moves::One(then(made)),
            Self::Listed(count, nth) => Moves::Listed(count, Box::new(move |rank| nth(rank).map(&then))),
            Self::Counted(count, nth) => Moves::Counted(count, Box::new(move |rank| nth(rank).map(&then))),
            Self::Late(first, count, nth) => {
                Moves::Late(then(first), count, Box::new(move |rank| nth(rank).map(&then)))
            }
        }
    }

    /// Keeps only the moves with these ranks, which must ascend.
    #[must_use]
    pub fn of_ranks(self, ranks: Vec<Natural>) -> Self
    where
        M: Clone + 'a,
    {
        Self::found(ranks, move |rank| self.nth(rank))
    }

    /// Removes the moves with these ranks, which must ascend.
    #[must_use]
    pub fn beside_ranks(self, ranks: Vec<Natural>) -> Self
    where
        M: Clone + 'a,
    {
        // The subtraction saturates, because both numbers may be wrong once the meter is spent.
        let count = self.count().saturating_sub(&ranks.len().into());
        Self::counted(count, move |rank| self.nth(&rank_beside(&ranks, rank)))
    }

    /// Keeps the moves for which a condition holds. Every move is computed once, to test it.
    #[must_use]
    pub fn filtered(self, keep: impl Fn(&M) -> bool) -> Self
    where
        M: Clone + 'a,
    {
        let ranks = std::iter::successors(Some(Natural::ZERO), |rank| Some(rank + &Natural::ONE));
        let moves = meter::each(ranks, 0).map_while(|rank| Some((self.nth(&rank)?, rank)));
        let ranks: Vec<Natural> = moves.filter(|(made, _)| keep(made)).map(|(_, rank)| rank).collect();
        self.of_ranks(ranks)
    }
}

impl<M> From<Option<M>> for Moves<'_, M> {
    fn from(made: Option<M>) -> Self {
        made.map_or(Self::None, Self::One)
    }
}

/// Converts a rank among the moves that are kept into the rank of the same move among all moves. `left_out` has the
/// ranks of the removed moves, ascending.
fn rank_beside(left_out: &[Natural], rank: &Natural) -> Natural {
    meter::charge_each(left_out.len(), cost::ENTRY);
    left_out.iter().fold(rank.clone(), |rank, out| if *out <= rank { &rank + &Natural::ONE } else { rank })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(of: &[u64]) -> Vec<Natural> {
        of.iter().copied().map(Natural::from).collect()
    }

    fn all(moves: &Moves<u64>) -> Vec<u64> {
        let all: Vec<u64> = (0_u64..).map_while(|rank| moves.nth(&rank.into())).collect();
        assert_eq!(moves.count(), u64::try_from(all.len()).unwrap());
        assert_eq!(moves.is_empty(), all.is_empty());
        all
    }

    fn counted(count: u64) -> Moves<'static, u64> {
        Moves::counted(count.into(), |rank| Some(10 + rank.to_u64()?))
    }

    #[test]
    fn moves_are_counted_and_reached_by_rank() {
        assert!(all(&Moves::list(vec![])).is_empty() && all(&counted(0)).is_empty() && all(&None.into()).is_empty());
        assert_eq!(all(&Some(7).into()), [7]);
        assert_eq!(all(&Moves::list(vec![3, 1, 2]).map(|made| made + 1)), [4, 2, 3]);
        assert_eq!(all(&Moves::from(Some(7)).map(|made| made + 1)), [8]);
        assert_eq!(all(&counted(3).map(|made| made * 2)), [20, 22, 24]);
        let blocks = Moves::blocks(0_u64..4, |block| (*block).into(), |block, rank| Some(100 * block + rank.to_u64()?));
        assert_eq!(all(&blocks), [100, 200, 201, 300, 301, 302]);
        assert_eq!(all(&Moves::late(Some(10), || counted(3)).map(|made| made + 1)), [11, 12, 13]);
        assert_eq!(all(&Moves::late(None, || counted(2))), [10, 11]);
    }

    #[test]
    fn a_first_move_is_known_without_the_others() {
        let moves = Moves::late(Some(7), || panic!("the others are not asked for")).map(|made| made + 1);
        assert!(!moves.is_empty());
        assert_eq!(moves.nth(&Natural::ZERO), Some(8));
    }

    #[test]
    fn some_ranks_are_kept_or_left_out() {
        assert_eq!(all(&counted(7).of_ranks(ranks(&[0, 3, 4]))), [10, 13, 14]);
        assert_eq!(all(&counted(7).beside_ranks(ranks(&[0, 3, 4]))), [11, 12, 15, 16]);
        assert_eq!(all(&counted(5).filtered(|made| made % 2 == 0)), [10, 12, 14]);
        assert_eq!(all(&Moves::list(vec![1, 2, 3]).filtered(|made| *made != 2)), [1, 3]);
    }
}
