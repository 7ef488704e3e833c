//! [`Explanation`]: why an answer is what it is, step by step.

use serde::Serialize;

use crate::game::run::Run;
use crate::game::{Class, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::{Move, Place, Solution, Tame, Theory, Winner};
use crate::theory::sources::{GRUNDY, SMITH};
use crate::theory::step::{self, Source, Step};

/// How many components of a sum are explained: the first ones.
const MAX_COMPONENTS: usize = 8;

/// Values of at most this many bits are shown in binary.
const MAX_BITS: usize = 16;

const SPRAGUE: Source = Source { author: "R. P. Sprague", year: 1935, title: "Über mathematische Kampfspiele" };
const PLAMBECK_SIEGEL: Source =
    Source { author: "T. E. Plambeck and A. N. Siegel", year: 2008, title: "Misère quotients for impartial games" };
const CONWAY: Source = Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 12" };

/// The steps that lead to the answer: those to the value of each component, that of the sum, the winner and the move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Explanation(Vec<Reason>);

/// One step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reason {
    /// A short sentence or two; numbers over 40 digits are shortened, long lists cut in the middle.
    pub text: String,
    /// The key of the game, if the step is about one component.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub game: Option<String>,
    /// Which of its components.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub index: Option<usize>,
    /// The publication of the theorem that the step rests on, if it rests on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub source: Option<Source>,
}

impl Explanation {
    /// Why a solution is right. However long the position is, this is at most 64 KiB of JSON.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let position = solution.position();
        let mut reasons = Vec::new();
        for place in position.places().take(MAX_COMPONENTS) {
            let (part, index) = (&position.parts()[place.part], place.index);
            let steps = part.run.explain(index).into_iter().chain(misere_steps(solution, place, &*part.run));
            let game = Some(part.key.to_string());
            reasons.extend(steps.map(|Step { text, source }| Reason {
                text,
                game: game.clone(),
                index: Some(index),
                source,
            }));
        }
        let whole =
            [left_out(solution), sum(solution)].into_iter().flatten().chain(winner(solution)).chain([best(solution)]);
        reasons.extend(whole.map(|Step { text, source }| Reason { text, game: None, index: None, source }));
        Self(reasons)
    }

    /// The steps.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.0
    }
}

fn misere_steps(solution: &Solution, place: Place, run: &dyn Run) -> Vec<Step> {
    if !solution.is_misere() {
        return Vec::new();
    }
    let mut steps = run.explain_misere(place.index);
    if let Theory::Tame(tame, _) = solution.theory() {
        let text = if tame.is_swap(place) {
            "So it is a swap position: misère play exchanges 0 and 1."
        } else {
            "So it is no swap position: misère play leaves its value as it is."
        };
        steps.push(Step::new(text));
    }
    steps
}

fn left_out(solution: &Solution) -> Option<Step> {
    let more = solution.position().len().checked_sub(MAX_COMPONENTS).filter(|more| *more > 0)?;
    Some(Step::new(format!("{more} more components have values for reasons of the same kind, which are left out.")))
}

/// Why the sum has its value, if there is anything to say about that.
fn sum(solution: &Solution) -> Option<Step> {
    let xor = solution.grundy()?;
    if solution.position().len() == 1 {
        return None;
    }
    meter::charge_each(solution.position().len(), 20);
    let values = solution.position().places().map(|place| solution.value(place));
    let values: Vec<Natural> =
        values.filter_map(|value| if let Value::Nimber(value) = value { Some(value) } else { None }).collect();
    if values.is_empty() {
        return Some(Step::new("Nothing is on the table, which has the value 0."));
    }
    let decimal = step::joined(&values, |value| value.short().to_string(), " ⊕ ");
    let mut text = format!("The value of a sum is the XOR of the values: X = {decimal} = {}.", xor.short());
    let width = values.iter().map(Natural::bit_len).max().unwrap_or_default().max(1);
    if width <= MAX_BITS {
        let show = |value: &Natural| format!("{:0width$b}", value.to_u64().unwrap_or_default());
        let binary = step::joined(&values, show, " ⊕ ");
        text =
            format!("{text} In binary a place has 1 iff an odd number of the values have: {binary} = {}.", show(xor));
    }
    Some(Step::by(GRUNDY, text))
}

/// Why the winner wins.
fn winner(solution: &Solution) -> Vec<Step> {
    let who = match solution.winner() {
        Winner::First => "the player to move wins",
        Winner::Second => "the other player wins",
        Winner::Draw => "nobody can force a win",
    };
    match solution.theory() {
        Theory::Nimbers(_) => {
            let is = if solution.winner() == Winner::First { "not 0" } else { "0" };
            vec![Step::by(SPRAGUE, format!("The value of the whole is {is}, so {who}."))]
        }
        Theory::Tame(tame, xor) => {
            let rule = "In misère play the player to move loses a sum of these iff all components are swap positions and \
                        X, the value of the whole, is 1, or not all are and X = 0.";
            let here = state(tame.fixed(), xor);
            vec![Step::by(CONWAY, rule), Step::new(format!("Here {here}, so {who}."))]
        }
        Theory::Alone { .. } => {
            vec![Step::new(format!("No other component has a move, so that one decides: {who}."))]
        }
        Theory::Loopy(_) => {
            let text = match (solution.whole(), solution.winner()) {
                (Some(Value::Infinite(options)), Winner::First) => {
                    let options: Vec<String> = options.iter().map(|option| option.short().to_string()).collect();
                    format!(
                        "The value of the whole is ∞({}). 0 is among these, so there is a move to 0, and {who}.",
                        options.join(", ")
                    )
                }
                (Some(Value::Infinite(_)), _) => format!(
                    "The value of the whole is infinite, and 0 is not among the values of its options: every move either gives the \
                     game away or leaves the same again, so {who}."
                ),
                (_, Winner::First) => format!("The value of the whole is not 0, so {who}."),
                _ => format!("The value of the whole is 0, so {who}."),
            };
            vec![Step::by(SMITH, text)]
        }
        Theory::InQuotient(sum) => {
            let (order, lost, elements, product) = sum.facts();
            let elements = step::joined(&elements, usize::to_string, " · ");
            let rule = format!(
                "In misère play these components count as elements of a quotient: it has {order}, numbered from 0, of which {lost} are \
                 lost for the player to move. It was proved for all their sums."
            );
            let here = format!("Here the product is {elements} = {product}, so {who}.");
            vec![Step::by(PLAMBECK_SIEGEL, rule), Step::new(here)]
        }
        Theory::Typed(_) => {
            let rule = "In misère play tame components count as sums of Nim heaps, of which the last one of more than 1 decides.";
            vec![Step::by(CONWAY, rule), Step::new(format!("By that {who}."))]
        }
        Theory::Searched(_) => {
            let length = solution.remoteness().map_or_else(String::new, |length| match length {
                0 => ": it is over".to_owned(),
                length => format!(", in {length} moves if both play their best"),
            });
            vec![Step::new(format!(
                "The sum was searched to all its ends, from the last moves backwards: {who}{length}."
            ))]
        }
    }
}

/// What decides a tame sum.
fn state(fixed: usize, xor: &Natural) -> String {
    let components = match fixed {
        0 => "all components are swap positions".to_owned(),
        1 => "1 component is no swap position".to_owned(),
        _ => format!("{fixed} components are no swap positions"),
    };
    format!("{components} and X = {}", xor.short())
}

/// Why the move is the one to make.
fn best(solution: &Solution) -> Step {
    let misere = solution.is_misere();
    let Some(Move { place, mut to }) = solution.best() else {
        return Step::new(if misere { "There is no move, and who cannot move wins." } else { "There is no move." });
    };
    let (part, index) = (&solution.position().parts()[place.part], place.index);
    let (game, text) = (&part.key, part.run.describe(index, &*to));
    if solution.winner() == Winner::Draw {
        return Step::new(format!("This move keeps the draw: {game} {index}, {text}."));
    }
    if solution.winner() == Winner::Second {
        let why = if misere {
            "No move wins."
        } else {
            "Every move changes the value of its component, so none leaves 0, and none wins."
        };
        return Step::new(format!("{why} This one is only the smallest step: {game} {index}, {text}."));
    }
    to.solve();
    let (Value::Nimber(value), Ok(left), Some(xor)) = (part.run.value(index), to.xor(), solution.grundy()) else {
        return Step::new(format!("This move leaves a lost sum: {game} {index}, {text}."));
    };
    let after = &(xor ^ &value) ^ &left;
    match solution.theory() {
        Theory::Nimbers(xor) => {
            let [before, left, xor] = [&value, &left, xor].map(Natural::short);
            Step::new(format!(
                "A move wins iff it leaves 0, which is iff it takes a component from a value g to g ⊕ X, where X is the value of \
                 the whole. The first to go down so is {game} {index}, to {before} ⊕ {xor} = {left}: {text}."
            ))
        }
        Theory::Tame(tame, _) => {
            let state = state(fixed_after(tame, place, to.sum_class()), &after);
            Step::new(format!(
                "This move leaves a sum that is lost by the same rule: {game} {index}, {text}. After it {state}."
            ))
        }
        Theory::Alone { .. } => {
            Step::new(format!("This move leaves a position that is lost by the same rule: {game} {index}, {text}."))
        }
        Theory::InQuotient(_) => {
            Step::new(format!("This move leaves a sum whose element is lost: {game} {index}, {text}."))
        }
        Theory::Loopy(_) | Theory::Typed(_) | Theory::Searched(_) => Step::new(format!(
            "This move leaves a lost sum, and of those that do it makes progress, so that the game ends: {game} {index}, {text}."
        )),
    }
}

/// How many components are no swap positions once the one at a place is of this class.
fn fixed_after(tame: &Tame, place: Place, class: Class) -> usize {
    let others = tame.fixed() - usize::from(!tame.is_swap(place));
    others + usize::from(class != Class::Swap)
}
