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

use crate::game::{Class, Goal};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::winning::Goals;
use crate::solve::{Place, Position};

/// A sum of tame components.
#[derive(Debug)]
pub(crate) struct Tame {
    /// For each part, which of its components are swap positions.
    swap: Vec<Vec<bool>>,
    /// How many are not.
    fixed: usize,
}

impl Tame {
    /// The sum, or the first component whose class is not known.
    pub(crate) fn of(position: &Position) -> Result<Self, Place> {
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
        Ok(Self { swap, fixed })
    }

    /// Does the player to move win, if the components' values make `xor`?
    pub(crate) fn first_wins(&self, xor: &Natural) -> bool {
        if self.fixed == 0 { *xor != 1 } else { !xor.is_zero() }
    }

    /// Is the component at a place a swap position?
    pub(crate) fn is_swap(&self, Place { part, index }: Place) -> bool {
        self.swap[part][index]
    }

    /// How many components are none.
    pub(crate) fn fixed(&self) -> usize {
        self.fixed
    }

    /// The winning moves of the component at a place, with `rest` the XOR of the other components' values.
    pub(crate) fn winning(&self, place: Place, rest: Natural) -> Goals {
        winning(self.fixed > usize::from(!self.is_swap(place)), rest)
    }
}

/// The winning moves of a component beside others whose values make `rest` and of which some is fixed, or none.
pub(super) fn winning(some_fixed: bool, rest: Natural) -> Goals {
    if some_fixed {
        return Goals::one(Goal::To(rest));
    }
    // Leave one fixed component, and 0, or none, and 1.
    let swapped = &rest ^ &Natural::ONE;
    Goals([Goal::ToClass(rest, Class::Fixed), Goal::ToClass(swapped, Class::Swap)].into_iter().collect())
}
