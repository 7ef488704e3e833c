//! [`HeapTables`]: solved heap games, shared by all requests.

use std::sync::Arc;

use super::growth::{Growth, PeriodSearch, TableLimits};
use super::moves::HeapCode;
use super::period::ProvedPeriod;
use super::solved::{Basis, HeapValues, Unknown};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::{Cache, CacheKind, Cached, HashedKey, allocated};

/// Solved heap games, cached by their moves.
///
/// If several requests need a table at the same time, one request grows the table and the others wait. A *look* is a
/// search for a period while a table grows. The length of the table at a look, and the steps until then, depend only on
/// the rules. The result and the charge of a request depend only on the first look at which the table reaches the
/// requested heap.
#[derive(Clone, Debug, Default)]
pub struct HeapTables {
    cache: Arc<Cache>,
    limits: TableLimits,
}

/// The table of one game.
#[derive(Debug)]
struct Game {
    /// The table, if it can still grow; `None` before the first request, and after the table has reached its end. No
    /// result uses heaps that were added after the last search for a period.
    growth: Option<Growth>,
    known: Known,
}

/// The results of all searches for a period in one table.
#[derive(Debug)]
struct Known {
    moves: HeapCode,
    looks: Vec<PeriodSearch>,
    /// The values of all heaps that the table had at the last search for a period. If there is a period, there are only
    /// as many values as the period needs.
    values: Arc<[u32]>,
    /// The period, if the last search proved one.
    period: Option<ProvedPeriod>,
    /// `true` if the table never grows again.
    is_over: bool,
}

/// The reason why the value of a heap is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreached {
    /// The table is too short, and no period is proved.
    #[error("{0}")]
    Unknown(#[source] Unknown),
    /// The meter is spent.
    #[error("{0}")]
    Spent(#[from] Spent),
}

impl HeapTables {
    /// Creates tables that are stored in `cache` and stay within `limits`.
    #[must_use]
    pub fn new(cache: Arc<Cache>, limits: TableLimits) -> Self {
        Self { cache, limits }
    }

    /// Returns the values of the heaps of the game with these moves. While the table of values grows, it is searched
    /// for a period again and again. The result has the values that were known after the first search at which the
    /// table contained the heap `largest`. The request is charged for all steps up to this search, even if an earlier
    /// request made them.
    ///
    /// # Errors
    /// If the table is too short and no period is proved, or if the meter is spent.
    pub fn solve(&self, moves: &HeapCode, largest: &Natural) -> Result<Arc<HeapValues>, Unreached> {
        let solved = self.reach(moves, largest)?;
        match solved.largest_known() {
            Some(largest_known) if *largest > largest_known.into() => {
                Err(Unreached::Unknown(Unknown { largest_known }))
            }
            _ => Ok(solved),
        }
    }

    /// Does the same as [`Self::solve`], but returns the longest possible table if the table cannot reach `largest`.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn reach(&self, moves: &HeapCode, largest: &Natural) -> Result<Arc<HeapValues>, Spent> {
        if Basis::of(moves) == Basis::Lasker {
            return Ok(Arc::new(HeapValues::of_laskers_nim(moves)));
        }
        let new = || Game::new(moves);
        self.cache.with("a table of values", moves, new, |game, key| game.solve(largest, self.limits, key))?
    }

    /// Finds the kinds of a game's heaps for misère play: see [`HeapValues::prepare_misere`].
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn prepare_misere(&self, solved: &HeapValues) -> Result<(), Spent> {
        solved.prepare_misere(&self.cache)
    }
}

impl Game {
    fn new(moves: &HeapCode) -> Self {
        let looks = vec![PeriodSearch::OF_NOTHING];
        let known = Known { moves: moves.clone(), looks, values: Arc::new([0]), period: None, is_over: false };
        Self { growth: None, known }
    }

    /// Returns the values from a table that reaches `largest`, or from the longest possible table if no table reaches
    /// `largest`.
    fn solve(&mut self, largest: &Natural, limits: TableLimits, key: HashedKey) -> Result<Arc<HeapValues>, Spent> {
        let heaps = largest.to_usize().map_or(usize::MAX, |heap| heap.saturating_add(1));
        if self.known.reaches(heaps) {
            meter::charge_kept(self.known.look(heaps).spent);
        } else {
            self.grow(heaps, limits);
        }
        meter::go_on(0)?;
        meter::share(key, self.known.look(heaps).spent);
        self.known.at(self.known.look(heaps)).map(Arc::new)
    }

    /// Grows the table to at least `heaps` heaps, or as far as possible. Charges this request for all steps of the
    /// table, including the steps that earlier requests made. The new heaps stay for later requests, even if the meter
    /// of this request is spent.
    fn grow(&mut self, heaps: usize, limits: TableLimits) {
        let growth = self.growth.get_or_insert_with(|| Growth::new(&self.known.moves));
        meter::charge_kept(growth.spent());
        growth.grow(heaps, limits);
        let look = growth.last_look();
        if look != self.known.last_look() {
            let period = growth.period().cloned();
            let needed = period.as_ref().map_or(look.heaps, |period| period.preperiod.max(1) + period.length);
            self.known.values = growth.first_values(needed);
            self.known.looks = growth.looks().to_vec();
            self.known.period = period;
        }
        if growth.ended() {
            self.known.is_over = true;
            self.growth = None;
        }
    }
}

impl Known {
    fn last_look(&self) -> PeriodSearch {
        self.looks.last().copied().unwrap_or(PeriodSearch::OF_NOTHING)
    }

    /// Returns `true` if the table never grows again, or if it had at least `heaps` heaps at the last search for a
    /// period.
    fn reaches(&self, heaps: usize) -> bool {
        self.is_over || self.last_look().heaps >= heaps
    }

    /// Returns the first search for a period at which the table had at least `heaps` heaps. If there was no such
    /// search, returns the last search.
    fn look(&self, heaps: usize) -> PeriodSearch {
        self.looks.iter().find(|look| look.heaps >= heaps).copied().unwrap_or(self.last_look())
    }

    /// Returns the values and the period that were known after `look`, which is one of the searches for a period.
    fn at(&self, look: PeriodSearch) -> Result<HeapValues, Spent> {
        let solved = |values, heaps, period| HeapValues::of_table(self.moves.clone(), values, heaps, period);
        if let Some(period) = &self.period
            && look == self.last_look()
        {
            return Ok(solved(Arc::clone(&self.values), self.values.len(), Some(period.clone())));
        }
        // Only the last search can have proved a period.
        let steps = meter::steps_of(look.heaps, cost::WORD);
        if look.heaps <= self.values.len() {
            meter::charge_kept(steps);
            return Ok(solved(Arc::clone(&self.values), look.heaps, None));
        }
        meter::go_on(steps)?;
        let whole = solved(Arc::clone(&self.values), self.values.len(), self.period.clone());
        Ok(solved(whole.first_values(look.heaps), look.heaps, None))
    }
}

impl Cached for Game {
    const KIND: CacheKind = CacheKind::Heaps;

    fn bytes(&self) -> usize {
        let Known { moves, looks, values, .. } = &self.known;
        self.growth.as_ref().map_or(0, Growth::bytes)
            + (moves.bytes() - size_of::<HeapCode>())
            + allocated::<PeriodSearch>(looks.capacity())
            + allocated::<u32>(values.len())
            // The reference counters of three shared slices: the block, the exceptions and the values.
            + size_of::<[usize; 6]>()
    }

    fn is_empty(&self) -> bool {
        self.growth.is_none() && !self.known.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;
    use crate::theory::heaps::rules::HeapRules;

    fn tables(max_bytes: usize, max_steps: u64) -> HeapTables {
        let limits = TableLimits { max_steps, ..TableLimits::default() };
        HeapTables::new(Arc::new(Cache::new(max_bytes)), limits)
    }

    fn bytes(tables: &HeapTables) -> usize {
        tables.cache.counts().iter().map(|of_kind| of_kind.bytes).sum()
    }

    fn octal(code: &str) -> HeapRules {
        HeapRules::octal(code).unwrap()
    }

    #[test]
    fn answers_do_not_depend_on_what_is_cached() {
        let codes = ["0.77", "0.007", "0.6", "0.137", "4.333...", "0.333...", "0.777..."];
        let cold = || tables(usize::MAX, 150_000);
        let warm = cold();
        // This cache may hold only one byte, so it keeps no value.
        let tiny = tables(1, 150_000);
        for heap in [5_usize, 3000, 40, 600, 200_000, 100, 3000] {
            for code in codes {
                let rules = octal(code);
                let heap = Natural::from(heap);
                let answer = |tables: &HeapTables| {
                    let solved = tables.solve(rules.moves(), &heap)?;
                    let options = solved.options(&heap, &[Natural::ZERO]).map_err(Unreached::Unknown)?;
                    Ok::<_, Unreached>((
                        solved.value(&heap).map_err(Unreached::Unknown)?,
                        options.count(),
                        options.nth(&Natural::ZERO),
                        solved.kind(&heap),
                    ))
                };
                let expected = answer(&cold());
                assert_eq!(answer(&warm), expected, "{code} {heap}");
                assert_eq!(answer(&tiny), expected, "{code} {heap}");
                assert_eq!(bytes(&tiny), 0);
            }
        }
    }

    #[test]
    fn bytes_are_bounded_and_the_least_used_game_goes() {
        let heap = Natural::from(2000_usize);
        let one = HeapTables::default();
        one.solve(octal("0.007").moves(), &heap).unwrap();
        let most = 3 * one.cache.bytes();
        let tables = tables(most, TableLimits::default().max_steps);
        let games = ["0.007", "0.06", "0.6", "0.04", "0.76"].map(octal);
        for game in &games {
            tables.solve(game.moves(), &heap).unwrap();
            tables.solve(games[0].moves(), &heap).unwrap();
            assert!(tables.cache.bytes() <= most);
        }
        // The first game is used again and again, so it is still in the cache. The second game was used only once, so
        // it is evicted.
        let done = |game: &HeapRules| {
            let meter = Meter::new(u64::MAX);
            meter.run(|| tables.solve(game.moves(), &heap).unwrap()).unwrap();
            (meter.done(), meter.charged())
        };
        let (first, again) = (done(&games[0]), done(&games[0]));
        assert!(first.0 == 0 && first == again && first.1 > 0, "{first:?}");
        assert!(done(&games[1]).0 > 0);
    }

    #[test]
    fn work_is_done_once_however_many_ask() {
        let tables = HeapTables::default();
        let game = octal("0.007");
        let heap = Natural::from(3000_usize);
        let solved: Vec<Arc<HeapValues>> = std::thread::scope(|scope| {
            let askers: Vec<_> = (0..8).map(|_| scope.spawn(|| tables.solve(game.moves(), &heap).unwrap())).collect();
            askers.into_iter().map(|asker| asker.join().unwrap()).collect()
        });
        assert!(solved.iter().all(|other| other.shares_its_table_with(&solved[0])));
    }

    #[test]
    fn who_asks_is_charged_the_same_whatever_was_asked_before() {
        let ends = [
            Natural::ZERO,
            Natural::from(5_usize),
            Natural::from(70_usize),
            Natural::from(900_usize),
            Natural::from(10_u64).pow(30),
        ];
        for code in ["0.77", "0.007", "0.137", "4.333...", "0.333..."] {
            let rules = octal(code);
            let charged = |tables: &HeapTables, largest: &Natural| {
                let meter = Meter::new(u64::MAX);
                let known = meter.run(|| tables.solve(rules.moves(), largest).map(|solved| solved.period().cloned()));
                (known.unwrap(), meter.charged())
            };
            let cold = || tables(usize::MAX, 1_000_000);
            let expected = ends.each_ref().map(|largest| charged(&cold(), largest));
            for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
                let warm = cold();
                // This request is stopped while the table grows between two searches for a period. Later requests must
                // not use the heaps that were added after the first of these searches.
                let _ = Meter::new(3_000).run(|| warm.solve(rules.moves(), &ends[4]));
                for at in order.into_iter().chain(order) {
                    assert_eq!(charged(&warm, &ends[at]), expected[at], "{code} {order:?} {at}");
                }
            }
        }
    }

    #[test]
    fn what_a_spent_request_has_grown_stays() {
        let (tables, rules, heap) = (HeapTables::default(), octal("0.007"), Natural::from(2_000_u64));
        let whole = Meter::new(u64::MAX);
        whole.run(|| HeapTables::default().solve(rules.moves(), &heap).unwrap()).unwrap();
        let half = Meter::new(whole.charged() / 2);
        assert!(half.run(|| tables.solve(rules.moves(), &heap)).is_err());
        let rest = Meter::new(u64::MAX);
        rest.run(|| tables.solve(rules.moves(), &heap).unwrap()).unwrap();
        assert_eq!(rest.charged(), whole.charged());
        assert!(rest.done() < whole.done() * 2 / 3, "{} {}", rest.done(), whole.done());
    }

    #[test]
    fn a_table_that_ends_says_where() {
        let tables = tables(usize::MAX, 1_000_000);
        let huge = Natural::from_decimal(&"7".repeat(100), 100).unwrap();
        let dense = octal("0.007");
        let Unreached::Unknown(unknown) = tables.solve(dense.moves(), &huge).unwrap_err() else { panic!() };
        assert!(tables.solve(dense.moves(), &unknown.largest_known.into()).is_ok());
        let past = tables.solve(dense.moves(), &(unknown.largest_known + 1).into());
        assert_eq!(past.unwrap_err(), Unreached::Unknown(unknown));
        assert_eq!(tables.solve(octal("0.77").moves(), &huge).unwrap().value(&huge).unwrap(), 1);
    }
}
