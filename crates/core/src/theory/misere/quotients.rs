//! [`Quotients`]: misère quotients of heap games that were found, shared by all who ask, within a number of bytes.

use std::sync::{Arc, OnceLock};

use super::heaps::{DEFAULT_MAX_STEPS, MisereHeaps};
use crate::natural::Natural;
use crate::theory::cache::{Cache, Cached};
use crate::theory::heaps::moves::Moves;

/// Bytes that quotients may take in all, if nothing else is said.
pub const DEFAULT_MAX_BYTES: usize = 64 << 20;

/// A cache of quotients, by their games. A quotient is looked for once however many ask for it at once; that there is none
/// is remembered too. What is answered never depends on what is cached.
#[derive(Debug)]
pub struct Quotients {
    max_steps: u64,
    cache: Cache<Vec<Game>, Found>,
}

/// The moves of a game, and its largest heap; none for all heaps.
type Game = (Moves, Option<Natural>);

/// What a search came to, once there was one.
#[derive(Debug, Default)]
struct Found(OnceLock<Option<Arc<MisereHeaps>>>);

impl Cached for Found {
    fn bytes(&self) -> usize {
        let found = self.0.get().and_then(Option::as_ref).map_or(0, |found| found.bytes());
        size_of::<Self>() + found + size_of::<Moves>()
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
    ///
    /// First that of all heaps of all games is looked for, as it answers every later question; then that of the heaps asked for.
    /// Of Nim, whose heaps are all different, it is only ever that of those asked for.
    #[must_use]
    pub fn solve(&self, games: &[(&Moves, &Natural)]) -> Option<Arc<MisereHeaps>> {
        let nim = Moves::nim();
        let all_but_nim =
            |(moves, largest): &(&Moves, &Natural)| ((*moves).clone(), (**moves == nim).then(|| (*largest).clone()));
        self.find(&games.iter().map(all_but_nim).collect()).or_else(|| {
            let some = games.iter().map(|(moves, largest)| ((*moves).clone(), Some((*largest).clone()))).collect();
            self.find(&some)
        })
    }

    /// About how many nanoseconds [`Quotients::solve`] takes: nothing once the quotient of all heaps is found. Before, a search
    /// takes a second or two, but nearly all who might need one do not: their heaps are tame, or others have asked. So this
    /// is what makes it long work, before which short work goes, and no more.
    #[must_use]
    pub fn cost(&self, games: &[&Moves]) -> u64 {
        const TYPICAL: u64 = 20_000_000;
        let all = games.iter().map(|moves| ((*moves).clone(), None)).collect();
        let is_found = self.cache.peek(&all, |found| matches!(found.0.get(), Some(Some(_))));
        if is_found == Some(true) { 0 } else { TYPICAL.min(self.max_steps) }
    }

    fn find(&self, games: &Vec<Game>) -> Option<Arc<MisereHeaps>> {
        self.cache.with(games, |found| {
            let search = || {
                let games: Vec<_> = games.iter().map(|(moves, largest)| (moves, largest.as_ref())).collect();
                MisereHeaps::solve(&games, self.max_steps / 2).map(Arc::new)
            };
            found.0.get_or_init(search).clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::heaps::rules::Rules;

    #[test]
    fn all_heaps_come_first_and_the_heaps_asked_for_then() {
        let quotients = Quotients::new(DEFAULT_MAX_BYTES, 20_000_000);
        let wild = Rules::octal("0.75").unwrap();
        let huge = Natural::from(u64::MAX);
        let first = quotients.solve(&[(wild.moves(), &Natural::ONE)]).unwrap();
        assert!(Arc::ptr_eq(&first, &quotients.solve(&[(wild.moves(), &huge)]).unwrap()));
        assert!(quotients.cache.bytes() > 0);
        // Dawson's Kayles: no finite quotient is known, but for small heaps.
        let dawson = Rules::octal("0.07").unwrap();
        let some = quotients.solve(&[(dawson.moves(), &20_usize.into())]).unwrap();
        assert!(some.element(0, &20_usize.into()).is_some() && some.element(0, &21_usize.into()).is_none());
        assert!(quotients.solve(&[(dawson.moves(), &huge)]).is_none());
    }
}
