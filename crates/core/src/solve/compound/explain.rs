//! The reasons for the winner of a compound and for the recommended move, step by step.

use std::collections::BTreeMap;

use super::component::{LabelledComponent, LabelledOptions};
use super::{CombinedMove, CompoundSolution};
use crate::game::{Fact, Play, Step, Value};
use crate::number::{Natural, cost, meter};
use crate::solve::explain::{Explanation, MAX_COMPONENTS, Reason};
use crate::solve::{Summand, Winner};
use crate::theory::compounds::label::OpenComponents;
use crate::theory::compounds::{CONWAY, Compound, CompoundRule, Label, SMITH};
use crate::theory::step::{counted, joined};

fn shown(values: &[Natural]) -> String {
    joined(values, |value| value.short().to_string(), ", ")
}

const fn lost_or_won(is_lost: bool) -> &'static str {
    if is_lost { "lost" } else { "won" }
}

/// Returns a sentence about a component of a selective compound in normal play.
fn by_value(value: &Value) -> &'static str {
    match value {
        Value::Nimber(value) if value.is_zero() => "By itself it is lost for the player to move, since its value is 0.",
        Value::Nimber(_) => "By itself it is won for the player to move, since its value is not 0.",
        Value::Outcome { wins: true, .. } => "By itself it is won for the player to move.",
        Value::Outcome { wins: false, .. } | Value::Infinite(_) => "By itself it is lost for the player to move.",
    }
}

impl LabelledComponent {
    /// Returns how many options have each label. Empty if only the number of lost options is known.
    fn options_by_label(&self) -> BTreeMap<&Label, Natural> {
        let LabelledOptions::Rows(rows) = &self.options else { return BTreeMap::new() };
        meter::charge_each(rows.len(), cost::NUMBER);
        let mut by_label: BTreeMap<&Label, Natural> = BTreeMap::new();
        for row in rows {
            let count = by_label.entry(&row.label).or_insert(Natural::ZERO);
            *count = &*count + &row.count;
        }
        by_label
    }
}

impl CompoundSolution {
    /// The reasons for the winner, and for the recommended move if there is one.
    #[must_use]
    pub fn explanation(&self, best: Option<&CombinedMove>) -> Explanation {
        let mut reasons = Vec::new();
        let whole = Reason::of_whole;
        reasons.push(whole(self.rules()));
        reasons.push(whole(Step::new(self.rule.definition())));
        for (place, component) in self.components.iter().take(MAX_COMPONENTS) {
            let Summand { key, components: solved, .. } = &self.position.parts()[place.part];
            let steps = match &component.options {
                LabelledOptions::Rows(_) => self.rule.explain(component),
                LabelledOptions::ByValue { .. } => {
                    let mut steps = solved.explain(place.index, Play::Normal);
                    steps.push(Step::new(by_value(&solved.value(place.index))));
                    steps
                }
            };
            meter::charge_each(steps.len(), cost::SENTENCE);
            reasons.extend(steps.into_iter().map(|step| Reason::of_component(key, place.index, step)));
        }
        if let Some(more) = self.components.len().checked_sub(MAX_COMPONENTS).filter(|more| *more > 0) {
            let more = counted(more, "more component is", "more components are");
            reasons.push(whole(Step::new(format!("{more} decided in the same way."))));
        }
        meter::charge(cost::SENTENCE);
        reasons.push(whole(self.rule.theorem()));
        reasons.push(whole(Step::new(Fact::Winner {
            why: self.decision(),
            winner: self.winner(),
            more: String::new(),
        })));
        let about = |best| Step::new(Fact::Move { winner: self.winner(), text: self.about(best) });
        reasons.extend(best.map(|best| whole(about(best))));
        Explanation(reasons)
    }

    fn rules(&self) -> Step {
        let loses = if self.is_misere() { "wins" } else { "loses" };
        let parts = if self.position.parts().iter().any(|part| part.components.ruleset().splits()) {
            " The parts that a move leaves of a component are components of their own."
        } else {
            ""
        };
        Step::new(format!("{} Who then has to move {loses}.{parts}", self.rule.compound.rule()))
    }

    /// The reason for the winner, before the clause that names the winner.
    fn decision(&self) -> String {
        if self.is_over() {
            return "The game has ended, so".to_owned();
        }
        let no_end = if self.is_misere() { "no component has ended" } else { "no move ends a component" };
        match &self.label {
            Label::Length(length) => {
                let least = if self.rule.compound == Compound::Conjunctive { "least" } else { "greatest" };
                format!("Here the {least} {} is {}:", self.rule.length_word(), length.short())
            }
            Label::Value(value) => format!("Here {no_end}, and the XOR is {}:", value.short()),
            Label::AtOnce | Label::CanEnd => "Here a move ends the game:".to_owned(),
            Label::Infinite(options) => {
                format!("Here {no_end}, and the values together are ∞({}):", shown(options))
            }
            _ => "Here".to_owned(),
        }
    }

    fn about(&self, best: &CombinedMove) -> String {
        let words = best.describe(&self.position);
        match self.winner() {
            Winner::First => format!("This move leaves a lost position: {words}."),
            Winner::Second => format!("Every move leaves a won position. One of the moves is {words}."),
            Winner::Draw => format!("This move keeps the draw: {words}."),
        }
    }
}

impl CompoundRule {
    /// Returns the word for the length of play that decides a conjunctive compound.
    fn length_word(self) -> &'static str {
        if self.compound == Compound::Conjunctive { "remoteness" } else { "suspense" }
    }

    /// Returns how the label of a component follows from those of its options.
    fn definition(self) -> &'static str {
        match (self.compound, self.play) {
            (Compound::Conjunctive, Play::Normal) => {
                "A position without a move has the remoteness 0. Any other has 1 more than the least even remoteness that a move \
                 leaves, or if there is none, than the greatest."
            }
            (Compound::Conjunctive, Play::Misere) => {
                "A position without a move has the remoteness 0. Any other has 1 more than the least odd remoteness that a move \
                 leaves, or if there is none, than the greatest."
            }
            (Compound::ContinuedConjunctive, Play::Normal) => {
                "A position without a move has the suspense 0. Any other has 1 more than the greatest even suspense that a move \
                 leaves, or if there is none, than the least."
            }
            (Compound::ContinuedConjunctive, Play::Misere) => {
                "A position without a move has the suspense 0. Any other has 1 more than the greatest odd suspense that a move \
                 leaves, or if there is none, than the least."
            }
            (Compound::Selective, Play::Normal) => {
                "A component is won for the player to move if a move leaves a lost position, and lost if every move leaves a won one. A \
                 position is lost if all its parts are."
            }
            (Compound::Selective, Play::Misere) => {
                "Of one component that is left alone, it matters whether it is lost for the player to move in normal play, and whether it is \
                 lost in misère play."
            }
            (Compound::ShortenedSelective, Play::Normal) => {
                "A component that a move can end is won. Any other is won if a move leaves a lost position, and lost if every move \
                 leaves a won one. A position of several parts is lost if one of them has ended, or if all are lost."
            }
            (Compound::ShortenedSelective, Play::Misere) => {
                "A component without a move is won. Any other is won if a move leaves a lost position, and lost if every move leaves a \
                 won one. A position is lost if all its parts are."
            }
            (Compound::DiminishedDisjunctive, Play::Normal) => {
                "A player who can end a component wins. So nobody moves to a position from which the opponent can end one. \
                 Grundy values that leave out such positions are called foreclosed values."
            }
            (Compound::DiminishedDisjunctive, Play::Misere) => {
                "A player ends a component only if there is no other move. Grundy values that leave out such moves are called \
                 foreclosed values."
            }
        }
    }

    /// Explains a component by the labels of its options.
    fn explain(self, component: &LabelledComponent) -> Vec<Step> {
        let options: Vec<_> = component.options_by_label().into_iter().collect();
        let left = match &options[..] {
            [] => "It has no move.".to_owned(),
            [(label, count)] if *count == 1 => format!("Its only move leaves {}.", self.names(label)),
            [(label, count)] => format!("All its {} moves leave {}.", count.short(), self.names(label)),
            options => {
                let shown = |(label, count): &(&Label, Natural)| {
                    format!("{} {}", counted(count.short(), "leaves", "leave"), self.names(label))
                };
                format!("Of its moves, {}.", joined(options, shown, ", "))
            }
        };
        vec![Step::new(left), Step::new(self.says(&component.label))]
    }

    /// Returns words for a position with this label.
    fn names(self, label: &Label) -> String {
        let length = self.length_word();
        match label {
            Label::Length(moves) => format!("the {length} {}", moves.short()),
            Label::Endless => format!("an infinite {length}"),
            Label::Lost => "a lost position".to_owned(),
            Label::Won => "a won position".to_owned(),
            Label::Drawn => "a draw".to_owned(),
            Label::CanEnd | Label::AtOnce => "a position that one more move ends".to_owned(),
            Label::Over | Label::Going(OpenComponents::None) => "a position that has ended".to_owned(),
            Label::Value(value) => format!("the foreclosed value {}", value.short()),
            Label::Infinite(options) => format!("the foreclosed value ∞({})", shown(options)),
            Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost }) => {
                let (normal, misere) = (lost_or_won(*is_normal_lost), lost_or_won(*is_misere_lost));
                format!("a position that is {normal} in normal play and {misere} in misère play")
            }
            Label::Going(OpenComponents::More { are_normal_lost: true }) => {
                "several positions that are all lost in normal play".to_owned()
            }
            Label::Going(OpenComponents::More { are_normal_lost: false }) => {
                "several positions, at least one of them won in normal play".to_owned()
            }
        }
    }

    /// Returns a sentence about the label of a component.
    fn says(self, label: &Label) -> String {
        let lasts = |length: &str| match self.compound {
            Compound::Conjunctive => {
                format!("Alone it lasts {length} if the winner hurries and the loser delays: its remoteness.")
            }
            _ => format!("Alone it lasts {length} if the winner delays and the loser hurries: its suspense."),
        };
        match label {
            Label::Length(length) if *length == 1 => lasts("1 move"),
            Label::Length(length) => lasts(&format!("{} moves", length.short())),
            Label::Endless => "Alone it need not end, so its remoteness is infinite.".to_owned(),
            Label::Drawn => "By itself in such a compound it is a draw.".to_owned(),
            Label::Lost => {
                "By itself in such a compound it is lost for the player to move, since no move leaves a lost position."
                    .to_owned()
            }
            Label::Won => {
                "By itself in such a compound it is won for the player to move, since a move leaves a lost position."
                    .to_owned()
            }
            Label::CanEnd | Label::AtOnce => "A move ends it, and with it the game.".to_owned(),
            Label::Over => "It has ended, and with it the game.".to_owned(),
            Label::Value(value) => format!("Its foreclosed value is {}.", value.short()),
            Label::Infinite(options) => format!("Its foreclosed value is ∞({}).", shown(options)),
            Label::Going(OpenComponents::None) => "It has ended.".to_owned(),
            Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost }) => {
                let (normal, misere) = (lost_or_won(*is_normal_lost), lost_or_won(*is_misere_lost));
                format!("Alone it is {normal} for the player to move in normal play, and {misere} in misère play.")
            }
            Label::Going(OpenComponents::More { .. }) => "Several components are left of it.".to_owned(),
        }
    }

    /// The theorem that decides who wins the compound.
    fn theorem(self) -> Step {
        let by_length = |component: &str, length: &str| {
            let parity = if self.play == Play::Normal { "even" } else { "odd" };
            let text = format!(
                "The {component} component ends the game. The player to move loses exactly if the {length} is {parity}."
            );
            Step::by(SMITH, text)
        };
        let text = match (self.compound, self.play) {
            (Compound::Conjunctive, _) => return by_length("shortest", "least remoteness"),
            (Compound::ContinuedConjunctive, _) => return by_length("longest", "greatest suspense"),
            (Compound::Selective, Play::Normal) => {
                "The player to move loses exactly if all components are lost. After any move in them, the opponent moves from each won \
                 component to a lost position."
            }
            (Compound::Selective, Play::Misere) => {
                "If two or more components have not ended, the player to move loses exactly if all of them are lost in normal play. If \
                 only one has not ended, misère play of this component decides."
            }
            (Compound::ShortenedSelective, Play::Normal) => {
                "The player to move loses exactly if a component has ended, or if all are lost."
            }
            (Compound::ShortenedSelective, Play::Misere) => {
                "The player to move loses exactly if all components are lost in misère play and none has ended."
            }
            (Compound::DiminishedDisjunctive, Play::Normal) => {
                "If no component has ended and no move ends one, the player to move loses exactly if the XOR of the foreclosed values \
                 is 0."
            }
            (Compound::DiminishedDisjunctive, Play::Misere) => {
                "If no component has ended, the player to move loses exactly if the XOR of the foreclosed values is 0."
            }
        };
        Step::by(CONWAY, text)
    }
}
