//! [`Tables`]: heap games that were solved, shared by all who ask, within a number of bytes.

use std::sync::Arc;

use super::growth::{DEFAULT_MAX_STEPS, Growth};
use super::moves::Moves;
use super::solved::{Solved, Theory, Unknown};
use crate::natural::Natural;
use crate::theory::cache::{Cache, Cached};

/// Bytes that tables may take in all, if nothing else is said.
pub const DEFAULT_MAX_BYTES: usize = 256 << 20;

/// A cache of solved games, by their moves.
///
/// A table grows once however many ask for it at once: the others wait. The least recently used games go first when there are too many bytes;
/// who holds one keeps it. What is answered never depends on what is cached: how far a table gets is a function of its rules and of the
/// steps that it may take.
#[derive(Debug)]
pub struct Tables {
    max_steps: u64,
    cache: Cache<Moves, Game>,
}

/// One game: what is known, and the table that can grow.
#[derive(Debug, Default)]
struct Game {
    solved: Option<Arc<Solved>>,
    growth: Option<Growth>,
    /// Can no more become known?
    done: bool,
}

impl Default for Tables {
    fn default() -> Self {
        Self::new(DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS)
    }
}

impl Tables {
    /// No table yet: at most `max_bytes` in all, and `max_steps` for each, counted from its first heap.
    #[must_use]
    pub fn new(max_bytes: usize, max_steps: u64) -> Self {
        Self { max_steps, cache: Cache::new(max_bytes) }
    }

    /// What is known of the game with these moves, with the value of `largest` and of all smaller heaps.
    ///
    /// # Errors
    /// Where the table ends before, and no period is proved.
    pub fn solve(&self, moves: &Moves, largest: &Natural) -> Result<Arc<Solved>, Unknown> {
        self.cache.with(moves, |game| game.solve(moves, largest, self.max_steps))
    }

    /// An upper bound of the steps that [`Self::solve`] would take: 0 where nothing is left to do.
    ///
    /// While another thread works on the game this is the bound for all of its work.
    #[must_use]
    pub fn estimate(&self, moves: &Moves, largest: &Natural) -> u64 {
        let known = self.cache.peek(moves, |game| game.estimate(moves, largest, self.max_steps));
        known.unwrap_or_else(|| Game::default().estimate(moves, largest, self.max_steps))
    }

    /// Bytes that the tables take now, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cache.bytes()
    }
}

impl Game {
    fn solve(&mut self, moves: &Moves, largest: &Natural, max_steps: u64) -> Result<Arc<Solved>, Unknown> {
        if let Some(solved) = &self.solved
            && (self.done || solved.largest_known().is_none_or(|known| *largest <= known.into()))
        {
            return within(solved, largest);
        }
        if Theory::of(moves) == Theory::Lasker {
            self.done = true;
            return Ok(Arc::clone(self.solved.insert(Arc::new(Solved::lasker(moves)))));
        }
        let growth = self.growth.get_or_insert_with(|| Growth::new(moves));
        let heaps = largest.to_usize().map_or(usize::MAX, |heap| heap.saturating_add(1));
        growth.grow(heaps, max_steps);
        let solved = Arc::new(Solved::new(moves, growth));
        self.done = growth.ended() || growth.spent() >= max_steps;
        if self.done {
            self.growth = None;
        }
        within(self.solved.insert(solved), largest)
    }

    fn estimate(&self, moves: &Moves, largest: &Natural, max_steps: u64) -> u64 {
        let known = |solved: &Arc<Solved>| solved.largest_known().is_none_or(|known| *largest <= known.into());
        if self.done || self.solved.as_ref().is_some_and(known) || Theory::of(moves) == Theory::Lasker {
            return 0;
        }
        let heaps = largest.to_usize().map_or(usize::MAX, |heap| heap.saturating_add(1));
        match &self.growth {
            Some(growth) => growth.estimate(heaps, max_steps),
            None => Growth::new(moves).estimate(heaps, max_steps),
        }
    }
}

impl Cached for Game {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.growth.as_ref().map_or(0, Growth::bytes)
            + self.solved.as_ref().map_or(0, |solved| solved.bytes())
    }
}

/// The game, if it has the value of this heap.
fn within(solved: &Arc<Solved>, largest: &Natural) -> Result<Arc<Solved>, Unknown> {
    match solved.largest_known() {
        Some(largest_known) if *largest > largest_known.into() => Err(Unknown { largest_known }),
        _ => Ok(Arc::clone(solved)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::heaps::rules::Rules;

    fn octal(code: &str) -> Rules {
        Rules::octal(code).unwrap()
    }

    #[test]
    fn answers_do_not_depend_on_what_is_cached() {
        let codes = ["0.77", "0.007", "0.6", "0.137", "4.333...", "0.333...", "0.777..."];
        let cold = || Tables::new(usize::MAX, 300_000);
        let warm = cold();
        // One byte: everything is evicted at once.
        let tiny = Tables::new(1, 300_000);
        for heap in [5_usize, 3000, 40, 600, 200_000, 100, 3000] {
            for code in codes {
                let rules = octal(code);
                let heap = Natural::from(heap);
                let answer = |tables: &Tables| {
                    let solved = tables.solve(rules.moves(), &heap)?;
                    let options = solved.options(&heap, &[Natural::ZERO])?;
                    Ok::<_, Unknown>((
                        solved.value(&heap)?,
                        options.count(),
                        options.nth(&Natural::ZERO),
                        solved.kind(&heap),
                    ))
                };
                let expected = answer(&cold());
                assert_eq!(answer(&warm), expected, "{code} {heap}");
                assert_eq!(answer(&tiny), expected, "{code} {heap}");
                assert!(tiny.bytes() <= 1);
            }
        }
    }

    #[test]
    fn bytes_are_bounded_and_the_least_used_game_goes() {
        let heap = Natural::from(2000_usize);
        let one = Tables::default();
        one.solve(octal("0.007").moves(), &heap).unwrap();
        let tables = Tables::new(3 * one.bytes(), DEFAULT_MAX_STEPS);
        let games = ["0.007", "0.06", "0.6", "0.04", "0.76"].map(octal);
        for game in &games {
            tables.solve(game.moves(), &heap).unwrap();
            tables.solve(games[0].moves(), &heap).unwrap();
            assert!(tables.bytes() <= 3 * one.bytes());
        }
        // Used all the time, it is still there; the second, used once, is not.
        assert_eq!(tables.estimate(games[0].moves(), &heap), 0);
        assert!(tables.estimate(games[1].moves(), &heap) > 0);
    }

    #[test]
    fn work_is_done_once_however_many_ask() {
        let tables = Tables::default();
        let game = octal("0.007");
        let heap = Natural::from(3000_usize);
        let solved: Vec<Arc<Solved>> = std::thread::scope(|scope| {
            let askers: Vec<_> = (0..8).map(|_| scope.spawn(|| tables.solve(game.moves(), &heap).unwrap())).collect();
            askers.into_iter().map(|asker| asker.join().unwrap()).collect()
        });
        assert!(solved.iter().all(|other| Arc::ptr_eq(other, &solved[0])));
    }

    #[test]
    fn work_is_known_before_it_begins() {
        let tables = Tables::new(usize::MAX, 1_000_000);
        let huge = Natural::from_decimal(&"7".repeat(100), 100).unwrap();
        assert_eq!(tables.estimate(octal("4.333...").moves(), &huge), 0);
        let dense = octal("0.007");
        assert_eq!(tables.estimate(dense.moves(), &huge), 1_000_000);
        let unknown = tables.solve(dense.moves(), &huge).unwrap_err();
        assert_eq!(tables.estimate(dense.moves(), &huge), 0);
        assert!(tables.solve(dense.moves(), &unknown.largest_known.into()).is_ok());
        assert_eq!(tables.solve(dense.moves(), &(unknown.largest_known + 1).into()).unwrap_err(), unknown);
        let kayles = octal("0.77");
        assert!(tables.estimate(kayles.moves(), &huge) > 0);
        assert_eq!(tables.solve(kayles.moves(), &huge).unwrap().value(&huge).unwrap(), 1);
        assert_eq!(tables.estimate(kayles.moves(), &huge), 0);
    }
}
