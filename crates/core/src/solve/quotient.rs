//! Misère play of heaps by a misère quotient (Plambeck 2005; Plambeck and Siegel 2008), which is found and proved for
//! the games of the sum together: what holds of each game alone says nothing about their sums.

use std::sync::Arc;

use crate::game::{Elements, Goal};
use crate::natural::Natural;
use crate::run::Run;
use crate::solve::winning::Goals;
use crate::solve::{Place, Position};
use crate::theory::Tables;
use crate::theory::heaps::moves::Moves;
use crate::theory::misere::heaps::MisereHeaps;

/// A sum of heaps.
#[derive(Debug)]
pub(crate) struct InQuotient {
    heaps: Arc<MisereHeaps>,
    /// For each component in order, the number of its game and its element.
    components: Vec<(Place, usize, usize)>,
}

impl InQuotient {
    /// The sum, if all its components are heaps and a quotient of their games is found.
    pub(crate) fn of(position: &Position, tables: &Tables) -> Option<Self> {
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
            Some((place, game, heaps.element(game, size)?))
        });
        let components = components.collect::<Option<Vec<_>>>()?;
        Some(Self { heaps, components })
    }

    /// Does the player to move win?
    pub(crate) fn first_wins(&self) -> bool {
        !self.heaps.quotient().is_lost(self.product())
    }

    /// How many elements the quotient has, how many of them are lost, the elements of the components, and their
    /// product.
    pub(crate) fn facts(&self) -> (usize, usize, Vec<usize>, usize) {
        let quotient = self.heaps.quotient();
        let elements = self.components.iter().map(|(_, _, element)| *element).collect();
        (quotient.order(), quotient.lost_count(), elements, self.product())
    }

    fn product(&self) -> usize {
        self.product_of(self.components.iter().map(|(_, _, element)| *element))
    }

    fn product_of(&self, elements: impl Iterator<Item = usize>) -> usize {
        elements.fold(0, |product, element| self.heaps.quotient().times(product, element))
    }

    /// The product of all components but one.
    fn rest(&self, place: Place) -> usize {
        self.product_of(self.components.iter().filter(|(at, _, _)| *at != place).map(|(_, _, element)| *element))
    }

    fn game(&self, place: Place) -> Option<usize> {
        self.components.iter().find(|(at, _, _)| *at == place).map(|(_, game, _)| *game)
    }

    /// The winning moves of the component at a place.
    pub(crate) fn winning(&self, place: Place) -> Goals {
        let Some(game) = self.game(place) else { return Goals::none() };
        let wanted = self.heaps.quotient().winning_beside(self.rest(place));
        Goals::one(Goal::Elements(Elements { heaps: Arc::clone(&self.heaps), game, wanted }))
    }

    /// Does moving the component at a place to this option win?
    pub(crate) fn wins(&self, place: Place, to: &dyn Run) -> bool {
        let Some(game) = self.game(place) else { return false };
        let parts = (0..to.len()).map(|index| self.heaps.element(game, to.heap(index)?.1));
        let Some(parts) = parts.collect::<Option<Vec<usize>>>() else { return false };
        let after = self.product_of(parts.into_iter().chain([self.rest(place)]));
        self.heaps.quotient().is_lost(after)
    }
}
