//! Solves the positions in columns.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::{mem, slice};

use super::{Columns, Missing, OnMissing};
use crate::game::{Game, Goal, HasValue, Illegal, Play, Theory, Unsolved, Value};
use crate::number::{cost, meter};
use crate::theory::Caches;

/// The number of positions in a chunk. The positions of a chunk are read together and then solved. They fit into the
/// processor's smallest and fastest cache.
const CHUNK: usize = 256;

/// Writes the Grundy value of each position into `values`, at the position's index. Entries for positions without a
/// value stay as they are. If `values` and the columns differ in length, the work ends at the shorter length.
pub(crate) fn fill<G: Game>(
    game: &G,
    columns: Columns<'_>,
    values: &mut [u64],
    tables: &Caches,
    on_missing: &mut OnMissing<'_>,
) -> ControlFlow<()> {
    let mut filling = Filling {
        game,
        theory: None,
        tables,
        positions: Vec::with_capacity(CHUNK),
        missed: Missed { on_missing, illegal: VecDeque::new() },
    };
    // The first theory is made for the largest integer, so that its table does not grow chunk by chunk. If this theory
    // can't be made, `all` reports the error later, for each position that no theory solves.
    if let Some(largest) = columns.largest()
        && let Ok(position) = game.read(largest)
    {
        filling.theory = game.theory(&[position], Play::Normal, tables).ok();
    }
    filling.all(columns, values)
}

struct Filling<'f, 'm, G: Game> {
    game: &'f G,
    /// The theory that was made for earlier positions. It may solve later positions, too.
    theory: Option<G::Theory>,
    tables: &'f Caches,
    /// The legal positions of a chunk.
    positions: Vec<G::Position>,
    missed: Missed<'f, 'm>,
}

impl<G: Game> Filling<'_, '_, G> {
    fn all(&mut self, columns: Columns<'_>, values: &mut [u64]) -> ControlFlow<()> {
        let length = values.len().min(columns.len());
        for start in meter::each((0..length).step_by(CHUNK), meter::steps_of(CHUNK, cost::BYTE)) {
            self.positions.clear();
            for place in start..start.saturating_add(CHUNK).min(length) {
                match self.game.read(columns.written(place)) {
                    Ok(position) => self.positions.push(position),
                    Err(illegal) => self.missed.illegal.push_back((place, illegal)),
                }
            }
            self.solve(start, values)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns a theory of these positions. If the theory of earlier positions also solves these positions, that theory
    /// is used again.
    fn theory(&mut self, positions: &[G::Position]) -> Result<G::Theory, Unsolved> {
        match &self.theory {
            Some(theory) if theory.covers(positions) => Ok(theory.clone()),
            _ => {
                let theory = self.game.theory(positions, Play::Normal, self.tables)?;
                self.theory = Some(theory.clone());
                Ok(theory)
            }
        }
    }

    fn solve(&mut self, start: usize, values: &mut [u64]) -> ControlFlow<()> {
        let positions = mem::take(&mut self.positions);
        // If no theory can be made for all positions together, each position gets a theory of its own. Otherwise a
        // single position without a theory would leave all others unsolved.
        let of_all = self.theory(&positions).ok();
        let mut place = start;
        for position in &positions {
            place = self.missed.skip_illegal(place)?;
            let found = if let Some(theory) = &of_all {
                word(theory, position)
            } else {
                let alone = self.theory(slice::from_ref(position)).map_err(Missing::Unsolved);
                alone.and_then(|theory| word(&theory, position))
            };
            match found {
                Ok(value) => values[place] = value,
                Err(missing) => (self.missed.on_missing)(place, missing)?,
            }
            place += 1;
        }
        self.missed.skip_illegal(place)?;
        self.positions = positions;
        ControlFlow::Continue(())
    }
}

/// The function that is called for each position without a value, and the illegal positions for which the function has
/// not been called yet.
struct Missed<'f, 'm> {
    on_missing: &'f mut OnMissing<'m>,
    /// The illegal positions that are not reported yet. Each entry has the index of the position in the columns, and
    /// the reason why the position is illegal. The indices ascend.
    illegal: VecDeque<(usize, Illegal)>,
}

impl Missed<'_, '_> {
    /// Returns the index of the first legal position from the index `place` on. Reports the illegal positions before
    /// that position.
    fn skip_illegal(&mut self, mut place: usize) -> ControlFlow<(), usize> {
        while self.illegal.front().is_some_and(|(at, _)| *at == place)
            && let Some((_, illegal)) = self.illegal.pop_front()
        {
            (self.on_missing)(place, Missing::Illegal(illegal))?;
            place += 1;
        }
        ControlFlow::Continue(place)
    }
}

/// Returns the Grundy value that a response gives for a position.
fn word<G: Game, T: Theory<G>>(theory: &T, position: &G::Position) -> Result<u64, Missing> {
    let unreached = |reason| Missing::Unsolved(Unsolved { index: 0, too_costly: false, reason });
    theory.reaches(position).map_err(unreached)?;
    let solved = theory.solve(position);
    match solved.value() {
        Value::Nimber(value) => value.to_u64().ok_or(Missing::TooLarge),
        // The player to move loses here, so the value is 0, even if nothing else is known.
        Value::Outcome { wins: false, valued: true } => Ok(0),
        Value::Outcome { .. }
            if theory.count_to(position, &solved, &Goal::All).is_some_and(|count| count.is_zero()) =>
        {
            Ok(0)
        }
        Value::Outcome { .. } | Value::Infinite(_) => Err(Missing::NoNumber),
    }
}
