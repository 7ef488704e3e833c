//! Chooses the kind of a certificate.

use std::rc::Rc;

use crate::certificate::Unproved;
use crate::game::{ExploredPosition, ReachedGame, written};
use crate::text::{list, quoted};

/// Sums of heaps up to this size are proved without a period.
const SMALL_HEAP: u64 = 100;

/// In normal play, sums of heaps up to this size are proved without a period if no certificate proves one. The work
/// grows with the square of this number, or with its third power if a move splits a heap.
const EXPLORED_HEAP: u64 = 1_000;

/// Misère sums with this many tokens in all are proved without a quotient. They reach at most some thousand sums.
const SMALL_SUM: u64 = 20;

/// Games as JSON, which a certificate is about.
#[derive(Debug)]
pub struct CertifiedGames {
    /// The key of each game, and the game as JSON; `None` if some game can't be written.
    games: Option<Vec<(String, String)>>,
}

impl CertifiedGames {
    /// Takes the games of a sum, each with its key. `None` stands for a game that can't be written.
    pub fn of(games: impl IntoIterator<Item = Option<(String, String)>>) -> Self {
        Self { games: games.into_iter().collect() }
    }

    /// Returns the JSON of the only game, or of the sum of all.
    #[must_use]
    pub fn json(&self) -> Option<String> {
        match &self.games.as_ref()?[..] {
            [(_, game)] => Some(game.clone()),
            games => {
                let games = games.iter().map(|(key, game)| format!("{}:{game}", quoted(key)));
                Some(format!(r#"{{"sum":{{{}}}}}"#, games.collect::<Vec<_>>().join(",")))
            }
        }
    }

    /// Returns the key of each game as JSON. Components of a single game are written without its key.
    pub fn keys(&self) -> impl Iterator<Item = Option<Rc<str>>> {
        let games = self.games.as_deref().unwrap_or_default();
        games.iter().map(move |(key, _)| (games.len() > 1).then(|| quoted(key).into()))
    }

    /// Writes components, each with the key of its game; `None` if one can't be written.
    pub fn position<P: ExploredPosition>(components: impl Iterator<Item = (Option<Rc<str>>, P)>) -> Option<String> {
        Some(list(components.map(|(key, component)| written(key.as_deref(), &component)).collect::<Option<Vec<_>>>()?))
    }
}

/// Heaps of one game. A theorem may prove all of its heaps at once.
pub trait HeapProofs {
    /// Returns the tokens of each heap, or the largest number if a heap is larger.
    fn sizes(&self) -> Vec<u64>;

    /// Returns the certificate of the period, with the values of the heaps; `None` if no certificate proves one.
    fn period(&self) -> Option<String>;

    /// Returns the certificate of the misère quotient of all heaps; `None` if no certificate proves one. Unless
    /// `is_sought` is true, only a quotient that is known anyway is used.
    fn quotient(&self, is_sought: bool) -> Option<String>;
}

/// Returns the certificate of a sum. `game` is the game as JSON, and `heaps` are the components if they are heaps. Each
/// component comes with the key of its game. With `value`, which is JSON, the certificate proves this value; otherwise it proves the winner.
///
/// # Errors
/// There is none.
pub fn prove<P: ExploredPosition>(
    game: &str,
    heaps: Option<&dyn HeapProofs>,
    components: impl IntoIterator<Item = (Option<Rc<str>>, P)>,
    is_misere: bool,
    value: Option<&str>,
) -> Result<String, Unproved> {
    if let Some(heaps) = heaps {
        let sizes = heaps.sizes();
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let is_large = largest > SMALL_HEAP;
        let proof = match is_misere {
            true if sizes.iter().fold(0, |sum: u64, size| sum.saturating_add(*size)) > SMALL_SUM => {
                heaps.quotient(is_large)
            }
            false if is_large => heaps.period(),
            _ => None,
        };
        if proof.is_some() || largest > if is_misere { SMALL_HEAP } else { EXPLORED_HEAP } {
            return proof.ok_or(Unproved::NoProof);
        }
    }
    let components: Vec<(Option<Rc<str>>, P)> = components.into_iter().collect();
    if components.iter().any(|(_, component)| component.json().is_none()) {
        return Err(Unproved::NoProof);
    }
    let reached = ReachedGame::of(components)?;
    Ok(match value {
        Some(value) => reached.value(game, value)?,
        None => reached.winner(game, is_misere)?,
    })
}
