//! [`Quotients`]: misère quotients of heap games that were found, shared by all who ask, within a number of bytes.

use std::sync::Arc;

use super::heaps::{self, DEFAULT_MAX_STEPS, MisereHeaps};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, Cached, Worked};
use crate::theory::heaps::moves::Moves;

/// Bytes that quotients may take in all, if nothing else is said.
pub const DEFAULT_MAX_BYTES: usize = 64 << 20;

/// A cache of quotients, by their games. A quotient is looked for once however many ask for it at once; that there is none
/// is remembered too. What is answered never depends on what is cached.
#[derive(Debug)]
pub struct Quotients {
    max_steps: u64,
    cache: Cache<Vec<Game>, Worked<Sought>>,
}

/// The moves of a game, and its largest heap; none for all heaps.
type Game = (Moves, Option<Natural>);

/// What a search came to.
#[derive(Clone, Debug)]
struct Sought {
    quotient: Option<Arc<MisereHeaps>>,
    key_bytes: usize,
}

impl Cached for Sought {
    fn bytes(&self) -> usize {
        self.key_bytes + self.quotient.as_ref().map_or(0, |quotient| quotient.bytes())
    }
}

impl Default for Quotients {
    fn default() -> Self {
        Self::new(DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS)
    }
}

impl Quotients {
    /// No quotient yet: at most `max_bytes` in all, and `max_steps` for each answer.
    #[must_use]
    pub fn new(max_bytes: usize, max_steps: u64) -> Self {
        Self { max_steps, cache: Cache::new(max_bytes) }
    }

    /// A quotient of the sums of these games' heaps, each up to its largest at least, numbered in this order. None if none is found.
    /// Each who asks is charged the search.
    ///
    /// First that of all heaps of all games is looked for, as it answers every later question; then that of the heaps asked for.
    /// Of Nim, whose heaps are all different, it is only ever that of those asked for.
    ///
    /// # Errors
    /// The meter is spent.
    pub fn solve(&self, games: &[(&Moves, &Natural)]) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        meter::work_at("a misère quotient");
        let nim = Moves::nim();
        let all_but_nim =
            |(moves, largest): &(&Moves, &Natural)| ((*moves).clone(), (**moves == nim).then(|| (*largest).clone()));
        if let Some(found) = self.find(&games.iter().map(all_but_nim).collect())? {
            return Ok(Some(found));
        }
        // No more heaps are looked at for a larger one.
        let most = Natural::from(heaps::MAX_HEAPS);
        self.find(
            &games.iter().map(|(moves, largest)| ((*moves).clone(), Some((*largest).min(&most).clone()))).collect(),
        )
    }

    fn find(&self, games: &Vec<Game>) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        let search = || {
            let key_bytes = games.iter().map(|(moves, _)| moves.bytes() + size_of::<Game>()).sum();
            let games: Vec<_> = games.iter().map(|(moves, largest)| (moves, largest.as_ref())).collect();
            let quotient = MisereHeaps::solve(&games, self.max_steps / 2).map(Arc::new);
            Ok::<_, Spent>(Sought { quotient, key_bytes })
        };
        Ok(self.cache.with(games, |found| found.or_find(search))??.quotient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;
    use crate::theory::heaps::rules::HeapRules;

    #[test]
    fn all_heaps_come_first_and_the_heaps_asked_for_then() {
        let quotients = Quotients::new(DEFAULT_MAX_BYTES, 20_000_000);
        let wild = HeapRules::octal("0.75").unwrap();
        let huge = Natural::from(u64::MAX);
        let solve = |game: &HeapRules, largest: &Natural| quotients.solve(&[(game.moves(), largest)]).unwrap();
        let first = solve(&wild, &Natural::ONE).unwrap();
        assert!(Arc::ptr_eq(&first, &solve(&wild, &huge).unwrap()));
        assert!(quotients.cache.bytes() > 0);
        // Dawson's Kayles: no finite quotient is known, but for small heaps.
        let dawson = HeapRules::octal("0.07").unwrap();
        let some = solve(&dawson, &20_usize.into()).unwrap();
        assert!(some.element(0, &20_usize.into()).is_some() && some.element(0, &21_usize.into()).is_none());
        assert!(solve(&dawson, &huge).is_none());
        // That there is none is kept, too, and takes room.
        let charged = |largest: &Natural| {
            let meter = Meter::new(u64::MAX);
            assert!(meter.run(|| solve(&dawson, largest)).unwrap().is_none());
            (meter.charged(), meter.done())
        };
        let (again, larger) = (charged(&huge), charged(&Natural::from(10_u64).pow(30)));
        assert!(again == larger && again.0 > 1_000_000 && again.1 < 1_000, "{again:?} {larger:?}");
    }
}
