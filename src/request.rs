//! [`Request`]: one question, and its two spellings: a JSON object and a query string.
//!
//! JSON is read twice at most. The first reading is strict, typed and silent; nearly every request passes it. Where it
//! fails, the second goes through the same bytes level by level and finds everything that is wrong, with its place.
//! One reading that does both would make every good request pay for the bookkeeping.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::fault::{Code, Fault, Faults, quote};
use crate::games::Kind;
use crate::json::{self, Members};
use crate::limits::{Limits, Meter};
use crate::oracle::Play;
use crate::position::{self, Position, PositionSeed};

/// One question about a position.
#[derive(Debug, Clone)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// Who wins when nobody can move.
    pub play: Play,
    /// Leave out what is as long as the position.
    pub brief: bool,
    /// What the client calls the question.
    pub id: Option<Id>,
}

/// A request that is none, and its name as far as it could be read: a batch answers each item under its own.
#[derive(Debug, Clone)]
pub struct Rejected {
    /// What the client calls the question.
    pub id: Option<Id>,
    /// Everything that is wrong with it, at least one thing.
    pub faults: Faults,
}

impl From<Fault> for Rejected {
    fn from(fault: Fault) -> Self {
        Self { id: None, faults: fault.into() }
    }
}

/// The name that a client gives its question: it comes back with the answer, spelled as it was.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Id(Box<RawValue>);

impl Id {
    /// The longest name, in bytes.
    pub const MAX_BYTES: usize = 128;

    fn from_raw(raw: &RawValue) -> Result<Self, Fault> {
        let text = raw.get();
        let fits = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str::<Cow<str>>(text).is_ok_and(|name| name.len() <= Self::MAX_BYTES),
            Some(b'-' | b'0'..=b'9') => {
                text.len() <= Self::MAX_BYTES && text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
            }
            _ => false,
        };
        if fits { Ok(Self(raw.to_owned())) } else { Err(Self::refused(Code::InvalidRequest)) }
    }

    fn from_text(text: &str) -> Result<Self, Fault> {
        let fitting = Some(text).filter(|text| text.len() <= Self::MAX_BYTES);
        let raw = fitting.and_then(|text| serde_json::value::to_raw_value(text).ok());
        raw.map(Self).ok_or_else(|| Self::refused(Code::InvalidQuery))
    }

    fn refused(code: Code) -> Fault {
        let limit = Self::MAX_BYTES;
        Fault::new(code, format!("an id is a string or an integer of at most {limit} bytes"))
    }
}

/// The fields of a request; the query string has the games in the place of `position`.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Position,
    Play,
    Brief,
    Id,
}

impl Field {
    const ALL: [(&'static str, Self); 4] =
        [("position", Self::Position), ("play", Self::Play), ("brief", Self::Brief), ("id", Self::Id)];

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }
}

/// Names that a game's id must not have, since a query string has both.
pub const PARAMETERS: [&str; 7] = ["play", "brief", "explain", "only", "limit", "cursor", "id"];

impl Request {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_json(body: &[u8], limits: &Limits) -> Result<Self, Rejected> {
        Self::read_strictly(body, limits).or_else(|_| Self::read_slowly(body, limits))
    }

    fn read_strictly(body: &[u8], limits: &Limits) -> serde_json::Result<Self> {
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        let request = RequestSeed(&mut Meter::new(limits)).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(request)
    }

    fn read_slowly(body: &[u8], limits: &Limits) -> Result<Self, Rejected> {
        let raw: &RawValue = serde_json::from_slice(body).map_err(|error| not_json(body, &error))?;
        let Members(members) = Members::of(raw, r#"an object with a "position""#)?;
        let mut draft = Draft::default();
        let mut seen = Vec::new();
        for (name, raw) in &members {
            let Some(field) = Field::from_name(name) else {
                draft.faults.push_with(|| unknown_field(name));
                continue;
            };
            if seen.contains(&field) {
                let detail = format!("the key {name:?} stands twice in one object");
                draft.faults.push(Fault::new(Code::InvalidJson, detail).under(name));
                continue;
            }
            seen.push(field);
            draft.set_from_raw(field, name, raw, limits);
        }
        if !seen.contains(&Field::Position) {
            draft.faults.push(Fault::new(Code::InvalidRequest, r#"there is no "position""#));
        }
        draft.finish()
    }

    /// Reads a query string, percent-encoded, without its question mark.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_query(query: &str, limits: &Limits) -> Result<Self, Rejected> {
        let mut draft = Draft::default();
        let mut meter = Meter::new(limits);
        let mut components = Vec::new();
        let mut counts = vec![0_usize; Kind::ALL.len()];
        let mut seen = Vec::new();
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            if let Some((kind, count)) = Kind::ALL.iter().zip(&mut counts).find(|(kind, _)| kind.id() == name) {
                let index = *count;
                *count = count.saturating_add(1);
                match read_component(*kind, &text, &mut meter) {
                    Ok(component) => components.push(component),
                    Err(fault) => {
                        draft.faults.push(fault.under(index).under(&name).under("position").of_parameter(&name));
                    }
                }
                continue;
            }
            match Field::from_name(&name) {
                None | Some(Field::Position) => draft.faults.push_with(|| unknown_parameter(&name)),
                Some(_) if seen.contains(&name) => {
                    let fault = Fault::new(Code::InvalidQuery, "this parameter stands twice");
                    draft.faults.push(fault.under(&name).of_parameter(&name));
                }
                Some(field) => {
                    if let Err(fault) = draft.set_from_text(field, &text) {
                        draft.faults.push(fault.under(&name).of_parameter(&name));
                    }
                    seen.push(name);
                }
            }
        }
        if counts.iter().all(|count| *count == 0) {
            let detail = "there is no game: ask for one such as euclid=5,26";
            draft.faults.push(Fault::new(Code::InvalidQuery, detail).under("position"));
        }
        draft.position = Position::new(components);
        draft.finish()
    }
}

/// A request while it is read, and what is wrong with it.
#[derive(Default)]
struct Draft {
    position: Position,
    play: Play,
    brief: bool,
    id: Option<Id>,
    faults: Faults,
}

impl Draft {
    fn set_from_raw(&mut self, field: Field, name: &str, raw: &RawValue, limits: &Limits) {
        let set = match field {
            Field::Position => {
                Position::from_raw(raw, &mut Meter::new(limits)).map(|position| self.position = position)
            }
            Field::Play => json::read(raw, "a string", r#""normal" or "misere""#)
                .and_then(|text: String| text.parse().map_err(|error: &str| Fault::new(Code::InvalidRequest, error)))
                .map(|play| self.play = play)
                .map_err(Faults::from),
            Field::Brief => {
                json::read(raw, "a boolean", "true or false").map(|brief| self.brief = brief).map_err(Faults::from)
            }
            Field::Id => Id::from_raw(raw).map(|id| self.id = Some(id)).map_err(Faults::from),
        };
        if let Err(faults) = set {
            self.faults.append(faults.under(name));
        }
    }

    fn set_from_text(&mut self, field: Field, text: &str) -> Result<(), Fault> {
        match field {
            // A query string spells the position as its games.
            Field::Position => {}
            Field::Play => {
                self.play = text.parse().map_err(|error: &str| Fault::new(Code::InvalidQuery, error))?;
            }
            Field::Brief => {
                self.brief = text.parse().map_err(|_| Fault::new(Code::InvalidQuery, "expected true or false"))?;
            }
            Field::Id => self.id = Some(Id::from_text(text)?),
        }
        Ok(())
    }

    fn finish(self) -> Result<Request, Rejected> {
        let Self { position, play, brief, id, faults } = self;
        if faults.is_empty() { Ok(Request { position, play, brief, id }) } else { Err(Rejected { id, faults }) }
    }
}

/// Reads a component from its text form, with a hint where several were meant.
fn read_component(kind: Kind, text: &str, meter: &mut Meter) -> Result<crate::games::Component, Fault> {
    kind.from_text(text, meter).map_err(|mut fault| {
        let several = text.split(',').all(|part| kind.from_text(part, &mut meter.restarted()).is_ok());
        if several && text.len() <= 100 {
            let each: Vec<_> = text.split(',').map(|part| format!("{}={part}", kind.id())).collect();
            fault.detail = format!("{}: did you mean {}?", fault.detail, each.join("&"));
        }
        fault
    })
}

fn not_json(body: &[u8], error: &serde_json::Error) -> Fault {
    let detail = if body.is_empty() { "the body is empty".to_owned() } else { format!("not JSON: {error}") };
    Fault::new(Code::InvalidJson, detail)
}

fn unknown_field(name: &str) -> Fault {
    let fields: Vec<_> = Field::ALL.iter().map(|(name, _)| *name).collect();
    let detail = match Kind::from_id(name) {
        Some(kind) => format!(r#"games stand inside of "position": {{"position": {{"{}": …}}}}"#, kind.id()),
        None => format!("there is no field {}; the fields are {}", quote(name), fields.join(", ")),
    };
    Fault::new(Code::InvalidRequest, detail).under(name)
}

fn unknown_parameter(name: &str) -> Fault {
    let nearest = position::unknown_game(name).detail;
    let detail = format!("no parameter and no game has this name: {nearest}");
    Fault::new(Code::InvalidQuery, detail).under(name).of_parameter(name)
}

/// The fast reading.
struct RequestSeed<'m, 'l>(&'m mut Meter<'l>);

impl<'de> DeserializeSeed<'de> for RequestSeed<'_, '_> {
    type Value = Request;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RequestSeed<'_, '_> {
    type Value = Request;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request, A::Error> {
        let (mut position, mut play, mut brief, mut id) = (None, None, None, None);
        while let Some(field) = map.next_key()? {
            let repeated = match field {
                Field::Position => position.replace(map.next_value_seed(PositionSeed(self.0))?).is_some(),
                Field::Play => play.replace(map.next_value()?).is_some(),
                Field::Brief => brief.replace(map.next_value()?).is_some(),
                Field::Id => id.replace(Id::from_raw(map.next_value()?).map_err(|_| A::Error::custom("id"))?).is_some(),
            };
            if repeated {
                return Err(A::Error::custom("duplicate"));
            }
        }
        let position = position.ok_or_else(|| A::Error::custom("no position"))?;
        Ok(Request { position, play: play.unwrap_or_default(), brief: brief.unwrap_or_default(), id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_game_is_called_like_a_parameter() {
        assert!(Kind::ALL.iter().all(|kind| !PARAMETERS.contains(&kind.id())));
        assert!(Field::ALL.iter().all(|(name, _)| *name == "position" || PARAMETERS.contains(name)));
    }

    const SEEDS: [&str; 4] = [
        r#"{"position": {"euclid": [[5, 26], ["3", 4.0]], "red-blue": ["RBBR", ""]}, "id": "a"}"#,
        r#"{"play": "misere", "position": {"wizards": [[0, 2e1]], "power-pile": [[4, 12]]}, "brief": true}"#,
        r#"{"position": {"empty-and-divide": [["123456789012345678901234567890", 7]]}, "id": -12}"#,
        r#"{"position": {}, "brief": false, "play": "normal"}"#,
    ];

    /// Pieces that are likely to matter when they get into a body.
    const PIECES: [&str; 22] = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "0",
        "-1",
        "1e400",
        "1.5",
        "null",
        "true",
        "\"007\"",
        "\"\\ud800\"",
        "\"play\"",
        "\"euclid\"",
        "\"position\"",
        " ",
        "\u{feff}",
        "9007199254740993.0",
        "[1, 2, 3]",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The readings agree: the strict one takes a body iff the slow one finds nothing wrong with it.
        #[test]
        fn both_readings_take_the_same(
            seed in 0..SEEDS.len(),
            edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..3_usize, 0..PIECES.len()), 0..3),
        ) {
            let mut body = SEEDS[seed].as_bytes().to_vec();
            for (at, cut, piece) in edits {
                let at = at.index(body.len());
                let end = (at + cut).min(body.len());
                body.splice(at..end, PIECES[piece].bytes());
            }
            let limits = Limits { max_digits: 25, max_components: 4, max_cost: 1000 };
            let strict = Request::read_strictly(&body, &limits);
            let slow = Request::read_slowly(&body, &limits);
            let text = String::from_utf8_lossy(&body);
            match (strict, slow) {
                (Ok(strict), Ok(slow)) => prop_assert_eq!(strict.position, slow.position, "{}", text),
                (Err(_), Err(rejected)) => prop_assert!(!rejected.faults.is_empty(), "{}", text),
                (strict, slow) => prop_assert!(false, "{text}: {strict:?} but {slow:?}"),
            }
        }
    }
}
