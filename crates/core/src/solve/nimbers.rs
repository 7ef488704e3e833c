//! Normal play of sums in which all components have Grundy values.

use crate::game::Step;
use crate::game::{Goal, Solved, Value};
use crate::number::Natural;
use crate::solve::verdict::{MoveContext, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, Move, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;
use crate::theory::sources::SPRAGUE;

/// A sum of nimbers, given as their XOR (Sprague 1935, Grundy 1939).
#[derive(Debug)]
pub(crate) struct Nimbers(pub(crate) Natural);

impl Nimbers {
    /// Returns the first component with a winning move that lowers the component's value; `None` in a lost sum.
    fn first_down(&self, position: &SolvedSum) -> Option<ComponentIndex> {
        let mut parts = position.parts().iter().enumerate().filter(|_| !self.0.is_zero());
        parts.find_map(|(part, of)| Some(ComponentIndex { part, index: of.components.first_down(&self.0)? }))
    }
}

impl Verdict for Nimbers {
    fn winner(&self) -> Winner {
        if self.0.is_zero() { Winner::Second } else { Winner::First }
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals {
        match (outcome, solved.value(place.index)) {
            (MoveResult::Win, Value::Nimber(value)) => Goals::one(Goal::Value(&self.0 ^ &value)),
            _ => Goals::none(),
        }
    }

    fn count_all(&self, position: &SolvedSum, outcome: MoveResult) -> Natural {
        // No option of a sum with the value 0 has the value 0.
        if outcome != MoveResult::Win || self.0.is_zero() {
            return Natural::ZERO;
        }
        position.count_to_zero(&self.0, None)
    }

    fn best(&self, position: &SolvedSum) -> Option<Move> {
        let place = self.first_down(position)?;
        self.first_winning(place, position.components_of(place))
    }

    fn best_and_count(&self, position: &SolvedSum) -> (Option<Move>, Natural) {
        let Some(place) = self.first_down(position) else { return (None, Natural::ZERO) };
        let solved = position.components_of(place);
        let Value::Nimber(value) = solved.value(place.index) else { return (None, Natural::ZERO) };
        let moves = solved.moves(place.index, &Goal::Value(&self.0 ^ &value));
        let count = &moves.count() + &position.count_to_zero(&self.0, Some(place));
        (moves.nth(&Natural::ZERO).map(|made| Move { place, made }), count)
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let is = if here.winner == Winner::First { "not 0" } else { "0" };
        vec![Step { source: Some(SPRAGUE), ..here.so(format!("The value of the whole is {is}, so")) }]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        let MoveContext { component, text, .. } = best;
        let rule = "A move wins exactly if it leaves a whole of the value 0";
        if best.left.is_zero() {
            return format!("{rule}, as this one does: {component}, {text}.");
        }
        let [before, left, xor] = [best.before, best.left, &self.0].map(Natural::short);
        format!(
            "{rule}. So in a component of the value g it leaves g ⊕ X, where X is the value of the whole. Here that is from \
             {before} to {before} ⊕ {xor} = {left} in {component}: {text}."
        )
    }
}
