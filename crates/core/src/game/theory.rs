//! [`Theory`]: what solves the positions of a game; [`Game`]: rules that have one.

use std::fmt::Debug;

use super::{Goal, Illegal, Left, Lengths, Moves, Nature, Play, Positions, Rules, STEPS_AN_OPTION, Step, Tameness};
use super::{Unsolved, UnusableRules, Value, Worth};
use crate::number::Natural;
use crate::number::meter;
use crate::theory::Caches;
use crate::theory::heaps::period::ProvedPeriod;

/// Rules with a theory that solves their positions.
///
/// A game whose theory is a closed form implements [`Rules`] and [`Theory<Self>`](Theory), which makes it a `Game`. A
/// game that first needs a table, a search or a graph has a theory of another type, which it makes from positions.
pub trait Game: Rules {
    /// The theory.
    type Theory: Theory<Self>;

    /// Makes the theory that solves these positions and all that moves lead to, in normal or misère play.
    ///
    /// # Errors
    /// There is no theory of all these positions, or the meter is spent.
    fn theory(&self, positions: &[Self::Position], play: Play, caches: &Caches) -> Result<Self::Theory, Unsolved>;

    /// Returns the positions of another game that are solved instead of these; `None` for nearly all games. For
    /// example, the rules of a client's game are explored into a graph.
    ///
    /// # Errors
    /// The fault of the rules, or that the meter is spent.
    fn explored(
        &self,
        _positions: &[Self::Position],
        _caches: &Caches,
    ) -> Result<Option<Box<dyn Positions>>, UnusableRules> {
        Ok(None)
    }
}

impl<G: Rules + Theory<G>> Game for G {
    type Theory = G;

    fn theory(&self, _: &[Self::Position], _: Play, _: &Caches) -> Result<G, Unsolved> {
        Ok(self.clone())
    }
}

/// A theory of a game. It solves the positions that it was made for and reaches, and all that moves lead to. For other
/// positions it may panic. It is cheap to clone.
///
/// If there may be many options, a theory counts them by a formula: all of them, or those to one Grundy value. It finds
/// each by its rank ([`Theory::moves_to`]). A position with 10¹⁸ options then costs no more than others. A theory of
/// few options leaves this to their list.
pub trait Theory<G: Rules>: Clone + Debug + Send + Sync + 'static {
    /// The results of solving a position, for all later questions about it.
    type Solved: Worth + Clone + Debug + Send + Sync + 'static;

    /// Checks that the theory reaches a position that it was made for.
    ///
    /// # Errors
    /// The sentence that says how far the theory reaches.
    fn reaches(&self, _position: &G::Position) -> Result<(), String> {
        Ok(())
    }

    /// Returns whether the theory also solves these positions. Then no other theory is made for them.
    fn covers(&self, _positions: &[G::Position]) -> bool {
        true
    }

    /// Solves a position.
    fn solve(&self, position: &G::Position) -> Self::Solved;

    /// Checks that all options of a position can be counted and listed. If they can't, play still goes on: the theory
    /// knows the value, the first option, and the first option of each smaller value.
    ///
    /// # Errors
    /// The reason why they can't be found.
    fn check_listable(&self, _position: &G::Position) -> Result<(), Illegal> {
        Ok(())
    }

    /// Returns the moves that meet a goal, counted and by rank, in the order of the game. The first is the game's
    /// choice, and is recommended.
    ///
    /// `None` leaves it to the library: all moves are listed, and those to a value are found by solving what each
    /// leaves. `None` for [`Goal::Wins`] says that no theory of the position on its own is known. `None` for
    /// [`Goal::Tame`] says that the options of a value, where a formula counts them, are all fickle or all firm; those
    /// of a list are solved one by one.
    fn moves_to<'a>(
        &'a self,
        _position: &'a G::Position,
        _solved: &'a Self::Solved,
        _goal: &Goal,
    ) -> Option<Moves<'a, G::Move>> {
        None
    }

    /// Returns the number of these moves. A game implements this if it can count them without the formula for ranks.
    fn count_to(&self, position: &G::Position, solved: &Self::Solved, goal: &Goal) -> Option<Natural> {
        self.moves_to(position, solved, goal).map(|moves| moves.count())
    }

    /// Returns the positions that a move of a solved position leaves, if they reuse parts of its solution. `None`
    /// leaves this to [`Rules::after`].
    fn follow(&self, _position: &G::Position, _solved: &Self::Solved, _made: &G::Move) -> Option<Left<G::Position>> {
        None
    }

    /// Returns whether the positions that a move leaves have a Grundy value together.
    fn has_value(&self, left: &Left<G::Position>, value: &Natural) -> bool {
        let mut xor = Natural::ZERO;
        for part in left.parts() {
            if meter::go_on(STEPS_AN_OPTION).is_err() {
                return false;
            }
            match self.solve(part).value() {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return false,
            }
        }
        xor == *value
    }

    /// The reason for the value. The numbers come from the computation that found it, and the last step is
    /// [`Step::value`]. An empty list leaves it to the library: the reason is then the values of the options.
    fn explain(&self, _position: &G::Position, _solved: &Self::Solved) -> Vec<Step> {
        Vec::new()
    }

    /// The class of the position in misère sums. If it is known, the classes of all options are known, too.
    fn tameness(&self, _position: &G::Position, _solved: &Self::Solved) -> Tameness {
        Tameness::Unknown
    }

    /// The reason for [`Theory::tameness`]. If the class is not known and the position has a misère theory of its own, it
    /// is that theory. An empty list leaves it to the library: the reason is then the card's text on misère play.
    fn explain_misere(&self, _position: &G::Position, _solved: &Self::Solved) -> Vec<Step> {
        Vec::new()
    }

    /// Returns the number of moves of a perfect game of the position on its own, in which the winner hurries and the
    /// loser delays. `None` if the game has no closed form for it; small positions are then searched.
    fn remoteness(&self, _position: &G::Position, _solved: &Self::Solved, _play: Play) -> Option<u64> {
        None
    }

    /// Returns how long play lasts from the position alone and from each of its options, by a closed form. `None` if
    /// there is no closed form, or the winner can hurry.
    fn lengths(&self, _position: &G::Position, _play: Play) -> Option<Lengths> {
        None
    }

    /// Returns the nature of a position that theories of sums know more about: a token, a heap, cells.
    fn nature<'r>(&'r self, _position: &'r G::Position) -> Nature<'r> {
        Nature::Plain
    }

    /// Returns the source of the values.
    fn origin(&self) -> Origin<'_> {
        Origin::Theory
    }

    /// Returns the answer to a move by symmetry. If every move has one, the second player moves last.
    fn answer_by_symmetry(&self, _position: &G::Position, _made: &G::Move) -> Option<G::Move> {
        None
    }
}

/// The source of the values of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'g> {
    /// A theory that solves each position separately.
    Theory,
    /// A table of all heaps, and the period of the values, if the table proves one.
    Table(Option<&'g ProvedPeriod>),
}
