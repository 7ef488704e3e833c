//! [`MisereHeaps`]: decides misère play of sums of heaps of some games, by one quotient that is proved for all these
//! games together.

use super::names::ElementNames;
use super::quotient::Quotient;
use super::search::{ClosedPositions, ProvedQuotient, QuotientSearch};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::cache::allocated;
use crate::theory::heaps::labels::{Cycle, HeapLabels, index};
use crate::theory::heaps::listing::HeapListing;
use crate::theory::heaps::moves::HeapCode;
use crate::theory::heaps::period::{self, Reach};

/// A search begins with `FIRST_HEAPS` heaps of each game. It never uses more than `MAX_HEAPS` heaps of a game.
const FIRST_HEAPS: usize = 8;
pub(crate) const MAX_HEAPS: usize = 600;

/// Some heap games, with a misère quotient that is proved for every sum of their heaps. If the elements of a game's
/// heaps repeat for ever, the quotient covers all heaps of this game. Otherwise the quotient covers the heaps up to a
/// certain size.
///
/// The elements of the quotient tell nothing about sums with heaps of any other game. A sum of heaps of several games
/// needs one quotient of all these games together.
#[derive(Clone, Debug)]
pub struct MisereHeaps {
    quotient: Quotient,
    games: Vec<HeapGameMoves>,
}

#[derive(Clone, Debug)]
struct HeapGameMoves {
    moves: HeapCode,
    /// The elements of the quotient to which the heaps 0, 1, 2, … belong.
    elements: Vec<u32>,
    /// The cycle in which the elements repeat for ever.
    cycle: Option<Cycle>,
}

impl MisereHeaps {
    /// Searches for a quotient of the sums of heaps of these games. Each game comes with the largest heap that the
    /// quotient must cover, or with `None` if it must cover all heaps. The result is `None` if no quotient is found.
    /// A finite quotient need not exist, and only the meter ends the search then. The quotient tells misère values below
    /// `most_value` apart: see [`Quotient`].
    #[must_use]
    pub fn solve(games: &[(&HeapCode, Option<&Natural>)], most_value: u16) -> Option<Self> {
        let mut search = QuotientSearch::new(most_value);
        let mut heaps = FIRST_HEAPS;
        while heaps <= MAX_HEAPS {
            // The search continues from its result for fewer heaps.
            let objects = Heaps::new(games, heaps);
            let solved = Self::proved(games, &objects, &search.run(&objects.objects)?);
            let is_enough = |(game, (_, largest)): (usize, &(_, Option<&Natural>))| match largest {
                Some(largest) => solved.element(game, largest).is_some(),
                None => solved.cycle(game).is_some(),
            };
            if games.iter().enumerate().all(is_enough) {
                return Some(solved);
            }
            heaps += heaps / 4;
        }
        None
    }

    /// Reads the elements of the games' heaps from a proved quotient.
    fn proved(games: &[(&HeapCode, Option<&Natural>)], objects: &Heaps, proved: &ProvedQuotient) -> Self {
        let games = games.iter().zip(&objects.numbers).map(|((moves, _), numbers)| {
            let elements = numbers.iter().map(|number| number.map_or(0, |number| proved.elements[number]));
            let elements: Vec<u32> = elements.map(|element| u32::try_from(element).unwrap_or(u32::MAX)).collect();
            // The period is proved like a period of values. The reason is that the element of an option follows from
            // the elements of its heaps, just as the value of an option follows from the values of its heaps.
            let period = Reach::of(moves).and_then(|reach| period::find_plain(&reach, &elements));
            let cycle = period.map(|period| Cycle { from: period.preperiod, length: period.length });
            HeapGameMoves { moves: (*moves).clone(), elements, cycle }
        });
        Self { quotient: proved.quotient.clone(), games: games.collect() }
    }

    /// Returns the quotient.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Returns the bytes that the quotient and the elements have allocated.
    pub(super) fn bytes(&self) -> usize {
        let of_game = |game: &HeapGameMoves| game.moves.bytes() + allocated::<u32>(game.elements.capacity());
        self.quotient.bytes()
            + allocated::<HeapGameMoves>(self.games.capacity())
            + self.games.iter().map(of_game).sum::<usize>()
    }

    fn labels(&self, game: usize) -> HeapLabels<'_> {
        HeapLabels::new(&self.games[game].elements, self.games[game].cycle)
    }

    /// Returns the cycle in which the elements of a game's heaps repeat for ever; `None` if no cycle is proved.
    #[must_use]
    pub fn cycle(&self, game: usize) -> Option<Cycle> {
        self.games[game].cycle
    }

    /// Returns the indices of these games among the games of this quotient. `None` if the quotient lacks one of the
    /// games, or does not cover the largest heap of one of them.
    #[must_use]
    pub fn numbers(&self, games: &[(&HeapCode, &Natural)]) -> Option<Vec<usize>> {
        let number = |(moves, largest): &(&HeapCode, &Natural)| {
            let game = self.game(moves)?;
            self.element(game, largest).map(|_| game)
        };
        games.iter().map(number).collect()
    }

    /// Returns the index of a game among the games of this quotient; `None` if the quotient lacks the game.
    #[must_use]
    pub fn game(&self, moves: &HeapCode) -> Option<usize> {
        meter::charge_each(moves.bytes().saturating_mul(self.games.len()), cost::BYTE);
        self.games.iter().position(|game| game.moves == *moves)
    }

    /// Returns the element of a heap of a game; `None` if the quotient does not cover the heap. `game` is the index of
    /// the game: see [`Self::numbers`].
    #[must_use]
    pub fn element(&self, game: usize, heap: &Natural) -> Option<usize> {
        self.labels(game).of(heap).and_then(|element| usize::try_from(element).ok())
    }

    /// Returns the elements of the heaps 0, 1, 2, … of a game, as far as the proof considers them one by one. `game` is
    /// the index of the game: see [`Self::numbers`].
    #[must_use]
    pub fn elements(&self, game: usize) -> impl ExactSizeIterator<Item = usize> {
        self.games[game].elements.iter().map(|element| index(*element))
    }

    /// Returns whether all heaps are of one game.
    #[must_use]
    pub fn has_one_game(&self) -> bool {
        self.games.len() == 1
    }

    /// Returns the names of the elements. The smallest heaps come first, and among heaps of one size the first game.
    #[must_use]
    pub fn names(&self) -> ElementNames {
        let largest = self.games.iter().map(|game| game.elements.len()).max().unwrap_or(0);
        let heaps = (0..largest).flat_map(|heap| self.games.iter().filter_map(move |game| game.elements.get(heap)));
        ElementNames::new(&self.quotient, heaps.map(|element| index(*element)))
    }

    /// Returns those options of a heap that correspond to elements in `wanted`.
    #[must_use]
    pub fn options(&self, game: usize, heap: &Natural, wanted: &[usize]) -> Option<HeapListing<'_, &Quotient>> {
        let wanted = wanted.iter().filter_map(|element| u32::try_from(*element).ok()).collect();
        HeapListing::new(&self.games[game].moves, self.labels(game), &self.quotient, heap, wanted)
    }
}

/// The heaps of some games, sorted by size, in the form that a [`QuotientSearch`] needs.
struct Heaps {
    objects: ClosedPositions,
    /// For each game, the indices in `objects` of its heaps 0, 1, 2, …; `None` for heap 0, which is empty.
    numbers: Vec<Vec<Option<usize>>>,
}

impl Heaps {
    fn new(games: &[(&HeapCode, Option<&Natural>)], heaps: usize) -> Self {
        let mut all = Self { objects: ClosedPositions::default(), numbers: vec![vec![None]; games.len()] };
        for heap in meter::each(1..heaps, 0) {
            let asked = games
                .iter()
                .enumerate()
                .filter(|(_, (_, largest))| largest.is_none_or(|largest| *largest >= heap.into()));
            for (game, (moves, _)) in asked {
                let numbers = &all.numbers[game];
                let mut options: Vec<Vec<usize>> = moves
                    .options(heap)
                    .map(|parts| {
                        let mut option: Vec<usize> = parts.iter().filter_map(|part| numbers[*part]).collect();
                        option.sort_unstable();
                        option
                    })
                    .collect();
                meter::charge_each(options.len().saturating_add(1), cost::COMPONENT);
                options.sort_unstable();
                options.dedup();
                all.numbers[game].push(Some(all.objects.len()));
                all.objects.push(options);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::number::meter::Meter;
    use crate::theory::heaps::by_the_rules::{any_rules, lost_in_misere};
    use crate::theory::heaps::moves::LeftHeaps;
    use crate::theory::heaps::rules::HeapRules;

    /// Compares the quotient with the rules: the winners of sums of three heaps, and the options of a heap that win
    /// beside one other heap.
    fn check(games: &[&HeapCode], solved: &MisereHeaps, largest: usize) {
        let quotient = solved.quotient();
        let element = |game: usize, heap: usize| solved.element(game, &heap.into()).unwrap();
        let mut known = HashMap::new();
        let heaps: Vec<(usize, usize)> =
            (0..games.len()).flat_map(|game| (1..=largest).map(move |heap| (game, heap))).collect();
        for a in &heaps {
            for b in heaps.iter().filter(|b| *b >= a) {
                for c in heaps.iter().filter(|c| *c >= b && c.1 <= largest / 2) {
                    let sum = [*a, *b, *c];
                    let all =
                        sum.iter().fold(0, |product, (game, heap)| quotient.times(product, element(*game, *heap)));
                    assert_eq!(quotient.is_lost(all), lost_in_misere(games, &sum, &mut known), "{sum:?}");
                }
                let rest = element(b.0, b.1);
                let options = solved.options(a.0, &a.1.into(), &quotient.winning_beside(rest)).unwrap();
                let expected = games[a.0].options(a.1).filter(|parts| {
                    let mut next: Vec<_> = parts.iter().map(|part| (a.0, *part)).chain([*b]).collect();
                    next.sort_unstable();
                    lost_in_misere(games, &next, &mut known)
                });
                let expected: Vec<LeftHeaps> =
                    expected.map(|parts| parts.into_iter().map(Natural::from).collect()).collect();
                let count = options.count().to_usize().unwrap();
                let listed: Vec<LeftHeaps> = (0..count).map(|rank| options.nth(&rank.into()).unwrap()).collect();
                assert_eq!(listed, expected, "{a:?} beside {b:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 25 } else { 500 }))]

        #[test]
        fn a_quotient_of_two_games_decides_their_sums(a in any_rules(), b in any_rules()) {
            let largest = Natural::from(6_usize);
            let games = [a.moves(), b.moves()];
            let asked = games.map(|moves| (moves, Some(&largest)));
            if let Ok(Some(solved)) = Meter::new(6_000_000).run(|| MisereHeaps::solve(&asked, Quotient::WINNERS)) {
                check(&games, &solved, 6);
            }
        }
    }

    #[test]
    fn quotients_of_wild_games_are_those_published() {
        for (code, order, lost, from, length) in
            [("0.123", 20, 5, 5, 5), ("0.75", 8, 2, 8, 2), ("0.71", 36, 9, 3, 6), ("0.53", 16, 3, 21, 9)]
        {
            let rules = HeapRules::octal(code).unwrap();
            let solved = MisereHeaps::solve(&[(rules.moves(), None)], Quotient::WINNERS).unwrap();
            assert_eq!((solved.quotient().order(), solved.quotient().lost_count()), (order, lost), "{code}");
            assert_eq!(solved.cycle(0), Some(Cycle { from, length }), "{code}");
            check(&[rules.moves()], &solved, 12);
        }
    }

    #[test]
    fn a_quotient_of_two_games_is_not_the_product_of_theirs() {
        let [kayles, other] = ["0.77", "0.123"].map(|code| HeapRules::octal(code).unwrap());
        let small = Natural::from(8_usize);
        let games = [(kayles.moves(), Some(&small)), (other.moves(), None)];
        let solved = MisereHeaps::solve(&games, Quotient::WINNERS).unwrap();
        check(&[kayles.moves(), other.moves()], &solved, 8);
        // If a sum has no heap of 0.123, one Kayles heap of 2 can replace three Kayles heaps of 2. Beside a heap of
        // 0.123 it cannot.
        let product = |heaps: &[usize]| {
            let heaps = heaps.iter().map(|heap| solved.element(0, &(*heap).into()).unwrap());
            heaps.fold(solved.element(1, &8_usize.into()).unwrap(), |product, heap| {
                solved.quotient().times(product, heap)
            })
        };
        assert!(solved.quotient().is_lost(product(&[2, 2, 2])) && !solved.quotient().is_lost(product(&[2])));
        // The quotient tells nothing about heaps that it does not cover.
        assert_eq!(solved.element(0, &9_usize.into()), None);
    }
}
