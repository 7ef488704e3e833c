//! [`Request`]: one request. [`object`] reads it from a JSON object, and [`words`] reads it from a query string.

use std::fmt;
use std::sync::Arc;

use super::choice::{self, Choice};
use super::fault::{Fault, Faults};
use super::field_value::FieldValue;
use super::games::Games;
use super::id::Id;
use super::limits::RequestLimits;
use crate::game::Play;
use crate::number::meter;
use crate::solve::Sum;
use crate::solve::explain::Explanation;
use crate::theory::compounds::{Compound, DISJUNCTIVE};

mod object;
mod words;

/// A request as it was sent.
#[derive(Clone, Copy, Debug)]
pub enum RequestText<'t> {
    /// A JSON object.
    Json(&'t [u8]),
    /// A JSON object, and defaults for the fields that it does not have.
    JsonWith(&'t [u8], Defaults<'t>),
    /// A query string, percent-encoded, without its question mark.
    Query(&'t str),
}

/// Reads a request from JSON or from a query string.
///
/// # Errors
/// Returns all faults in the request.
pub(super) fn read<E: Fields>(asked: RequestText, limits: &RequestLimits) -> Result<Request<E>, Rejected> {
    match asked {
        RequestText::Json(text) => Request::from_json(text, Defaults::default(), limits),
        RequestText::JsonWith(text, defaults) => Request::from_json(text, defaults, limits),
        RequestText::Query(text) => Request::from_query(text, limits),
    }
}

/// One request about a position. `E` has the fields that only some kinds of requests have.
#[derive(Debug)]
pub struct Request<E = Explain> {
    /// The position.
    pub position: Sum,
    /// True if a part of the position was written in a notation that answers do not use. Answers then repeat the
    /// position as it was read.
    pub rewritten: bool,
    /// The games that the request defines, including games that are not in the position.
    pub games: Games,
    /// Normal or misère play.
    pub play: Play,
    /// The kind of compound that the components form; `None` for a sum.
    pub compound: Option<Compound>,
    /// True to leave out fields that are as long as the position.
    pub brief: bool,
    /// The client's name for the request.
    pub id: Option<Id>,
    /// The most bytes of a certificate.
    pub max_certificate: usize,
    /// The fields that only this kind of request has.
    pub own: E,
}

/// The fields that only some kinds of requests have.
pub trait Fields: Default + fmt::Debug {
    /// The names of the fields.
    const FIELDS: &'static [&'static str];

    /// Reads the value of one of these fields.
    ///
    /// # Errors
    /// If the value is wrong. Pointers are relative to the value.
    fn set(&mut self, name: &'static str, value: FieldValue) -> Result<(), Fault>;

    /// Returns a required field that is missing, and the text of this fault.
    fn missing(&self) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// The fields that only a request for an analysis has.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the request, and any may go with any")]
pub struct Explain {
    /// True if the answer explains the value.
    pub explain: bool,
    /// True if the answer explains the value, and says what the terms of the explanation mean.
    pub terms: bool,
    /// True if the answer says how long play lasts, and recommends the winner's fastest move.
    pub remoteness: bool,
    /// `true` if the answer has the genus of each component and of the sum.
    pub genus: bool,
    /// True if the answer has a certificate.
    pub certificate: bool,
    /// The largest number of moves in the line of play that the answer has; 0 if no line is requested.
    pub line: usize,
    /// The way in which the recommended move is chosen.
    pub choice: Choice,
}

impl Explain {
    /// Returns the explanation, if the request asks for it.
    pub(super) fn explained(&self, explanation: impl FnOnce() -> Explanation) -> Option<Explanation> {
        (self.explain || self.terms).then(|| {
            meter::work_at("the explanation");
            if self.terms { explanation().with_terms() } else { explanation() }
        })
    }
}

/// The longest line of play that a request may ask for, in moves.
pub const MAX_LINE: usize = 100;

impl Fields for Explain {
    const FIELDS: &'static [&'static str] =
        &["explain", "terms", "remoteness", "genus", "certificate", "line", choice::FIELDS[0], choice::FIELDS[1]];

    fn set(&mut self, name: &'static str, value: FieldValue) -> Result<(), Fault> {
        match name {
            "explain" => self.explain = value.boolean()?,
            "terms" => self.terms = value.boolean()?,
            "remoteness" => self.remoteness = value.boolean()?,
            "genus" => self.genus = value.boolean()?,
            "certificate" => self.certificate = value.boolean()?,
            "line" => self.line = value.count("line", MAX_LINE)?,
            _ => self.choice.set(name, value)?,
        }
        Ok(())
    }

    fn missing(&self) -> Option<(&'static str, &'static str)> {
        self.choice.missing()
    }
}

/// Defaults for fields that a request leaves out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Defaults<'g> {
    /// Normal or misère play.
    pub play: Play,
    /// True to leave out fields that are as long as the position.
    pub brief: bool,
    /// Games that are defined outside the request. If the request defines a game of the same name, the request's game
    /// is used.
    pub games: Option<&'g Arc<Games>>,
}

/// A request that was refused, with its id if the id could be read. A batch answers each item under its own id.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{faults}")]
pub struct Rejected {
    /// The client's name for the request.
    pub id: Option<Id>,
    /// All faults of the request, at least one.
    #[source]
    pub faults: Faults,
}

impl From<Fault> for Rejected {
    fn from(fault: Fault) -> Self {
        Self { id: None, faults: fault.into() }
    }
}

impl From<Rejected> for Faults {
    fn from(rejected: Rejected) -> Self {
        rejected.faults
    }
}

/// The fields of every request. Instead of `position`, a query string has a parameter for each game.
const COMMON: [&str; 6] = ["position", "play", "brief", "id", "games", "compound"];

/// Returns the names of all fields of a kind of request.
fn fields<E: Fields>() -> impl Iterator<Item = &'static str> {
    COMMON.iter().chain(E::FIELDS).copied()
}

/// Returns the field with this name.
fn field<E: Fields>(name: &str) -> Option<&'static str> {
    fields::<E>().find(|known| *known == name)
}

impl<E: Fields> Request<E> {
    /// Creates a request without a position.
    fn empty(Defaults { play, brief, games }: Defaults, limits: &RequestLimits) -> Self {
        let games = Games::default().beside(games);
        Self {
            position: Sum::default(),
            rewritten: false,
            games,
            play,
            compound: None,
            brief,
            id: None,
            max_certificate: limits.max_certificate,
            own: E::default(),
        }
    }

    /// Sets a field that is neither the position nor the games.
    fn set(&mut self, name: &'static str, value: FieldValue) -> Result<(), Fault> {
        match name {
            "play" => self.play = read_play(value)?,
            "compound" => self.compound = read_compound(value)?,
            "brief" => self.brief = value.boolean()?,
            "id" => self.id = Some(Id::read(value)?),
            own => self.own.set(own, value)?,
        }
        Ok(())
    }

    /// Returns the request, if it has no faults.
    fn finish(self, faults: Faults) -> Result<Self, Rejected> {
        if faults.is_empty() { Ok(self) } else { Err(Rejected { id: self.id, faults }) }
    }
}

/// Returns the kind of play, if an unknown field or parameter is called "misere" or "normal". The caller then meant the
/// field `play`.
fn play_of(name: &str) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "misere" | "misère" => Some("misere"),
        "normal" => Some("normal"),
        _ => None,
    }
}

/// Reads the field `play`.
///
/// # Errors
/// `invalid-request` for a value from JSON, and `invalid-query` for a text.
pub fn read_play(value: FieldValue) -> Result<Play, Fault> {
    match &*value.string(r#""normal" or "misere""#)? {
        "normal" => Ok(Play::Normal),
        "misere" => Ok(Play::Misere),
        _ => Err(value.fault(r#"play is "normal" (who cannot move loses) or "misere" (who cannot move wins)"#)),
    }
}

/// Reads the field `compound`. `None` stands for a sum.
///
/// # Errors
/// If the value is wrong: `invalid-request` for a value from JSON, and `invalid-query` for a text.
fn read_compound(value: FieldValue) -> Result<Option<Compound>, Fault> {
    let name = value.string("a kind of compound")?;
    let kind = Compound::ALL.into_iter().find(|kind| kind.as_str() == name);
    if kind.is_none() && name != DISJUNCTIVE {
        let kinds = Compound::ALL.map(Compound::as_str).join(", ");
        return Err(value.fault(format!("the kinds of compounds are {DISJUNCTIVE}, which is a sum, {kinds}")));
    }
    Ok(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::wire::moves::Paging;

    /// A query string has two kinds of parameters, fields and games. So no game may have the name of a field.
    #[test]
    fn no_game_is_called_like_a_parameter() {
        let fields = fields::<Explain>().chain(fields::<Paging>());
        for name in fields.chain(["n", "a", "b", "format", "q", "tag"]) {
            assert_eq!(catalogue::place(name), None, "{name}");
        }
    }
}
