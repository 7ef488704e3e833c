//! Misère play of tame sums.
//!
//! A position is *tame* if all its options are tame, and its genus is (0, 1), (1, 0) or (g, g) (Conway 1976, chapter
//! 12). With the genus (0, 1) or (1, 0) it is *fickle*, and with (g, g) it is *firm*. Bouton's rule (1901) for misère
//! Nim holds for tame components, too: play as in normal play until a move would leave only fickle components. Then
//! leave an odd number of components of value 1. In other words, let X be the XOR of the values of tame components.
//! Their sum is lost for the player to move iff all components are fickle and X = 1, or some component is firm and X =
//! 0.
//!
//! The proof is by induction on the number of moves (after Gurvich and Ho, 2015). Let (g⁺, g⁻) be the genus. "Fickle
//! *e*" is a fickle position with g⁺ = *e*, and "firm *n*" is a firm position with the value *n*. An option differs
//! from its position both in g⁺ and in g⁻. So (i) each option of a fickle *e* is a fickle 1 − *e* or a firm *n* ≥ 2,
//! and (ii) a firm 0 or 1 has only firm options. There are four cases.
//!
//! - *All fickle, X = 1, is lost:* some component has the value 1, so there is a move. By (i), a move leads either to a
//!   fickle component of the other value, or to a firm *n* ≥ 2. After the first kind of move, all components are fickle
//!   and X = 0. After the second kind, X ≥ 2. Neither sum is lost.
//! - *Some firm, X = 0, is lost:* a firm component has options, so there is a move, and every move makes X ≠ 0. The sum
//!   after the move could be lost only if all its components were fickle. Then the only firm component would have moved
//!   to a fickle one. But if all other components are fickle, X = 0 means that this component is a firm 0 or 1. By
//!   (ii), it has no fickle option.
//! - *All fickle, X = 0, is won:* if there is no move, the player to move wins. Otherwise, if some component is a
//!   fickle 1, it has an option with g⁺ = 0. This option is not a firm 0, because no option of a fickle 1 has g⁻ = 0.
//!   So it is a fickle 0. If all components are fickle 0s, one of them has options, and so an option with g⁻ = 0. This
//!   option is not a firm 0, because no option of a fickle 0 has g⁺ = 0. So it is a fickle 1. Both moves leave only
//!   fickle components and X = 1.
//! - *Some firm, X ≠ 0, is won:* the winning move of Nim makes X = 0. It wins unless it leaves only fickle components.
//!   In that case it moved the only firm component to a fickle option whose value is the XOR *r* of the other
//!   components. By (ii), the firm component has the value *n* ≥ 2, so it also has an option with g⁻ = *r*. If this
//!   option is a fickle 1 − *r*, moving there leaves only fickle components and X = 1. If it is a firm *r*, moving
//!   there leaves a firm component and X = 0.

use crate::game::{Fact, Step};
use crate::game::{Goal, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::verdict::{MoveContext, Verdict, VerdictContext, count_each};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, SolvedSum, Winner};
use crate::theory::graphs::MoveResult;
use crate::theory::sources::CONWAY;
use crate::theory::tame::TameGenus;

/// A sum of tame components.
#[derive(Debug)]
pub(crate) struct Tame {
    /// For each component of each part, true if the component is fickle.
    fickle: Vec<Vec<bool>>,
    /// The number of components that are firm.
    firm: usize,
    /// The XOR of all values.
    xor: Natural,
}

impl Tame {
    /// Creates the tame sum, given the XOR of its values. The error is the first component whose value is not known, or
    /// which is not known to be tame.
    pub(crate) fn of(position: &SolvedSum, xor: Result<Natural, ComponentIndex>) -> Result<Self, ComponentIndex> {
        let mut fickle: Vec<Vec<bool>> = Vec::new();
        let mut firm = 0;
        for (part, solved) in position.parts().iter().map(|part| &part.components).enumerate() {
            let mut classes = Vec::with_capacity(solved.len());
            for index in 0..solved.len() {
                // The list must have an entry for each component, so a spent meter may not cut it short.
                meter::go_on(cost::ENTRY).map_err(|_| ComponentIndex { part, index })?;
                match solved.tameness(index) {
                    Tameness::Fickle => classes.push(true),
                    Tameness::Firm => classes.push(false),
                    Tameness::Unknown => return Err(ComponentIndex { part, index }),
                }
            }
            firm += classes.iter().filter(|fickle| !**fickle).count();
            fickle.push(classes);
        }
        Ok(Self { fickle, firm, xor: xor? })
    }

    /// Returns whether the component at a place is fickle.
    fn is_fickle(&self, ComponentIndex { part, index }: ComponentIndex) -> bool {
        self.fickle[part][index]
    }

    /// Returns the number of firm components other than the one at a place.
    fn other_firm(&self, place: ComponentIndex) -> usize {
        self.firm - usize::from(!self.is_fickle(place))
    }
}

impl Verdict for Tame {
    fn winner(&self) -> Winner {
        winner(&TameGenus { value: self.xor.clone(), is_fickle: self.firm == 0 })
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals {
        match (outcome, solved.value(place.index)) {
            (MoveResult::Win, Value::Nimber(value)) => winning(self.other_firm(place) > 0, &self.xor ^ &value),
            _ => Goals::none(),
        }
    }

    fn count_all(&self, position: &SolvedSum, outcome: MoveResult) -> Natural {
        // If two or more components are firm, every move leaves a firm component. So the winning moves are those of
        // normal play.
        if outcome == MoveResult::Win && self.firm >= 2 {
            return position.count_to_zero(&self.xor, None);
        }
        count_each(self, position, outcome)
    }

    fn why_component(&self, place: ComponentIndex) -> Option<Step> {
        Some(Step::new(Fact::Class(Tameness::tame(self.is_fickle(place)))))
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let rule = "In misère play the player to move loses a sum of tame positions exactly if all are fickle and \
                    X, the value of the whole, is 1, or if at least one is firm and X = 0.";
        let state = state(self.firm, &self.xor);
        vec![Step::by(CONWAY, rule), here.so(format!("Here {state}, so"))]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        let firm = self.other_firm(best.place) + usize::from(best.to.sum_tameness() != Tameness::Fickle);
        let state = state(firm, best.after);
        format!("This move leaves a sum that is lost by the same rule: {}. After it {state}.", best.words())
    }
}

/// Returns the winner of misère play of a position with this genus.
pub(super) fn winner(tame: &TameGenus<Natural>) -> Winner {
    if tame.wins() { Winner::First } else { Winner::Second }
}

/// Writes the two facts that decide a tame sum: the number of components that are firm positions, and the XOR of the
/// values.
fn state(firm: usize, xor: &Natural) -> String {
    let components = match firm {
        0 => "all components are fickle positions".to_owned(),
        1 => "1 component is a firm position".to_owned(),
        _ => format!("{firm} components are firm positions"),
    };
    format!("{components} and X = {}", xor.short())
}

/// Returns the winning moves of a component. `rest` is the XOR of the values of all other components, and `some_firm`
/// is true if one of these is firm.
pub(super) fn winning(some_firm: bool, rest: Natural) -> Goals {
    if some_firm {
        return Goals::one(Goal::Value(rest));
    }
    // The winning moves leave one firm component and the XOR 0, or no firm component and the XOR 1.
    let swapped = &rest ^ &Natural::ONE;
    Goals([Goal::Tame(rest, Tameness::Firm), Goal::Tame(swapped, Tameness::Fickle)].into_iter().collect())
}
