//! Analyses of compounds. For a compound, a [`CompoundAnalysis`] takes the place of an
//! [`Analysis`](super::analysis::Analysis).

pub mod moves;
pub mod play;

use std::fmt;

use serde::{Serialize, Serializer};

use super::analysis::{After, AnalysisAnswer, LineMove, MoveAnswer, OrNull};
use super::fault::{Code, Fault, Faults};
use super::given::Given;
use super::id::Id;
use super::position::{refusal, serialize_each};
use super::request::{Explain, Rejected, Request};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::compound::{CombinedMove, CompoundSolution};
use crate::solve::explain::Explanation;
use crate::solve::{SolvedSum, Sum, Winner};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule, DISJUNCTIVE, Label};

/// Reads the field `compound`. `None` stands for a sum.
///
/// # Errors
/// If the value is wrong: `invalid-request` for a value from JSON, and `invalid-query` for a text.
pub(super) fn read(value: Given) -> Result<Option<Compound>, Fault> {
    let name = value.string("a kind of compound")?;
    let kind = Compound::ALL.into_iter().find(|kind| kind.as_str() == name);
    if kind.is_none() && name != DISJUNCTIVE {
        let kinds = Compound::ALL.map(Compound::as_str).join(", ");
        return Err(value.fault(format!("the kinds of compounds are {DISJUNCTIVE}, which is a sum, {kinds}")));
    }
    Ok(kind)
}

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
        let solution = solve(position, rule, tables)?;
        let line = (own.line > 0).then(|| line(&solution, &own, tables)).transpose()?;
        let best = own.choice.of_compound(&solution);
        let winning_count = solution.winning_count();
        let explanation = own.explain.then(|| {
            meter::work_at("the explanation");
            solution.explanation(best.as_ref())
        });
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
            winning_count,
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

/// The [`Label`] of each component: a list for each key of the position.
pub struct ComponentNumbers<'a>(&'a CompoundSolution);

impl Serialize for ComponentNumbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(solution) = self;
        serialize_each(solution.position(), serializer, |place, _| {
            solution.label(place).map(|label| ComponentNumber { label, rule: solution.rule() })
        })
    }
}

/// The [`Label`] of a component. Answers write it as a number or as a word.
#[derive(Clone, Copy)]
pub struct ComponentNumber<'a> {
    /// The label.
    pub label: &'a Label,
    /// The kind of compound.
    pub rule: CompoundRule,
}

impl ComponentNumber<'_> {
    /// Returns the word for a label that is not a number.
    fn word(&self) -> &'static str {
        match (self.label, self.rule.compound) {
            (Label::AtOnce, _) => "at once",
            (Label::Over, Compound::DiminishedDisjunctive) => "over",
            _ => match self.rule.winner(self.label) {
                Winner::First => "N",
                Winner::Second => "P",
                Winner::Draw => "draw",
            },
        }
    }
}

impl Serialize for ComponentNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.label {
            Label::Length(number) | Label::Value(number) => number.serialize(serializer),
            _ => serializer.serialize_str(self.word()),
        }
    }
}

impl fmt::Display for ComponentNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label {
            Label::Length(number) | Label::Value(number) => number.short().fmt(f),
            _ => f.write_str(self.word()),
        }
    }
}
