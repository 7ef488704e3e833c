//! Lists of the moves of a solved position.

use crate::game::{Goal, Solved, Value};
use crate::number::Natural;
use crate::solve::winning::{Filter, Goals};
use crate::solve::{ComponentIndex, Move, Solution};
use crate::theory::graphs::MoveResult;

/// The point at which a list of moves begins: the option with the rank `rank` among the listed options of the component
/// at `place`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingStart {
    /// The place of the component.
    pub place: ComponentIndex,
    /// The rank of the option among the listed options of the component.
    pub rank: Natural,
}

impl ListingStart {
    /// The start of the whole list.
    pub const START: Self = Self { place: ComponentIndex { part: 0, index: 0 }, rank: Natural::ZERO };
}

/// A move in a list of moves, with its results.
#[derive(Debug)]
pub struct RatedMove {
    /// The place of this move in the list. A list that starts at this place begins with this move.
    pub mark: ListingStart,
    /// The move.
    pub r#move: Move,
    /// The component after the move, solved.
    pub left: Box<dyn Solved>,
    /// The value of the whole sum after the move; `None` if it is not known.
    pub value: Option<Value>,
    /// The outcome for the player who makes the move.
    pub outcome: MoveResult,
}

impl Solution {
    /// Lists the moves from `from` on. Each move is computed only when the iterator reaches it. The moves come
    /// component by component. The moves of a component are in the order that its game documents. There is one
    /// exception, for the winning moves of a tame sum in misère play. Moves that leave a firm position may then come
    /// before moves that leave a fickle one.
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
                    Filter::Winning => MoveResult::Win,
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
