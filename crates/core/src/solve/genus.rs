//! The genus of the components of a sum, and of the sum itself: see [`crate::theory::genus`].
//!
//! A formula gives the genus of tame components. For other components, all positions that moves lead to are searched.
//! If there are too many positions and the component is a heap, the common misère quotient of its game and nim gives
//! the genus. Not every game has such a quotient.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::game::shape::PlainValue;
use crate::game::{Play, PositionKind, Solved, Tameness, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::attempts::Attempts;
use crate::solve::search::{MAX_WEIGHT, graph_of};
use crate::solve::{ComponentIndex, Solution, SolvedSum, Sum, Summand};
use crate::theory::Caches;
use crate::theory::genus::{self, Genus};
use crate::theory::graphs::{Graph, GraphLimits};
use crate::theory::heaps::moves::HeapCode;
use crate::theory::tame::TameGenus;

/// One of this many parts of the remaining work is kept for the rest of the response.
const FOR_THE_REST: u64 = 4;

/// In [`of_many`], the search of each position may use at most the remaining steps divided by this number. So some
/// steps remain for the other positions.
const PART_OF_REST: u64 = 8;

/// A quotient that gives a genus must include the heaps of nim up to this size. Each digit of the genus is the size of
/// one of these heaps. A genus with larger digits is rare, and is not found.
const LARGEST_DIGIT: u64 = 7;

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
    let mut of = |index: usize| {
        meter::go_on(cost::NUMBER).ok()?;
        if let Some(tame) = tame(solved, index) {
            return Some(Genus::of_tame(tame));
        }
        let found = searched.entry(solved.written(index)).or_insert_with(|| {
            let component = [(solved, index)];
            let most = |attempts: &Attempts| meter::PART.min(attempts.left() / parts);
            let found = attempts.attempt(most(attempts), || by_search(&component, tables)).ok().flatten();
            found.or_else(|| attempts.attempt(most(attempts), || by_quotient(&component, tables)).ok().flatten())
        });
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
        _ => {
            let found = attempts.attempt(meter::PART, || by_search(&alive, tables)).ok().flatten();
            found.or_else(|| attempts.attempt(u64::MAX, || by_quotient(&alive, tables)).ok().flatten())
        }
    }
}

/// The genus of a component; `None` if it is not known to be tame. Also `None` for a token on a graph, because its play
/// may never end.
pub(super) fn tame(solved: &dyn Solved, index: usize) -> Option<TameGenus<Natural>> {
    let is_fickle = match solved.tameness(index) {
        Tameness::Fickle => true,
        Tameness::Firm => false,
        Tameness::Unknown => return None,
    };
    match solved.value(index) {
        Value::Nimber(value) if solved.token(index).is_none() => Some(TameGenus { value, is_fickle }),
        _ => None,
    }
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

/// The genus of the sum of some heaps, by a common misère quotient of their games and nim.
///
/// The digit γᵢ is the size m for which the components together with i heaps of two and one heap of m are lost. Each
/// heap has an element of the quotient, and the product of these elements decides whether the sum is lost. This product
/// has only finitely many values. So with more and more heaps of two, the products repeat at some point, and the digits
/// repeat with them.
fn by_quotient(components: &[(&dyn Solved, usize)], tables: &Caches) -> Option<Genus<Natural>> {
    let heaps = components.iter().map(|(solved, index)| match solved.position_kind(*index) {
        PositionKind::Heap(solved, size) => Some((solved.moves(), size)),
        _ => None,
    });
    let heaps: Vec<(&HeapCode, &Natural)> = heaps.collect::<Option<_>>()?;
    let (nim, largest_digit) = (HeapCode::nim(), Natural::from(LARGEST_DIGIT));
    let mut games: Vec<(&HeapCode, &Natural)> = vec![(&nim, &largest_digit)];
    let mut of_game = Vec::with_capacity(heaps.len());
    for (moves, size) in &heaps {
        meter::go_on_each(games.len().saturating_mul(moves.bytes()), cost::BYTE).ok()?;
        let game = games.iter().position(|(known, _)| known == moves).unwrap_or_else(|| {
            games.push((moves, size));
            games.len() - 1
        });
        games[game].1 = games[game].1.max(size);
        of_game.push(game);
    }
    let solved = tables.quotients.solve(&games, meter::left()).ok()??;
    let quotient = solved.quotient();
    let nim: Vec<usize> = (0..=LARGEST_DIGIT).map(|size| solved.element(0, &size.into())).collect::<Option<_>>()?;
    let mut elements = heaps.iter().zip(&of_game).map(|((_, size), game)| solved.element(*game, size));
    let mut element = elements.try_fold(0, |product, element| Some(quotient.times(product, element?)))?;
    let mut digits = Vec::new();
    let mut met: HashMap<usize, usize> = HashMap::new();
    let repeats_from = loop {
        meter::go_on(cost::NUMBER).ok()?;
        if let Some(before) = met.insert(element, digits.len()) {
            break before;
        }
        let lost = nim.iter().position(|heap| quotient.is_lost(quotient.times(element, *heap)))?;
        digits.push(u64::try_from(lost).ok()?);
        element = quotient.times(element, *nim.get(2)?);
    };
    // The digits from `repeats_from` on repeat for ever. Two more digits are appended, to check that the digits repeat
    // with the period 2, as in every genus.
    let turn = digits.len() - repeats_from;
    let digit = |place: usize| {
        digits.get(if place < digits.len() { place } else { repeats_from + (place - repeats_from) % turn })
    };
    let all: Vec<u64> = (0..digits.len() + 2).map(|place| digit(place).copied()).collect::<Option<_>>()?;
    if !(repeats_from..digits.len()).all(|place| all.get(place) == all.get(place + 2)) {
        return None;
    }
    let normal = components.iter().try_fold(0, |xor, (solved, index)| match solved.value(*index) {
        Value::Nimber(value) => Some(xor ^ value.to_u64()?),
        _ => None,
    })?;
    Some(Genus::new(normal, &all, false).map(Natural::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::position::part;

    /// Checks that for heaps a quotient gives the same genus as a search.
    #[test]
    fn quotients_agree_with_the_search() {
        let tables = Caches::default();
        for key in ["octal(0.77)", "octal(0.123)", "octal(0.137)", "octal(0.144)", "octal(0.331)", "octal(0.15)"] {
            for heap in 1..=14_u64 {
                let mut solved = part(key).unwrap().components;
                solved.push(PlainValue::Integer(heap.into())).unwrap();
                let solved = solved.solve(Play::Misere, &tables).unwrap();
                let by_search = by_search(&[(&*solved, 0)], &tables).unwrap();
                let by_quotient = by_quotient(&[(&*solved, 0)], &tables).unwrap();
                let digits = |genus: &Genus<Natural>| (genus.normal().clone(), genus.misere().to_vec());
                assert_eq!(digits(&by_quotient), digits(&by_search), "{key} {heap}");
            }
        }
    }
}
