//! [`Explanation`]: the reasons for the winner and for the recommended move, step by step.

use crate::game::{AnyMove, Fact, Play, Solved, Step, Value};
use crate::number::{cost, meter};
use crate::solve::terms::Glossary;
use crate::solve::verdict::{MoveContext, VerdictContext, ranked};
use crate::solve::{ComponentIndex, Move, Solution, SolvedSum, Summand, Winner};
use crate::theory::Caches;
use crate::theory::sources::GRUNDY;
use crate::theory::step::{Source, counted};

/// The largest number of components of a sum that are explained. If there are more, only the first ones are explained.
pub(super) const MAX_COMPONENTS: usize = 8;

/// Finding the reply to a move may use at most the remaining steps of the request, divided by this number. This leaves
/// steps for the rest of the response, because solving the options of a deletion game can need very many steps.
const PART_OF_REST: u64 = 2;

/// The reasons for the winner and for the recommended move. The first steps explain the value of each component. Then
/// come the value of the sum, the winner and the move. The last step may show the play that follows the move.
#[derive(Clone, Debug)]
pub struct Explanation(pub Vec<Reason>);

/// One step of an explanation.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The statement of the step.
    pub fact: Fact,
    /// The key of the game, if the step is about one component.
    pub game: Option<String>,
    /// The index of the component among the components of this game.
    pub index: Option<usize>,
    /// The publication of the theorem, if the step uses one.
    pub source: Option<Source>,
}

impl Reason {
    /// A step about the component at `index` of the game with this key.
    pub(super) fn of_component(key: &str, index: usize, Step { fact, source }: Step) -> Self {
        Self { fact, game: Some(key.to_owned()), index: Some(index), source }
    }

    /// A step about the whole position.
    pub(super) fn of_whole(Step { fact, source }: Step) -> Self {
        Self { fact, game: None, index: None, source }
    }
}

impl Explanation {
    /// Explains a solution. Even for a very long position, the explanation is at most 64 KiB of JSON.
    #[must_use]
    pub fn of(solution: &Solution, tables: &Caches) -> Self {
        let position = solution.position();
        let mut reasons = Vec::new();
        for place in position.places().take(MAX_COMPONENTS) {
            let (part, index) = (&position.parts()[place.part], place.index);
            let steps = part.components.explain(index, Play::Normal).into_iter().chain(misere_steps(
                solution,
                place,
                &*part.components,
            ));
            reasons.extend(steps.map(|step| Reason::of_component(&part.key, index, step)));
        }
        let recommended = solution.best();
        let answer = recommended.as_ref().and_then(|recommended| answer(solution, recommended, tables));
        let whole =
            [left_out(solution), values_of(solution), sum(solution)].into_iter().flatten().chain(winner(solution));
        let whole = whole.chain([best(solution, recommended)]).chain(answer);
        reasons.extend(whole.map(Reason::of_whole));
        Self(reasons)
    }

    /// Adds a step before the first use of each term, which says what the term means.
    #[must_use]
    pub fn with_terms(self) -> Self {
        let mut glossary = Glossary::default();
        let with_terms = self.0.into_iter().flat_map(|reason| {
            let text = reason.fact.text();
            meter::charge_each(text.len(), cost::NUMBER);
            let meanings = glossary.of(&text).into_iter().map(Fact::Definition);
            let mut steps: Vec<Reason> = meanings.map(|fact| Reason { fact, source: None, ..reason.clone() }).collect();
            steps.push(reason);
            steps
        });
        Self(with_terms.collect())
    }
}

fn misere_steps(solution: &Solution, place: ComponentIndex, solved: &dyn Solved) -> Vec<Step> {
    if !solution.is_misere() {
        return Vec::new();
    }
    let mut steps = solved.explain(place.index, Play::Misere);
    let class = solution.verdict.why_component(place);
    // If no theorem tells the class, the misère values of the options show it.
    if class.is_some() && steps.iter().all(|step| step.source.is_none()) {
        let options = solved.options_and_values(place.index, Play::Misere);
        steps.extend(options.map(|options| Step::new(Fact::Options(options))));
    }
    steps.extend(class);
    steps
}

fn left_out(solution: &Solution) -> Option<Step> {
    let more = solution.position().len().checked_sub(MAX_COMPONENTS).filter(|more| *more > 0)?;
    let more = counted(more, "more component has a value", "more components have values");
    Some(Step::new(format!("{more} for reasons of the same kind, which are left out.")))
}

/// Says that the values are those of normal play, although the sum is played in misère play.
fn values_of(solution: &Solution) -> Option<Step> {
    let text = "The Grundy values here are those of normal play, in which who cannot move loses. In misère play who cannot move \
                wins, and they alone do not decide it.";
    solution.is_misere().then(|| Step::new(text))
}

/// The reason for the value of the sum. `None` if nothing needs to be said about it.
fn sum(solution: &Solution) -> Option<Step> {
    let xor = solution.grundy()?;
    if solution.position().len() == 1 {
        return None;
    }
    meter::charge_each(solution.position().len(), cost::NUMBER);
    let values = solution.position().places().map(|place| solution.value(place));
    let values = values.filter_map(|value| if let Value::Nimber(value) = value { Some(value) } else { None }).collect();
    Some(Step::by(GRUNDY, Fact::Sum { values, xor: xor.clone() }))
}

/// The reason why the winner wins.
fn winner(solution: &Solution) -> Vec<Step> {
    let (winner, position) = (solution.winner(), solution.position());
    let why = solution.verdict.why_winner(&VerdictContext { winner, whole: solution.whole(), position });
    let moves = solution.count();
    let outcomes = (!moves.is_zero() && solution.verdict.shows_outcomes(position)).then(|| {
        let best = if winner == Winner::Draw { solution.drawing_count() } else { solution.winning_count() };
        Step::new(Fact::Outcomes { moves, best, winner })
    });
    outcomes.into_iter().chain(why).collect()
}

/// The reason for the move.
fn best(solution: &Solution, recommended: Option<Move>) -> Step {
    let Some(Move { place, made }) = recommended else {
        return Step::new(if solution.is_misere() {
            "There is no move, and who cannot move wins."
        } else {
            "There is no move."
        });
    };
    Step::new(Fact::Move { winner: solution.winner(), text: why_move(solution, place, &made) })
}

/// The words for the recommended move.
fn why_move(solution: &Solution, place: ComponentIndex, made: &AnyMove) -> String {
    let (part, index) = (&solution.position().parts()[place.part], place.index);
    let (component, text) = (format!("{} {index}", part.key), part.components.describe(index, made));
    if solution.winner() == Winner::Draw {
        return format!("This move keeps the draw: {component}, {text}.");
    }
    if solution.winner() == Winner::Second {
        meter::charge_each(solution.position().len(), cost::NUMBER);
        let mut values = solution.position().places().map(|place| solution.value(place));
        let why = if solution.is_misere() || values.any(|value| matches!(value, Value::Outcome { .. })) {
            "No move wins."
        } else {
            "Every move changes the value of its component, so none leaves 0, and none wins."
        };
        return format!("{why} One of the moves: {component}, {text}.");
    }
    let to = part.components.solved_after(index, made).ok();
    let left = to.as_ref().and_then(|to| to.xor().ok());
    let (Value::Nimber(value), Some(to), Some(left), Some(xor)) =
        (part.components.value(index), to, left, solution.grundy())
    else {
        return format!("This move leaves a lost sum: {component}, {text}.");
    };
    let after = &(xor ^ &value) ^ &left;
    let best = MoveContext { place, component, text, before: &value, to: &*to, left: &left, after: &after };
    solution.verdict.why_move(&best)
}

/// Shows how play may go on after the recommended move, up to the winner's next move. Only sums with a deletion game
/// need this, because no formula gives the winner's moves there. `None` for other sums, for a draw, or if the next move
/// is not found soon.
fn answer(solution: &Solution, recommended: &Move, tables: &Caches) -> Option<Step> {
    let text = || {
        if !solution.position().parts().iter().any(|part| part.components.has_cells()) {
            return None;
        }
        match solution.winner() {
            Winner::Draw => None,
            Winner::Second => {
                let answer = answer_to(solution, solution.position(), recommended, tables)?;
                Some(format!("After it {answer}."))
            }
            Winner::First => {
                let left = after(solution.position(), recommended)?;
                let Some(made) = left.components().find_map(|(place, _)| ranked(&left, place, 0)) else {
                    return Some("No move is left after it.".to_owned());
                };
                let answer = answer_to(solution, &left, &made, tables)?;
                Some(format!("If the other goes on with {}, {answer}.", words(&left, &made)))
            }
        }
    };
    let most = meter::SMALL_PART.min(meter::left() / PART_OF_REST);
    meter::within(most, text).ok().flatten().map(Step::new)
}

/// Returns the winning reply to a move from a lost position, in words.
fn answer_to(solution: &Solution, lost: &SolvedSum, made: &Move, tables: &Caches) -> Option<String> {
    let Move { place, made: of_component } = made;
    let is_misere = solution.is_misere();
    let solved = lost.components_of(*place);
    let by_symmetry = if is_misere { None } else { solved.answer_by_symmetry(place.index, of_component) };
    if let Some(answer) = by_symmetry {
        let component = &lost.parts()[place.part].key;
        return Some(format!(
            "half a turn of the part in which it is made gives the answer: {component} {}, {}",
            place.index,
            solved.after(place.index, of_component).describe(0, &answer)
        ));
    }
    let after = solution.of_left(after(lost, made)?, tables).filter(|after| after.winner() == Winner::First)?;
    let Some(best) = after.best() else { return Some("no move is left, and who cannot move wins".to_owned()) };
    let words = words(after.position(), &best);
    Some(match after.grundy() {
        Some(value) if !is_misere => {
            format!("the whole is worth {}, and an answer that leaves 0 is {words}", value.short())
        }
        _ => format!("an answer that leaves a lost sum is {words}"),
    })
}

/// The position after a move, solved; `None` if the meter is spent.
fn after(position: &SolvedSum, made: &Move) -> Option<SolvedSum> {
    position.solved_with(made.place, &*position.follow(made)).ok()
}

/// Returns the name of the component and the move, in words.
fn words(position: &SolvedSum, Move { place, made }: &Move) -> String {
    let Summand { key, components: solved, .. } = &position.parts()[place.part];
    format!("{key} {}, {}", place.index, solved.describe(place.index, made))
}
