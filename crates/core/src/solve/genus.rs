//! The genus of the components of a sum, and of the sum itself: see [`crate::theory::genus`].
//!
//! A formula gives the genus of tame components. For other components, all positions that moves lead to are searched.
//! Sums of heaps are searched as multisets, in which equal heaps are one. If there are too many positions, classes of the
//! sums up to the weight of the heaps give the genus. For larger heaps, a quotient of the heaps and a heap of two gives it,
//! if it tells the misère values of its elements. Not every game has such a quotient. Without it, a search of sums finds
//! the digits one by one. Then only the first digits are known, since nothing proves from which digit on they alternate.

use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::shape::PlainValue;
use crate::game::{Play, PositionKind, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::attempts::Attempts;
use crate::solve::multiset::LARGEST_HEAP;
use crate::solve::search::{MAX_WEIGHT, graph_of};
use crate::solve::{ComponentIndex, Solution, SolvedSum, Sum, Summand};
use crate::theory::Caches;
use crate::theory::genus::{self, Genus};
use crate::theory::graphs::{Graph, GraphLimits};
use crate::theory::heaps::moves::HeapCode;
use crate::theory::heaps::solved::HeapValues;
use crate::theory::misere::bounded::{BoundedSums, FirstDigits};
use crate::theory::misere::multisets::{NotSearched, Summands};
use crate::theory::misere::quotient::Quotient;
use crate::theory::misere::sums::Sums;
use crate::theory::tame::TameGenus;

/// One of this many parts of the remaining work is kept for the rest of the response.
const FOR_THE_REST: u64 = 4;

/// In [`of_many`], the search of each position may use at most the remaining steps divided by this number. So some
/// steps remain for the other positions.
const PART_OF_REST: u64 = 8;

/// The share of the steps for one genus that the first search of all positions may use. Classes and a quotient are looked
/// for next, because they reach further, and then the search goes on.
const PART_TO_TRY: u64 = 8;

/// The largest digit that a search of sums looks for.
const LARGEST_SEARCHED: u64 = 63;

/// The most tokens of a sum whose genus is found by classes.
const MOST_TOKENS: usize = 128;

/// The digits that are found by classes at first, and if they do not all alternate.
const FEW_DIGITS: usize = 12;
const MANY_DIGITS: usize = 64;

/// A search of sums finds at most this number of digits.
const MOST_DIGITS: usize = 6;

/// The genera of the components of a sum, and of the sum. An entry is `None` if there is no genus, or if the genus is
/// not known.
#[derive(Debug)]
pub struct Genera {
    /// The genus of each component. Components under the same key of the position are in one list.
    components: Vec<Vec<Option<Genus<Natural>>>>,
    /// The genus of the whole sum.
    pub sum: Option<Genus<Natural>>,
}

impl Genera {
    /// The genus of the component at a place.
    #[must_use]
    pub fn of(&self, place: ComponentIndex) -> Option<&Genus<Natural>> {
        self.components.get(place.part)?.get(place.index)?.as_ref()
    }
}

impl Solution {
    /// Finds the genus of each component, and the genus of the sum.
    #[must_use]
    pub fn genera(&self, tables: &Caches) -> Genera {
        meter::work_at("the genus");
        let mut attempts = Attempts::leaving_one_of(FOR_THE_REST);
        let mut parts = Vec::with_capacity(self.position().parts().len());
        for part in self.position().parts() {
            parts.push(attempts.attempt(u64::MAX, || in_misere(part, tables)).ok().flatten());
        }
        let of_part = |(part, in_misere): (&Summand<dyn Solved>, &Option<Summand<dyn Solved>>)| match in_misere {
            Some(part) => of_each(&*part.components, tables, &mut attempts, 1),
            None => vec![None; part.components.len()],
        };
        let components: Vec<Vec<_>> = self.position().parts().iter().zip(&parts).map(of_part).collect();
        let genera = |place: ComponentIndex| components[place.part].get(place.index).and_then(Option::as_ref);
        let position = parts.into_iter().collect::<Option<SmallVec<_>>>().map(Sum::kept);
        let sum = position.and_then(|position| of_sum(&position, &genera, tables, &mut attempts));
        Genera { components, sum }
    }
}

/// Solves the components of a part for misère play; `None` if some component can't be solved.
fn in_misere(
    Summand { key, place, components: solved }: &Summand<dyn Solved>,
    tables: &Caches,
) -> Option<Summand<dyn Solved>> {
    let solved = solved.copy().solve(Play::Misere, tables).ok()?;
    Some(Summand { key: key.clone(), place: *place, components: solved })
}

/// Returns the genus of each position. The positions are separate, not the components of one sum. The caller must have
/// solved them for misère play.
pub(super) fn of_many(solved: &dyn Solved, tables: &Caches) -> Vec<Option<Genus<Natural>>> {
    of_each(solved, tables, &mut Attempts::leaving_one_of(FOR_THE_REST), PART_OF_REST)
}

/// The genus of each component of a part. The search for the next genus may use at most one of `parts` parts of the steps
/// that are left.
fn of_each(solved: &dyn Solved, tables: &Caches, attempts: &mut Attempts, parts: u64) -> Vec<Option<Genus<Natural>>> {
    let mut searched: HashMap<PlainValue, Option<Genus<Natural>>> = HashMap::new();
    let mut sums = Sums::default();
    let mut of = |index: usize| {
        meter::go_on(cost::NUMBER).ok()?;
        if let Some(tame) = tame(solved, index) {
            return Some(Genus::of_tame(tame));
        }
        let found = searched
            .entry(solved.written(index))
            .or_insert_with(|| of_wild(&[(solved, index)], tables, attempts, parts, &mut sums));
        found.clone()
    };
    (0..solved.len()).map(&mut of).collect()
}

/// The genus of the whole sum.
fn of_sum<'g>(
    position: &SolvedSum,
    known: &impl Fn(ComponentIndex) -> Option<&'g Genus<Natural>>,
    tables: &Caches,
    attempts: &mut Attempts,
) -> Option<Genus<Natural>> {
    let mut all = Some(TameGenus::nothing());
    let mut alive: Vec<(&dyn Solved, usize)> = Vec::new();
    let mut only = None;
    for (place, solved) in position.components() {
        all = all.and_then(|all| Some(all.beside(&tame(solved, place.index)?)));
        if all.is_none() && alive.len() > usize::try_from(u64::BITS).unwrap_or(usize::MAX) {
            return None;
        }
        if !solved.is_over(place.index) {
            only = Some(place);
            alive.push((solved, place.index));
        }
    }
    match (all, &alive[..], only) {
        (Some(tame), ..) => Some(Genus::of_tame(tame)),
        (None, [_], Some(place)) => known(place).cloned(),
        _ => of_wild(&alive, tables, attempts, 1, &mut Sums::default()),
    }
}

/// The genus of the sum of some components that are not all tame. Each way to find it may use at most one of `parts` parts
/// of the steps that are left. `sums` keeps what was searched.
fn of_wild(
    components: &[(&dyn Solved, usize)],
    tables: &Caches,
    attempts: &mut Attempts,
    parts: u64,
    sums: &mut Sums,
) -> Option<Genus<Natural>> {
    let most = |attempts: &Attempts| meter::PART.min(attempts.left() / parts);
    let Some(heaps) = heaps_of(components).filter(|heaps| !heaps.is_empty()) else {
        return attempts.attempt(most(attempts), || by_search(components, tables)).ok().flatten();
    };
    let attempt = |attempts: &mut Attempts, part: u64, find: &mut dyn FnMut() -> Option<Genus<Natural>>| {
        attempts.attempt(most(attempts) / part, find).ok().flatten()
    };
    attempt(attempts, PART_TO_TRY, &mut || by_parts(&heaps, sums))
        .or_else(|| by_classes(components, &heaps, attempts, parts))
        .or_else(|| attempt(attempts, 1, &mut || by_quotient(components, &heaps, tables)))
        .or_else(|| attempt(attempts, 1, &mut || by_parts(&heaps, sums)))
        .or_else(|| by_digits(components, &heaps, sums, most(attempts), tables))
}

/// The genus of the sum of some heaps of one game, by the classes of all sums that are no heavier. `None` if they have
/// several games or many tokens, or if there are too many classes.
fn by_classes(
    components: &[(&dyn Solved, usize)],
    heaps: &[Heap],
    attempts: &mut Attempts,
    parts: u64,
) -> Option<Genus<Natural>> {
    let (of_first, _) = heaps.first()?;
    meter::go_on_each(heaps.len().saturating_mul(of_first.moves().bytes()), cost::BYTE).ok()?;
    let of_game = heaps.iter().filter(|(values, _)| values.moves() == of_first.moves());
    let sizes: Vec<usize> = of_game.filter_map(|(_, size)| size.to_usize()).collect();
    let tokens = sizes.iter().try_fold(0_usize, |sum, size| sum.checked_add(*size))?;
    if sizes.len() < heaps.len() || tokens > MOST_TOKENS {
        return None;
    }
    let normal = normal(components)?;
    let mut attempt = |digits: fn(&HeapCode, &[usize]) -> Result<FirstDigits, NotSearched>| {
        let most = (2 * meter::PART).min(attempts.left() / parts);
        attempts.attempt(most, || digits(of_first.moves(), &sizes).ok()).ok().flatten()
    };
    let (digits, alternate) = attempt(BoundedSums::<FEW_DIGITS>::digits)?;
    let (digits, alternate) =
        if alternate { (digits, true) } else { attempt(BoundedSums::<MANY_DIGITS>::digits).unwrap_or((digits, false)) };
    let genus = if alternate { Some(Genus::new(normal, &digits, false)) } else { Genus::partial(normal, &digits) };
    genus.map(|genus| genus.map(Natural::from))
}

/// The genus of a component; `None` if it is not known to be tame. Also `None` for a token on a graph, because its play
/// may never end.
pub(super) fn tame(solved: &dyn Solved, index: usize) -> Option<TameGenus<Natural>> {
    if solved.token(index).is_some() {
        return None;
    }
    let is_fickle = match solved.tameness(index) {
        Tameness::Fickle => true,
        Tameness::Firm => false,
        Tameness::Unknown => return None,
    };
    if let Value::Nimber(value) = solved.value(index) { Some(TameGenus { value, is_fickle }) } else { None }
}

/// The genus of the sum of some components, by a search of all positions that moves lead to.
fn by_search(components: &[(&dyn Solved, usize)], tables: &Caches) -> Option<Genus<Natural>> {
    let mut weight = MAX_WEIGHT;
    let graphs = components.iter().map(|(solved, index)| graph_of(*solved, *index, tables.search, &mut weight));
    let graphs: Vec<(Graph, u32)> = graphs.collect::<Option<_>>()?;
    let [vertices, edges] =
        [tables.search.states, tables.search.moves].map(|limit| u32::try_from(limit).unwrap_or(u32::MAX));
    let graph = if let [(graph, 0)] = &graphs[..] {
        graph
    } else {
        let tokens: Vec<(&Graph, u32)> = graphs.iter().map(|(graph, at)| (graph, *at)).collect();
        &genus::sum_as_graph(&tokens, GraphLimits { vertices, edges })?
    };
    let found = genus::of_vertices(graph).ok()?;
    Some(found.first()?.as_ref()?.map(Natural::from))
}

/// A heap of a game.
type Heap<'s> = (&'s Arc<HeapValues>, &'s Natural);

/// Returns some components as heaps; `None` if one of them is no heap.
fn heaps_of<'s>(components: &[(&'s dyn Solved, usize)]) -> Option<Vec<Heap<'s>>> {
    let heap = |(solved, index): &(&'s dyn Solved, usize)| match solved.position_kind(*index) {
        PositionKind::Heap(values, size) => Some((values, size)),
        _ => None,
    };
    components.iter().map(heap).collect()
}

/// Returns the sum of some heaps as a multiset; `None` if a heap is too large, or if the meter is spent.
fn parts_of(heaps: &[Heap], sums: &mut Sums) -> Option<Summands> {
    let mut sum = Summands::default();
    for (values, size) in heaps {
        sums.simplify(values).ok()?;
        let size = size.to_usize().filter(|size| *size <= LARGEST_HEAP)?;
        sum = sum.beside(&sums.heaps(values, [size]).ok()?);
    }
    Some(sum)
}

/// Returns the genus of the sum of some heaps, by a search of all sums that moves lead to.
fn by_parts(heaps: &[Heap], sums: &mut Sums) -> Option<Genus<Natural>> {
    let sum = parts_of(heaps, sums)?;
    let genus = sums.genus(&sum).ok()?;
    // All that a tame position leads to is tame, so also each heap of a tame sum. Such sums are answered by a formula. The
    // simpler sum that stands for this one may be tame though this one is not.
    Some(Genus::new(*genus.normal(), genus.misere(), false).map(Natural::from))
}

/// Returns the Grundy value of a sum in normal play.
fn normal(components: &[(&dyn Solved, usize)]) -> Option<u64> {
    components.iter().try_fold(0, |xor, (solved, index)| match solved.value(*index) {
        Value::Nimber(value) => Some(xor ^ value.to_u64()?),
        _ => None,
    })
}

/// Returns the genus of the sum of some heaps, by a common misère quotient of their games and the heaps of nim to 2.
/// `None` if there is no such quotient, or if a digit is too large for it.
///
/// The digit γᵢ is the misère value of the components together with i heaps of two. Each heap has an element of the
/// quotient, and the product of these elements gives the value. This product has only finitely many values. So with
/// more and more heaps of two, the products repeat at some point, and the digits repeat with them.
fn by_quotient(components: &[(&dyn Solved, usize)], heaps: &[Heap], tables: &Caches) -> Option<Genus<Natural>> {
    let (nim, two) = (HeapCode::nim(), Natural::from(2_u64));
    let mut games: Vec<(&HeapCode, &Natural)> = vec![(&nim, &two)];
    let mut of_game = Vec::with_capacity(heaps.len());
    for (values, size) in heaps {
        let moves = values.moves();
        meter::go_on_each(games.len().saturating_mul(moves.bytes()), cost::BYTE).ok()?;
        let game = games.iter().position(|(known, _)| *known == moves).unwrap_or_else(|| {
            games.push((moves, size));
            games.len() - 1
        });
        games[game].1 = games[game].1.max(size);
        of_game.push(game);
    }
    let solved = tables.quotients.solve_values(&games, Quotient::DIGITS, meter::left()).ok()??;
    let quotient = solved.quotient();
    let two = solved.element(0, &two)?;
    let mut elements = heaps.iter().zip(&of_game).map(|((_, size), game)| solved.element(*game, size));
    let mut element = elements.try_fold(0, |product, element| Some(quotient.times(product, element?)))?;
    let mut digits = Vec::new();
    let mut met: HashMap<usize, usize> = HashMap::new();
    let repeats_from = loop {
        meter::go_on(cost::NUMBER).ok()?;
        if let Some(before) = met.insert(element, digits.len()) {
            break before;
        }
        digits.push(u64::from(quotient.value(element)?));
        element = quotient.times(element, two);
    };
    // The digits from `repeats_from` on repeat for ever. Two more digits are appended, to check that the digits repeat
    // with the period 2, as in every genus.
    let turn = digits.len() - repeats_from;
    let digit = |place: usize| {
        digits.get(if place < digits.len() { place } else { repeats_from + (place - repeats_from) % turn })
    };
    let all: Vec<u64> = (0..digits.len() + 2).map(|place| digit(place).copied()).collect::<Option<_>>()?;
    let alternates = (repeats_from..digits.len()).all(|place| all.get(place) == all.get(place + 2));
    alternates.then_some(Genus::new(normal(components)?, &all, false).map(Natural::from))
}

/// Returns the first digits of the genus of the sum of some heaps, which a search of sums finds within `most` steps.
/// `sums` keeps what was searched.
fn by_digits(
    components: &[(&dyn Solved, usize)],
    heaps: &[Heap],
    sums: &mut Sums,
    most: u64,
    tables: &Caches,
) -> Option<Genus<Natural>> {
    let normal = normal(components)?;
    let mut digits: Vec<u64> = Vec::new();
    // The digits that are found before the steps are spent are right, whatever becomes of the rest.
    let _ = meter::within(most, || search_digits(heaps, normal, &mut digits, sums, tables));
    meter::go_on(0).ok()?;
    Genus::partial(normal, &digits).map(|genus| genus.map(Natural::from))
}

/// Adds digits of a genus to `digits`, until they have alternated twice, or [`MOST_DIGITS`] are found.
///
/// # Errors
/// The search is too large, or the meter is spent.
fn search_digits(
    heaps: &[Heap],
    normal: u64,
    digits: &mut Vec<u64>,
    sums: &mut Sums,
    tables: &Caches,
) -> Result<(), NotSearched> {
    let nim = tables.heaps.reach(&HeapCode::nim(), &LARGEST_SEARCHED.into())?;
    sums.simplify(&nim)?;
    let mut sum = parts_of(heaps, sums).ok_or(NotSearched::TooLarge)?;
    let two = sums.heaps(&nim, [2])?;
    while digits.len() < MOST_DIGITS {
        // The right digit is unique. The search of a won sum ends at its first winning move. So the most likely digit is
        // tried first, and with luck it is the only one whose sum must be searched to all its ends.
        let likely = match digits[..] {
            [] => normal,
            [first] => first ^ 2,
            [.., before, _] => before,
        };
        let mut sizes = [likely].into_iter().chain((0..=LARGEST_SEARCHED).filter(|size| *size != likely));
        let digit = loop {
            let size = sizes.next().ok_or(NotSearched::TooLarge)?;
            let heap = sums.heaps(&nim, usize::try_from(size))?;
            if !sums.wins(&sum.beside(&heap))? {
                break size;
            }
        };
        meter::go_on(0)?;
        digits.push(digit);
        if let [.., a, b, c, d] = digits[..]
            && a == c
            && b == d
        {
            break;
        }
        sum = sum.beside(&two);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::position::part;

    fn heap(key: &str, heap: u64, tables: &Caches) -> Box<dyn Solved> {
        let mut positions = part(key).unwrap().components;
        positions.push(PlainValue::Integer(heap.into())).unwrap();
        positions.solve(Play::Misere, tables).unwrap()
    }

    fn digits_of(solved: &dyn Solved, sums: &mut Sums, most: u64, tables: &Caches) -> Option<Genus<Natural>> {
        let component = [(solved, 0)];
        by_digits(&component, &heaps_of(&component).unwrap(), sums, most, tables)
    }

    /// Checks that digits that are searched one by one are those of the whole genus.
    #[test]
    fn digits_one_by_one_agree_with_the_search() {
        let tables = Caches::default();
        for key in ["octal(0.77)", "octal(0.137)", "octal(0.07)", "octal(0.4)", "grundys-game"] {
            let mut sums = Sums::default();
            for size in 1..=14 {
                let solved = heap(key, size, &tables);
                let whole = by_search(&[(&*solved, 0)], &tables).unwrap();
                let first = digits_of(&*solved, &mut sums, u64::MAX, &tables).unwrap();
                assert!(first.is_partial() && first.misere().len() >= 4, "{key} {size} {first}");
                assert_eq!(first.normal(), whole.normal(), "{key} {size}");
                for (place, digit) in first.misere().iter().enumerate() {
                    // After the digits that are printed, the last two alternate.
                    let printed = whole.misere();
                    let past = place.saturating_sub(printed.len() - 1);
                    let expected = &printed[place.min(printed.len() - 1) - past % 2];
                    assert_eq!(digit, expected, "{key} {size}: {first} {whole}");
                }
            }
        }
    }

    /// Checks digits that the service gives for sums with a heap of nim: 27 is 8 with the digits 8 and 10.
    #[test]
    fn digits_may_be_larger_than_seven() {
        let tables = Caches::default();
        for (size, digits) in [(27, [8, 10]), (28, [7, 5])] {
            let solved = heap("octal(0.77)", size, &tables);
            let found = digits_of(&*solved, &mut Sums::default(), meter::PART, &tables).unwrap();
            let found: Vec<u64> = found.misere().iter().filter_map(Natural::to_u64).collect();
            assert_eq!(found[..2], digits, "{size}");
        }
    }

    /// Finds the genus of a heap by classes, whatever its size.
    fn by_classes_alone(solved: &dyn Solved) -> Option<Genus<Natural>> {
        let component = [(solved, 0)];
        by_classes(&component, &heaps_of(&component).unwrap(), &mut Attempts::leaving_one_of(FOR_THE_REST), 1)
    }

    /// Checks that classes of sums give the genera that a search of all positions gives, for all codes of two digits.
    #[test]
    fn classes_agree_with_the_search() {
        let tables = Caches::default();
        let codes = (0..8).flat_map(|a| (1..8).map(move |b| format!("octal(0.{a}{b})")));
        for key in codes.chain(["grundys-game", "octal(4.007)", "hexadecimal(0.07f)"].map(str::to_owned)) {
            for size in 1..=12_u64 {
                let solved = heap(&key, size, &tables);
                let whole = by_search(&[(&*solved, 0)], &tables).unwrap();
                let found = by_classes_alone(&*solved).unwrap();
                assert_eq!((found.normal(), found.misere()), (whole.normal(), whole.misere()), "{key} {size}");
            }
        }
    }

    /// Checks that for heaps a quotient and a search of multisets give the same genus as a search of all positions.
    #[test]
    fn quotients_and_multisets_agree_with_the_search() {
        let tables = Caches::default();
        for key in ["octal(0.77)", "octal(0.123)", "octal(0.137)", "octal(0.144)", "octal(0.331)", "octal(0.15)"] {
            let mut sums = Sums::default();
            for size in 1..=14_u64 {
                let solved = heap(key, size, &tables);
                let by_search = by_search(&[(&*solved, 0)], &tables).unwrap();
                let component = [(&*solved, 0)];
                let heaps = heaps_of(&component).unwrap();
                let by_quotient = by_quotient(&component, &heaps, &tables).unwrap();
                // The ways for wild positions are never asked about tame ones.
                assert_eq!(tame(&*solved, 0).is_some(), by_search.is_tame(), "{key} {size}");
                let digits = |genus: &Genus<Natural>| (genus.normal().clone(), genus.misere().to_vec());
                assert_eq!(digits(&by_quotient), digits(&by_search), "{key} {size}");
                assert_eq!(digits(&by_parts(&heaps, &mut sums).unwrap()), digits(&by_search), "{key} {size}");
            }
        }
    }
}
