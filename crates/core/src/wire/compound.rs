//! Analyses of compounds. For a compound, a [`CompoundAnalysis`] takes the place of an
//! [`Analysis`](super::analysis::Analysis).

pub mod moves;
pub(super) mod numbers;
pub mod play;

use serde::{Serialize, Serializer};

use super::analysis::{After, AnalysisAnswer, LineMove, MoveAnswer, OrNull};
use super::fault::{Code, Fault, Faults};
use super::id::Id;
use super::position::refusal;
use super::request::{Explain, Rejected, Request};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::compound::{CombinedMove, CompoundSolution};
use crate::solve::explain::Explanation;
use crate::solve::{SolvedSum, Sum};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};
pub use numbers::{ComponentNumber, ComponentNumbers};

impl Serialize for Compound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Solves a compound.
///
/// # Errors
/// The reason why the compound can't be solved, with a pointer into the request.
pub fn solve(position: Sum, rule: CompoundRule, tables: &Caches) -> Result<CompoundSolution, Faults> {
    CompoundSolution::of(position, rule, tables).map_err(|refused| refusal(refused).into())
}

/// A request about a compound, and its solution.
#[derive(Debug)]
pub struct CompoundAnalysis {
    id: Option<Id>,
    brief: bool,
    rewritten: bool,
    /// The fields that only a request for an analysis has.
    pub own: Explain,
    /// The solution.
    pub solution: CompoundSolution,
    /// The recommended move; `None` iff there is no move.
    pub best: Option<CombinedMove>,
    /// The line of recommended combined moves, if the request asks for it.
    pub line: Option<Vec<Vec<LineMove>>>,
    /// How many moves win.
    pub winning_count: Natural,
    /// The explanation, if it was asked for.
    pub explanation: Option<Explanation>,
}

impl CompoundAnalysis {
    /// Solves the compound of a request.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly`, with the request's id.
    pub fn of(request: Request, compound: Compound, tables: &Caches) -> Result<Self, Rejected> {
        let Request { position, rewritten, play, brief, id, own, .. } = request;
        let rule = CompoundRule { compound, play };
        match Self::solved(position, rule, own, tables) {
            Ok(analysis) => Ok(Self { id, brief, rewritten, ..analysis }),
            Err(faults) => Err(Rejected { id, faults }),
        }
    }

    fn solved(position: Sum, rule: CompoundRule, own: Explain, tables: &Caches) -> Result<Self, Faults> {
        if own.genus {
            let detail = "a genus is of sums: of another kind of compound there is none";
            return Err(Fault::new(Code::InvalidRequest, detail).under("genus").into());
        }
        if own.certificate {
            let detail = "a certificate is of sums: of another kind of compound there is none";
            return Err(Fault::new(Code::InvalidRequest, detail).under("certificate").into());
        }
        let solution = solve(position, rule, tables)?;
        let line = (own.line > 0).then(|| line(&solution, &own, tables)).transpose()?;
        let best = own.choice.of_compound(&solution);
        let winning_count = solution.winning_count();
        let explanation = own.explained(|| solution.explanation(best.as_ref()));
        Ok(Self { id: None, brief: false, rewritten: false, own, solution, best, line, winning_count, explanation })
    }

    /// The answer.
    #[must_use]
    pub fn answer(&self) -> AnalysisAnswer<'_> {
        let Self { id, brief, rewritten, own, solution, best, line, winning_count, explanation } = self;
        let long = !brief;
        AnalysisAnswer {
            id: id.as_ref(),
            position: (long && *rewritten).then(|| solution.position()),
            winner: solution.winner(),
            grundy: None,
            compound: Some(solution.rule().compound),
            values: None,
            component_numbers: long.then_some(ComponentNumbers(solution)),
            winning_count: OrNull(Some(winning_count)),
            drawing_count: solution.can_be_drawn().then(|| solution.drawing_count()),
            remoteness: own.remoteness.then(|| OrNull(solution.remoteness())),
            at_most: None,
            genus: None,
            r#move: None,
            combined_move: Some(OrNull(best.as_ref().map(|best| combined(solution.position(), best, long)))),
            after: long.then(|| OrNull(best.as_ref().map(|best| After::Combined(solution.after(best))))),
            line: None,
            combined_line: line.as_deref(),
            explanation: explanation.as_ref(),
            certificate: None,
        }
    }
}

/// Returns the moves of a combined move, as answers write them.
fn combined<'a>(
    position: &'a SolvedSum,
    CombinedMove(moves): &'a CombinedMove,
    with_from: bool,
) -> Vec<MoveAnswer<'a>> {
    moves.iter().map(|change| MoveAnswer::new(position, change, with_from)).collect()
}

/// The combined moves that follow if both sides play as recommended.
fn line(solution: &CompoundSolution, own: &Explain, tables: &Caches) -> Result<Vec<Vec<LineMove>>, Faults> {
    let (mut moves, mut later) = (Vec::new(), None);
    while let Some(best) = own.choice.of_compound(later.as_ref().unwrap_or(solution)) {
        let now = later.as_ref().unwrap_or(solution);
        meter::work_at("the line");
        meter::go_on(cost::POSITION).map_err(Fault::spent)?;
        moves.push(best.0.iter().map(|change| LineMove::new(now.position(), change)).collect());
        if moves.len() == own.line {
            break;
        }
        later = Some(now.with(&now.left(&best), tables).map_err(refusal)?);
    }
    Ok(moves)
}
