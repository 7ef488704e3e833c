//! Misère play by a misère quotient (Plambeck 2005; Plambeck and Siegel 2008): that which a game has of its own, or one of
//! heaps, which is found and proved for the games of the sum together: what holds of each alone says nothing of their sums.

use std::collections::HashMap;
use std::sync::Arc;

use crate::game::also::Nature;
use crate::game::run::Run;
use crate::game::shape::Written;
use crate::game::{Elements, Goal, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::verdict::{Best, Here, Verdict};
use crate::solve::winning::Goals;
use crate::solve::{Place, Position, Winner};
use crate::theory::Tables;
use crate::theory::graphs::Outcome;
use crate::theory::heaps::moves::Moves;
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::notakto::Notakto;
use crate::theory::misere::quotient::Quotient;
use crate::theory::sources::PLAMBECK_SIEGEL;
use crate::theory::step::{self, Step};

/// A sum whose components are elements of one quotient.
#[derive(Debug)]
pub(crate) struct InQuotient {
    source: Source,
    /// In the order of their places.
    components: Vec<Component>,
    /// The product of all elements.
    product: usize,
}

/// Where elements come from.
#[derive(Debug)]
enum Source {
    /// All components are boards of Notakto.
    Notakto(&'static Notakto),
    /// All components are heaps.
    Heaps(Arc<MisereHeaps>),
}

impl Source {
    fn quotient(&self) -> &Quotient {
        match self {
            Self::Notakto(notakto) => notakto.quotient(),
            Self::Heaps(heaps) => heaps.quotient(),
        }
    }
}

#[derive(Debug)]
struct Component {
    place: Place,
    /// The number of its game, among those of the heaps.
    game: usize,
    element: usize,
    /// The product of all other components' elements.
    rest: usize,
    /// Is it of another game, and a heap of Nim literally?
    is_disguised: bool,
}

impl Component {
    fn new(place: Place, game: usize, element: usize, is_disguised: bool) -> Self {
        Self { place, game, element, rest: 0, is_disguised }
    }
}

/// A component as a heap.
struct Heap<'p> {
    moves: &'p Moves,
    size: Natural,
    /// [`Component::is_disguised`].
    is_disguised: bool,
}

impl<'p> Heap<'p> {
    /// The components of a run, if they are heaps.
    fn of_run(run: &'p dyn Run) -> Option<Vec<Self>> {
        let heap = |index| {
            let Nature::Heap(solved, size) = run.nature(index) else { return None };
            Some(Heap { moves: solved.moves(), size: size.clone(), is_disguised: false })
        };
        (0..run.len()).map(heap).collect()
    }

    /// The components of a run, if all of them are heaps of Nim literally.
    fn of_nim(run: &'p dyn Run, nim: &'p Moves) -> Option<Vec<Self>> {
        let mut known = Disguised::new();
        let mut heap = |index| {
            let size = disguised(run, index, LARGEST_DISGUISED, &mut known)?.into();
            Some(Heap { moves: nim, size, is_disguised: true })
        };
        (0..run.len()).map(&mut heap).collect()
    }
}

/// The sizes of positions of one ruleset that are heaps of Nim literally; none of those that are not.
type Disguised = HashMap<Written, Option<u64>>;

/// The largest heaps that are looked for: there is hardly a quotient with a larger one.
const LARGEST_DISGUISED: u64 = 15;

/// How many stones the heap of Nim has that a component of a solved run literally is, `most` of them at most: those are
/// its value. Options are of smaller value, or it is none; so this goes no deeper than `most`.
fn disguised(run: &dyn Run, index: usize, most: u64, known: &mut Disguised) -> Option<u64> {
    /// Several options may be the same heap.
    const MOST_OPTIONS: u64 = 64;
    meter::go_on(100).ok()?;
    let Value::Nimber(value) = run.value(index) else { return None };
    let value = value.to_u64().filter(|value| *value <= most)?;
    if run.token(index).is_some() || run.option_count(index).to_u64().is_none_or(|count| count > MOST_OPTIONS) {
        return None;
    }
    let key = run.written(index);
    if let Some(size) = known.get(&key) {
        return *size;
    }
    // Smaller heaps alone are of each smaller size, since the value is the least that none of them has.
    let is_heap = match value.checked_sub(1) {
        Some(most) => run.options(index).into_iter().all(|option| disguised_sum(option, most, known).is_some()),
        None => run.option_count(index).is_zero(),
    };
    let size = is_heap.then_some(value);
    known.insert(key, size);
    size
}

/// The same of all components of an option together: positions without moves do not count beside one other.
fn disguised_sum(mut option: Box<dyn Run>, most: u64, known: &mut Disguised) -> Option<u64> {
    option.solve().ok()?;
    let sizes = (0..option.len()).map(|part| disguised(&*option, part, most, known));
    let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
    let mut sizes = sizes.into_iter().filter(|size| *size > 0);
    match (sizes.next(), sizes.next()) {
        (size, None) => Some(size.unwrap_or(0)),
        _ => None,
    }
}

impl InQuotient {
    /// Are all components heaps of one game?
    pub(crate) fn is_for_one_game(position: &Position) -> bool {
        let mut runs = position.parts().iter().map(|part| match part.run.nature(0) {
            Nature::Heap(solved, _) => Some(solved.moves()),
            _ => None,
        });
        let Some(Some(first)) = runs.next() else { return false };
        runs.all(|moves| moves == Some(first))
    }

    /// A sum of one game, if it has a quotient or one is found of its heaps.
    pub(crate) fn of_one_game(position: &Position, tables: &Tables, left: u64) -> Option<Self> {
        Self::of_game(position).or_else(|| Self::of_heaps(position, tables, left, 1, Heap::of_run))
    }

    /// A sum of heaps of any games and of heaps of Nim, if a quotient is found of them together.
    pub(crate) fn of_many_games(position: &Position, tables: &Tables, left: u64) -> Option<Self> {
        let nim = Moves::nim();
        Self::of_heaps(position, tables, left, usize::MAX, |run| Heap::of_nim(run, &nim).or_else(|| Heap::of_run(run)))
    }

    fn of_game(position: &Position) -> Option<Self> {
        let components = position.components().map(|(place, run)| {
            let Nature::Notakto(board) = run.nature(place.index) else { return None };
            Some(Component::new(place, 0, Notakto::get()?.element(board), false))
        });
        let components: Vec<Component> = components.collect::<Option<_>>()?;
        if components.is_empty() {
            return None;
        }
        Some(Self::new(components, Source::Notakto(Notakto::get()?)))
    }

    fn of_heaps<'p>(
        position: &'p Position,
        tables: &Tables,
        left: u64,
        most_games: usize,
        of_run: impl Fn(&'p dyn Run) -> Option<Vec<Heap<'p>>>,
    ) -> Option<Self> {
        let heaps: Vec<Vec<Heap>> = position.parts().iter().map(|part| of_run(&*part.run)).collect::<Option<_>>()?;
        let mut games: Vec<(&Moves, &Natural)> = Vec::new();
        let mut known: HashMap<&Moves, usize> = HashMap::new();
        let mut numbers = Vec::with_capacity(position.len());
        for heaps in &heaps {
            // All heaps of a run have the same moves.
            let Some(first) = heaps.first() else { continue };
            meter::charge_each(first.moves.bytes(), 2);
            let game = *known.entry(first.moves).or_insert(games.len());
            let largest = heaps.iter().map(|heap| &heap.size).max().unwrap_or(&first.size);
            match games.get_mut(game) {
                Some((_, size)) => *size = (*size).max(largest),
                None => games.push((first.moves, largest)),
            }
            numbers.extend(heaps.iter().map(|_| game));
        }
        if games.len() > most_games {
            return None;
        }
        let known = match position.misere.quotient.get() {
            // It was looked for when there was as much on the table.
            Some(None) => return None,
            Some(Some(known)) => known.numbers(&games).map(|numbers| (Arc::clone(known), numbers)),
            None => None,
        };
        let (solved, of_game) = if let Some(known) = known {
            known
        } else {
            let solved = tables.quotients.solve(&games, left).ok()?;
            position.misere.quotient.get_or_init(|| solved.clone());
            (solved?, (0..games.len()).collect())
        };
        let components = position.places().zip(heaps.iter().flatten()).zip(numbers).map(|((place, heap), game)| {
            let game = of_game[game];
            let element = solved.element(game, &heap.size)?;
            Some(Component::new(place, game, element, heap.is_disguised))
        });
        let components = components.collect::<Option<_>>()?;
        Some(Self::new(components, Source::Heaps(solved)))
    }

    /// The sum of these, with the product of the others for each: those before it from the left, those behind it from the
    /// right.
    fn new(mut components: Vec<Component>, source: Source) -> Self {
        meter::charge_each(components.len(), 10);
        let quotient = source.quotient();
        let mut product = 0;
        for component in &mut components {
            component.rest = product;
            product = quotient.times(product, component.element);
        }
        let mut behind = 0;
        for component in components.iter_mut().rev() {
            component.rest = quotient.times(component.rest, behind);
            behind = quotient.times(behind, component.element);
        }
        Self { source, components, product }
    }

    fn quotient(&self) -> &Quotient {
        self.source.quotient()
    }

    fn component(&self, place: Place) -> Option<&Component> {
        let at = self.components.binary_search_by_key(&place, |component| component.place).ok()?;
        self.components.get(at)
    }

    /// Does moving the component at a place to this option win?
    fn wins(&self, place: Place, to: &dyn Run) -> bool {
        let Some(component) = self.component(place) else { return false };
        self.element_of(component, to).is_some_and(|element| {
            let after = self.quotient().times(element, component.rest);
            self.quotient().is_lost(after)
        })
    }

    /// The element of an option of a component.
    fn element_of(&self, component: &Component, to: &dyn Run) -> Option<usize> {
        if let (Source::Heaps(heaps), true) = (&self.source, component.is_disguised) {
            return heaps
                .element(component.game, &disguised_sum(to.copy(), LARGEST_DISGUISED, &mut Disguised::new())?.into());
        }
        (0..to.len()).try_fold(0, |product, index| {
            let element = match (&self.source, to.nature(index)) {
                (Source::Notakto(notakto), Nature::Notakto(board)) => notakto.element(board),
                (Source::Heaps(heaps), Nature::Heap(_, size)) => heaps.element(component.game, size)?,
                _ => return None,
            };
            Some(self.quotient().times(product, element))
        })
    }
}

impl Verdict for InQuotient {
    fn winner(&self) -> Winner {
        if self.quotient().is_lost(self.product) { Winner::Second } else { Winner::First }
    }

    fn goals(&self, place: Place, run: &dyn Run, outcome: Outcome) -> Goals {
        if outcome != Outcome::Win {
            return Goals::none();
        }
        if let (Source::Heaps(heaps), Some(Component { game, rest, is_disguised: false, .. })) =
            (&self.source, self.component(place))
        {
            let wanted = heaps.quotient().winning_beside(*rest);
            return Goals::one(Goal::Elements(Elements { heaps: Arc::clone(heaps), game: *game, wanted }));
        }
        let options = run.options(place.index);
        let winning = options.iter().enumerate().filter(|(_, option)| self.wins(place, &***option));
        Goals::one(Goal::Ranks(winning.map(|(rank, _)| rank).collect()))
    }

    fn outcome(&self, place: Place, _run: &dyn Run, to: &dyn Run, _rank: &dyn Fn() -> usize) -> Outcome {
        if self.wins(place, to) { Outcome::Win } else { Outcome::Loss }
    }

    fn why_winner(&self, here: &Here) -> Vec<Step> {
        let (order, lost) = (self.quotient().order(), self.quotient().lost_count());
        let elements: Vec<usize> = self.components.iter().map(|component| component.element).collect();
        let elements = step::joined(&elements, usize::to_string, " · ");
        let rule = format!(
            "In misère play these components count as elements of a quotient: it has {order}, numbered from 0, of which {lost} are \
             lost for the player to move. It was proved for all their sums."
        );
        let here = format!("Here the product is {elements} = {}, so {}.", self.product, here.who);
        vec![Step::by(PLAMBECK_SIEGEL, rule), Step::new(here)]
    }

    fn why_move(&self, best: &Best) -> String {
        format!("This move leaves a sum whose element is lost: {}.", best.words())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Convention;
    use crate::game::shape::{Pair, Written};
    use crate::solve::{Position, Solution, Winner};
    use crate::theory::Tables;
    use crate::theory::graphs::product::ProductLimits;
    use crate::wire::position::part;

    fn integer(heap: u64) -> Written {
        Written::Integer(heap.into())
    }

    /// Misère play of the sum of these.
    fn solved(components: &[(&str, Vec<Written>)], tables: &Tables) -> Solution {
        let position = Position::new(components.iter().map(|(key, list)| {
            let mut part = part(key).unwrap();
            for written in list {
                part.run.push(written.clone()).unwrap();
            }
            part
        }));
        Solution::of(position, Convention::Misere, tables).unwrap()
    }

    #[test]
    fn what_is_literally_a_heap_of_nim_joins_a_quotient() {
        let searching = Tables::default();
        let not_searching = Tables { search: ProductLimits { states: 1, moves: 1 }, ..Tables::default() };
        let wild = || ("octal(0.123)", vec![integer(9), integer(1)]);
        for beside in [
            ("nim", vec![integer(2), integer(2)]),
            ("nim", vec![integer(4)]),
            // Of 3 stones up to 3 may be taken; 5 less 1, 2 or 4 would be no heap of nim.
            ("bachet", vec![Written::Pair(Pair::new(3_u64, 3_u64))]),
            ("subtraction(1,2,4)", vec![integer(2), integer(1)]),
            ("chomp", vec![Written::List(vec![integer(3)])]),
        ] {
            let sum = [beside, wild()];
            let [by_quotient, by_search] = [&not_searching, &searching].map(|tables| solved(&sum, tables));
            assert_eq!(
                [by_quotient.remoteness().is_some(), by_search.remoteness().is_some()],
                [false, true],
                "{sum:?}"
            );
            assert_eq!(by_quotient.winner(), by_search.winner(), "{sum:?}");
            assert_eq!(by_quotient.winning_count(), by_search.winning_count(), "{sum:?}");
            let best = by_quotient.best().map(|best| by_search.outcome(&best));
            assert!(
                by_quotient.winner() == Winner::Second || best == Some(crate::theory::graphs::Outcome::Win),
                "{sum:?}"
            );
        }
        // Tame and worth 2 ⊕ 2 among tame games, but no heap of nim.
        let tame = ("octal(0.31)", vec![integer(3)]);
        assert_eq!(solved(&[tame, wild()], &searching).winner(), Winner::Second);
        assert_eq!(solved(&[("nim", vec![integer(2), integer(2)]), wild()], &searching).winner(), Winner::First);
    }
}
