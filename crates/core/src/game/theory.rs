//! [`Theory`]: a theory that solves the positions of a game.

use std::fmt::Debug;

use super::{
    Follower, Foreclosed, Goal, HasValue, Illegal, Lengths, Moves, Play, PositionKind, Rules, Step, Tameness, Value,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::heaps::period::ProvedPeriod;

/// A theory of a game. A theory is made for some positions. It solves those of them that [`Theory::reaches`] accepts,
/// and all positions that moves from these lead to. For other positions it may panic. A theory is cheap to clone.
///
/// If positions may have many options, the theory counts them by a formula. The formula counts all options, or only
/// those with one Grundy value. The theory also finds an option by its rank ([`Theory::moves_to`]). Then a position
/// with 10¹⁸ options costs no more than a small one. If positions have few options, the theory needs no formula,
/// because the library lists the options.
#[diagnostic::on_unimplemented(note = "a game without a theory is solved by a search: `Searched::new(…)` around it")]
pub trait Theory<G: Rules>: Clone + Debug + Send + Sync + 'static {
    /// The results of solving a position. All later questions about the position use them.
    type Solved: HasValue + Clone + Debug + Send + Sync + 'static;

    /// Checks that the theory can solve a position. The position is one of those for which the theory was made.
    ///
    /// # Errors
    /// The theory can't solve the position. The error is a sentence that says which positions the theory can solve.
    fn reaches(&self, _position: &G::Position) -> Result<(), String> {
        Ok(())
    }

    /// Returns whether the theory solves these positions, even if it was made for other positions. If it does, no new
    /// theory is made.
    fn covers(&self, _positions: &[G::Position]) -> bool {
        true
    }

    /// Solves a position.
    fn solve(&self, position: &G::Position) -> Self::Solved;

    /// Checks that the moves of a position that meet a goal can be counted and listed. The goal is [`Goal::All`] or a
    /// [`Goal::Value`]. Even if they can't, the theory knows the position's value, the first move, and the first move to
    /// each value below the position's value. So the service can still make moves.
    ///
    /// # Errors
    /// The reason why the moves can't be found.
    fn check_listable(&self, _position: &G::Position, _goal: &Goal) -> Result<(), Illegal> {
        Ok(())
    }

    /// Returns the moves that meet a goal, in the order that the game documents. The first of these moves is the one
    /// that the game recommends.
    ///
    /// The goal decides what the library does if the result is `None`:
    ///
    /// - [`Goal::All`] and [`Goal::Ranks`]: it lists all moves, or those with the given ranks.
    /// - [`Goal::Value`]: it lists all moves, and keeps those that leave positions with the given value.
    /// - [`Goal::Tame`]: it takes the moves for [`Goal::Value`], and keeps those that leave positions of the given
    ///   class. If a formula counts the moves for [`Goal::Value`], only the first of them is checked. So all of them
    ///   must leave positions of the same class.
    /// - [`Goal::Wins`]: it finds no moves, and assumes that no theory says who wins the position alone.
    fn moves_to<'a>(
        &'a self,
        _position: &'a G::Position,
        _solved: &'a Self::Solved,
        _goal: &Goal,
    ) -> Option<Moves<'a, G::Move>> {
        None
    }

    /// Returns the number of moves that meet a goal. A game implements this if it can count these moves faster than by
    /// [`Self::moves_to`].
    fn count_to(&self, position: &G::Position, solved: &Self::Solved, goal: &Goal) -> Option<Natural> {
        self.moves_to(position, solved, goal).map(|moves| moves.count())
    }

    /// Returns the positions that a move from a solved position leaves, if these positions can reuse parts of the
    /// solution. `None` means that [`Rules::after`] makes the positions.
    fn follow(
        &self,
        _position: &G::Position,
        _solved: &Self::Solved,
        _made: &G::Move,
    ) -> Option<Follower<G::Position>> {
        None
    }

    /// Returns whether the sum of the positions that a move leaves has this Grundy value.
    fn has_value(&self, left: &Follower<G::Position>, value: &Natural) -> bool {
        let mut xor = Natural::ZERO;
        for part in meter::each(left.parts(), cost::OPTION) {
            match self.solve(part).value() {
                Value::Nimber(value) => xor = &xor ^ &value,
                _ => return false,
            }
        }
        xor == *value
    }

    /// The reason for the value, without the value itself, which the library states after it. The numbers in the text
    /// come from the computation that found the value.
    fn explain(&self, _position: &G::Position, _solved: &Self::Solved) -> Vec<Step> {
        Vec::new()
    }

    /// Returns whether the explanation shows the options and their values. It does if this is true, or if there are no
    /// steps from [`Theory::explain`]. It is true for values that no formula gives.
    fn shows_options(&self, _position: &G::Position, _solved: &Self::Solved) -> bool {
        false
    }

    /// The class of the position in misère sums. If it is known, the classes of all options are known, too.
    fn tameness(&self, _position: &G::Position, _solved: &Self::Solved) -> Tameness {
        Tameness::Unknown
    }

    /// Returns the steps that explain [`Theory::tameness`]. If none of them has a source, the explanation also
    /// shows the misère values of the options. If the tameness is not known, but a theory says who wins the position alone
    /// in misère play, the steps explain that theory.
    fn explain_misere(&self, _position: &G::Position, _solved: &Self::Solved) -> Vec<Step> {
        Vec::new()
    }

    /// Returns the remoteness of the position alone: the number of moves if the winner wins as fast as possible and the
    /// loser loses as slowly as possible. `None` if the game has no closed form for the remoteness. In that case the
    /// library searches small positions.
    fn remoteness(&self, _position: &G::Position, _solved: &Self::Solved, _play: Play) -> Option<u64> {
        None
    }

    /// Returns how long play lasts from the position alone and from each of its options. `None` if there is no closed
    /// form, or if the winner can choose between shorter and longer play.
    fn lengths(&self, _position: &G::Position, _play: Play) -> Option<Lengths> {
        None
    }

    /// Returns the foreclosed values of the position and of its options, if a closed form gives them.
    fn foreclosed(&self, _position: &G::Position, _play: Play) -> Option<Foreclosed> {
        None
    }

    /// Returns the kind of a position. Games for which there is no special theory of sums keep the default.
    fn position_kind<'r>(&'r self, _position: &'r G::Position) -> PositionKind<'r> {
        PositionKind::Plain
    }

    /// Returns the source of the values.
    fn origin(&self) -> Origin<'_> {
        Origin::Theory
    }

    /// Returns the reply that symmetry gives to a move. If every move has such a reply, the second player makes the
    /// last move.
    fn answer_by_symmetry(&self, _position: &G::Position, _made: &G::Move) -> Option<G::Move> {
        None
    }
}

/// The source of the values of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'g> {
    /// A theory that solves each position separately.
    Theory,
    /// A table of the values of all heaps. If the table proves that the values are periodic, the period is given.
    Table(Option<&'g ProvedPeriod>),
}
