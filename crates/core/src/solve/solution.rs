//! [`Solution`]: a position whose winner is known, and all that follows from that.
//!
//! Normal play is the theorem of Sprague (1935) and Grundy (1939): with X the XOR of the components' Grundy values,
//! the player to move wins iff X ≠ 0, and a move wins iff it takes some component from *g* to exactly *g* ⊕ X. One
//! with *g* ⊕ X < *g* exists, and has such an option by the definition of mex; options that go up may exist too.

use crate::game::{Convention, Goal, Unsolved, Value};
use crate::natural::Natural;
use crate::run::Run;
use crate::solve::tame::Tame;
use crate::solve::winning::Goals;
use crate::solve::{Place, Position};
use crate::theory::Tables;

/// Who wins with perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Winner {
    /// The player to move.
    First,
    /// The other one.
    Second,
}

/// A move in a sum.
#[derive(Debug)]
pub struct Move {
    /// Where the component is that changes.
    pub place: Place,
    /// What it becomes.
    pub to: Box<dyn Run>,
}

impl Move {
    /// The same move.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self { place: self.place, to: self.to.copy() }
    }
}

/// Why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A theory does not reach a component.
    Unsolved(Place, Unsolved),
    /// A component whose winner is known and whose value is not, in a sum with others that have moves.
    NotAlone(Place),
    /// A component that is not known to be tame, in a sum of misère play.
    NotTame(Place),
}

/// A position whose winner is known, and all that follows from that.
#[derive(Debug)]
pub struct Solution {
    position: Position,
    /// The XOR of the components' Grundy values; none if one has none.
    xor: Option<Natural>,
    theory: Theory,
}

/// What decides the winner.
#[derive(Debug)]
pub(crate) enum Theory {
    /// Normal play of components that all have Grundy values, with their XOR.
    Nimbers(Natural),
    /// Misère play of tame components, with the XOR of their values.
    Tame(Tame, Natural),
    /// Only one component has options, and its game has a theory for that.
    Alone {
        /// The component.
        place: Place,
        /// The convention.
        convention: Convention,
        /// Is there a winning move?
        first_wins: bool,
    },
}

impl Solution {
    /// Solves a position.
    ///
    /// # Errors
    /// Why it has no solution.
    pub fn of(mut position: Position, convention: Convention, tables: &Tables) -> Result<Self, Refusal> {
        for (part, run) in position.parts_mut().iter_mut().map(|part| &mut part.run).enumerate() {
            run.prepare(tables)
                .map_err(|unsolved| Refusal::Unsolved(Place { part, index: unsolved.index }, unsolved))?;
            run.solve();
        }
        let xor = xor(&position);
        let theory = match (convention, &xor) {
            (Convention::Normal, Ok(xor)) => Theory::Nimbers(xor.clone()),
            (Convention::Normal, Err(place)) => alone(&position, convention).ok_or(Refusal::NotAlone(*place))?,
            (Convention::Misere, xor) => match (Tame::of(&position), xor) {
                (Ok(tame), Ok(xor)) => Theory::Tame(tame, xor.clone()),
                (Err(place), _) => alone(&position, convention).ok_or(Refusal::NotTame(place))?,
                (Ok(_), Err(place)) => alone(&position, convention).ok_or(Refusal::NotTame(*place))?,
            },
        };
        Ok(Self { position, xor: xor.ok(), theory })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who wins with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        let first = match &self.theory {
            Theory::Nimbers(xor) => !xor.is_zero(),
            Theory::Tame(tame, xor) => tame.first_wins(xor),
            Theory::Alone { first_wins, .. } => *first_wins,
        };
        if first { Winner::First } else { Winner::Second }
    }

    /// The Grundy value of normal play, whichever is played; none if it is not known.
    #[must_use]
    pub fn grundy(&self) -> Option<&Natural> {
        self.xor.as_ref()
    }

    /// What the component at a place is worth.
    #[must_use]
    pub fn value(&self, Place { part, index }: Place) -> Value {
        self.position.parts()[part].run.value(index)
    }

    /// Does who cannot move win?
    #[must_use]
    pub fn is_misere(&self) -> bool {
        match &self.theory {
            Theory::Nimbers(_) => false,
            Theory::Tame(..) => true,
            Theory::Alone { convention, .. } => *convention == Convention::Misere,
        }
    }

    pub(crate) fn theory(&self) -> &Theory {
        &self.theory
    }

    /// How many moves win.
    #[must_use]
    pub fn winning_count(&self) -> Natural {
        self.components().map(|(place, run)| self.winning(place).count(run, place.index)).fold(Natural::ZERO, add)
    }

    /// The recommended move, none iff there is no move. From a won position it is in the first component that can win
    /// by going down (in misère play, that can win), and there the game's own choice; from a lost one, since a bot must
    /// play something, the smallest step of the first component that has one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        let winning = match self.winner() {
            Winner::First => self.components().find_map(|(place, run)| self.winning_move(place, run)),
            Winner::Second => None,
        };
        // In misère play a position without moves is won.
        winning.or_else(|| self.smallest_step())
    }

    /// How many moves there are.
    #[must_use]
    pub fn count(&self) -> Natural {
        self.components().map(|(place, run)| run.count(place.index, &Goal::Any)).fold(Natural::ZERO, add)
    }

    /// Does a move win?
    #[must_use]
    pub fn wins(&self, Move { place, to }: &Move) -> bool {
        let mut to = to.copy();
        to.solve();
        self.winning(*place).contains(&*to)
    }

    fn winning_move(&self, place: Place, run: &dyn Run) -> Option<Move> {
        if let (Theory::Nimbers(xor), Value::Nimber(value)) = (&self.theory, run.value(place.index))
            && &value ^ xor >= value
        {
            return None;
        }
        let to = self.winning(place).first(run, place.index)?;
        Some(Move { place, to })
    }

    fn smallest_step(&self) -> Option<Move> {
        self.components()
            .find_map(|(place, run)| run.nth(place.index, &Goal::Any, &Natural::ZERO).map(|to| Move { place, to }))
    }

    pub(super) fn components(&self) -> impl Iterator<Item = (Place, &dyn Run)> {
        self.position.places().map(|place| (place, &*self.position.parts()[place.part].run))
    }

    /// The XOR of the values of all components but one; none if one has none.
    pub(super) fn rest(&self, place: Place) -> Option<Natural> {
        match (self.value(place), &self.xor) {
            (Value::Nimber(value), Some(xor)) => Some(xor ^ &value),
            _ => None,
        }
    }

    /// The winning moves of one component.
    pub(super) fn winning(&self, place: Place) -> Goals {
        if self.winner() == Winner::Second {
            return Goals::none();
        }
        match (&self.theory, self.rest(place)) {
            (Theory::Nimbers(_), Some(rest)) => Goals::one(Goal::To(rest)),
            (Theory::Tame(tame, _), Some(rest)) => tame.winning(place, rest),
            (Theory::Alone { place: alone, convention, .. }, _) if *alone == place => {
                Goals::one(Goal::Alone(*convention))
            }
            _ => Goals::none(),
        }
    }
}

/// The theory of a position where only one component has options, if its game has one for that.
fn alone(position: &Position, convention: Convention) -> Option<Theory> {
    let run = |place: Place| &position.parts()[place.part].run;
    // Components without options change nothing.
    let mut alive = position.places().filter(|place| !run(*place).count(place.index, &Goal::Any).is_zero());
    let (Some(place), None) = (alive.next(), alive.next()) else { return None };
    if !run(place).has_theory_alone(place.index, convention) {
        return None;
    }
    let count = run(place).count(place.index, &Goal::Alone(convention));
    Some(Theory::Alone { place, convention, first_wins: !count.is_zero() })
}

#[expect(clippy::needless_pass_by_value, reason = "folds want it so")]
fn add(sum: Natural, more: Natural) -> Natural {
    &sum + &more
}

/// The XOR of the values of all components, or the first that has none.
fn xor(position: &Position) -> Result<Natural, Place> {
    let mut xor = Natural::ZERO;
    for (part, run) in position.parts().iter().map(|part| &part.run).enumerate() {
        for index in 0..run.len() {
            match run.value(index) {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return Err(Place { part, index }),
            }
        }
    }
    Ok(xor)
}
