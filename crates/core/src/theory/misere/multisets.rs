//! Searches sums in misère play as multisets of components, since equal components do not cancel there. But two
//! components that have just one move each do cancel: if a player takes one, the other player answers with the other,
//! and two moves change nothing at the end.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::number::meter::{self, Spent};

/// Steps to make, look up or keep a sum, and steps for each part of it. If there are millions of sums, this is waiting
/// for memory.
const STEPS_A_SUM: u64 = 250;
const STEPS_A_PART: u64 = 20;

/// A component, by a number that all equal ones share.
pub(crate) type Number = u32;

/// The number of the component that has exactly one move.
pub(crate) const ONE_MOVE: Number = 0;

/// The components of a sum. Those without moves are left out, and of those of one move at most one is kept. The largest
/// number comes first. Components are numbered in the order in which a search meets them. So the largest number is one
/// of the smallest components. A search that first moves in these visits a third to a seventh of the sums. Up to ten
/// components are stored in the table of sums itself. With four, sums of nine took half as long again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Summands(SmallVec<[Number; 10]>);

impl Summands {
    pub(crate) fn of(parts: impl IntoIterator<Item = Number>) -> Self {
        Self::sorted(parts.into_iter().collect())
    }

    /// This is separate from [`Summands::of`], so that sorting is compiled once and not for each iterator.
    fn sorted(mut parts: SmallVec<[Number; 10]>) -> Self {
        meter::charge_each(parts.len(), STEPS_A_PART);
        parts.sort_unstable_by(|one, other| other.cmp(one));
        let of_one_move = parts.iter().rev().take_while(|part| **part == ONE_MOVE).count();
        parts.truncate(parts.len() - of_one_move + of_one_move % 2);
        Self(parts)
    }

    pub(crate) fn list(&self) -> &[Number] {
        &self.0
    }

    /// Returns these components together with others.
    #[must_use]
    pub fn beside(&self, others: &Self) -> Self {
        Self::of(self.0.iter().chain(&others.0).copied())
    }

    /// Returns the sum in which the component at this place is replaced by others.
    fn with(&self, place: usize, others: &Self) -> Self {
        Self::of(self.0[..place].iter().chain(&self.0[place + 1..]).chain(&others.0).copied())
    }
}

/// The meaning of components, by their numbers.
pub(crate) trait Components {
    /// Returns the components that the move with a rank leaves of a component; `None` if the rank is not below the
    /// number of its moves. Lower ranks are tried first.
    fn option(&mut self, component: Number, rank: usize) -> Result<Option<Summands>, Spent>;

    /// Returns whether the player to move wins a sum; `None` if this is not obvious.
    fn plain(&mut self, sum: &Summands) -> Result<Option<bool>, Spent>;
}

/// The reason why a search does not find the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSearched {
    /// There are more sums than the search may hold.
    #[error("there are more sums than the search may hold")]
    TooLarge,
    /// The meter is spent.
    #[error("{0}")]
    Spent(#[from] Spent),
}

/// The winners of the sums that were asked about.
#[derive(Debug)]
pub(crate) struct Multisets<C> {
    pub(crate) components: C,
    known: HashMap<Summands, bool>,
    most: usize,
}

/// A sum that is being searched.
struct Open {
    sum: Summands,
    /// The place of the component whose options are being tried, and the number of those that were tried.
    place: usize,
    looked: usize,
}

impl Open {
    fn new(sum: Summands) -> Self {
        Self { sum, place: 0, looked: 0 }
    }
}

impl<C: Components> Multisets<C> {
    /// Creates a search that holds at most `most` sums.
    pub(crate) fn new(components: C, most: usize) -> Self {
        Self { components, known: HashMap::new(), most }
    }

    /// Returns whether the player to move wins.
    ///
    /// # Errors
    /// If there are too many sums, or the meter is spent.
    pub(crate) fn wins(&mut self, sum: &Summands) -> Result<bool, NotSearched> {
        meter::work_at("the search of the sum");
        if let Some(wins) = self.known(sum)? {
            return Ok(wins);
        }
        let mut open = vec![Open::new(sum.clone())];
        // True if the player to move wins the option that was searched last.
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
                    // Equal components have equal options, so only the first is tried.
                    let equal = last.sum.0[last.place..].iter().take_while(|other| *other == component).count();
                    (last.place, last.looked) = (last.place + equal, 0);
                }
            }
            if let Some(next) = next {
                if self.known.len().saturating_add(open.len()) >= self.most {
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

    fn known(&mut self, sum: &Summands) -> Result<Option<bool>, Spent> {
        meter::go_on(STEPS_A_SUM)?;
        match self.components.plain(sum)? {
            Some(wins) => Ok(Some(wins)),
            None => Ok(self.known.get(sum).copied()),
        }
    }
}
