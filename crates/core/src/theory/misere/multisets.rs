//! Searches sums in misère play. A sum is a multiset of components, because two equal components do not cancel in
//! misère play. There is one exception: two components do cancel if each of them ends after exactly one move. If a
//! player moves in one of these components, the opponent moves in the other one. These two moves do not change who
//! makes the last move of the game.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::of_map;

/// The number of a component. Equal components have the same number.
pub(crate) type Number = u32;

/// The number of the component that has a single move, which ends it.
pub(crate) const ONE_MOVE: Number = 0;

/// The components of a sum, without those that have no moves. At most one component is `ONE_MOVE`, because two of these
/// cancel. The components are sorted by their numbers, the largest first. A search numbers components in the order in
/// which it meets them. So a component with a large number is usually a small component. If a search first moves in
/// such components, the number of sums that it visits falls to between a seventh and a third. Up to ten components are
/// stored without a separate allocation. With room for only four, searches of sums with nine components took one and a
/// half times as long.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Summands(SmallVec<[Number; 10]>);

impl Summands {
    pub(crate) fn of(parts: impl IntoIterator<Item = Number>) -> Self {
        Self::sorted(parts.into_iter().collect())
    }

    /// This function is separate from [`Summands::of`] so that the sort is compiled only once, not once for each type
    /// of iterator.
    fn sorted(mut parts: SmallVec<[Number; 10]>) -> Self {
        meter::charge_each(parts.len(), cost::NUMBER);
        parts.sort_unstable_by(|one, other| other.cmp(one));
        let of_one_move = parts.iter().rev().take_while(|part| **part == ONE_MOVE).count();
        parts.truncate(parts.len() - of_one_move + of_one_move % 2);
        Self(parts)
    }

    pub(crate) fn list(&self) -> &[Number] {
        &self.0
    }

    /// Returns the sum of these components and others.
    #[must_use]
    pub fn beside(&self, others: &Self) -> Self {
        Self::of(self.0.iter().chain(&others.0).copied())
    }

    /// Returns the sum in which the component at `place` is replaced by `others`.
    pub(super) fn with(&self, place: usize, others: &Self) -> Self {
        Self::of(self.0[..place].iter().chain(&self.0[place + 1..]).chain(&others.0).copied())
    }
}

/// The rules of the components that [`Number`]s stand for.
pub(crate) trait ComponentRules {
    /// Makes the move with the rank `rank` in `component`, and returns the components that replace `component`. `None`
    /// if `component` has no such move. A search tries the moves in the order of their ranks.
    fn option(&mut self, component: Number, rank: usize) -> Result<Option<Summands>, NotSearched>;

    /// Returns whether the player to move wins a sum; `None` if only a search can tell.
    fn plain(&mut self, sum: &Summands) -> Result<Option<bool>, NotSearched>;

    /// Returns the bytes that the components and their options take.
    fn bytes(&self) -> usize;
}

/// The largest number of bytes that the sums of one search, their components and their options may take.
pub(super) const MOST_BYTES: usize = 216 << 20;

/// Returns the bytes of a map with this capacity while one more entry is added. A full map is copied into a map of twice
/// the size.
pub(super) fn bytes_to_insert<V>(known: &HashMap<Summands, V>) -> usize {
    let bytes = of_map::<Summands, V>(known.capacity());
    if known.len() < known.capacity() { bytes } else { bytes.saturating_mul(3) }
}

/// The reason why a search did not find the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSearched {
    /// There are more sums than the search may store.
    #[error("there are more sums than the search may hold")]
    TooLarge,
    /// The meter is spent.
    #[error("{0}")]
    Spent(#[from] Spent),
}

/// A search for the winners of sums, with all sums whose winner was found so far.
#[derive(Debug)]
pub(crate) struct Multisets<C> {
    pub(crate) components: C,
    known: HashMap<Summands, bool>,
    most: usize,
}

/// A sum that is being searched.
struct Open {
    sum: Summands,
    /// The place of the component whose options are being tried.
    place: usize,
    /// The number of options of this component that were tried.
    looked: usize,
}

impl Open {
    fn new(sum: Summands) -> Self {
        Self { sum, place: 0, looked: 0 }
    }
}

impl<C: ComponentRules> Multisets<C> {
    /// Creates a search that stores at most `most` sums.
    pub(crate) fn new(components: C, most: usize) -> Self {
        Self { components, known: HashMap::new(), most }
    }

    /// Returns whether the player to move wins a sum.
    ///
    /// # Errors
    /// If there are too many sums, or if the meter is spent.
    pub(crate) fn wins(&mut self, sum: &Summands) -> Result<bool, NotSearched> {
        meter::work_at("the search of the sum");
        if let Some(wins) = self.known(sum)? {
            return Ok(wins);
        }
        let mut open = vec![Open::new(sum.clone())];
        // Whether the player to move wins the option that was searched last.
        let mut found = None;
        while let Some(last) = open.last_mut() {
            let mut wins = found.take() == Some(false);
            let mut next = None;
            while !wins
                && next.is_none()
                && let Some(component) = last.sum.0.get(last.place)
            {
                if let Some(option) = self.components.option(*component, last.looked)? {
                    last.looked += 1;
                    let option = last.sum.with(last.place, &option);
                    match self.known(&option)? {
                        Some(known) => wins = !known,
                        None => next = Some(option),
                    }
                } else {
                    // Equal components have equal options, so only the first of them is tried.
                    let equal = last.sum.0[last.place..].iter().take_while(|other| *other == component).count();
                    (last.place, last.looked) = (last.place + equal, 0);
                }
            }
            if let Some(next) = next {
                let bytes = self.components.bytes().saturating_add(bytes_to_insert(&self.known));
                if self.known.len().saturating_add(open.len()) >= self.most || bytes > MOST_BYTES {
                    return Err(NotSearched::TooLarge);
                }
                open.push(Open::new(next));
            } else if let Some(Open { sum, .. }) = open.pop() {
                self.known.insert(sum, wins);
                found = Some(wins);
            }
        }
        Ok(found.unwrap_or(true))
    }

    fn known(&mut self, sum: &Summands) -> Result<Option<bool>, NotSearched> {
        meter::go_on(cost::COMPONENT)?;
        match self.components.plain(sum)? {
            Some(wins) => Ok(Some(wins)),
            None => Ok(self.known.get(sum).copied()),
        }
    }
}
