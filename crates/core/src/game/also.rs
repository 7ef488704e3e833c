//! [`Also`]: what only some games have beside values, each a trait of its own.

use super::{Convention, Game, Goal, List, Origin};
use crate::number::Natural;
use crate::number::meter::Spent;
use crate::theory::deletion::Sums;
use crate::theory::graphs::{misere_sum, sum};
use crate::theory::heaps::moves::Moves;
use crate::theory::misere::multisets::Parts;
use crate::theory::misere::quotient::Quotient;

/// What a game has beside values: most have nothing.
pub struct Also<'g, G: Game> {
    /// A theory of positions on their own.
    pub alone: Option<&'g dyn Alone<G>>,
    /// Closed forms of lengths of play.
    pub remoteness: Option<&'g dyn Remoteness<G>>,
    /// Options that are found together.
    pub lists: Option<&'g dyn Lists<G>>,
    /// Options of one value and of either class.
    pub mixed: Option<&'g dyn Mixed<G>>,
    /// Positions that are tokens on a graph.
    pub tokens: Option<&'g dyn Tokens<G::Position>>,
    /// Positions that are heaps by a code.
    pub by_code: Option<&'g dyn ByCode<G::Position>>,
    /// Positions that are elements of a misère quotient.
    pub elements: Option<&'g dyn Elements<G::Position>>,
    /// Positions of deletion games.
    pub regions: Option<&'g dyn Regions<G::Position>>,
}

impl<G: Game> Also<'_, G> {
    /// Nothing.
    pub const NOTHING: Self = Self {
        alone: None,
        remoteness: None,
        lists: None,
        mixed: None,
        tokens: None,
        by_code: None,
        elements: None,
        regions: None,
    };
}

/// A theory that holds for positions on their own only: of values that are not known, or of misère play where sums are not
/// tame.
pub trait Alone<G: Game> {
    /// The options that win a position on its own; none where there is no theory of it.
    fn winning<'a>(
        &'a self,
        position: &'a G::Position,
        solved: &'a G::Solved,
        convention: Convention,
    ) -> Option<Box<dyn List<G::Option> + 'a>>;
}

/// Lengths of play by a closed form. Small positions of other games are searched for them.
pub trait Remoteness<G: Game> {
    /// How many moves a perfect game of the position on its own lasts, the winner hurrying and the loser delaying; none
    /// where that is not known.
    fn remoteness(&self, position: &G::Position, solved: &G::Solved, convention: Convention) -> Option<u64>;
}

/// Options that it is as much work to find one of as to find them all.
pub trait Lists<G: Game> {
    /// The options of a goal; none where they are reached one by one. Not asked of goals of [`Goal::Alone`].
    fn list<'a>(
        &'a self,
        position: &'a G::Position,
        solved: &'a G::Solved,
        goal: &Goal,
    ) -> Option<Box<dyn List<G::Option> + 'a>>;
}

/// Options of one Grundy value that may be of either class in misère play. Of other games those of one value are of one
/// class.
pub trait Mixed<G: Game> {
    /// The ranks of the swap positions among the options of a Grundy value, ascending. Only asked of a position whose
    /// class is known.
    fn swap_ranks(&self, position: &G::Position, solved: &G::Solved, value: &Natural) -> Vec<Natural>;
}

/// Positions as tokens on a graph, where play may go on for ever.
pub trait Tokens<P> {
    /// The token of a position.
    fn token(&self, position: &P) -> sum::Token<'_>;

    /// The same with what is known of its misère play; none where nothing is.
    fn misere_token(&self, position: &P) -> Option<misere_sum::Token<'_>>;
}

/// Positions as heaps by a code: misère quotients are of such.
pub trait ByCode<P> {
    /// The moves of all heaps of the game, and the heap.
    fn heap<'a>(&'a self, position: &'a P) -> (&'a Moves, &'a Natural);

    /// Where the values come from. Periods are known of a game that is prepared.
    fn origin(&self) -> Origin<'_>;

    /// Gets ready what misère play needs besides.
    ///
    /// # Errors
    /// The meter is spent.
    fn prepare_misere(&self) -> Result<(), Spent>;
}

/// Positions as elements of one quotient of the misère sums of all of them.
pub trait Elements<P> {
    /// The quotient, and the position's element.
    fn element(&self, position: &P) -> Option<(&'static Quotient, usize)>;
}

/// Positions of deletion games, of which sums are searched in misère play.
pub trait Regions<P> {
    /// The components of a position; none where it has too many moves, or the meter is spent.
    fn parts(&self, position: &P, sums: &mut Sums) -> Option<Parts>;

    /// What is left of a position after a move and its answer, where a symmetry answers every move, so that who is second moves
    /// last.
    fn answer_by_symmetry(&self, position: &P, to: &P) -> Option<P>;
}
