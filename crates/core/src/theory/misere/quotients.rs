//! [`Quotients`]: misère quotients of heap games, shared by all requests.

use std::sync::Arc;

use super::heaps::{self, MisereHeaps};
use super::quotient::Quotient;
use crate::number::Natural;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, CacheKind, Cached, HashedKey, allocated};
use crate::theory::heaps::moves::HeapCode;

/// Misère quotients, cached by their games. If several requests need a quotient at the same time, only one search is
/// made. A failed search is cached, too. Results never depend on what is cached.
#[derive(Debug)]
pub struct Quotients {
    cache: Arc<Cache>,
    max_steps: u64,
}

/// The moves of a game, with the largest heap that the quotient must cover; `None` if it must cover all heaps.
type Game = (HeapCode, Option<Natural>);

/// The games of a quotient, and the largest misère value that the quotient tells: see [`Quotient`].
type QuotientKey = (Vec<Game>, u16);

/// The state of the search for one quotient.
#[derive(Debug, Default)]
struct QuotientSearch {
    outcome: SearchOutcome,
}

#[derive(Clone, Debug)]
enum SearchOutcome {
    /// The search did not end within `most` steps.
    Open { most: u64 },
    /// The search ended after `steps`.
    Ended { quotient: Option<Arc<MisereHeaps>>, steps: u64 },
}

impl Default for SearchOutcome {
    fn default() -> Self {
        Self::Open { most: 0 }
    }
}

impl QuotientSearch {
    /// Returns the result of the search within `most` steps; `None` if the search finds nothing within these steps.
    /// Neither the result nor the charge depends on earlier requests.
    fn within(
        &mut self,
        key: HashedKey,
        most: u64,
        search: impl FnOnce() -> Option<Arc<MisereHeaps>>,
    ) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        let (found, steps) = match &self.outcome {
            SearchOutcome::Ended { quotient, steps } if *steps <= most => (quotient.clone(), *steps),
            SearchOutcome::Ended { .. } => (None, most),
            SearchOutcome::Open { most: tried } if *tried >= most => (None, most),
            SearchOutcome::Open { .. } => {
                let before = meter::charged();
                let sought = meter::within(most, search);
                // If the meter of the whole request is spent, the result of the search is not known.
                meter::go_on(0)?;
                let steps = meter::charged().saturating_sub(before);
                meter::share(key, steps);
                self.outcome = match &sought {
                    Ok(quotient) => SearchOutcome::Ended { quotient: quotient.clone(), steps },
                    Err(_) => SearchOutcome::Open { most },
                };
                return Ok(sought.unwrap_or_default());
            }
        };
        meter::charge_kept(steps);
        meter::go_on(0)?;
        meter::share(key, steps);
        Ok(found)
    }
}

impl Cached for QuotientSearch {
    const KIND: CacheKind = CacheKind::Quotients;

    fn bytes(&self) -> usize {
        match &self.outcome {
            SearchOutcome::Ended { quotient: Some(quotient), .. } => {
                allocated::<(MisereHeaps, [usize; 2])>(1) + quotient.bytes()
            }
            SearchOutcome::Ended { .. } | SearchOutcome::Open { .. } => 0,
        }
    }

    fn is_empty(&self) -> bool {
        matches!(self.outcome, SearchOutcome::Open { most: 0 })
    }
}

/// The share of a request's steps that the search for a quotient of all heaps may use, in sixteenths. The quotients of
/// Kayles and similar games need half of the steps that `--open-internet` allows.
const FOR_ALL_HEAPS: u64 = 9;

/// The share of a request's steps, in sixteenths, that may be used to look for a quotient of the requested heaps only.
const FOR_THESE_HEAPS: u64 = 2;

/// The share of a request's steps, in sixteenths, that may be used to look for a quotient that is itself the answer.
pub(crate) const FOR_AN_ANSWER: u64 = 14;

/// Returns a share of the steps that are left, rounded down to one of a few numbers. So two requests with about the
/// same number of steps left run the same search, whose result is cached.
fn share(left: u64, sixteenths: u64) -> u64 {
    let share = (left / 16).saturating_mul(sixteenths).min(meter::PART);
    let low_bits = share.checked_ilog2().unwrap_or(0).saturating_sub(5);
    share >> low_bits << low_bits
}

impl Default for Quotients {
    fn default() -> Self {
        Self::new(Arc::default(), meter::PART)
    }
}

impl Quotients {
    /// Creates a store of quotients in `cache`. The search for a result ends after `max_steps` steps.
    #[must_use]
    pub fn new(cache: Arc<Cache>, max_steps: u64) -> Self {
        Self { cache, max_steps }
    }

    /// Returns a quotient of the sums of heaps of these games. Each game comes with the largest heap that the quotient
    /// must cover. In the result, the games are in the same order as in `games`. `None` if no quotient is found within
    /// a share of the `left` steps. Each request is charged for the search, even if the result is cached.
    ///
    /// The first search is for a quotient of all heaps of all games, because such a quotient serves every later
    /// request. The second search is for a quotient of the requested heaps only. Even the first search covers only the
    /// requested heaps of nim. The reason is that no two heaps of nim are equal, so a quotient of all heaps of nim is
    /// not finite.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn solve(&self, games: &[(&HeapCode, &Natural)], left: u64) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        self.solve_values(games, Quotient::WINNERS, left)
    }

    /// Returns a quotient as [`Self::solve`] does, but it tells the misère values below `most_value` apart.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn solve_values(
        &self,
        games: &[(&HeapCode, &Natural)],
        most_value: u16,
        left: u64,
    ) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        let nim = HeapCode::nim();
        let all_but_nim =
            |(moves, largest): &(&HeapCode, &Natural)| ((*moves).clone(), (**moves == nim).then(|| (*largest).clone()));
        if let Some(found) =
            self.find(&(games.iter().map(all_but_nim).collect(), most_value), share(left, FOR_ALL_HEAPS))?
        {
            return Ok(Some(found));
        }
        // A heap above this limit does not make the search use more heaps.
        let most = Natural::from(heaps::MAX_HEAPS);
        let these = games.iter().map(|(moves, largest)| ((*moves).clone(), Some((*largest).min(&most).clone())));
        self.find(&(these.collect(), most_value), share(left, FOR_THESE_HEAPS))
    }

    /// Returns the quotient of the sums of heaps of one game: of the heaps up to `largest`, or of all heaps if `largest`
    /// is `None`. `None` if no quotient is found within a share of the `left` steps.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn of_game(
        &self,
        game: &HeapCode,
        largest: Option<&Natural>,
        left: u64,
    ) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        self.find(&(vec![(game.clone(), largest.cloned())], Quotient::WINNERS), share(left, FOR_AN_ANSWER))
    }

    fn find(&self, key: &QuotientKey, most: u64) -> Result<Option<Arc<MisereHeaps>>, Spent> {
        let (games, most_value) = key;
        let search = || {
            let games: Vec<_> = games.iter().map(|(moves, largest)| (moves, largest.as_ref())).collect();
            MisereHeaps::solve(&games, *most_value).map(Arc::new)
        };
        self.cache.with("a misère quotient", key, QuotientSearch::default, |sought, hashed| {
            sought.within(hashed, most.min(self.max_steps), search)
        })?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;
    use crate::theory::heaps::rules::HeapRules;

    /// This many steps are more than any search needs.
    const LEFT: u64 = u64::MAX;

    #[test]
    fn all_heaps_come_first_and_the_heaps_asked_for_then() {
        let quotients = Quotients::new(Arc::default(), 10_000_000);
        let wild = HeapRules::octal("0.75").unwrap();
        let huge = Natural::from(u64::MAX);
        let solve = |game: &HeapRules, largest: &Natural| quotients.solve(&[(game.moves(), largest)], LEFT).unwrap();
        let first = solve(&wild, &Natural::ONE).unwrap();
        assert!(Arc::ptr_eq(&first, &solve(&wild, &huge).unwrap()));
        assert!(quotients.cache.bytes() > 0);
        // For Dawson's Kayles, finite quotients are known only for small heaps.
        let dawson = HeapRules::octal("0.07").unwrap();
        let some = solve(&dawson, &20_usize.into()).unwrap();
        assert!(some.element(0, &20_usize.into()).is_some() && some.element(0, &21_usize.into()).is_none());
        assert!(solve(&dawson, &huge).is_none());
        // A failed search is cached, too.
        let charged = |largest: &Natural| {
            let meter = Meter::new(u64::MAX);
            assert!(meter.run(|| solve(&dawson, largest)).unwrap().is_none());
            (meter.charged(), meter.done())
        };
        let (again, larger) = (charged(&huge), charged(&Natural::from(10_u64).pow(30)));
        assert!(again == larger && again.0 > 1_000_000 && again.1 < 1_000, "{again:?} {larger:?}");
    }
}
