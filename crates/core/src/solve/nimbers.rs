//! Normal play of components that all have Grundy values.

use crate::game::{Goal, Solved, Value};
use crate::number::Natural;
use crate::solve::verdict::{MoveContext, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::sources::SPRAGUE;
use crate::theory::step::Step;

/// A sum of nimbers, with their XOR (Sprague 1935, Grundy 1939).
#[derive(Debug)]
pub(crate) struct Nimbers(pub(crate) Natural);

impl Verdict for Nimbers {
    fn winner(&self) -> Winner {
        if self.0.is_zero() { Winner::Second } else { Winner::First }
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: Outcome) -> Goals {
        match (outcome, solved.value(place.index)) {
            (Outcome::Win, Value::Nimber(value)) => Goals::one(Goal::Value(&self.0 ^ &value)),
            _ => Goals::none(),
        }
    }

    fn count_all(&self, position: &SolvedSum, outcome: Outcome) -> Natural {
        // No option of a sum with the value 0 has the value 0.
        if outcome != Outcome::Win || self.0.is_zero() {
            return Natural::ZERO;
        }
        position.count_to_zero(&self.0)
    }

    fn best(&self, position: &SolvedSum) -> Option<Move> {
        let parts = position.parts().iter().enumerate();
        let (part, index) = parts
            .filter(|_| !self.0.is_zero())
            .find_map(|(at, part)| Some((at, part.components.first_down(&self.0)?)))?;
        let place = ComponentIndex { part, index };
        self.first_winning(place, position.components_of(place))
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let is = if here.winner == Winner::First { "not 0" } else { "0" };
        vec![Step::by(SPRAGUE, format!("The value of the whole is {is}, so {}.", here.who))]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        let [before, left, xor] = [best.before, best.left, &self.0].map(Natural::short);
        format!(
            "A move wins iff it leaves 0, which is iff it takes a component from a value g to g ⊕ X, where X is the value of \
             the whole. The first to go down so is {}, to {before} ⊕ {xor} = {left}: {}.",
            best.component, best.text
        )
    }
}
