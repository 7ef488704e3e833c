//! [`GameRules`]: the rules of games that are not data, as functions.

use crate::json::Json;

/// The rules of the games of the catalogue, and of the games of clients. The checker has none of them.
pub trait GameRules {
    /// Returns the one way to write a position. Positions that are played alike may be written alike.
    ///
    /// # Errors
    /// The reason why this is no position of the game.
    fn form(&mut self, game: &Json, position: &Json) -> Result<Json, String>;

    /// Returns the options of a position, each as the list of positions that a move leaves, in the form above.
    ///
    /// # Errors
    /// The reason why this is no position of the game.
    fn options(&mut self, game: &Json, position: &Json) -> Result<Vec<Vec<Json>>, String>;
}

/// No rules: only games that are data can be checked.
#[derive(Clone, Copy, Debug)]
pub struct NoRules;

impl GameRules for NoRules {
    fn form(&mut self, game: &Json, _: &Json) -> Result<Json, String> {
        Err(format!("no rules of the game {game}"))
    }

    fn options(&mut self, game: &Json, _: &Json) -> Result<Vec<Vec<Json>>, String> {
        Err(format!("no rules of the game {game}"))
    }
}
