//! Reads a request from a JSON object.
//!
//! JSON is read at most twice. The first reading is fast, because it does not describe faults. Nearly every request
//! passes this reading. If it fails, the second reading goes through the same bytes level by level, and finds every
//! fault with its place. A single reading that also describes faults would slow down every valid request.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use smallvec::SmallVec;

use super::{Defaults, Fields, Rejected, Request, field, fields};
use crate::catalogue;
use crate::number::{cost, meter};
use crate::wire::fault::{Code, Fault, Faults, quote};
use crate::wire::field_value::FieldValue;
use crate::wire::games::{Games, GamesVisitor};
use crate::wire::id::Id;
use crate::wire::json::{self, Members, Seed};
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position::{self, OtherKeys, PositionVisitor};

impl<E: Fields> Request<E> {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// Returns all faults in the object.
    pub fn from_json(body: &[u8], defaults: Defaults, limits: &RequestLimits) -> Result<Self, Rejected> {
        meter::work_at("reading the request");
        meter::charge(cost::COMPONENT);
        meter::charge_each(body.len(), cost::BYTE);
        let mut counts = LimitCounter::new(limits);
        Self::read_strictly(body, defaults, &mut counts).or_else(|_| match counts.over.take() {
            Some(fault) => Err(Rejected { id: Id::of_body(body), faults: fault.into() }),
            None => Self::read_slowly(body, defaults, limits),
        })
    }

    fn read_strictly(body: &[u8], defaults: Defaults, counts: &mut LimitCounter) -> serde_json::Result<Self> {
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        let visitor = RequestVisitor { defaults, counts, own: PhantomData };
        let request = Seed(visitor).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(request)
    }

    fn read_slowly(body: &[u8], defaults: Defaults, limits: &RequestLimits) -> Result<Self, Rejected> {
        meter::charge_each(body.len(), cost::BYTE);
        meter::go_on(cost::COMPONENT).map_err(Fault::spent)?;
        let raw = json::raw(body)?;
        let Members(members) = Members::of(raw, r#"an object with a "position""#)?;
        let (mut request, mut faults) = (Self::empty(defaults, limits), Faults::default());
        let mut counts = LimitCounter::new(limits);
        let mut seen = Vec::new();
        // The games are read first, since a position may come before the games that it uses.
        let (games, others): (Vec<_>, Vec<_>) = members.iter().partition(|(name, _)| name == "games");
        for (name, raw) in games.into_iter().chain(others) {
            let Some(field) = field::<E>(name) else {
                faults.push_with(|| unknown_field::<E>(name));
                continue;
            };
            if seen.contains(&field) {
                faults.push(json::repeated(name));
                continue;
            }
            seen.push(field);
            if let Err(found) = request.set_from_raw(field, raw, defaults.games, &mut counts) {
                faults.append(found.under(name));
                // Nothing more is read, since the rest could take any amount of memory.
                if counts.are_over() {
                    break;
                }
            }
        }
        let no_position = ("position", r#"there is no "position""#);
        let missing = if seen.contains(&"position") { request.own.missing() } else { Some(no_position) };
        if let Some((_, detail)) = missing.filter(|(missing, _)| !members.iter().any(|(name, _)| name == missing)) {
            faults.push(Fault::new(Code::InvalidRequest, detail));
        }
        request.finish(faults)
    }

    fn set_from_raw(
        &mut self,
        field: &'static str,
        raw: &RawValue,
        shared: Option<&Arc<Games>>,
        counts: &mut LimitCounter,
    ) -> Result<(), Faults> {
        match field {
            "position" => {
                self.position = position::from_raw(raw, &self.games, counts)?;
                self.rewritten = counts.rewritten;
            }
            "games" => {
                let (games, faults) = Games::from_raw(raw, counts);
                self.games = games.beside(shared);
                if !faults.is_empty() {
                    return Err(faults);
                }
            }
            field => self.set(field, FieldValue::Json(raw))?,
        }
        Ok(())
    }
}

/// Fields of definitions of games. People write them beside "position".
const DEFINING: [&str; 11] =
    ["rules", "constants", "graph", "steps", "rides", "board", "pieces", "edges", "rule", "order", "cells"];

fn unknown_field<E: Fields>(name: &str) -> Fault {
    let detail = if catalogue::find(name).is_ok() {
        format!(r#"games go inside of "position": {{"position": {{"{name}": …}}}}"#)
    } else {
        let names = fields::<E>().collect::<Vec<_>>().join(", ");
        let instead = match (super::play_of(name), name) {
            (Some(play), _) => format!(r#"; {play} play is "play": "{play}""#),
            (None, name) if DEFINING.contains(&name) => {
                format!(r#"; it defines a game: {{"games": {{"mine": {{"{name}": …}}}}, "position": {{"mine": […]}}}}"#)
            }
            (None, "game") => r#"; the position names its game: "position": {"nim": [3, 4]}"#.to_owned(),
            (None, "move") => "; /v1/play makes a move".to_owned(),
            (None, _) => String::new(),
        };
        format!("there is no field {}{instead}; the fields are {names}", quote(name))
    };
    Fault::new(Code::InvalidRequest, detail).under(name)
}

/// The fast reader of a request. If it fails, [`Request::read_slowly`] finds the faults.
struct RequestVisitor<'m, 'l, E> {
    defaults: Defaults<'m>,
    counts: &'m mut LimitCounter<'l>,
    own: PhantomData<E>,
}

impl<'de, E: Fields> Visitor<'de> for RequestVisitor<'_, '_, E> {
    type Value = Request<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<E>, A::Error> {
        let Self { defaults, counts, .. } = self;
        let mut request = Request::<E>::empty(defaults, counts.limits);
        let (mut position, mut others) = (None, OtherKeys::default());
        let mut seen = SmallVec::<[&str; 4]>::new();
        while let Some(field) = map.next_key_seed(json::string(field::<E>))? {
            if seen.contains(&field) {
                return Err(A::Error::custom("duplicate"));
            }
            seen.push(field);
            match field {
                "position" => {
                    let visitor = PositionVisitor { counts, others: &mut others };
                    position = Some(map.next_value_seed(Seed(visitor))?);
                }
                "games" => {
                    let games: Games = map.next_value_seed(Seed(GamesVisitor(counts)))?;
                    request.games = games.beside(defaults.games);
                }
                "brief" => request.brief = map.next_value()?,
                // Nobody sees this message, since `read_slowly` then reads the request again and describes the fault.
                field => {
                    let set = request.set(field, FieldValue::Json(map.next_value()?));
                    set.map_err(|_| A::Error::custom("refused"))?;
                }
            }
        }
        let Some(position) = position.filter(|_| request.own.missing().is_none()) else {
            return Err(A::Error::custom("missing"));
        };
        // If a game of the request and one of the catalogue have the same name, the request's game is used.
        // `read_slowly` handles that.
        if position.parts().iter().any(|part| request.games.find(&part.key).is_some()) {
            return Err(A::Error::custom("a game of the catalogue is defined anew"));
        }
        request.position = position::with_own(position, others, &request.games, counts).map_err(A::Error::custom)?;
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Explain;
    use super::*;
    use crate::wire::moves::Paging;
    use crate::wire::play::CallersMove;
    use proptest::prelude::*;

    const SEEDS: [&str; 12] = [
        r#"{"position": {"euclid": [[5, 26], ["3", 4.0]], "red-blue": ["RBBR", ""]}, "id": "a"}"#,
        r#"{"play": "misere", "position": {"wizards": [[0, 2e1]], "power-pile": [[4, 12]]}, "brief": true}"#,
        r#"{"position": {"empty-and-divide": [["123456789012345678901234567890", 7]]}, "id": -12}"#,
        r#"{"position": {}, "brief": false, "play": "normal"}"#,
        r#"{"explain": true, "position": {"nim": [3]}}"#,
        r#"{"position": {"nim": [3]}, "only": "winning", "limit": 7, "cursor": "x"}"#,
        r#"{"move": {"game": "nim", "index": 0, "to": 1}, "position": {"nim": [3]}}"#,
        r#"{"games": {"a": {"graph": {"x": ["y", "x"], "y": []}}}, "position": {"a": ["x"], "nim": [1]}}"#,
        r#"{"position": {"nim": [1], "a": [0, 1]}, "games": {"a": {"graph": [[1, 0], []]}}}"#,
        r#"{"position": {"a": [[1, 2]], "b": [3, [4]]}, "games": {"a": {"steps": [[1, 0]], "rides": [[0, 1]]}, "b": {"steps": [[1]]}}}"#,
        r#"{"games": {"a": {"graph": {"x": []}}}, "move": {"game": "a", "index": 0, "to": "x"}, "position": {"a": ["x"]}}"#,
        r#"{"seed": 5, "mistakes": 0.5, "line": 3, "remoteness": true, "genus": true, "certificate": true, "position": {"octal(0.77)": [3]}, "games": {}}"#,
    ];

    #[test]
    fn integers_that_are_spelled_as_doubles_are_read_by_their_digits() {
        let read =
            |body: &str| Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &RequestLimits::default());
        let position = |integer: &str| format!(r#"{{"position": {{"euclid": [[{integer}, 5]]}}}}"#);
        for spelled in ["26.0", "2.6e1", "260E-1"] {
            assert_eq!(
                serde_json::to_string(&read(&position(spelled)).unwrap().position).unwrap(),
                r#"{"euclid":[[26,5]]}"#
            );
        }
        for spelled in ["1.0000000000000000001", "1e-400", "26.5"] {
            let faults = read(&position(spelled)).unwrap_err().faults;
            let fault = &faults.listed()[0];
            assert_eq!(
                (fault.code, fault.pointer.as_str()),
                (Code::InvalidInteger, "/position/euclid/0/0"),
                "{spelled}"
            );
        }
        let game =
            |index: &str| format!(r#"{{"games": {{"a": {{"graph": [[1], [{index}]]}}}}, "position": {{"a": [0]}}}}"#);
        assert!(read(&game("0.0")).is_ok() && read(&game("-0")).is_ok());
        assert_eq!(read(&game("1e-400")).unwrap_err().faults.listed()[0].pointer, "/games/a/graph/1/0");
        assert!(read(r#"{"position": {"nim": [3]}, "line": 1.0000000000000000001}"#).is_err());
    }

    /// Pieces of JSON that are likely to reveal a difference between `read_strictly` and `read_slowly`.
    const PIECES: [&str; 29] = [
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
        "\"a\"",
        "\"x\"",
        "\"games\"",
        "\"graph\"",
        "\"steps\"",
        "\"mistakes\"",
        "[0]",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The two readings accept the same bodies, with one exception: the fast reading may refuse a body with an
        /// integer that is spelled as a double, and the slow reading then accepts the body.
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
            agree::<Explain>(&body)?;
            agree::<Paging>(&body)?;
            agree::<CallersMove>(&body)?;
        }
    }

    /// Returns whether some number is written with a point, with an exponent, or as −0.
    fn has_double(body: &[u8]) -> bool {
        body.windows(2).any(|pair| matches!(pair, [b'0'..=b'9', b'.' | b'e' | b'E'] | b"-0"))
    }

    fn agree<E: Fields>(body: &[u8]) -> Result<(), TestCaseError> {
        let limits = RequestLimits {
            max_digits: 25,
            max_components: 4,
            max_games: 30_000,
            max_steps: 1000,
            max_vertices: 2,
            max_edges: 2,
            max_vectors: 64,
            max_cells: 0,
            max_heaps: 0,
            max_rules: 100,
            max_rules_memory: 1000,
            max_certificate: 1000,
            max_find: 100,
        };
        let strict = Request::<E>::read_strictly(body, Defaults::default(), &mut LimitCounter::new(&limits));
        let slow = Request::<E>::read_slowly(body, Defaults::default(), &limits);
        let text = String::from_utf8_lossy(body);
        match (strict, slow) {
            (Ok(strict), Ok(slow)) => {
                let [strict, slow] =
                    [&strict.position, &slow.position].map(|position| serde_json::to_string(position).unwrap());
                prop_assert_eq!(strict, slow, "{}", text);
            }
            (Err(_), Err(rejected)) => prop_assert!(!rejected.faults.is_empty(), "{}", text),
            (Err(_), Ok(_)) => prop_assert!(has_double(body), "{}", text),
            (strict, slow) => prop_assert!(false, "{text}: {strict:?} but {slow:?}"),
        }
        Ok(())
    }
}
