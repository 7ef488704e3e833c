//! Misère play of tame sums.
//!
//! A position is *tame* if its genus is (0, 1) or (1, 0), *swap*, or (g, g), *fixed*, and all its options are tame
//! (Conway 1976, chapter 12). Bouton's rule (1901) for misère Nim carries over: play as in normal play until only swap
//! components would be left, then leave an odd number of 1s. That is: a sum of tame components, X the XOR of their
//! values, is lost for the player to move iff all are swap and X = 1, or not all are and X = 0.
//!
//! By induction on the moves (after Gurvich and Ho, 2015). Since an option differs from its position in g⁺ and in g⁻,
//! if that has options: (i) options of a swap *e* are swap 1 − *e* or fixed *n* ≥ 2; (ii) a fixed 0 or 1 has only fixed
//! options.
//!
//! *All swap, X = 1:* some component has the value 1, so there is a move. It leads to another swap, which leaves X = 0
//! and all swap, or to a fixed *n* ≥ 2, which leaves X ≥ 2: neither is lost. *Some fixed, X = 0:* a fixed component has
//! options, and every move makes X ≠ 0; it leaves no fixed component only if the only one was 0 or 1, as X = 0 demands
//! of it beside swap ones, and went to a swap, which (ii) excludes. *All swap, X = 0, and there is a move:* a component
//! of value 1 has an option with g⁺ = 0, which is no fixed 0, since no option has g⁻ = 0; if all are 0, one with
//! options has one with g⁻ = 0, which is no fixed 0, since no option has g⁺ = 0. Either leaves all swap and X = 1.
//! *Some fixed, X ≠ 0:* Nim's move makes X = 0. If it leaves only swap components, the only fixed one, *n* ≥ 2 by (ii),
//! went to the XOR *r* of the others; its option with g⁻ = *r* is swap 1 − *r*, which leaves all swap and X = 1, or
//! fixed *r*, which leaves X = 0.

use crate::game::run::Run;
use crate::game::{Class, Goal, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::verdict::{Best, Here, Verdict};
use crate::solve::winning::Goals;
use crate::solve::{Place, Position, Winner};
use crate::theory::graphs::Outcome;
use crate::theory::sources::CONWAY;
use crate::theory::step::Step;

/// A sum of tame components.
#[derive(Debug)]
pub(crate) struct Tame {
    /// For each part, which of its components are swap positions.
    swap: Vec<Vec<bool>>,
    /// How many are not.
    fixed: usize,
    /// The XOR of all values.
    xor: Natural,
}

impl Tame {
    /// The sum with the XOR of its values, or the first component whose class or value is not known.
    pub(crate) fn of(position: &Position, xor: Result<Natural, Place>) -> Result<Self, Place> {
        let mut swap: Vec<Vec<bool>> = Vec::new();
        let mut fixed = 0;
        for (part, run) in position.parts().iter().map(|part| &part.run).enumerate() {
            let mut classes = Vec::with_capacity(run.len());
            for index in 0..run.len() {
                if meter::go_on(5).is_err() {
                    return Err(Place { part, index });
                }
                match run.class(index) {
                    Class::Swap => classes.push(true),
                    Class::Fixed => classes.push(false),
                    Class::Unknown => return Err(Place { part, index }),
                }
            }
            fixed += classes.iter().filter(|swap| !**swap).count();
            swap.push(classes);
        }
        Ok(Self { swap, fixed, xor: xor? })
    }

    /// Is the component at a place a swap position?
    fn is_swap(&self, Place { part, index }: Place) -> bool {
        self.swap[part][index]
    }

    /// How many components other than the one at a place are no swap positions.
    fn other_fixed(&self, place: Place) -> usize {
        self.fixed - usize::from(!self.is_swap(place))
    }
}

impl Verdict for Tame {
    fn winner(&self) -> Winner {
        let first = if self.fixed == 0 { self.xor != 1 } else { !self.xor.is_zero() };
        if first { Winner::First } else { Winner::Second }
    }

    fn goals(&self, place: Place, run: &dyn Run, outcome: Outcome) -> Goals {
        match (outcome, run.value(place.index)) {
            (Outcome::Win, Value::Nimber(value)) => winning(self.other_fixed(place) > 0, &self.xor ^ &value),
            _ => Goals::none(),
        }
    }

    fn why_component(&self, place: Place) -> Option<Step> {
        Some(Step::new(if self.is_swap(place) {
            "So it is a swap position: misère play exchanges 0 and 1."
        } else {
            "So it is no swap position: misère play leaves its value as it is."
        }))
    }

    fn why_winner(&self, here: &Here) -> Vec<Step> {
        let rule = "In misère play the player to move loses a sum of these iff all components are swap positions and \
                    X, the value of the whole, is 1, or not all are and X = 0.";
        let state = state(self.fixed, &self.xor);
        vec![Step::by(CONWAY, rule), Step::new(format!("Here {state}, so {}.", here.who))]
    }

    fn why_move(&self, best: &Best) -> String {
        let fixed = self.other_fixed(best.place) + usize::from(best.to.sum_class() != Class::Swap);
        let state = state(fixed, best.after);
        format!("This move leaves a sum that is lost by the same rule: {}. After it {state}.", best.words())
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

/// The winning moves of a component beside others whose values make `rest` and of which some is fixed, or none.
pub(super) fn winning(some_fixed: bool, rest: Natural) -> Goals {
    if some_fixed {
        return Goals::one(Goal::Value(rest));
    }
    // Leave one fixed component, and 0, or none, and 1.
    let swapped = &rest ^ &Natural::ONE;
    Goals([Goal::Tame(rest, Class::Fixed), Goal::Tame(swapped, Class::Swap)].into_iter().collect())
}
