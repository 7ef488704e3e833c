//! [`AnySolution`]: the solution of a sum, or of another kind of compound.

use std::rc::Rc;

use crate::game::{Play, Positions};
use crate::number::Natural;
use crate::solve::compound::{CombinedMove, CompoundSolution};
use crate::solve::{ComponentIndex, Refusal, Solution, SolvedSum, Sum, Winner, loopy};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};

/// The solution of a sum, or of another kind of compound. The moves of a sum are combined moves that change one
/// component.
#[derive(Debug)]
pub enum AnySolution {
    /// The solution of a sum.
    Sum(Solution),
    /// The solution of another kind of compound.
    Compound(CompoundSolution),
}

impl AnySolution {
    /// Solves a position, which is a compound of this kind. `compound` is `None` for a sum.
    ///
    /// # Errors
    /// The reason why the position has no solution.
    pub fn of(position: Sum, play: Play, compound: Option<Compound>, tables: &Caches) -> Result<Self, Refusal> {
        Ok(match compound {
            None => Self::Sum(Solution::of(position, play, tables)?),
            Some(compound) => Self::Compound(CompoundSolution::of(position, CompoundRule { compound, play }, tables)?),
        })
    }

    /// Solves the position after a move. For each component that the move changes, `left` has the positions that
    /// replace the component.
    ///
    /// # Errors
    /// The reason why the position after the move has no solution.
    pub fn with(&self, left: &[(ComponentIndex, Rc<dyn Positions>)], tables: &Caches) -> Result<Self, Refusal> {
        Ok(match self {
            Self::Sum(solution) => Self::Sum(solution.with(left[0].0, &*left[0].1, tables)?),
            Self::Compound(solution) => Self::Compound(solution.with(left, tables)?),
        })
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &SolvedSum {
        match self {
            Self::Sum(solution) => solution.position(),
            Self::Compound(solution) => solution.position(),
        }
    }

    /// Returns the winner with perfect play.
    #[must_use]
    pub fn winner(&self) -> Winner {
        match self {
            Self::Sum(solution) => solution.winner(),
            Self::Compound(solution) => solution.winner(),
        }
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> Natural {
        match self {
            Self::Sum(solution) => solution.count(),
            Self::Compound(solution) => solution.count(),
        }
    }

    /// Returns the number of winning moves; `None` if they can't be counted.
    #[must_use]
    pub fn winning_count(&self) -> Option<Natural> {
        match self {
            Self::Sum(solution) => solution.known_winning_count(),
            Self::Compound(solution) => Some(solution.winning_count()),
        }
    }

    /// Returns the number of moves that keep the game drawn; `None` unless play can go on for ever.
    #[must_use]
    pub fn drawing_count(&self) -> Option<Natural> {
        loopy::has_tokens(self.position()).then(|| match self {
            Self::Sum(solution) => solution.drawing_count(),
            Self::Compound(solution) => solution.drawing_count(),
        })
    }

    /// Returns the recommended move; `None` iff there is no move.
    #[must_use]
    pub fn best(&self) -> Option<CombinedMove> {
        match self {
            Self::Sum(solution) => solution.best().map(CombinedMove::from),
            Self::Compound(solution) => solution.best(),
        }
    }
}
