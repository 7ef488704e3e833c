//! Misère play of tame sums.
//!
//! A position is *tame* if its genus is (0, 1) or (1, 0), *fickle*, or (g, g), *firm*, and all its options are tame
//! (Conway 1976, chapter 12). Bouton's rule (1901) for misère Nim carries over: play as in normal play until only
//! fickle components would be left, then leave an odd number of 1s. In other words, let X be the XOR of the values of
//! tame components. Their sum is lost for the player to move iff all are fickle and X = 1, or not all are fickle and X
//! = 0.
//!
//! By induction on the moves (after Gurvich and Ho, 2015). Since an option differs from its position in g⁺ and in g⁻,
//! if that has options: (i) options of a fickle *e* are fickle 1 − *e* or firm *n* ≥ 2; (ii) a firm 0 or 1 has only firm
//! options.
//!
//! *All fickle, X = 1:* some component has the value 1, so there is a move. It leads to another fickle one, which leaves X = 0
//! and all fickle, or to a firm *n* ≥ 2, which leaves X ≥ 2: neither is lost. *Some firm, X = 0:* a firm component has
//! options, and every move makes X ≠ 0; it leaves no firm component only if the only one was 0 or 1, as X = 0 demands
//! of it beside fickle ones, and went to a fickle one, which (ii) excludes. *All fickle, X = 0, and there is a move:* a component
//! of value 1 has an option with g⁺ = 0, which is no firm 0, since no option has g⁻ = 0; if all are 0, one with
//! options has one with g⁻ = 0, which is no firm 0, since no option has g⁺ = 0. Either leaves all fickle and X = 1.
//! *Some firm, X ≠ 0:* Nim's move makes X = 0. If it leaves only fickle components, the only firm one, *n* ≥ 2 by (ii),
//! went to the XOR *r* of the others; its option with g⁻ = *r* is fickle 1 − *r*, which leaves all fickle and X = 1, or
//! firm *r*, which leaves X = 0.

use crate::game::{Goal, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::verdict::{MoveContext, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, SolvedSum, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::sources::CONWAY;
use crate::theory::step::Step;

/// A sum of tame components.
#[derive(Debug)]
pub(crate) struct Tame {
    /// For each part, true for each component that is a fickle position.
    fickle: Vec<Vec<bool>>,
    /// The number of components that are firm.
    firm: usize,
    /// The XOR of all values.
    xor: Natural,
}

impl Tame {
    /// The sum with the XOR of its values, or the first component whose class or value is not known.
    pub(crate) fn of(position: &SolvedSum, xor: Result<Natural, ComponentIndex>) -> Result<Self, ComponentIndex> {
        let mut fickle: Vec<Vec<bool>> = Vec::new();
        let mut firm = 0;
        for (part, solved) in position.parts().iter().map(|part| &part.components).enumerate() {
            let mut classes = Vec::with_capacity(solved.len());
            for index in 0..solved.len() {
                if meter::go_on(5).is_err() {
                    return Err(ComponentIndex { part, index });
                }
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

    /// Returns whether the component at a place is a fickle position.
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
        let first = if self.firm == 0 { self.xor != 1 } else { !self.xor.is_zero() };
        if first { Winner::First } else { Winner::Second }
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: Outcome) -> Goals {
        match (outcome, solved.value(place.index)) {
            (Outcome::Win, Value::Nimber(value)) => winning(self.other_firm(place) > 0, &self.xor ^ &value),
            _ => Goals::none(),
        }
    }

    fn count_all(&self, position: &SolvedSum, outcome: Outcome) -> Natural {
        // With two firm components each has another one beside it, so the winning moves are those of normal play.
        if outcome == Outcome::Win && self.firm >= 2 {
            return position.parts().iter().map(|part| part.components.count_to_zero(&self.xor)).sum();
        }
        position.components().map(|(place, solved)| self.count(place, solved, outcome)).sum()
    }

    fn why_component(&self, place: ComponentIndex) -> Option<Step> {
        Some(Step::new(if self.is_fickle(place) {
            "So it is a fickle position: misère play exchanges 0 and 1."
        } else {
            "So it is a firm position: misère play leaves its value as it is."
        }))
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        let rule = "In misère play the player to move loses a sum of these iff all components are fickle positions and \
                    X, the value of the whole, is 1, or not all are and X = 0.";
        let state = state(self.firm, &self.xor);
        vec![Step::by(CONWAY, rule), Step::new(format!("Here {state}, so {}.", here.who))]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        let firm = self.other_firm(best.place) + usize::from(best.to.sum_tameness() != Tameness::Fickle);
        let state = state(firm, best.after);
        format!("This move leaves a sum that is lost by the same rule: {}. After it {state}.", best.words())
    }
}

/// The sentence on the state that decides a tame sum.
fn state(firm: usize, xor: &Natural) -> String {
    let components = match firm {
        0 => "all components are fickle positions".to_owned(),
        1 => "1 component is a firm position".to_owned(),
        _ => format!("{firm} components are firm positions"),
    };
    format!("{components} and X = {}", xor.short())
}

/// The winning moves of a component. `rest` is the XOR of the other components' values, and `some_firm` is true if one
/// of them is firm.
pub(super) fn winning(some_firm: bool, rest: Natural) -> Goals {
    if some_firm {
        return Goals::one(Goal::Value(rest));
    }
    // Leave one firm component and the XOR 0, or no firm component and the XOR 1.
    let swapped = &rest ^ &Natural::ONE;
    Goals([Goal::Tame(rest, Tameness::Firm), Goal::Tame(swapped, Tameness::Fickle)].into_iter().collect())
}
