//! Misère play by a misère quotient (Plambeck 2005; Plambeck and Siegel 2008): that which a game has of its own, or one of
//! heaps, which is found and proved for the games of the sum together: what holds of each alone says nothing of their sums.

use std::sync::Arc;

use crate::game::{Elements, Goal};
use crate::natural::Natural;
use crate::run::Run;
use crate::solve::winning::Goals;
use crate::solve::{Place, Position};
use crate::theory::Tables;
use crate::theory::heaps::moves::Moves;
use crate::theory::misere::heaps::MisereHeaps;
use crate::theory::misere::quotient::Quotient;

/// A sum whose components are elements of one quotient.
#[derive(Debug)]
pub(crate) struct InQuotient {
    source: Source,
    components: Vec<Component>,
}

/// Where elements come from.
#[derive(Debug)]
enum Source {
    /// All components are of one game, which has a quotient of its own.
    Game(&'static Quotient),
    /// All components are heaps.
    Heaps(Arc<MisereHeaps>),
}

#[derive(Debug)]
struct Component {
    place: Place,
    /// The number of its game, among those of the heaps.
    game: usize,
    element: usize,
}

impl InQuotient {
    /// The sum, if a quotient is known or found of all its components together.
    pub(crate) fn of(position: &Position, tables: &Tables) -> Option<Self> {
        Self::of_game(position).or_else(|| Self::of_heaps(position, tables))
    }

    fn of_game(position: &Position) -> Option<Self> {
        let element = |place: Place| position.parts()[place.part].run.element(place.index);
        let (quotient, _) = element(position.places().next()?)?;
        let components = position.places().map(|place| {
            let (own, element) = element(place)?;
            std::ptr::eq(own, quotient).then_some(Component { place, game: 0, element })
        });
        Some(Self { components: components.collect::<Option<_>>()?, source: Source::Game(quotient) })
    }

    fn of_heaps(position: &Position, tables: &Tables) -> Option<Self> {
        let heap = |place: Place| position.parts()[place.part].run.heap(place.index);
        let places: Vec<Place> = position.places().collect();
        let mut games: Vec<(&Moves, &Natural)> = Vec::new();
        let mut numbers = Vec::with_capacity(places.len());
        for place in &places {
            let (moves, size) = heap(*place)?;
            let known = games.iter().position(|(known, _)| *known == moves);
            match known {
                Some(game) => games[game].1 = games[game].1.max(size),
                None => games.push((moves, size)),
            }
            numbers.push(known.unwrap_or(games.len() - 1));
        }
        let heaps = tables.quotients.solve(&games)?;
        let components = places.into_iter().zip(numbers).map(|(place, game)| {
            let (_, size) = heap(place)?;
            Some(Component { place, game, element: heaps.element(game, size)? })
        });
        Some(Self { components: components.collect::<Option<_>>()?, source: Source::Heaps(heaps) })
    }

    fn quotient(&self) -> &Quotient {
        match &self.source {
            Source::Game(quotient) => quotient,
            Source::Heaps(heaps) => heaps.quotient(),
        }
    }

    /// Does the player to move win?
    pub(crate) fn first_wins(&self) -> bool {
        !self.quotient().is_lost(self.product())
    }

    /// How many elements the quotient has, how many of them are lost, the elements of the components, and their
    /// product.
    pub(crate) fn facts(&self) -> (usize, usize, Vec<usize>, usize) {
        let elements = self.components.iter().map(|component| component.element).collect();
        (self.quotient().order(), self.quotient().lost_count(), elements, self.product())
    }

    fn product(&self) -> usize {
        self.product_of(self.components.iter().map(|component| component.element))
    }

    fn product_of(&self, elements: impl Iterator<Item = usize>) -> usize {
        elements.fold(0, |product, element| self.quotient().times(product, element))
    }

    /// The product of all components but one.
    fn rest(&self, place: Place) -> usize {
        let others = self.components.iter().filter(|component| component.place != place);
        self.product_of(others.map(|component| component.element))
    }

    fn game(&self, place: Place) -> Option<usize> {
        self.components.iter().find(|component| component.place == place).map(|component| component.game)
    }

    /// The winning moves of the component at a place of a run.
    pub(crate) fn winning(&self, place: Place, run: &dyn Run) -> Goals {
        match &self.source {
            Source::Game(_) => {
                let options = run.options(place.index);
                let winning = options.iter().enumerate().filter(|(_, option)| self.wins(place, &***option));
                Goals::one(Goal::Ranks(winning.map(|(rank, _)| rank).collect()))
            }
            Source::Heaps(heaps) => {
                let Some(game) = self.game(place) else { return Goals::none() };
                let wanted = heaps.quotient().winning_beside(self.rest(place));
                Goals::one(Goal::Elements(Elements { heaps: Arc::clone(heaps), game, wanted }))
            }
        }
    }

    /// Does moving the component at a place to this option win?
    pub(crate) fn wins(&self, place: Place, to: &dyn Run) -> bool {
        let parts = (0..to.len()).map(|index| match &self.source {
            Source::Game(_) => to.element(index).map(|(_, element)| element),
            Source::Heaps(heaps) => heaps.element(self.game(place)?, to.heap(index)?.1),
        });
        let Some(parts) = parts.collect::<Option<Vec<usize>>>() else { return false };
        let after = self.product_of(parts.into_iter().chain([self.rest(place)]));
        self.quotient().is_lost(after)
    }
}
