//! Reads a request from a JSON object.

use smallvec::SmallVec;

use super::{Defaults, Fields, Rejected, Request, field, fields};
use crate::catalogue;
use crate::number::{cost, meter};
use crate::wire::fault::{Code, Fault, quote};
use crate::wire::field_value::FieldValue;
use crate::wire::games::Games;
use crate::wire::id::Id;
use crate::wire::json;
use crate::wire::json_reader::{self, JsonReader, Read};
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::position;

impl<E: Fields> Request<E> {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// Returns all faults in the object.
    pub fn from_json(body: &[u8], defaults: Defaults, limits: &RequestLimits) -> Result<Self, Rejected> {
        meter::work_at("reading the request");
        meter::charge(cost::COMPONENT);
        meter::charge_each(body.len(), cost::BYTE);
        json_reader::read(body, |json| Self::read(json, defaults, limits))
            .map_err(|faults| Rejected { id: Id::of_body(body), faults })
    }

    fn read(json: &mut JsonReader, defaults: Defaults, limits: &RequestLimits) -> Read<Self> {
        if json.peek()? != b'{' {
            return json.refuse(r#"an object with a "position""#);
        }
        let mut request = Self::empty(defaults, limits);
        let mut counts = LimitCounter::new(limits);
        let mut seen = SmallVec::<[&str; 4]>::new();
        let mut position_before_games = None;
        let read = json.object(|json, name, faults| {
            let Some(field) = field::<E>(name) else {
                faults.push_with(|| unknown_field::<E>(name));
                return json.raw().map(drop);
            };
            if seen.contains(&field) {
                faults.push_with(|| json::repeated(name));
                return json.raw().map(drop);
            }
            seen.push(field);
            match field {
                // The position may use games that come after it. It is then read at the end.
                "position" if !seen.contains(&"games") && json.may_have("games") => {
                    position_before_games = Some(*json);
                    meter::charge_each(json.raw()?.get().len(), cost::BYTE);
                    Ok(())
                }
                "position" => request.read_position(json, &mut counts),
                "games" => {
                    let mut games = Games::default();
                    let read = games.read(json, &mut counts);
                    request.games = games.beside(defaults.games);
                    read
                }
                field => Ok(request.set(field, FieldValue::Json(json.raw()?))?),
            }
        });
        let mut faults = json_reader::faults_of(read)?;
        if let Some(mut json) = position_before_games
            && let Err(unread) = request.read_position(&mut json, &mut counts)
        {
            unread.gather("position", &mut faults)?;
        }
        let no_position = if seen.contains(&"games") {
            r#"there is no "position"; in a stream, a line that defines games has "games" alone"#
        } else {
            r#"there is no "position""#
        };
        let missing = if seen.contains(&"position") { request.own.missing() } else { Some(("position", no_position)) };
        if let Some((_, detail)) = missing.filter(|(missing, _)| !seen.contains(missing)) {
            faults.push(Fault::new(Code::InvalidRequest, detail));
        }
        if faults.is_empty() { Ok(request) } else { Err(faults.into()) }
    }

    fn read_position(&mut self, json: &mut JsonReader, counts: &mut LimitCounter) -> Read<()> {
        self.position = position::read(json, &self.games, counts)?;
        self.rewritten = counts.rewritten;
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

#[cfg(test)]
mod tests {
    use super::super::Explain;
    use super::*;

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
}
