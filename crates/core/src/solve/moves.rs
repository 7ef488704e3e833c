//! The moves of a solved position, one after the other.

use crate::game::{Goal, Solved, Value};
use crate::number::Natural;
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, Solution};
use crate::theory::graphs::Outcome;

/// The moves to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// The moves that win.
    Winning,
}

/// A place in a list of moves: before the option of a rank of the component at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingStart {
    /// The place of the component.
    pub place: ComponentIndex,
    /// The rank among its listed options.
    pub rank: Natural,
}

impl ListingStart {
    /// Before the first move.
    pub const START: Self = Self { place: ComponentIndex { part: 0, index: 0 }, rank: Natural::ZERO };
}

/// A move, as a list of moves has it.
#[derive(Debug)]
pub struct RatedMove {
    /// Its place in the listing.
    pub mark: ListingStart,
    /// The move.
    pub r#move: Move,
    /// The component after the move, solved.
    pub left: Box<dyn Solved>,
    /// The value of the whole sum after the move; `None` if it is not known.
    pub value: Option<Value>,
    /// The outcome for the player who makes the move.
    pub outcome: Outcome,
}

impl Solution {
    /// The moves from a mark on. Each is made when it is asked for. They come component by component. Those of a
    /// component are in the game's own order, its smallest step first. Winning moves come in groups of one Grundy value
    /// each.
    pub fn moves(&self, filter: Filter, from: ListingStart) -> impl Iterator<Item = RatedMove> {
        let ListingStart { place: first, rank } = from;
        self.position().components().skip_while(move |(place, _)| *place < first).flat_map(move |(place, solved)| {
            let listed = match filter {
                Filter::All => Goals::one(Goal::All),
                Filter::Winning => self.winning(place),
            };
            let start = if place == first { rank.clone() } else { Natural::ZERO };
            listed.list(solved, place.index, start).map_while(move |(rank, made)| {
                let left = solved.solved_after(place.index, &made).ok()?;
                let value = self.value_with(place, &*left);
                let outcome = match filter {
                    Filter::All => {
                        self.verdict.outcome(place, solved, &*left, &|| rank.to_usize().unwrap_or(usize::MAX))
                    }
                    Filter::Winning => Outcome::Win,
                };
                Some(RatedMove {
                    mark: ListingStart { place, rank },
                    r#move: Move { place, made },
                    left,
                    value,
                    outcome,
                })
            })
        })
    }
}
