//! [`LabelledComponent`]: the facts about a component that decide a compound. All other code for compounds is
//! independent of games.

use std::collections::HashMap;

use crate::game::shape::{PlainValue, Shape};
use crate::game::{AnyMove, Foreclosed, Goal, Play, Positions, Solved, Unsolved, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::compound::explore::{ExploredCompound, explore};
use crate::theory::compounds::label::OpenComponents;
use crate::theory::compounds::lengths::Lengths;
use crate::theory::compounds::pass::TokenLabels;
use crate::theory::compounds::{Compound, CompoundRule, Label};
use crate::theory::graphs::product::ProductLimits;

/// A component: its label, and the labels of its options.
#[derive(Debug)]
pub(super) struct LabelledComponent {
    /// The label of the component itself.
    pub(super) label: Label,
    /// The options of the component.
    pub(super) options: LabelledOptions,
    /// The length of the component itself: see [`OptionRun::length`].
    pub(super) length: Option<u32>,
}

/// The options of a component.
#[derive(Debug)]
pub(super) enum LabelledOptions {
    /// All options in the order of the rules. Consecutive options with the same label and the same length are in one
    /// row.
    Rows(Vec<OptionRun>),
    /// The numbers of all options and of lost options. This variant is for a component whose label follows from its
    /// Grundy value or from its outcome in normal play.
    ByValue {
        /// The number of options.
        count: Natural,
        /// The number of lost options. The player who must move from a lost option loses.
        lost: Natural,
        /// The goal that selects the lost options.
        goal: Goal,
    },
}

/// Consecutive options that have the same label and the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionRun {
    /// The number of options.
    pub(super) count: Natural,
    /// The label of each of these options.
    pub(super) label: Label,
    /// For the options of a token, a number that becomes smaller when the winner makes progress (see
    /// [`TokenLabels::length`]). For all other options, `None`, because their play ends in any case.
    pub(super) length: Option<u32>,
}

impl LabelledComponent {
    /// `true` if the component has no option.
    pub(super) fn has_ended(&self) -> bool {
        match &self.options {
            LabelledOptions::Rows(rows) => rows.is_empty(),
            LabelledOptions::ByValue { count, .. } => count.is_zero(),
        }
    }

    /// `true` if the label of an option is known from its rank among the options that meet `goal`.
    pub(super) fn tells_by_rank(&self, goal: &Goal) -> bool {
        matches!(self.options, LabelledOptions::Rows(_)) || !matches!(goal, Goal::All)
    }
}

/// Returns the components of one game, with their labels.
///
/// # Errors
/// Some component can't be solved for this kind of compound, or the meter is spent.
pub(super) fn components(
    solved: &dyn Solved,
    rule: CompoundRule,
    limits: ProductLimits,
) -> Result<Vec<LabelledComponent>, Unsolved> {
    if let Some(token) = (!solved.is_empty()).then(|| solved.token(0)).flatten() {
        let labels = TokenLabels::of(token.graph, rule)?;
        return (0..solved.len()).map(|index| of_token(solved, index, rule, &labels)).collect();
    }
    let mut found: Vec<Option<LabelledComponent>> = Vec::with_capacity(solved.len());
    for index in 0..solved.len() {
        meter::go_on(cost::COMPONENT)?;
        found.push(by_theory(solved, index, rule));
    }
    let rest: Vec<usize> = (0..solved.len()).filter(|index| found[*index].is_none()).collect();
    if let Some(first) = rest.first() {
        let explored = explore(solved, &rest, limits, rule)?;
        if explored.leaves_nothing() && gone(solved).is_none() && needs_ended(rule) {
            let reason = "a move leaves nothing of a component, and then it is not on the table to end the game: let the \
                          move lead to a position without moves";
            return Err(Unsolved { index: *first, too_costly: false, reason: reason.into() });
        }
        let labels = explored.labels(rule)?;
        for (index, start) in rest.iter().zip(explored.starts()) {
            found[*index] = of_explored(&explored, &labels, *start, rule);
        }
    }
    // By now, every component is found.
    Ok(found.into_iter().flatten().collect())
}

/// `true` if a component that has ended must stay in the position, because it still affects who wins.
const fn needs_ended(rule: CompoundRule) -> bool {
    rule.compound.is_short() || matches!((rule.compound, rule.play), (Compound::Selective, Play::Misere))
}

/// Returns a component that has ended. It replaces a heap that a move removes completely. `None` for games without such
/// a position.
pub(super) fn gone(positions: &dyn Positions) -> Option<Box<dyn Positions>> {
    let ended = match positions.ruleset().shape() {
        Shape::Integer => PlainValue::Integer(Natural::ZERO),
        Shape::CircleOrRow => PlainValue::Row(Natural::ZERO),
        _ => return None,
    };
    let mut gone = positions.ruleset().none();
    // In a client's graph, integers are names of vertices. So 0 is not an empty heap there.
    (positions.ruleset().splits() && positions.all().is_none() && gone.push(ended).is_ok()).then_some(gone)
}

/// Returns the component if a closed form, its Grundy value or its outcome decides it, and otherwise `None`.
fn by_theory(solved: &dyn Solved, index: usize, rule: CompoundRule) -> Option<LabelledComponent> {
    if rule == (CompoundRule { compound: Compound::Selective, play: Play::Normal }) && !solved.ruleset().splits() {
        return by_value(solved, index, rule);
    }
    let lengths = |play| solved.lengths(index, play);
    match (rule.compound, rule.play) {
        (Compound::DiminishedDisjunctive, _) => {
            let foreclosed = solved.foreclosed(index, rule.play).map(of_foreclosed);
            foreclosed.or_else(|| of_lengths(&lengths(rule.play)?, rule))
        }
        (Compound::Selective, _) => Some(of_both_plays(&lengths(Play::Normal)?, &lengths(Play::Misere)?, rule)),
        _ => of_lengths(&lengths(rule.play)?, rule),
    }
}

/// Returns a component of a selective compound in normal play. The component is lost iff its Grundy value is 0. If its
/// value is not known, its outcome in normal play decides. `None` if its value is infinite.
fn by_value(solved: &dyn Solved, index: usize, rule: CompoundRule) -> Option<LabelledComponent> {
    let (is_won, goal) = match solved.value(index) {
        Value::Nimber(value) => (!value.is_zero(), Goal::Value(Natural::ZERO)),
        Value::Outcome { wins, .. } => (wins, Goal::Wins(Play::Normal)),
        Value::Infinite(_) => return None,
    };
    let [count, lost] = [&Goal::All, &goal].map(|goal| solved.count(index, goal));
    let label = if count.is_zero() { rule.ended() } else { won_or_lost(is_won) };
    Some(LabelledComponent { label, options: LabelledOptions::ByValue { count, lost, goal }, length: None })
}

const fn won_or_lost(is_won: bool) -> Label {
    if is_won { Label::Won } else { Label::Lost }
}

/// A component that is decided by its lengths of normal play and of misère play, for a selective compound.
fn of_both_plays(normal: &Lengths, misere: &Lengths, rule: CompoundRule) -> LabelledComponent {
    let label = |normal: &Natural, misere: &Natural| {
        if normal.is_zero() {
            return rule.ended();
        }
        Label::Going(OpenComponents::One { is_normal_lost: normal.is_even(), is_misere_lost: !misere.is_even() })
    };
    let mut rows = Rows::default();
    let (mut left, mut right) = (normal.options.iter(), misere.options.iter());
    let (mut one, mut other) = (left.next().cloned(), right.next().cloned());
    while let (Some((count, normal)), Some((of_other, misere))) = (&one, &other) {
        let both = count.min(of_other).clone();
        rows.push(both.clone(), label(normal, misere), None);
        let rest = |(count, length): (Natural, Natural)| {
            count.checked_sub(&both).filter(|rest| !rest.is_zero()).map(|rest| (rest, length))
        };
        one = one.and_then(rest).or_else(|| left.next().cloned());
        other = other.and_then(rest).or_else(|| right.next().cloned());
    }
    LabelledComponent { label: label(&normal.here, &misere.here), options: LabelledOptions::Rows(rows.0), length: None }
}

/// A component that is decided by its foreclosed value, for a diminished disjunctive compound.
fn of_foreclosed(Foreclosed { here, options }: Foreclosed) -> LabelledComponent {
    let mut rows = Rows::default();
    for (count, label) in options {
        rows.push(count, label, None);
    }
    LabelledComponent { label: here, options: LabelledOptions::Rows(rows.0), length: None }
}

/// A component that is decided by its lengths of play; `None` if the lengths do not decide the component or one of its
/// options.
fn of_lengths(lengths: &Lengths, rule: CompoundRule) -> Option<LabelledComponent> {
    let is_short = rule.compound.is_short();
    let label = |length: &Natural| match (rule.compound, rule.play) {
        (Compound::Conjunctive | Compound::ContinuedConjunctive, _) => Some(Label::Length(length.clone())),
        _ if is_short && length.is_zero() => Some(Label::Over),
        (Compound::ShortenedSelective, Play::Normal) if *length == 1 => Some(Label::CanEnd),
        (Compound::ShortenedSelective, play) => Some(won_or_lost(length.is_even() != (play == Play::Normal))),
        (Compound::DiminishedDisjunctive, Play::Normal) if *length == 1 => Some(Label::AtOnce),
        (Compound::DiminishedDisjunctive | Compound::Selective, _) => None,
    };
    let mut rows = Rows::default();
    for (count, length) in &lengths.options {
        rows.push(count.clone(), label(length)?, None);
    }
    Some(LabelledComponent { label: label(&lengths.here)?, options: LabelledOptions::Rows(rows.0), length: None })
}

/// A token on a graph.
fn of_token(
    solved: &dyn Solved,
    index: usize,
    rule: CompoundRule,
    labels: &TokenLabels,
) -> Result<LabelledComponent, Unsolved> {
    meter::go_on(cost::COMPONENT)?;
    let endless = || Unsolved { index, too_costly: false, reason: endless(rule) };
    let token = solved.token(index).ok_or_else(endless)?;
    let label = labels.label(token.graph, token.at).ok_or_else(endless)?;
    let mut rows = Rows::default();
    for option in token.graph.options(token.at) {
        meter::go_on(cost::NUMBER)?;
        let label = labels.label(token.graph, *option).ok_or_else(endless)?;
        rows.push(Natural::ONE, label, labels.length(*option));
    }
    Ok(LabelledComponent { label, options: LabelledOptions::Rows(rows.0), length: labels.length(token.at) })
}

/// Returns the reason why a component can't be decided if its play may never end.
fn endless(rule: CompoundRule) -> String {
    format!("play of this component may go on for ever, and what is known of it alone does not decide {rule}")
}

/// Returns the component that is the position with the number `start` in `explored`. `None` if this position or a part
/// of one of its options has no label.
fn of_explored(
    explored: &ExploredCompound,
    labels: &[Option<Label>],
    start: u32,
    rule: CompoundRule,
) -> Option<LabelledComponent> {
    let of = |v: u32| labels.get(usize::try_from(v).ok()?)?.as_ref();
    let mut rows = Rows::default();
    for parts in explored.options(start) {
        meter::charge_each(parts.len().saturating_add(1), cost::NUMBER);
        let parts = parts.iter().map(|part| of(*part)).collect::<Option<Vec<_>>>()?;
        rows.push(Natural::ONE, rule.of_list(parts), None);
    }
    Some(LabelledComponent { label: of(start)?.clone(), options: LabelledOptions::Rows(rows.0), length: None })
}

/// Collects the options of a component. Consecutive options with the same label and the same length become one
/// [`OptionRun`].
#[derive(Default)]
struct Rows(Vec<OptionRun>);

impl Rows {
    fn push(&mut self, count: Natural, label: Label, length: Option<u32>) {
        match self.0.last_mut() {
            Some(last) if (&last.label, last.length) == (&label, length) => last.count = &last.count + &count,
            _ => self.0.push(OptionRun { count, label, length }),
        }
    }
}

/// Returns the label of the option that a move leads to, for a component with [`LabelledOptions::ByValue`]. The option
/// is lost if its Grundy value is 0, and otherwise won. If only the outcome of the option is known, the outcome is the
/// label.
pub(super) fn label_by_value(solved: &dyn Solved, index: usize, made: &AnyMove) -> Result<Label, Spent> {
    let option = solved.solved_after(index, made)?;
    let is_lost = match option.value(0) {
        Value::Nimber(value) => value.is_zero(),
        Value::Outcome { wins, .. } => !wins,
        Value::Infinite(_) => false,
    };
    Ok(won_or_lost(!is_lost))
}

/// Returns the positions, with some of them replaced. `changes` maps the index of a position to the positions that
/// replace it.
pub(super) fn with_all(positions: &dyn Positions, changes: &HashMap<usize, &dyn Positions>) -> Box<dyn Positions> {
    let gone = gone(positions);
    let mut after = positions.ruleset().none();
    for index in 0..positions.len() {
        let parts = match changes.get(&index) {
            Some(to) if to.is_empty() => gone.as_deref(),
            Some(to) => Some(*to),
            None => {
                // This cannot fail, because a component is always a position of its game.
                let _ = after.push(positions.written(index));
                continue;
            }
        };
        for part in parts.iter().flat_map(|parts| (0..parts.len()).map(|part| parts.written(part))) {
            let _ = after.push(part);
        }
    }
    after
}
