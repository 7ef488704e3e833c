//! Checks certificates of impartial games.
//!
//! A certificate proves its own claim about its own game. The checks follow from the rules of the game alone, without
//! solving it, by the theorems that docs/proofs.md names. This crate has no dependencies, and shares no code with the
//! program that makes certificates.
//!
//! ```
//! use grundy_verify::{NoRules, verify};
//!
//! // Wythoff's queen as a graph would be long, so here is a short walk: from 2 to 1 or 0, from 1 to 0.
//! let certificate = br#"{"certificate": 1, "kind": "labels", "game": {"graph": [[], [0], [0, 1]]},
//!     "claim": {"position": [2], "grundy": 2}, "labels": [[0, 0], [1, 1], [2, 2]]}"#;
//! let proof = verify(certificate, &mut NoRules, 1_000_000).unwrap();
//! assert_eq!(proof.to_string(), r#"[2] has the Grundy value 2 in {"graph": [[], [0], [0, 1]]}"#);
//! ```
#![forbid(unsafe_code)]

mod cells;
mod code;
mod decimal;
mod fields;
mod game;
pub mod json;
mod labels;
mod lost;
mod mex;
mod period;
mod quotient;
mod refusal;
mod rules;
mod vectors;
mod work;

use std::fmt;

use json::Json;
pub use refusal::Rejection;
use refusal::need;
pub use rules::{GameRules, NoRules};
use work::Work;

/// The statement that a certificate proves. As text, it is the statement in words.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The game.
    pub game: Json,
    /// The claim about the game.
    pub claim: Json,
    /// The play, if it may be either.
    pub play: Option<Json>,
    statement: String,
}

impl Proof {
    /// Returns the components that the claim is about: a position, or the heaps whose values follow from a period.
    /// `None` if the claim is about no position.
    #[must_use]
    pub fn position(&self) -> Option<Json> {
        let heap = |pair: &Json| pair.list()?.first().cloned();
        let heaps = || self.claim.field("heaps")?.list()?.iter().map(heap).collect::<Option<_>>().map(Json::List);
        self.claim.field("position").cloned().or_else(heaps)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.statement)
    }
}

/// Checks a certificate. `rules` has the rules of games that are not data. A check takes at most `most_steps` steps,
/// each of which is some nanoseconds.
///
/// # Errors
/// The certificate proves nothing, or it takes too many steps.
pub fn verify(certificate: &[u8], rules: &mut dyn GameRules, most_steps: u64) -> Result<Proof, Rejection> {
    let cert = Json::read(certificate)?;
    need(matches!(cert, Json::Object(_)), || "a certificate is an object".to_owned())?;
    let field = |name: &str| cert.field(name);
    need(field("certificate").and_then(Json::small) == Some(1), || "the version is not 1".to_owned())?;
    let mut work = Work(most_steps);
    let statement = match field("kind").and_then(Json::text).unwrap_or_default() {
        "lost" => lost::check(&cert, rules, &mut work)?,
        "labels" => labels::check(&cert, rules, &mut work)?,
        "period" => period::check_plain(&cert, &mut work)?,
        "arithmetic-period" => period::check_arithmetic(&cert, &mut work)?,
        "misere-quotient" => quotient::check(&cert, &mut work)?,
        _ => return Err(Rejection::refused("an unknown kind")),
    };
    let [game, claim, play] = ["game", "claim", "play"].map(|name| field(name).cloned());
    // A misère quotient says by its kind how it is played.
    let of_quotient = || (field("kind")?.text()? == "misere-quotient").then(|| Json::Text("misere".into()));
    let play = play.or_else(of_quotient);
    Ok(Proof { game: game.unwrap_or(Json::Null), claim: claim.unwrap_or(Json::Null), play, statement })
}
