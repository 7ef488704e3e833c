//! [`Game`]: rules with a theory.

use super::{Play, Positions, Purpose, Rules, Theory, Unsolved, UnusableRules};
use crate::theory::Caches;

/// Rules with a theory that solves their positions.
///
/// A type whose theory is a closed form implements [`Rules`] and [`Theory<Self>`](Theory). Then it is a `Game`, too. If
/// the theory first needs a table, a search or a graph, the theory is a type of its own. The game makes it for given
/// positions.
pub trait Game: Rules {
    /// The theory.
    type Theory: Theory<Self>;

    /// Makes the theory that solves these positions and all positions that moves lead to, in normal or misère play.
    ///
    /// # Errors
    /// No theory can be made for all these positions, or the meter is spent.
    fn theory(&self, positions: &[Self::Position], play: Play, tables: &Caches) -> Result<Self::Theory, Unsolved>;

    /// Returns positions of another game that are solved instead of these positions. For example, a game whose rules a
    /// client wrote is explored, which turns it into a game on a graph. `None` for nearly all games.
    ///
    /// # Errors
    /// The rules have a fault, or the meter is spent.
    fn explored(
        &self,
        _positions: &[Self::Position],
        _purpose: Purpose,
        _tables: &Caches,
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
