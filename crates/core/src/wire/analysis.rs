//! [`Analysis`]: a solved request, and the JSON of its answer.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::certificate::{Certificate, Subject};
use super::compound::ComponentNumbers;
use super::fault::{Code, Fault, Faults};
use super::genus::GeneraAnswer;
use super::id::Id;
use super::position::{check_listable, refusal, serialize_each};
use super::request::{Explain, Rejected, Request};
use crate::game::shape::PlainValue;
use crate::game::{Play, Positions, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::compound::CombinedMove;
use crate::solve::explain::Explanation;
use crate::solve::{AnySolution, ComponentIndex, Filter, Genera, Move, Solution, SolvedSum, Sum, Summand, Winner};
use crate::theory::Caches;
use crate::theory::compounds::Compound;

/// A request about a sum or another compound, and its solution.
#[derive(Debug)]
pub struct Analysis {
    id: Option<Id>,
    brief: bool,
    rewritten: bool,
    /// The fields that only a request for an analysis has.
    pub own: Explain,
    /// The solution.
    pub solution: AnySolution,
    /// The recommended move; `None` iff there is no move.
    pub best: Option<CombinedMove>,
    /// The line of recommended moves, if the request asks for it.
    pub line: Option<Vec<Vec<LineMove>>>,
    /// How many moves win; `None` if the moves can't be listed.
    pub winning_count: Option<Natural>,
    /// The genus of each component and of the sum, if it was asked for.
    pub genera: Option<Genera>,
    /// The explanation of the value, if it was asked for.
    pub explanation: Option<Explanation>,
    /// The certificate, if it was asked for.
    pub certificate: Option<Certificate>,
}

impl Analysis {
    /// Solves the position of a request.
    ///
    /// # Errors
    /// `value-unknown`, `misere-unsupported` or `too-costly`, with the request's id. `invalid-request` if the request
    /// asks for what only a sum has, and the position is none.
    pub fn of(request: Request, tables: &Caches) -> Result<Self, Rejected> {
        let Request { position, rewritten, play, compound, brief, id, max_certificate, own, .. } = request;
        let subject = own.certificate.then(|| Subject::of(position.parts(), None, max_certificate));
        let solved = own.solve(position, play, compound, tables).and_then(|solution| {
            let line = (own.line > 0).then(|| line(&solution, &own, tables)).transpose()?;
            Ok((solution, line))
        });
        let (solution, line) = match solved {
            Ok(solved) => solved,
            Err(faults) => return Err(Rejected { id, faults }),
        };
        let (best, winning_count) = own.choice.with_winning_count(&solution);
        let sum = if let AnySolution::Sum(solution) = &solution { Some(solution) } else { None };
        let genera = sum.filter(|_| own.genus).map(|solution| solution.genera(tables));
        // The explanation comes before the certificate, which takes half of the steps that remain.
        let explanation = own.explained(|| match &solution {
            AnySolution::Sum(solution) => Explanation::of(solution, tables),
            AnySolution::Compound(solution) => solution.explanation(best.as_ref()),
        });
        let certificate = subject.zip(sum).map(|(subject, solution)| {
            meter::work_at("the certificate");
            subject.prove(solution, tables)
        });
        Ok(Self { id, brief, rewritten, own, solution, best, line, winning_count, genera, explanation, certificate })
    }

    /// The value of the whole sum in normal play; `None` if it is not known, or if the compound is no sum. The genus
    /// tells it even if no theory does.
    #[must_use]
    pub fn whole(&self) -> Option<Cow<'_, Value>> {
        let AnySolution::Sum(solution) = &self.solution else { return None };
        let of_genus = || Some(Cow::Owned(Value::Nimber(self.genera.as_ref()?.sum.as_ref()?.normal().clone())));
        solution.whole().map(Cow::Borrowed).or_else(of_genus)
    }

    /// The value of a component in normal play. The genus tells it even if no theory does.
    #[must_use]
    pub fn value(&self, place: ComponentIndex) -> Value {
        let value = self.solution.position().components_of(place).value(place.index);
        match (value, self.genera.as_ref().and_then(|genera| genera.of(place))) {
            (Value::Outcome { .. }, Some(genus)) => Value::Nimber(genus.normal().clone()),
            (value, _) => value,
        }
    }

    /// Returns the answer.
    #[must_use]
    pub fn answer(&self) -> AnalysisAnswer<'_> {
        let Self { id, brief, rewritten, own, solution, best, line, winning_count, genera, explanation, certificate } =
            self;
        let (long, position) = (!brief, solution.position());
        let mut answer = AnalysisAnswer {
            id: id.as_ref(),
            position: (long && *rewritten).then_some(position),
            winner: solution.winner(),
            grundy: self.whole(),
            compound: None,
            values: None,
            component_numbers: None,
            winning_count: OrNull(winning_count.as_ref()),
            drawing_count: solution.drawing_count(),
            remoteness: None,
            at_most: None,
            genus: None,
            after: None,
            r#move: None,
            combined_move: None,
            line: None,
            combined_line: None,
            explanation: explanation.as_ref(),
            certificate: certificate.as_ref(),
        };
        match solution {
            AnySolution::Sum(solution) => {
                answer.values = long.then_some(ValuesByComponent(self));
                if own.remoteness {
                    answer.remoteness = Some(OrNull(solution.remoteness().map(Natural::from)));
                    answer.at_most = solution.at_most();
                }
                answer.genus = genera.as_ref().map(|genera| GeneraAnswer::new(solution, genera, long));
                answer.r#move = best.as_ref().map(|best| MoveAnswer::new(position, &best.0[0], long));
                answer.after = long.then(|| OrNull(answer.r#move.as_ref().map(|made| After::new(position, made))));
                answer.line = line.as_ref().map(|line| line.iter().flatten().collect());
            }
            AnySolution::Compound(solution) => {
                answer.compound = Some(solution.rule().compound);
                answer.component_numbers = long.then_some(ComponentNumbers(solution));
                answer.remoteness = own.remoteness.then(|| OrNull(solution.remoteness()));
                answer.combined_move = Some(OrNull(best.as_ref().map(|best| combined(position, best, long))));
                answer.after = long.then(|| OrNull(best.as_ref().map(|best| After::Combined(solution.after(best)))));
                answer.combined_line = line.as_deref();
            }
        }
        answer
    }
}

impl Explain {
    /// Solves the position. If the request asks how long play lasts, a sum is searched as a whole.
    fn solve(
        &self,
        position: Sum,
        play: Play,
        compound: Option<Compound>,
        tables: &Caches,
    ) -> Result<AnySolution, Faults> {
        if compound.is_none() {
            meter::work_at("solving");
        }
        for (name, is_asked) in [("genus", self.genus), ("certificate", self.certificate)] {
            if compound.is_some() && is_asked {
                let detail = format!("a {name} is of sums: of another kind of compound there is none");
                return Err(Fault::new(Code::InvalidRequest, detail).under(name).into());
            }
        }
        let mut solution = decide(position, play, compound, tables)?;
        if let AnySolution::Sum(solution) = &mut solution {
            self.check_listable(solution)?;
            if self.remoteness {
                solution.search(tables);
            }
        }
        Ok(solution)
    }

    /// Checks that the answer needs no list of moves that can't be made: for a random move, or for the moves that keep
    /// a draw.
    fn check_listable(&self, solution: &Solution) -> Result<(), Fault> {
        self.choice.check_listable(solution)?;
        if solution.can_be_drawn() { check_listable(solution, Filter::All) } else { Ok(()) }
    }
}

/// Returns the moves that follow if both sides play as recommended. Each is a list of the moves in the components.
fn line(solution: &AnySolution, own: &Explain, tables: &Caches) -> Result<Vec<Vec<LineMove>>, Faults> {
    let (mut moves, mut later) = (Vec::new(), None);
    // Searches that fail may use this many steps together, since a line of large positions would use all steps for them.
    let mut for_failed = if own.remoteness { meter::PART.min(meter::left() / 8) } else { 0 };
    while let Some(best) = own.choice.of(later.as_ref().unwrap_or(solution)) {
        let now = later.as_ref().unwrap_or(solution);
        meter::work_at("the line");
        meter::go_on(cost::POSITION).map_err(Fault::spent)?;
        moves.push(best.0.iter().map(|made| LineMove::new(now.position(), made)).collect());
        if moves.len() == own.line {
            break;
        }
        let mut next = now.with(&best.left(now.position()), tables).map_err(refusal)?;
        if let AnySolution::Sum(next) = &mut next {
            own.check_listable(next)?;
            if for_failed > 0 {
                let before = meter::left();
                next.search(tables);
                if !next.is_searched() {
                    for_failed = for_failed.saturating_sub(before.saturating_sub(meter::left()));
                }
            }
        }
        later = Some(next);
    }
    Ok(moves)
}

/// Returns the moves of a combined move, as answers write them.
pub(super) fn combined<'a>(
    position: &'a SolvedSum,
    CombinedMove(moves): &CombinedMove,
    with_from: bool,
) -> Vec<MoveAnswer<'a>> {
    moves.iter().map(|made| MoveAnswer::new(position, made, with_from)).collect()
}

impl LineMove {
    /// Describes a move in `position`, as one move of a line of play.
    fn new(position: &SolvedSum, Move { place, made }: &Move) -> Self {
        let Summand { key, components: positions, .. } = &position.parts()[place.part];
        let (text, to) = (positions.describe(place.index, made), positions.after(place.index, made));
        Self { game: key.to_string(), index: place.index, to, text }
    }
}

/// Solves a position, which is a compound of this kind. `compound` is `None` for a sum. Unlike [`decide`], it refuses a
/// sum if the moves that `filter` selects can't be listed.
///
/// # Errors
/// The reason why the position can't be solved, with a pointer into the request.
pub fn solve(
    position: Sum,
    play: Play,
    compound: Option<Compound>,
    filter: Filter,
    tables: &Caches,
) -> Result<AnySolution, Faults> {
    let solution = decide(position, play, compound, tables)?;
    if let AnySolution::Sum(solution) = &solution {
        check_listable(solution, filter)?;
    }
    Ok(solution)
}

/// Finds the winner of a position and the recommended move. Unlike [`solve`], it also accepts a position whose moves
/// can't be listed.
///
/// # Errors
/// The reason why the position can't be solved, with a pointer into the request.
pub fn decide(position: Sum, play: Play, compound: Option<Compound>, tables: &Caches) -> Result<AnySolution, Faults> {
    AnySolution::of(position, play, compound, tables).map_err(|refused| refusal(refused).into())
}

/// The winner of a position, its Grundy value and the recommended move. The position is a sum or another kind of
/// compound.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Analysis))]
pub struct AnalysisAnswer<'a> {
    /// The `id` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Id>, nullable = false))]
    pub(super) id: Option<&'a Id>,
    /// The position as it was read, if the request wrote a part of it in a notation, such as IXXI for two rows of pins.
    /// `index` and `values` refer to this position. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum>, nullable = false))]
    pub(super) position: Option<&'a SolvedSum>,
    /// The winner with perfect play: `first` is the player to move.
    pub(super) winner: Winner,
    /// The value in normal play, even if the request is about misère play. This is the Grundy value, if the position
    /// has one. Null with `compound`, or if only the winner is known.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::ComponentValue))]
    pub(super) grundy: Option<Cow<'a, Value>>,
    /// The kind of compound; absent for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) compound: Option<Compound>,
    /// The values of the components of a sum: a list for each key of the position. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) values: Option<ValuesByComponent<'a>>,
    /// With `compound`: a number or a word for each component, such as its remoteness. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) component_numbers: Option<ComponentNumbers<'a>>,
    /// How many moves win. Null if there are too many to count, as in aliquot from 2^64 on.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Natural>, required = true))]
    pub(super) winning_count: OrNull<&'a Natural>,
    /// How many moves keep a draw, if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) drawing_count: Option<Natural>,
    /// If requested: how many moves play lasts if the winner hurries and the loser delays. Null if play never ends or
    /// the number is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Natural>))]
    pub(super) remoteness: Option<OrNull<Natural>>,
    /// An upper bound of `remoteness`, if only a bound is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) at_most: Option<u64>,
    /// If requested: the genus of each component and of the sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<GeneraAnswer>, nullable = false))]
    pub(super) genus: Option<GeneraAnswer<'a>>,
    /// The recommended move; null if there is no move, and always null with `compound`.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<MoveAnswer>, required = true))]
    pub(super) r#move: Option<MoveAnswer<'a>>,
    /// With `compound`, instead of `move`: a list of one move for each changed component; null if there is no move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<MoveAnswer>>))]
    pub(super) combined_move: Option<OrNull<Vec<MoveAnswer<'a>>>>,
    /// The position after the recommended move. Null if there is no move. With `compound`, components without moves are
    /// kept. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum>))]
    pub(super) after: Option<OrNull<After<'a>>>,
    /// If requested: the moves that follow when both sides play as recommended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<LineMove>>, nullable = false))]
    pub(super) line: Option<Vec<&'a LineMove>>,
    /// With `compound`, instead of `line`: the combined moves that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) combined_line: Option<&'a [Vec<LineMove>]>,
    /// If requested: the reasons for the answer, step by step.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<super::explanation::ExplanationAnswer>, nullable = false))]
    pub(super) explanation: Option<&'a Explanation>,
    /// If requested: the certificate of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Certificate>, nullable = false))]
    pub(super) certificate: Option<&'a Certificate>,
}

/// Serializes `None` as null.
#[derive(Serialize)]
#[serde(transparent)]
pub struct OrNull<T>(pub(super) Option<T>);

/// One move of a line of play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LineMove {
    /// The key of the game.
    game: String,
    /// The index of the component among the components of this game, before this move.
    index: usize,
    /// The component after the move. In a game that splits components, this is the list of positions that the component
    /// becomes.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::Component))]
    to: Rc<dyn Positions>,
    /// The move in words. Numbers of more than 40 digits are shortened.
    text: String,
}

impl fmt::Display for LineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.game, self.index, self.text)
    }
}

/// The values of the components: a list for each key of the position.
pub struct ValuesByComponent<'a>(&'a Analysis);

impl Serialize for ValuesByComponent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(analysis) = self;
        serialize_each(analysis.solution.position(), serializer, |place, _| analysis.value(place))
    }
}

impl Serialize for Value {
    /// Writes an integer, `{"infinite": [0, 2]}`, or null if only the winner is known.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nimber(value) => value.serialize(serializer),
            Self::Infinite(options) => serializer.collect_map([("infinite", options)]),
            // The player to move loses here, so the value is 0, even if nothing else is known.
            Self::Outcome { wins: false, valued: true } => Natural::ZERO.serialize(serializer),
            Self::Outcome { .. } => serializer.serialize_none(),
        }
    }
}

/// A move in one component.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Move))]
pub struct MoveAnswer<'a> {
    /// The key of the game.
    game: &'a str,
    /// The index of the component among the components of this game.
    index: usize,
    /// Where the component is in the position.
    #[serde(skip)]
    place: ComponentIndex,
    /// The component before the move. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<super::schemas::Component>, nullable = false))]
    from: Option<PlainValue>,
    /// The component after the move. In a game that splits components, this is the list of positions that the component
    /// becomes.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::Component))]
    to: Rc<dyn Positions>,
    /// The move in words. Numbers of more than 40 digits are shortened.
    text: String,
}

impl<'a> MoveAnswer<'a> {
    pub(crate) fn new(position: &'a SolvedSum, Move { place, made }: &Move, with_from: bool) -> Self {
        let part = &position.parts()[place.part];
        Self {
            game: &part.key,
            index: place.index,
            place: *place,
            from: with_from.then(|| part.components.written(place.index)),
            text: part.components.describe(place.index, made),
            to: part.components.after(place.index, made),
        }
    }
}

/// A position after a move.
pub(crate) enum After<'a> {
    /// The position after a move in one component. This variant borrows the position before the move, since copying a
    /// long position is slow.
    Changed {
        position: &'a SolvedSum,
        place: ComponentIndex,
        /// The positions that the component becomes.
        to: Rc<dyn Positions>,
    },
    /// The position after a combined move.
    Combined(Sum),
    /// The position after the move, if it is solved already.
    Solved(&'a SolvedSum),
}

impl<'a> After<'a> {
    pub(crate) fn new(position: &'a SolvedSum, made: &MoveAnswer) -> Self {
        Self::Changed { position, place: made.place, to: Rc::clone(&made.to) }
    }
}

impl Serialize for After<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Changed { position, place, to } if to.ruleset().splits() => {
                position.with(*place, &**to).serialize(serializer)
            }
            Self::Changed { position, place, to } => serialize_each(position, serializer, |at, positions| {
                if at == *place { to.written(0) } else { positions.written(at.index) }
            }),
            Self::Combined(position) => position.serialize(serializer),
            Self::Solved(position) => position.serialize(serializer),
        }
    }
}
