//! [`Entry`]: what the catalogue lists, a game or a family of games.

use std::marker::PhantomData;

use super::run::{Run, RunOf};
use super::shape::Shape;
use super::{Card, Game, Illegal};

/// A game of the catalogue, or a family of games.
pub trait Entry: Send + Sync {
    /// What the catalogue says of it.
    fn card(&self) -> &'static Card;

    /// How positions are written.
    fn shape(&self) -> Shape;

    /// The rules that the parameters make, as a run without components. A game that has none takes none.
    ///
    /// # Errors
    /// What is wrong with the parameters.
    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Run>, Illegal>;
}

/// A game without parameters.
pub(crate) struct Single<G>(pub(crate) G);

/// A game that is read from its parameters.
pub(crate) trait Parametric: Game {
    /// The game that the parameters make.
    ///
    /// # Errors
    /// What is wrong with them, in a sentence.
    fn parse(parameters: &str) -> Result<Self, Illegal>;
}

/// A family of games, one for each choice of parameters.
pub(crate) struct Family<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Parametric> Entry for Family<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD.complete() }
    }

    fn shape(&self) -> Shape {
        G::SHAPE
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Run>, Illegal> {
        let Some(parameters) = parameters else {
            let (id, key) = (G::CARD.id, example_key(self.card()));
            return Err(format!("{id} is a family of games, which takes parameters in parentheses: {key}").into());
        };
        Ok(Box::new(RunOf::new(G::parse(parameters)?)))
    }
}

impl<G: Game> Entry for Single<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD.complete() }
    }

    fn shape(&self) -> Shape {
        G::SHAPE
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Run>, Illegal> {
        without_parameters(self.0.clone(), parameters)
    }
}

/// The rules of a game that takes no parameters.
pub(crate) fn without_parameters<G: Game>(game: G, parameters: Option<&str>) -> Result<Box<dyn Run>, Illegal> {
    match parameters {
        None => Ok(Box::new(RunOf::new(game))),
        Some(_) => Err(format!("{id} takes no parameters: its key is {id} alone", id = G::CARD.id).into()),
    }
}

/// The id of a game, of a family with an example of its parameters.
#[must_use]
pub fn example_key(card: &Card) -> String {
    match card.parameters {
        Some(parameters) => format!("{}({})", card.id, parameters.example),
        None => card.id.to_owned(),
    }
}
