//! [`Tables`]: heap games that were solved, shared by all who ask, within a number of bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::growth::{DEFAULT_MAX_STEPS, Growth, Look};
use super::moves::Moves;
use super::solved::{Basis, Solved, Unknown};
use crate::number::Natural;
use crate::number::meter::{self, Spent};
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
    /// None before the first question, and once the table can never grow again.
    growth: Option<Growth>,
    /// How far the table got, and for how many steps.
    looks: Vec<Look>,
    /// What is known to who asks for no more than a number of heaps, all that there are at the last.
    views: BTreeMap<usize, Arc<Solved>>,
    key_bytes: usize,
}

/// Why a heap's value is not at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreached {
    /// The table ends before, and no period is proved.
    #[error("{0}")]
    Unknown(#[source] Unknown),
    /// The meter is spent.
    #[error("{0}")]
    Spent(#[from] Spent),
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

    /// What is known of the game with these moves by a table that reaches `largest`. Each who asks is charged the steps
    /// of that table, and told what it says, whether or not others have asked for more before.
    ///
    /// # Errors
    /// Where the table ends before, and no period is proved; or the meter is spent.
    pub fn solve(&self, moves: &Moves, largest: &Natural) -> Result<Arc<Solved>, Unreached> {
        meter::work_at("a table of values");
        self.cache.with(moves, |game| game.solve(moves, largest, self.max_steps))?
    }

    /// Bytes that the tables take now, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cache.bytes()
    }
}

impl Game {
    fn solve(&mut self, moves: &Moves, largest: &Natural, max_steps: u64) -> Result<Arc<Solved>, Unreached> {
        if Basis::of(moves) == Basis::Lasker {
            return Ok(Arc::new(Solved::of_values(moves, vec![0])));
        }
        self.key_bytes = moves.bytes();
        let heaps = largest.to_usize().map_or(usize::MAX, |heap| heap.saturating_add(1));
        let is_over = self.growth.is_none() && !self.looks.is_empty();
        let known = self.looks.iter().find(|look| look.heaps >= heaps).or(self.looks.last().filter(|_| is_over));
        let look = match known {
            Some(look) => {
                meter::charge_kept(look.spent);
                *look
            }
            None => self.grow(moves, heaps, max_steps)?,
        };
        let solved = self.view(moves, look.heaps);
        match solved.largest_known() {
            Some(largest_known) if *largest > largest_known.into() => {
                Err(Unreached::Unknown(Unknown { largest_known }))
            }
            _ => Ok(Arc::clone(solved)),
        }
    }

    /// Grows the table to so many heaps, or as far as it gets.
    fn grow(&mut self, moves: &Moves, heaps: usize, max_steps: u64) -> Result<Look, Spent> {
        let growth = self.growth.get_or_insert_with(|| Growth::new(moves));
        meter::charge_kept(growth.spent());
        growth.grow(heaps, max_steps);
        self.looks = growth.looks().to_vec();
        // What it grew stays, for whoever asks next.
        meter::go_on(0)?;
        let look = Look { heaps: growth.len(), spent: growth.spent() };
        if growth.ended() || growth.spent() >= max_steps {
            if self.looks.last().is_none_or(|last| last.heaps < look.heaps) {
                self.looks.push(look);
            }
            self.views.insert(look.heaps, Arc::new(Solved::new(moves, growth)));
            self.growth = None;
        }
        Ok(look)
    }

    /// What a table of so many heaps says.
    fn view(&mut self, moves: &Moves, heaps: usize) -> &Arc<Solved> {
        let steps = meter::steps_of(heaps, 1);
        if self.views.contains_key(&heaps) {
            meter::charge_kept(steps);
        } else {
            meter::charge(steps);
        }
        let whole = self.views.last_key_value().map(|(_, whole)| Arc::clone(whole));
        self.views.entry(heaps).or_insert_with(|| {
            // A period is proved by the last look only, after which there is no growth any more.
            let mut values = match (&self.growth, whole) {
                (Some(growth), _) => growth.values(),
                (None, Some(whole)) => whole.first_values(heaps),
                (None, None) => Vec::new(),
            };
            values.truncate(heaps);
            Arc::new(Solved::of_values(moves, values))
        })
    }
}

impl Cached for Game {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.key_bytes
            + self.growth.as_ref().map_or(0, Growth::bytes)
            + self.views.values().map(|solved| solved.bytes()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;
    use crate::theory::heaps::rules::HeapRules;

    fn octal(code: &str) -> HeapRules {
        HeapRules::octal(code).unwrap()
    }

    #[test]
    fn answers_do_not_depend_on_what_is_cached() {
        let codes = ["0.77", "0.007", "0.6", "0.137", "4.333...", "0.333...", "0.777..."];
        let cold = || Tables::new(usize::MAX, 150_000);
        let warm = cold();
        // One byte: everything is evicted at once.
        let tiny = Tables::new(1, 150_000);
        for heap in [5_usize, 3000, 40, 600, 200_000, 100, 3000] {
            for code in codes {
                let rules = octal(code);
                let heap = Natural::from(heap);
                let answer = |tables: &Tables| {
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
    fn who_asks_is_charged_the_same_whatever_was_asked_before() {
        let ends = [Natural::from(5_usize), Natural::from(900_usize), Natural::from(10_u64).pow(30)];
        for code in ["0.77", "0.007", "0.137", "4.333...", "0.333..."] {
            let rules = octal(code);
            let charged = |tables: &Tables, largest: &Natural| {
                let meter = Meter::new(u64::MAX);
                let known = meter.run(|| tables.solve(rules.moves(), largest).map(|solved| solved.period().cloned()));
                (known.unwrap(), meter.charged())
            };
            let cold = || Tables::new(usize::MAX, 1_000_000);
            let expected = ends.each_ref().map(|largest| charged(&cold(), largest));
            for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
                let warm = cold();
                for at in order.into_iter().chain(order) {
                    assert_eq!(charged(&warm, &ends[at]), expected[at], "{code} {order:?} {at}");
                }
            }
        }
    }

    #[test]
    fn what_a_spent_request_has_grown_stays() {
        let (tables, rules, heap) = (Tables::default(), octal("0.007"), Natural::from(2_000_u64));
        let whole = Meter::new(u64::MAX);
        whole.run(|| Tables::default().solve(rules.moves(), &heap).unwrap()).unwrap();
        let half = Meter::new(whole.charged() / 2);
        assert!(half.run(|| tables.solve(rules.moves(), &heap)).is_err());
        let rest = Meter::new(u64::MAX);
        rest.run(|| tables.solve(rules.moves(), &heap).unwrap()).unwrap();
        assert_eq!(rest.charged(), whole.charged());
        assert!(rest.done() < whole.done() * 2 / 3, "{} {}", rest.done(), whole.done());
    }

    #[test]
    fn a_table_that_ends_says_where() {
        let tables = Tables::new(usize::MAX, 1_000_000);
        let huge = Natural::from_decimal(&"7".repeat(100), 100).unwrap();
        let dense = octal("0.007");
        let Unreached::Unknown(unknown) = tables.solve(dense.moves(), &huge).unwrap_err() else { panic!() };
        assert!(tables.solve(dense.moves(), &unknown.largest_known.into()).is_ok());
        let past = tables.solve(dense.moves(), &(unknown.largest_known + 1).into());
        assert_eq!(past.unwrap_err(), Unreached::Unknown(unknown));
        assert_eq!(tables.solve(octal("0.77").moves(), &huge).unwrap().value(&huge).unwrap(), 1);
    }
}
