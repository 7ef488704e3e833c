//! Checks and applies the caller's combined move in a compound, and replies with the oracle's combined move.

use super::{combined, solve};
use crate::game::Positions;
use crate::solve::compound::{CombinedMove, CompoundSolution, NotCombined};
use crate::solve::{ComponentIndex, Winner};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};
use crate::wire::analysis::{After, OrNull};
use crate::wire::fault::{Code, Fault, Faults, quote};
use crate::wire::id::Id;
use crate::wire::limits::RequestLimits;
use crate::wire::play::{PlayRequest, Player, TurnAnswer};
use crate::wire::position::refusal;
use crate::wire::request::Request;

/// The caller's combined move, and the oracle's reply.
#[derive(Debug)]
pub struct CompoundTurn {
    id: Option<Id>,
    /// The solved position after the caller's move. The oracle is to move there.
    solution: CompoundSolution,
    reply: Option<CombinedMove>,
    /// The solved position after the reply, if there is a reply.
    end: Option<CompoundSolution>,
}

impl CompoundTurn {
    /// Makes the caller's move and replies.
    ///
    /// # Errors
    /// If the move is wrong. `value-unknown` or `too-costly` if a position can't be solved.
    pub fn of(
        request: PlayRequest,
        compound: Compound,
        tables: &Caches,
        limits: &RequestLimits,
    ) -> Result<Self, Faults> {
        let Request { position, games, play, id, own, .. } = request;
        let rule = CompoundRule { compound, play };
        let left = own.read_combined(&position, &games, limits).map_err(|faults| faults.under("combined_move"))?;
        let moved: Vec<ComponentIndex> = left.iter().map(|(place, _)| *place).collect();
        let before = solve(position, rule, tables)?;
        before.check(&moved).map_err(|rule| {
            let detail = format!("{}. {}", broken(&before, &rule), before.rule().compound.rule());
            Fault::new(Code::IllegalMove, detail).under("combined_move")
        })?;
        let adopt = |(place, left): (ComponentIndex, Box<dyn Positions>)| {
            (place, before.position().parts()[place.part].components.adopt(&*left).into())
        };
        let left: Vec<_> = left.into_iter().map(adopt).collect();
        let solution = before.with(&left, tables).map_err(refusal)?;
        let reply = own.choice().of_compound(&solution);
        let end = reply.as_ref().map(|reply| solution.with(&solution.left(reply), tables));
        let end = end.transpose().map_err(refusal)?;
        Ok(Self { id, solution, reply, end })
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> TurnAnswer<'_> {
        let Self { id, solution, reply, end } = self;
        // If the request asks for mistakes, the reply may give away a win or a draw. So the winner depends on the
        // position after the reply.
        let winner = match end.as_ref().map_or_else(|| solution.winner(), |end| opposite(end.winner())) {
            Winner::First => Player::Oracle,
            Winner::Second => Player::Caller,
            Winner::Draw => Player::Nobody,
        };
        TurnAnswer {
            id: id.as_ref(),
            position: solution.position(),
            compound: Some(solution.rule().compound),
            winning: solution.winner() == Winner::Second,
            reply: None,
            combined_reply: Some(OrNull(reply.as_ref().map(|reply| combined(solution.position(), reply, true)))),
            after: After::Solved(end.as_ref().unwrap_or(solution).position()),
            over: end.as_ref().unwrap_or(solution).is_over(),
            winner,
        }
    }
}

/// Returns the same winner from the point of view of the other player.
const fn opposite(winner: Winner) -> Winner {
    match winner {
        Winner::First => Winner::Second,
        Winner::Second => Winner::First,
        Winner::Draw => Winner::Draw,
    }
}

/// Says how a combined move breaks the rule of its compound. The text is a sentence without its full stop.
#[must_use]
pub fn broken(before: &CompoundSolution, rule: &NotCombined) -> String {
    let name = |ComponentIndex { part, index }: &ComponentIndex| {
        format!("{} {index}", quote(&before.position().parts()[*part].key))
    };
    match rule {
        NotCombined::Over => "the game has ended, so there is no move".to_owned(),
        NotCombined::Nothing => "the move changes nothing".to_owned(),
        NotCombined::Twice(place) => format!("the move changes {} twice", name(place)),
        NotCombined::Without(place) => format!("the move leaves out {}", name(place)),
        NotCombined::TooMany => "the move changes more than one component".to_owned(),
    }
}
