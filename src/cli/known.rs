//! [`Known`]: the solution of the current position of a match. The position is a sum or another compound.

use grundy_core::game::{Play, Positions};
use grundy_core::number::Natural;
use grundy_core::solve::compound::{CombinedMove, CompoundSolution};
use grundy_core::solve::{ComponentIndex, Filter, ListingStart, Move, Solution, SolvedSum, Sum, Summand, Winner};
use grundy_core::theory::Caches;
use grundy_core::theory::compounds::{Compound, CompoundRule};
use grundy_core::wire::choice::Choice;
use grundy_core::wire::fault::Faults;
use grundy_core::wire::{analysis, compound};

/// The solution of a position. The moves of a sum are combined moves that change one component.
pub enum Known {
    Sum(Solution),
    Compound(CompoundSolution),
}

impl Known {
    /// Solves a position, which is a compound of this kind. `kind` is `None` for a sum.
    ///
    /// # Errors
    /// If the position has no solution.
    pub fn of(position: Sum, play: Play, kind: Option<Compound>, tables: &Caches) -> Result<Self, Faults> {
        Ok(match kind {
            None => Self::Sum(analysis::solve(position, play, Filter::Winning, tables)?),
            Some(compound) => Self::Compound(compound::solve(position, CompoundRule { compound, play }, tables)?),
        })
    }

    pub fn position(&self) -> &SolvedSum {
        match self {
            Self::Sum(solution) => solution.position(),
            Self::Compound(solution) => solution.position(),
        }
    }

    pub fn winner(&self) -> Winner {
        match self {
            Self::Sum(solution) => solution.winner(),
            Self::Compound(solution) => solution.winner(),
        }
    }

    /// Returns the number of moves.
    pub fn count(&self) -> Natural {
        match self {
            Self::Sum(solution) => solution.count(),
            Self::Compound(solution) => solution.count(),
        }
    }

    /// Iterates over all moves. Each move is created when it is needed.
    pub fn moves(&self) -> Box<dyn Iterator<Item = CombinedMove> + '_> {
        match self {
            Self::Sum(solution) => {
                Box::new(solution.moves(Filter::All, ListingStart::START).map(|rated| CombinedMove(vec![rated.r#move])))
            }
            Self::Compound(solution) => {
                Box::new(solution.moves(Filter::All, Natural::ZERO).map(|rated| rated.combined))
            }
        }
    }

    /// Returns the recommended move; `None` iff there is no move.
    pub fn best(&self) -> Option<CombinedMove> {
        self.chosen(&Choice::default())
    }

    /// Returns the move that `choice` selects; `None` iff there is no move.
    pub fn chosen(&self, choice: &Choice) -> Option<CombinedMove> {
        match self {
            Self::Sum(solution) => choice.of(solution).map(|made| CombinedMove(vec![made])),
            Self::Compound(solution) => choice.of_compound(solution),
        }
    }

    /// Returns the move that makes all changes in `left`. Each change has the index of a component, and the positions
    /// that the component becomes.
    ///
    /// # Errors
    /// The reason why there is no such move, as a sentence without its full stop.
    pub fn find(&self, left: &[(ComponentIndex, Box<dyn Positions>)]) -> Result<CombinedMove, String> {
        let found = left.iter().map(|(place, to)| {
            let made = self.position().parts()[place.part].components.find(place.index, &**to);
            made.map(|made| Move { place: *place, made }).map_err(|illegal| illegal.to_string())
        });
        let moves = found.collect::<Result<Vec<_>, _>>()?;
        match self {
            Self::Sum(_) if moves.len() != 1 => return Err("it changes more than one component".to_owned()),
            Self::Sum(_) => {}
            Self::Compound(solution) => {
                let places: Vec<ComponentIndex> = left.iter().map(|(place, _)| *place).collect();
                solution.check(&places).map_err(|broken| compound::play::broken(solution, &broken))?;
            }
        }
        Ok(CombinedMove(moves))
    }

    /// Returns the position after a move.
    pub fn after(&self, combined: &CombinedMove) -> Sum {
        match (self, &combined.0[..]) {
            (Self::Sum(solution), [made, ..]) => solution.position().after(made),
            (Self::Sum(solution), []) => copy(solution.position()),
            (Self::Compound(solution), _) => solution.after(combined),
        }
    }

    /// Describes a move in words.
    pub fn describe(&self, combined: &CombinedMove) -> String {
        match self {
            Self::Sum(solution) => combined.0.first().map_or_else(String::new, |made| solution.describe(made)),
            Self::Compound(solution) => solution.describe(combined),
        }
    }
}

/// Copies a position, without its solution.
pub(super) fn copy<R: AsRef<dyn Positions> + ?Sized>(position: &Sum<R>) -> Sum {
    let part = |part: &Summand<R>| {
        let positions = part.positions().copy();
        Summand { key: part.key.clone(), place: part.place, components: positions }
    };
    Sum::new(position.parts().iter().map(part))
}
