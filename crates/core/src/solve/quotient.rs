//! Misère play by a misère quotient (Plambeck 2005; Plambeck and Siegel 2008). A game may have its own quotient. For
//! heaps, one common quotient is found and proved for all games of the sum. The quotients of single games would not
//! decide sums of several games.

use std::collections::HashMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::game::PositionKind;
use crate::game::Step;
use crate::game::shape::PlainValue;
use crate::game::{AnyMove, Elements, Goal, Positions, Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::verdict::{MoveContext, Rank, Verdict, VerdictContext};
use crate::solve::winning::Goals;
use crate::solve::{ComponentIndex, SolvedSum, Winner};
use crate::theory::Caches;
use crate::theory::graphs::MoveResult;
use crate::theory::heaps::moves::HeapCode;
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::names::ElementNames;
use crate::theory::misere::notakto::NotaktoQuotient;
use crate::theory::misere::quotient::Quotient;
use crate::theory::sources::{PLAMBECK_SIEGEL, PLAMBECK_WHITEHEAD};
use crate::theory::step;

/// A sum in which each component has an element of the same quotient.
#[derive(Debug)]
pub(crate) struct ByQuotient {
    source: Source,
    /// The components in the order of their places.
    components: Vec<QuotientComponent>,
    /// The product of all elements.
    product: usize,
}

/// The quotient to which the elements of the components belong.
#[derive(Debug)]
enum Source {
    /// All components are boards of Notakto.
    Notakto(&'static NotaktoQuotient),
    /// All components are heaps, or are equal to sums of heaps.
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
struct QuotientComponent {
    place: ComponentIndex,
    /// How the component corresponds to an element of the quotient.
    form: Form,
    element: usize,
    /// The product of the elements of all other components.
    rest: usize,
}

/// How a component corresponds to an element of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A board of Notakto.
    Board,
    /// A heap. In a [`QuotientComponent`], the field is the index of the heap's game among the quotient's games. In a
    /// value of the type [`Heaps`], the field is the index of the heap's game in [`Games`].
    Heap(usize),
    /// A position of another game that has the same game tree as a heap of nim. The field is the index of nim, as in
    /// [`Form::Heap`].
    Disguised(usize),
    /// Cells of a deletion game that are equal to a sum of heaps.
    Cells,
}

impl QuotientComponent {
    fn new(place: ComponentIndex, form: Form, element: usize) -> Self {
        Self { place, form, element, rest: 0 }
    }
}

/// The games of some heaps, each with its largest heap.
#[derive(Debug, Default)]
struct Games(Vec<(HeapCode, Natural)>);

impl Games {
    /// Returns the index of a game in this list. Adds the game if it is new, and records that the game has a heap of
    /// this size.
    fn with(&mut self, moves: &HeapCode, heap: &Natural) -> usize {
        meter::charge_each(moves.bytes().saturating_mul(self.0.len().saturating_add(1)), cost::BYTE);
        let number = self.0.iter().position(|(known, _)| known == moves).unwrap_or_else(|| {
            self.0.push((moves.clone(), heap.clone()));
            self.0.len() - 1
        });
        self.has(number, heap);
        number
    }

    /// Records that the game with the index `number` has a heap of this size.
    fn has(&mut self, number: usize, heap: &Natural) {
        let (_, largest) = &mut self.0[number];
        if *largest < *heap {
            *largest = heap.clone();
        }
    }
}

/// A component, given as a sum of heaps. Each heap comes with the index of its game in [`Games`].
struct Heaps {
    form: Form,
    heaps: SmallVec<[(usize, Natural); 1]>,
}

impl Heaps {
    /// Converts the components of a part to sums of heaps. `None` if one of them is neither a heap nor equal to a sum
    /// of heaps.
    fn of_part(solved: &dyn Solved, games: &mut Games) -> Option<Vec<Self>> {
        let mut all = Vec::with_capacity(solved.len());
        // All heaps in `solved` belong to the same game, so the index of this game is looked up only once.
        let mut game_of_part = None;
        for index in 0..solved.len() {
            all.push(match solved.position_kind(index) {
                PositionKind::Heap(solved, size) => {
                    let game = *game_of_part.get_or_insert_with(|| games.with(solved.moves(), size));
                    games.has(game, size);
                    Self { form: Form::Heap(game), heaps: SmallVec::from_buf([(game, size.clone())]) }
                }
                PositionKind::Cells(cells) => {
                    let heaps = cells.heaps()?.into_iter().map(|(solved, size)| {
                        let size = Natural::from(size);
                        (games.with(solved.moves(), &size), size)
                    });
                    Self { form: Form::Cells, heaps: heaps.collect() }
                }
                _ => return None,
            });
        }
        Some(all)
    }

    /// Converts the components of a part to heaps of nim. `None` unless each component has the same game tree as a heap
    /// of nim.
    fn of_nim(solved: &dyn Solved, games: &mut Games) -> Option<Vec<Self>> {
        let mut known = NimInDisguise::new();
        let sizes = (0..solved.len()).map(|index| disguised(solved, index, LARGEST_DISGUISED, &mut known));
        let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
        let nim = HeapCode::nim();
        let heaps = sizes.into_iter().map(|size| {
            let size = Natural::from(size);
            let game = games.with(&nim, &size);
            Self { form: Form::Disguised(game), heaps: SmallVec::from_buf([(game, size)]) }
        });
        Some(heaps.collect())
    }
}

/// Maps each examined position of one ruleset to the size of the heap of nim that has the same game tree; `None` if
/// there is no such heap.
type NimInDisguise = HashMap<PlainValue, Option<u64>>;

/// The largest heap of nim that is looked for in other games. Hardly any quotient includes a larger heap of nim.
const LARGEST_DISGUISED: u64 = 15;

/// Returns the size of the heap of nim that has the same game tree as a solved component, if the size is at most
/// `most`. The size is the value of the component. The recursion is no deeper than `most`, because it only goes to
/// options with smaller values.
fn disguised(solved: &dyn Solved, index: usize, most: u64, known: &mut NimInDisguise) -> Option<u64> {
    /// The largest number of options. It is larger than `LARGEST_DISGUISED`, because several options may have the game
    /// tree of the same heap.
    const MOST_OPTIONS: u64 = 64;
    meter::go_on(cost::COMPONENT).ok()?;
    let Value::Nimber(value) = solved.value(index) else { return None };
    let value = value.to_u64().filter(|value| *value <= most)?;
    if solved.token(index).is_some()
        || solved.count(index, &Goal::All).to_u64().is_none_or(|count| count > MOST_OPTIONS)
    {
        return None;
    }
    let key = solved.written(index);
    if let Some(size) = known.get(&key) {
        return *size;
    }
    // It suffices that each option has the game tree of a smaller heap. All smaller sizes occur among the options,
    // because the value is the mex of the sizes of the options.
    let is_heap = match value.checked_sub(1) {
        Some(most) => {
            let mut options = solved.listed(index).into_iter().map(|made| solved.solved_after(index, &made));
            options.all(|option| option.is_ok_and(|option| disguised_sum(&*option, most, known).is_some()))
        }
        None => solved.is_over(index),
    };
    let size = is_heap.then_some(value);
    known.insert(key, size);
    size
}

/// Returns the size of the heap of nim that has the same game tree as an option, which may be a sum of components.
/// `None` if [`disguised`] finds no size for some component, or if more than one component has moves.
fn disguised_sum(option: &dyn Solved, most: u64, known: &mut NimInDisguise) -> Option<u64> {
    let sizes = (0..option.len()).map(|part| disguised(option, part, most, known));
    let sizes: Vec<u64> = sizes.collect::<Option<_>>()?;
    let mut sizes = sizes.into_iter().filter(|size| *size > 0);
    match (sizes.next(), sizes.next()) {
        (size, None) => Some(size.unwrap_or(0)),
        _ => None,
    }
}

impl ByQuotient {
    /// True if all components are heaps of the same game.
    pub(crate) fn is_for_one_game(position: &SolvedSum) -> bool {
        let mut parts = position.parts().iter().map(|part| match part.components.position_kind(0) {
            PositionKind::Heap(solved, _) => Some(solved.moves()),
            _ => None,
        });
        let Some(Some(first)) = parts.next() else { return false };
        parts.all(|moves| moves == Some(first))
    }

    /// Decides a sum of components of one game. `None` unless the game has its own quotient, or a quotient is found for
    /// the heaps of the sum.
    pub(crate) fn of_one_game(position: &SolvedSum, tables: &Caches, left: u64) -> Option<Self> {
        Self::of_game(position).or_else(|| Self::of_heaps(position, tables, left, 1, Heaps::of_part))
    }

    /// Decides a sum of heaps, which may belong to different games. A position with the game tree of a heap of nim
    /// counts as this heap. `None` if no common quotient is found.
    pub(crate) fn of_many_games(position: &SolvedSum, tables: &Caches, left: u64) -> Option<Self> {
        Self::of_heaps(position, tables, left, usize::MAX, |solved, games| {
            Heaps::of_nim(solved, games).or_else(|| Heaps::of_part(solved, games))
        })
    }

    fn of_game(position: &SolvedSum) -> Option<Self> {
        let components = position.components().map(|(place, solved)| {
            let PositionKind::Notakto(board) = solved.position_kind(place.index) else { return None };
            Some(QuotientComponent::new(place, Form::Board, NotaktoQuotient::get()?.element(board)))
        });
        let components: Vec<QuotientComponent> = components.collect::<Option<_>>()?;
        if components.is_empty() {
            return None;
        }
        Some(Self::new(components, Source::Notakto(NotaktoQuotient::get()?)))
    }

    fn of_heaps(
        position: &SolvedSum,
        tables: &Caches,
        left: u64,
        most_games: usize,
        of_part: impl Fn(&dyn Solved, &mut Games) -> Option<Vec<Heaps>>,
    ) -> Option<Self> {
        let mut games = Games::default();
        let mut components: Vec<Heaps> = Vec::with_capacity(position.len());
        for part in position.parts() {
            components.extend(of_part(&*part.components, &mut games)?);
        }
        let Games(games) = games;
        if games.is_empty() || games.len() > most_games {
            return None;
        }
        let games: Vec<(&HeapCode, &Natural)> = games.iter().map(|(moves, largest)| (moves, largest)).collect();
        let known = match position.misere.quotient.get() {
            // The search for a quotient already failed for a position that leads to this one.
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
        let components = position.places().zip(components).map(|(place, Heaps { form, heaps })| {
            meter::go_on_each(heaps.len(), cost::ENTRY).ok()?;
            let element = heaps.iter().try_fold(0, |product, (game, size)| {
                Some(solved.quotient().times(product, solved.element(of_game[*game], size)?))
            })?;
            let form = match form {
                Form::Heap(game) => Form::Heap(of_game[game]),
                Form::Disguised(game) => Form::Disguised(of_game[game]),
                Form::Board | Form::Cells => form,
            };
            Some(QuotientComponent::new(place, form, element))
        });
        let components = components.collect::<Option<_>>()?;
        Some(Self::new(components, Source::Heaps(solved)))
    }

    /// Creates the sum of these components. The `rest` of a component is the product of the elements before it and
    /// behind it. The first pass multiplies the elements before each component. The second pass goes backwards and
    /// multiplies the elements behind each component.
    fn new(mut components: Vec<QuotientComponent>, source: Source) -> Self {
        meter::charge_each(components.len(), cost::VALUE);
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

    fn component(&self, place: ComponentIndex) -> Option<&QuotientComponent> {
        let at = self.components.binary_search_by_key(&place, |component| component.place).ok()?;
        self.components.get(at)
    }

    /// Returns whether the move that replaces the component at `place` by `to` wins; `None` if the element of `to` is
    /// not known.
    fn wins(&self, place: ComponentIndex, solved: &dyn Solved, to: &dyn Positions) -> Option<bool> {
        let component = self.component(place)?;
        let after = self.quotient().times(self.element_of(component, solved, to)?, component.rest);
        Some(self.quotient().is_lost(after))
    }

    /// Returns the quotient's element for `to`, an option of this component. `None` if the element is not known.
    fn element_of(&self, component: &QuotientComponent, solved: &dyn Solved, to: &dyn Positions) -> Option<usize> {
        let heaps = match &self.source {
            Source::Notakto(notakto) => {
                return (0..to.len()).try_fold(0, |product, index| {
                    let PositionKind::Notakto(board) = solved.position_kind_of(to, index) else { return None };
                    Some(notakto.quotient().times(product, notakto.element(board)))
                });
            }
            Source::Heaps(heaps) => heaps,
        };
        if let Form::Disguised(game) = component.form {
            let to = solved.solve_more(to.copy()).ok()?;
            let size = disguised_sum(&*to, LARGEST_DISGUISED, &mut NimInDisguise::new())?;
            return heaps.element(game, &size.into());
        }
        (0..to.len()).try_fold(0, |product, index| {
            let element = match (component.form, solved.position_kind_of(to, index)) {
                (Form::Heap(game), PositionKind::Heap(_, size)) => heaps.element(game, size)?,
                (Form::Cells, PositionKind::Cells(cells)) => {
                    cells.heaps()?.into_iter().try_fold(0, |product, (solved, size)| {
                        let game = heaps.game(solved.moves())?;
                        Some(heaps.quotient().times(product, heaps.element(game, &size.into())?))
                    })?
                }
                _ => return None,
            };
            Some(heaps.quotient().times(product, element))
        })
    }
}

impl ByQuotient {
    /// Returns sentences that say what the letters in the names of elements are, and where the products are found.
    fn letters(&self, elements: &ElementNames) -> String {
        let (positions, table) = match &self.source {
            Source::Notakto(_) => (NotaktoQuotient::generators(elements).collect(), ""),
            Source::Heaps(heaps) if heaps.has_one_game() => {
                let heaps = elements.generators().iter().map(usize::to_string).collect();
                (heaps, " A request for the quotient of the game gives all products.")
            }
            Source::Heaps(_) => (Vec::new(), ""),
        };
        let named: Vec<_> = ('a'..='z').zip(positions).collect();
        if named.is_empty() {
            return "Each letter stands for one element.".to_owned();
        }
        let named = step::joined(&named, |(letter, position)| format!("{letter} is that of {position}"), ", ");
        format!("Each letter is the element of one position: {named}.{table}")
    }
}

impl Verdict for ByQuotient {
    fn winner(&self) -> Winner {
        if self.quotient().is_lost(self.product) { Winner::Second } else { Winner::First }
    }

    fn goals(&self, place: ComponentIndex, solved: &dyn Solved, outcome: MoveResult) -> Goals {
        if outcome != MoveResult::Win {
            return Goals::none();
        }
        if let (Source::Heaps(heaps), Some(QuotientComponent { form: Form::Heap(game), rest, .. })) =
            (&self.source, self.component(place))
        {
            let wanted = heaps.quotient().winning_beside(*rest);
            return Goals::one(Goal::Elements(Elements { heaps: Arc::clone(heaps), game: *game, wanted }));
        }
        let list = solved.moves(place.index, &Goal::All);
        let moves = meter::each(0_usize.., 0).map_while(|rank| list.nth(&rank.into()));
        let wins = |made: &AnyMove| self.wins(place, solved, &*solved.follow(place.index, made)) == Some(true);
        let winning = moves.enumerate().filter(|(_, made)| wins(made));
        Goals::one(Goal::Ranks(winning.map(|(rank, _)| rank).collect()))
    }

    fn outcome(&self, place: ComponentIndex, solved: &dyn Solved, to: &dyn Solved, _rank: &Rank) -> MoveResult {
        if self.wins(place, solved, to.positions()) == Some(true) { MoveResult::Win } else { MoveResult::Loss }
    }

    fn why_winner(&self, here: &VerdictContext) -> Vec<Step> {
        /// The largest number of lost elements that are listed.
        const MOST_LISTED: usize = 12;
        let (order, count) = (self.quotient().order(), self.quotient().lost_count());
        let names = match &self.source {
            Source::Notakto(notakto) => notakto.names(),
            Source::Heaps(heaps) => heaps.names(),
        };
        let elements: Vec<usize> = self.components.iter().map(|component| component.element).collect();
        let elements = step::joined(&elements, |element| names.name(*element).to_owned(), " · ");
        let lost = if count > MOST_LISTED {
            "; the quotient of a game lists them".to_owned()
        } else {
            let lost = names.order().iter().filter(|element| self.quotient().is_lost(**element));
            format!(": {}", lost.map(|element| names.name(*element)).collect::<Vec<_>>().join(", "))
        };
        let rule = format!(
            "In misère play components of this kind count as elements of a quotient, which was proved for all their sums. Its table has \
             the element of each component. The quotient has {}: 1, which changes no sum, and products of letters. {} {} lost \
             for the player to move{lost}.",
            step::counted(order, "element", "elements"),
            self.letters(&names),
            step::counted(count, "element is", "elements are")
        );
        let product = names.name(self.product);
        let equal = if elements == product { String::new() } else { format!(" = {product}") };
        let is = if here.winner == Winner::Second { "which is one of the lost elements" } else { "which is not lost" };
        let what =
            if self.components.len() == 1 { "element" } else { "product of the components' elements, in their order," };
        let here = here.so(format!("Here the {what} is {elements}{equal}, {is}. So"));
        let source = match &self.source {
            Source::Notakto(_) => PLAMBECK_WHITEHEAD,
            Source::Heaps(_) => PLAMBECK_SIEGEL,
        };
        vec![Step::by(source, rule), here]
    }

    fn why_move(&self, best: &MoveContext) -> String {
        format!("This move leaves a sum whose element is lost: {}.", best.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Play;
    use crate::game::shape::{Pair, PlainValue};
    use crate::solve::Solution;
    use crate::solve::Sum;
    use crate::solve::search::BySearch;
    use crate::wire::position::part;

    fn integer(heap: u64) -> PlainValue {
        PlainValue::Integer(heap.into())
    }

    /// Solves the sum of these components in misère play.
    fn solved(components: &[(&str, Vec<PlainValue>)], tables: &Caches) -> Solution {
        let position = Sum::new(components.iter().map(|(key, list)| {
            let mut part = part(key).unwrap();
            for written in list {
                part.components.push(written.clone()).unwrap();
            }
            part
        }));
        Solution::of(position, Play::Misere, tables).unwrap()
    }

    #[test]
    fn what_is_literally_a_heap_of_nim_joins_a_quotient() {
        let tables = Caches::default();
        let wild = || ("octal(0.123)", vec![integer(9), integer(1)]);
        for beside in [
            ("nim", vec![integer(2), integer(2)]),
            ("nim", vec![integer(4)]),
            // Each position in the next three lines has the game tree of a heap of nim. In the first line, 1 to 3 of 3
            // stones may be taken. In the game of the second line, a heap of 5 would not have the game tree of a heap
            // of nim.
            ("bachet", vec![PlainValue::Pair(Pair::new(3_u64, 3_u64))]),
            ("subtraction(1,2,4)", vec![integer(2), integer(1)]),
            ("chomp", vec![PlainValue::List(vec![integer(3)])]),
        ] {
            let sum = [beside, wild()];
            let solution = solved(&sum, &tables);
            let position = solution.position();
            // The quotient is asked for directly. `solution` does not use it, because a search is tried first and
            // decides these sums.
            let by_quotient = ByQuotient::of_many_games(position, &tables, u64::MAX).unwrap();
            let by_search = BySearch::of(position, Play::Misere, tables.search).unwrap();
            assert_eq!(by_quotient.winner(), by_search.winner(), "{sum:?}");
            assert_eq!(by_quotient.winner(), solution.winner(), "{sum:?}");
            for (place, solved) in position.components() {
                let ranks = |verdict: &dyn Verdict| {
                    verdict.goals(place, solved, MoveResult::Win).list(solved, place.index, Natural::ZERO).count()
                };
                let list = solved.moves(place.index, &Goal::All);
                let wins = |verdict: &dyn Verdict| {
                    let options = (0_usize..).map_while(|rank| Some((rank, list.nth(&rank.into())?)));
                    let wins = options.map(|(rank, made)| {
                        let left = solved.solved_after(place.index, &made).unwrap();
                        verdict.outcome(place, solved, &*left, &|| rank)
                    });
                    wins.collect::<Vec<MoveResult>>()
                };
                assert_eq!(wins(&by_quotient), wins(&by_search), "{sum:?} {place:?}");
                if by_quotient.winner() == Winner::First {
                    assert_eq!(ranks(&by_quotient), ranks(&by_search), "{sum:?} {place:?}");
                }
            }
        }
        // This heap is tame, but its game tree is not the tree of a heap of nim. So its value does not decide sums with
        // games that are not tame.
        let tame = ("octal(0.31)", vec![integer(3)]);
        assert_eq!(solved(&[tame, wild()], &tables).winner(), Winner::Second);
        assert_eq!(solved(&[("nim", vec![integer(2), integer(2)]), wild()], &tables).winner(), Winner::First);
    }
}
