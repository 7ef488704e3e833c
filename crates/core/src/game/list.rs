//! [`List`]: options that are counted and reached by rank, and the ways in which games say such lists.

use crate::number::Natural;
use crate::theory::ranks::locate_in;

/// Options that are counted and reached by rank, from 0.
pub trait List<T> {
    /// How many there are.
    fn count(&self) -> Natural;

    /// The one of a rank, none from [`List::count`] on.
    fn nth(&self, rank: &Natural) -> Option<T>;
}

/// Options that are at hand for later questions.
pub type ListOf<'a, T> = Box<dyn List<T> + 'a>;

impl<T: Clone> List<T> for Vec<T> {
    fn count(&self) -> Natural {
        self.len().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        self.get(rank.to_usize()?).cloned()
    }
}

/// One option at the most.
impl<T: Clone> List<T> for Option<T> {
    fn count(&self) -> Natural {
        self.is_some().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        self.clone().filter(|_| rank.is_zero())
    }
}

/// A list of which the first option is known without the others; where it is none, it is that of the list.
pub(crate) fn with_first<T: Clone>(first: Option<T>, list: impl List<T>) -> impl List<T> {
    WithFirst { first, list }
}

struct WithFirst<T, L> {
    first: Option<T>,
    list: L,
}

impl<T: Clone, L: List<T>> List<T> for WithFirst<T, L> {
    fn count(&self) -> Natural {
        self.list.count()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        let first = self.first.clone().filter(|_| rank.is_zero());
        first.or_else(|| self.list.nth(rank))
    }
}

/// So many options, each made of its rank.
pub fn by_rank<T>(count: Natural, make: impl Fn(&Natural) -> Option<T>) -> impl List<T> {
    ByRank { count, make }
}

struct ByRank<F> {
    count: Natural,
    make: F,
}

impl<T, F: Fn(&Natural) -> Option<T>> List<T> for ByRank<F> {
    fn count(&self) -> Natural {
        self.count.clone()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        if *rank < self.count { (self.make)(rank) } else { None }
    }
}

/// Moves that were found together, each made an option when it is asked for.
pub(crate) fn found<M, T>(moves: Vec<M>, make: impl Fn(&M) -> Option<T>) -> impl List<T> {
    by_rank(moves.len().into(), move |rank| make(moves.get(rank.to_usize()?)?))
}

/// Blocks of options, one after the other: how many each has, and the option of a rank in it.
pub fn by_blocks<B, T>(
    blocks: impl Iterator<Item = B> + Clone,
    count: impl Fn(&B) -> Natural,
    make: impl Fn(B, &Natural) -> Option<T>,
) -> impl List<T> {
    ByBlocks { blocks, count, make }
}

struct ByBlocks<I, C, F> {
    blocks: I,
    count: C,
    make: F,
}

impl<B, T, I, C, F> List<T> for ByBlocks<I, C, F>
where
    I: Iterator<Item = B> + Clone,
    C: Fn(&B) -> Natural,
    F: Fn(B, &Natural) -> Option<T>,
{
    fn count(&self) -> Natural {
        self.blocks.clone().map(|block| (self.count)(&block)).sum()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        let counted = |block| {
            let count = (self.count)(&block);
            (block, count)
        };
        let (block, rank) = locate_in(rank, self.blocks.clone().map(counted))?;
        (self.make)(block, &rank)
    }
}

/// Moves that are found one after the other, as often as it is asked for one, each made an option when it is asked for.
pub fn one_by_one<M: IntoIterator, T>(moves: impl Fn() -> M, make: impl Fn(M::Item) -> Option<T>) -> impl List<T> {
    OneByOne { moves, make }
}

struct OneByOne<M, F> {
    moves: M,
    make: F,
}

impl<I: IntoIterator, T, M: Fn() -> I, F: Fn(I::Item) -> Option<T>> List<T> for OneByOne<M, F> {
    fn count(&self) -> Natural {
        (self.moves)().into_iter().count().into()
    }

    fn nth(&self, rank: &Natural) -> Option<T> {
        (self.make)((self.moves)().into_iter().nth(rank.to_usize()?)?)
    }
}
