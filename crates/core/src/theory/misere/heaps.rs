//! [`MisereHeaps`]: misère play of sums of heaps of some games, with a quotient proved for all of them together.

use super::quotient::Quotient;
use super::search::{Objects, Search};
use crate::natural::Natural;
use crate::theory::heaps::labels::{Cycle, Labels};
use crate::theory::heaps::listing::Listing;
use crate::theory::heaps::moves::Moves;
use crate::theory::heaps::period::{self, Reach};

/// Steps that finding a quotient may take: about a second.
pub const DEFAULT_MAX_STEPS: u64 = 6_000_000_000;

/// Heaps of each game that are looked at, at most.
const MAX_HEAPS: usize = 600;

/// Some heap games, and a misère quotient that is proved for every sum of their heaps: all heaps of a game where the
/// elements of its heaps repeat for ever, else those up to one.
///
/// The elements say nothing about sums with any other game: a sum of different games needs the quotient of all of them together.
#[derive(Clone, Debug)]
pub struct MisereHeaps {
    quotient: Quotient,
    games: Vec<Game>,
}

#[derive(Clone, Debug)]
struct Game {
    moves: Moves,
    /// The elements of the heaps 0, 1, 2, ….
    elements: Vec<u32>,
    /// From where on they repeat for ever.
    cycle: Option<Cycle>,
}

impl MisereHeaps {
    /// Looks for a quotient of the sums of these games' heaps: of all heaps if it can, else of those up to the largest that is
    /// asked for of each game. None if there is none within `max_steps`.
    #[must_use]
    pub fn solve(games: &[(&Moves, &Natural)], max_steps: u64) -> Option<Self> {
        let mut search = Search::default();
        let mut found: Option<Self> = None;
        let mut heaps = 8;
        // A search that got stuck at a few heaps won't get further with more.
        while heaps <= MAX_HEAPS {
            let objects = Heaps::new(games, heaps);
            let Some(proved) = search.run(&objects.objects, max_steps) else { break };
            let table = |game: usize| -> Vec<u32> {
                let elements = objects.numbers[game].iter().map(|number| number.map_or(0, |number| proved.elements[number]));
                elements.map(|element| u32::try_from(element).unwrap_or(u32::MAX)).collect()
            };
            let games = games.iter().enumerate().map(|(game, (moves, _))| {
                let elements = table(game);
                // By the theorem for values: an option's element depends on its heaps' elements as its value on their values.
                let period = Reach::of(moves).and_then(|reach| period::find_plain(&reach, &elements));
                let cycle = period.map(|period| Cycle { from: period.preperiod, length: period.length });
                Game { moves: (*moves).clone(), elements, cycle }
            });
            let solved = Self { quotient: proved.quotient.clone(), games: games.collect() };
            if solved.games.iter().all(|game| game.cycle.is_some()) {
                return Some(solved);
            }
            found = Some(solved);
            heaps += (heaps / 4).max(4);
        }
        found.filter(|found| games.iter().enumerate().all(|(game, (_, largest))| found.element(game, largest).is_some()))
    }

    /// The quotient.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    fn labels(&self, game: usize) -> Labels<'_> {
        Labels::new(&self.games[game].elements, self.games[game].cycle)
    }

    /// From where on the elements of a game's heaps repeat, if for ever.
    #[must_use]
    pub fn cycle(&self, game: usize) -> Option<Cycle> {
        self.games[game].cycle
    }

    /// The element of a heap of a game, by the number of the game in the list that was asked for.
    #[must_use]
    pub fn element(&self, game: usize, heap: &Natural) -> Option<usize> {
        self.labels(game).of(heap).and_then(|element| usize::try_from(element).ok())
    }

    /// The options of a heap that are worth one of these elements.
    #[must_use]
    pub fn options(&self, game: usize, heap: &Natural, wanted: &[usize]) -> Option<Listing<'_, &Quotient>> {
        let wanted = wanted.iter().filter_map(|element| u32::try_from(*element).ok()).collect();
        Listing::new(&self.games[game].moves, self.labels(game), &self.quotient, heap, wanted)
    }
}

/// The heaps of some games as objects, by size.
struct Heaps {
    objects: Objects,
    /// For each game: the numbers of its heaps 0, 1, 2, …; none for heap 0, which is nothing.
    numbers: Vec<Vec<Option<usize>>>,
}

impl Heaps {
    fn new(games: &[(&Moves, &Natural)], heaps: usize) -> Self {
        let mut all = Self { objects: Objects::default(), numbers: vec![vec![None]; games.len()] };
        for heap in 1..heaps {
            for (game, (moves, _)) in games.iter().enumerate() {
                let numbers = &all.numbers[game];
                let mut options: Vec<Vec<usize>> = moves
                    .options(heap)
                    .map(|parts| {
                        let mut option: Vec<usize> = parts.iter().filter_map(|part| numbers[*part]).collect();
                        option.sort_unstable();
                        option
                    })
                    .collect();
                options.sort_unstable();
                options.dedup();
                all.numbers[game].push(Some(all.objects.len()));
                all.objects.push(options);
            }
        }
        all
    }
}
