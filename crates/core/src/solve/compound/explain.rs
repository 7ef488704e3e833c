//! The reasons for the winner of a compound and for the recommended move, step by step.

use super::{CombinedMove, CompoundSolution};
use crate::game::{Fact, Play, Step};
use crate::number::{Natural, cost, meter};
use crate::solve::explain::{Explanation, MAX_COMPONENTS, Reason};
use crate::solve::{Summand, Winner};
use crate::theory::compounds::label::OpenComponents;
use crate::theory::compounds::{CONWAY, Compound, CompoundRule, Label, SMITH};
use crate::theory::step::joined;

fn shown(values: &[Natural]) -> String {
    joined(values, |value| value.short().to_string(), ", ")
}

impl CompoundSolution {
    /// The reasons for the winner, and for the recommended move if there is one.
    #[must_use]
    pub fn explanation(&self, best: Option<&CombinedMove>) -> Explanation {
        let mut reasons = Vec::new();
        let whole = Reason::of_whole;
        reasons.push(whole(self.rules()));
        for (place, label) in self.labels().take(MAX_COMPONENTS) {
            meter::charge(cost::SENTENCE);
            let Summand { key, .. } = &self.position.parts()[place.part];
            let (game, index) = (Some(key.to_string()), Some(place.index));
            reasons.push(Reason { fact: self.rule.says(label).into(), game, index, source: None });
        }
        if let Some(more) = self.components.len().checked_sub(MAX_COMPONENTS).filter(|more| *more > 0) {
            reasons.push(whole(Step::new(format!("{more} more components are decided in the same way."))));
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
        Step::new(format!("{} Who then has to move {loses}.", self.rule.compound.rule()))
    }

    /// The reason for the winner, before the clause that names the winner.
    fn decision(&self) -> String {
        if self.is_over() {
            return "The game has ended, so".to_owned();
        }
        match &self.label {
            Label::Length(length) => format!("Here the number is {}:", length.short()),
            Label::Value(value) => format!("Here no move decides the game, and the XOR is {}:", value.short()),
            Label::AtOnce | Label::CanEnd => "Here a move ends the game:".to_owned(),
            Label::Infinite(options) => {
                format!("Here no move decides the game, and the values together are ∞({}):", shown(options))
            }
            _ => "Here".to_owned(),
        }
    }

    fn about(&self, best: &CombinedMove) -> String {
        let words = best.describe(&self.position);
        match self.winner() {
            Winner::First => format!("This move leaves a lost position: {words}."),
            Winner::Second => format!("Every move leaves a won position. A move to make all the same is {words}."),
            Winner::Draw => format!("This move keeps the draw: {words}."),
        }
    }
}

impl CompoundRule {
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
                let or = if self.play == Play::Normal { "" } else { ", or there is no move" };
                format!(
                    "By itself in such a compound it is won for the player to move, since a move leaves a lost position{or}."
                )
            }
            Label::CanEnd | Label::AtOnce => "A move ends it, and with it the game.".to_owned(),
            Label::Over => "It has ended, and with it the game.".to_owned(),
            Label::Value(value) => format!("Its foreclosed value is {}.", value.short()),
            Label::Infinite(options) => format!("Its foreclosed value is ∞({}).", shown(options)),
            Label::Going(OpenComponents::None) => "It has ended.".to_owned(),
            Label::Going(OpenComponents::One { is_normal_lost, is_misere_lost }) => {
                let word = |is_lost| if is_lost { "lost" } else { "won" };
                let (normal, misere) = (word(*is_normal_lost), word(*is_misere_lost));
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
                "The player to move loses exactly if all components are lost."
            }
            (Compound::ShortenedSelective, Play::Misere) => {
                "The player to move loses exactly if all components are lost in misère play and none has ended."
            }
            (Compound::DiminishedDisjunctive, Play::Normal) => {
                "A player who can end a component wins. So nobody moves to a position from which the opponent can end one. \
                 Grundy values that leave out such positions are called foreclosed values. The player to move loses exactly if their \
                 XOR is 0."
            }
            (Compound::DiminishedDisjunctive, Play::Misere) => {
                "A player ends a component only if there is no other move. Grundy values that leave out such moves are called \
                 foreclosed values. The player to move loses exactly if their XOR is 0."
            }
        };
        Step::by(CONWAY, text)
    }
}
