//! Sums in which only one component has options. The other components do not matter. So the sum is decided if a theory
//! says who wins this component when it is played alone.

use crate::game::Step;
use crate::game::{Goal, Play, Solved};
use crate::solve::verdict::{MoveContext, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;

/// A sum in which only one component has options.
#[derive(Debug)]
pub(crate) struct Alone {
    place: ComponentIndex,
    play: Play,
    /// True if the component has a winning move.
    first_wins: bool,
}

impl Alone {
    /// Creates the verdict. `None` unless exactly one component has options, and a theory says who wins this component
    /// when it is played alone.
    pub(crate) fn of(position: &SolvedSum, play: Play) -> Option<Self> {
        let (place, solved) = position.only_alive()?;
        if !solved.has_theory_alone(place.index, play) {
            return None;
        }
        let first_wins = !solved.count(place.index, &Goal::Wins(play)).is_zero();
        Some(Self { place, play, first_wins })
    }

    /// Returns whether steps of the game explain who wins the component at `index`.
    fn is_explained(&self, solved: &dyn Solved, index: usize) -> bool {
        !solved.reasons(index, self.play).is_empty()
    }
}

impl Verdict for Alone {
    fn winner(&self) -> Winner {
        if self.first_wins { Winner::First } else { Winner::Second }
    }

    fn goals(&self, place: ComponentIndex, _solved: &dyn Solved, outcome: MoveResult) -> Goals {
        if outcome == MoveResult::Win && place == self.place {
            Goals::one(Goal::Wins(self.play))
        } else {
            Goals::none()
        }
    }

    fn shows_outcomes(&self, position: &SolvedSum) -> bool {
        !self.is_explained(position.components_of(self.place), self.place.index)
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let method = if self.shows_outcomes(here.position) {
            "This was worked out beginning with the positions that have no move. "
        } else {
            ""
        };
        let is_whole = here.position.len() == 1;
        let so = if is_whole { "So" } else { "No other component has a move, so this component decides:" };
        vec![here.so(format!("{method}{so}"))]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        let is_explained = (0..best.to.len()).any(|index| self.is_explained(best.to, index));
        let how = if is_explained { "is lost by the same rule" } else { "is lost for the other player" };
        format!("This move leaves a position that {how}: {}.", best.words())
    }
}
