//! [`Family`]: an entry of the catalogue, which is a game or a family of games.

use super::shape::Shape;
use super::{Card, Game, Illegal, Ruleset};

/// A game of the catalogue, or a family of games.
pub trait Family: Send + Sync {
    /// Returns the card of the game or of the family.
    fn card(&self) -> &'static Card;

    /// The form in which positions are written.
    fn shape(&self) -> Shape;

    /// Returns the rules for these parameters. A game without parameters refuses all parameters.
    ///
    /// # Errors
    /// The reason why the parameters are illegal.
    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal>;
}

/// The entry of a game without parameters.
pub(crate) struct Single<G>(pub(crate) G);

impl<G: Game> Family for Single<G> {
    fn card(&self) -> &'static Card {
        const { &G::CARD.complete() }
    }

    fn shape(&self) -> Shape {
        G::SHAPE
    }

    fn rules(&self, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal> {
        without_parameters(self.0.clone(), parameters)
    }
}

/// Creates the rules of a game that takes no parameters.
pub(crate) fn without_parameters<G: Game>(game: G, parameters: Option<&str>) -> Result<Box<dyn Ruleset>, Illegal> {
    refuse_parameters(game.card(), parameters).map(|()| -> Box<dyn Ruleset> { Box::new(game) })
}

/// Refuses parameters for a game that takes none.
pub(crate) fn refuse_parameters(card: &Card, parameters: Option<&str>) -> Result<(), Illegal> {
    let id = card.id;
    parameters.map_or(Ok(()), |_| Err(format!("{id} takes no parameters: its key is {id} alone").into()))
}

/// Returns the parameters of a family of games, or an error if the key has no parameters.
pub(crate) fn need_parameters<'p>(card: &Card, parameters: Option<&'p str>) -> Result<&'p str, Illegal> {
    let (id, key) = (card.id, example_key(card));
    parameters.ok_or_else(|| format!("{id} is a family of games, which takes parameters in parentheses: {key}").into())
}

/// The id of a game; for a family, the id with an example of its parameters.
#[must_use]
pub fn example_key(card: &Card) -> String {
    match card.parameters {
        Some(parameters) => format!("{}({})", card.id, parameters.example),
        None => card.id.to_owned(),
    }
}
