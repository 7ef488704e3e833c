//! [`Request`]: one question, and its two spellings: a JSON object and a query string.
//!
//! JSON is read twice at most. The first reading is strict, typed and silent; nearly every request passes it. Where it
//! fails, the second goes through the same bytes level by level and finds everything that is wrong, with its place.
//! One reading that does both would make every good request pay for the bookkeeping.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::choice::{self, Choice};
use super::fault::{Code, Fault, Faults, for_shell, foreign_letter, quote};
use super::games::{Games, GamesSeed};
use super::given::Given;
use super::json::{self, Members};
use super::keys::Keys;
use super::limits::{Counts, Limits};
use super::position::{self, MOST_COMPARED, Others, PositionSeed, Refused};
use crate::catalogue;
use crate::game::Convention;
use crate::number::meter;
use crate::solve::{Part, Position};

/// What reading any request takes, however short, and a parameter of a URL and each character of it.
const STEPS_A_REQUEST: u64 = 200;
const STEPS_A_PARAMETER: u64 = 100;
const STEPS_A_CHARACTER: u64 = 5;

/// One question about a position; `E` is what only some questions have.
#[derive(Debug)]
pub struct Request<E = Explain> {
    /// The position.
    pub position: Position,
    /// The games that it defines, whether or not the position has them.
    pub games: Games,
    /// Who wins when nobody can move.
    pub play: Convention,
    /// Leave out what is as long as the position.
    pub brief: bool,
    /// What the client calls the question.
    pub id: Option<Id>,
    /// The fields that only this question has.
    pub own: E,
}

/// The fields that only some questions have.
pub trait Fields: Default + fmt::Debug {
    /// Their names.
    const FIELDS: &'static [&'static str];

    /// Reads the value of one of them.
    ///
    /// # Errors
    /// What is wrong with the value, with pointers relative to it.
    fn set(&mut self, name: &'static str, value: Given) -> Result<(), Fault>;

    /// A field that must be there and is not, and what to say of that.
    fn missing(&self) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// What only an analysis has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Explain {
    /// Does it say why?
    pub explain: bool,
    /// Does it say how long play lasts, and recommend the winner's fastest move?
    pub remoteness: bool,
    /// How many of the moves that follow it shows; 0 for none.
    pub line: u8,
    /// How the recommended move is chosen.
    pub choice: Choice,
}

/// The longest line, in moves.
pub const MAX_LINE: u8 = 100;

impl Fields for Explain {
    const FIELDS: &'static [&'static str] = &["explain", "remoteness", "line", choice::FIELDS[0], choice::FIELDS[1]];

    fn set(&mut self, name: &'static str, value: Given) -> Result<(), Fault> {
        match name {
            "explain" => self.explain = value.boolean()?,
            "remoteness" => self.remoteness = value.boolean()?,
            "line" => {
                let line = value.small()?.and_then(|line| u8::try_from(line).ok());
                let line = line.filter(|line| (1..=MAX_LINE).contains(line));
                self.line = line.ok_or_else(|| value.fault(format!("line is an integer from 1 to {MAX_LINE}")))?;
            }
            _ => self.choice.set(name, value)?,
        }
        Ok(())
    }

    fn missing(&self) -> Option<(&'static str, &'static str)> {
        self.choice.missing()
    }
}

/// What holds for a request that does not say otherwise.
#[derive(Debug, Clone, Copy, Default)]
pub struct Defaults<'g> {
    /// Who wins when nobody can move.
    pub play: Convention,
    /// Leave out what is as long as the position.
    pub brief: bool,
    /// Games beside those that the request defines, which come first where two have one name.
    pub games: Option<&'g Games>,
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

impl From<Rejected> for Faults {
    fn from(rejected: Rejected) -> Self {
        rejected.faults
    }
}

impl std::error::Error for Rejected {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.faults)
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.fmt(f)
    }
}

/// The name that a client gives its question: it comes back with the answer, spelled as it was.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Id(Box<RawValue>);

impl Id {
    /// The longest name: in characters, as JSON Schema counts them, or digits.
    pub const MAX_LENGTH: usize = 128;

    /// The name in a body, whatever else is there: also of a request that is too much work to read. It is charged to
    /// nobody, and takes about a nanosecond a byte.
    pub(crate) fn of_body(body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Named<'b> {
            #[serde(borrow)]
            id: &'b RawValue,
        }
        Self::from_raw(serde_json::from_slice::<Named>(body).ok()?.id).ok()
    }

    fn from_raw(raw: &RawValue) -> Result<Self, Fault> {
        let text = raw.get();
        let fits = match text.as_bytes().first() {
            Some(b'"') => {
                serde_json::from_str::<Cow<str>>(text).is_ok_and(|name| name.chars().count() <= Self::MAX_LENGTH)
            }
            Some(b'-' | b'0'..=b'9') => {
                text.len() <= Self::MAX_LENGTH && text.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
            }
            _ => false,
        };
        if fits { Ok(Self(raw.to_owned())) } else { Err(Self::refused(Code::InvalidRequest)) }
    }

    fn from_text(text: &str) -> Result<Self, Fault> {
        let fitting = Some(text).filter(|text| text.chars().count() <= Self::MAX_LENGTH);
        let raw = fitting.and_then(|text| serde_json::value::to_raw_value(text).ok());
        raw.map(Self).ok_or_else(|| Self::refused(Code::InvalidQuery))
    }

    fn refused(code: Code) -> Fault {
        let limit = Self::MAX_LENGTH;
        Fault::new(code, format!("an id is a string of at most {limit} characters, or an integer of as many digits"))
    }
}

/// A field of a request; a query string has the games in the place of `position`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Position,
    Games,
    Play,
    Brief,
    Id,
    Own(&'static str),
}

impl Field {
    const COMMON: [(&'static str, Self); 5] = [
        ("position", Self::Position),
        ("play", Self::Play),
        ("brief", Self::Brief),
        ("id", Self::Id),
        ("games", Self::Games),
    ];

    fn from_name<E: Fields>(name: &str) -> Option<Self> {
        let common = Self::COMMON.iter().find(|(known, _)| *known == name).map(|(_, field)| *field);
        common.or_else(|| E::FIELDS.iter().find(|known| **known == name).map(|known| Self::Own(known)))
    }

    fn names<E: Fields>() -> String {
        let names: Vec<_> = Self::COMMON.iter().map(|(name, _)| *name).chain(E::FIELDS.iter().copied()).collect();
        names.join(", ")
    }
}

impl<E: Fields> Request<E> {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_json(body: &[u8], defaults: Defaults, limits: &Limits) -> Result<Self, Rejected> {
        meter::work_at("reading the request");
        meter::charge(STEPS_A_REQUEST);
        meter::charge_each(body.len(), json::STEPS_A_BYTE);
        Self::read_strictly(body, defaults, limits).or_else(|_| Self::read_slowly(body, defaults, limits))
    }

    fn read_strictly(body: &[u8], defaults: Defaults, limits: &Limits) -> serde_json::Result<Self> {
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        let seed = RequestSeed { defaults, counts: &mut Counts::new(limits), own: PhantomData };
        let request = seed.deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(request)
    }

    fn read_slowly(body: &[u8], defaults: Defaults, limits: &Limits) -> Result<Self, Rejected> {
        meter::charge_each(body.len(), json::STEPS_A_BYTE);
        meter::go_on(STEPS_A_REQUEST).map_err(Fault::spent)?;
        let raw: &RawValue = serde_json::from_slice(body).map_err(|error| json::not_json(body, &error))?;
        let Members(members) = Members::of(raw, r#"an object with a "position""#)?;
        let mut draft = Draft::<E>::new(defaults);
        let mut seen = Vec::new();
        // The position may come before the games that it is of.
        let (games, others): (Vec<_>, Vec<_>) = members.iter().partition(|(name, _)| name == "games");
        for (name, raw) in games.into_iter().chain(others) {
            let Some(field) = Field::from_name::<E>(name) else {
                draft.faults.push_with(|| unknown_field::<E>(name));
                continue;
            };
            if seen.contains(&field) {
                draft.faults.push(json::repeated(name));
                continue;
            }
            seen.push(field);
            if let Err(faults) = draft.set(field, raw, limits) {
                draft.faults.append(faults.under(name));
            }
        }
        let no_position = ("position", r#"there is no "position""#);
        let missing = if seen.contains(&Field::Position) { draft.request.own.missing() } else { Some(no_position) };
        if let Some((_, detail)) = missing.filter(|(missing, _)| !members.iter().any(|(name, _)| name == missing)) {
            draft.faults.push(Fault::new(Code::InvalidRequest, detail));
        }
        draft.finish()
    }

    /// Reads a query string, percent-encoded, without its question mark.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_query(query: &str, limits: &Limits) -> Result<Self, Rejected> {
        Self::from_parameters(form_urlencoded::parse(query.as_bytes()), Door::Url, &Games::default(), limits)
    }

    /// Reads the words of a command, each a parameter, with games of the client's own.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn from_words(words: &[(String, String)], games: &Games, limits: &Limits) -> Result<Self, Rejected> {
        let words = words.iter().map(|(name, text)| (name.into(), text.into()));
        Self::from_parameters(words, Door::Command, games, limits)
    }

    fn from_parameters<'q>(
        parameters: impl Iterator<Item = (Cow<'q, str>, Cow<'q, str>)>,
        door: Door,
        games: &Games,
        limits: &Limits,
    ) -> Result<Self, Rejected> {
        let mut draft = Draft::<E>::new(Defaults::default());
        let mut counts = Counts::new(limits);
        meter::work_at("reading the request");
        meter::charge(STEPS_A_REQUEST);
        let mut parts = Parts::default();
        let mut seen = Vec::new();
        for (name, text) in parameters {
            meter::go_on(STEPS_A_PARAMETER).map_err(Fault::spent)?;
            meter::charge_each(name.len().saturating_add(text.len()), STEPS_A_CHARACTER);
            let outcome = match Field::from_name::<E>(&name) {
                None | Some(Field::Position) => {
                    parts.push::<E>(&mut draft.faults, (&name, &text), door, games, &mut counts);
                    continue;
                }
                Some(field) if seen.contains(&field) => {
                    Err(Fault::new(Code::InvalidQuery, "this parameter appears twice"))
                }
                Some(field) => {
                    seen.push(field);
                    draft.set_from_text(field, &text, door)
                }
            };
            if let Err(fault) = outcome {
                draft.faults.push(fault.under(&name).of_parameter(&name));
            }
        }
        if parts.list.is_empty() && !draft.faults.listed().iter().any(|fault| fault.pointer.starts_with("/position/")) {
            let detail = "there is no game: ask for one such as euclid=5,26";
            draft.faults.push(Fault::new(Code::InvalidQuery, detail).under("position"));
        }
        if let Some((missing, detail)) = draft.request.own.missing() {
            draft.faults.push(Fault::new(Code::InvalidQuery, detail).under(missing));
        }
        draft.request.position = Position::new(parts.list.into_iter().map(|(part, _)| part));
        draft.finish()
    }
}

/// Where parameters come from: hints are written as they would be there.
#[derive(Clone, Copy, Debug)]
enum Door {
    /// A query string.
    Url,
    /// The words of a command.
    Command,
}

impl Door {
    /// Several components of one key.
    fn several(self, key: &str, texts: &[&str]) -> String {
        let each = texts.iter().map(|text| format!("{key}={text}"));
        match self {
            Self::Url => each.collect::<Vec<_>>().join("&"),
            Self::Command => each.map(|word| for_shell(&word)).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A request while it is read, and what is wrong with it.
struct Draft<E> {
    request: Request<E>,
    faults: Faults,
}

impl<E: Fields> Draft<E> {
    fn new(Defaults { play, brief, games }: Defaults) -> Self {
        let position = Position::default();
        let games = Games::default().beside(games);
        let request = Request { position, games, play, brief, id: None, own: E::default() };
        Self { request, faults: Faults::default() }
    }

    fn set(&mut self, field: Field, raw: &RawValue, limits: &Limits) -> Result<(), Faults> {
        let request = &mut self.request;
        match field {
            Field::Position => {
                request.position = position::from_raw(raw, &request.games, &mut Counts::new(limits))?;
            }
            Field::Games => {
                let (games, faults) = Games::from_raw(raw, limits);
                request.games = games.beside(Some(&request.games));
                if !faults.is_empty() {
                    return Err(faults);
                }
            }
            Field::Play => request.play = read_play(Given::Json(raw))?,
            Field::Brief => request.brief = Given::Json(raw).boolean()?,
            Field::Id => request.id = Some(Id::from_raw(raw)?),
            Field::Own(name) => request.own.set(name, Given::Json(raw))?,
        }
        Ok(())
    }

    fn set_from_text(&mut self, field: Field, text: &str, door: Door) -> Result<(), Fault> {
        let request = &mut self.request;
        match field {
            // A query string spells the position as its games.
            Field::Position => {}
            Field::Games => {
                let detail = match door {
                    Door::Url => "games are defined in a body: use POST",
                    Door::Command => "games are defined in a file: use --games",
                };
                return Err(Fault::new(Code::InvalidQuery, detail));
            }
            Field::Play => request.play = read_play(Given::Text(text))?,
            Field::Brief => request.brief = Given::Text(text).boolean()?,
            Field::Id => request.id = Some(Id::from_text(text)?),
            Field::Own(name) => request.own.set(name, Given::Text(text))?,
        }
        Ok(())
    }

    fn finish(self) -> Result<Request<E>, Rejected> {
        let Self { request, faults } = self;
        if faults.is_empty() { Ok(request) } else { Err(Rejected { id: request.id, faults }) }
    }
}

/// Reads the convention.
///
/// # Errors
/// `invalid-request`, or `invalid-query` of a text.
pub fn read_play(value: Given) -> Result<Convention, Fault> {
    match &*value.string(r#""normal" or "misere""#)? {
        "normal" => Ok(Convention::Normal),
        "misere" => Ok(Convention::Misere),
        _ => Err(value.fault(r#"play is "normal" (who cannot move loses) or "misere" (who cannot move wins)"#)),
    }
}

/// The parts of a position while parameters are read; with each, how many components were asked for.
#[derive(Default)]
struct Parts {
    list: Vec<(Part, usize)>,
    keys: Keys,
}

impl Parts {
    /// Adds the components that a parameter asks for to the part of its key.
    fn push<E: Fields>(
        &mut self,
        faults: &mut Faults,
        (key, text): (&str, &str),
        door: Door,
        games: &Games,
        counts: &mut Counts,
    ) {
        let Self { list, keys } = self;
        let known = keys.find(key, list.len(), |place| &list[place].0.key);
        if known.is_none() {
            match position::part_with(key, games) {
                Ok(part) => list.push((part, 0)),
                Err(Refused::Unknown) => {
                    return faults.push_with(|| unknown_parameter::<E>(key, games).of_parameter(key));
                }
                Err(refused) => {
                    return faults
                        .push_with(|| refused.worded(key, games).under(key).under("position").of_parameter(key));
                }
            }
        }
        let place = known.unwrap_or(list.len().saturating_sub(1));
        let Some((part, asked)) = list.get_mut(place) else { return };
        for text in position::texts(part.run.shape(), text) {
            let index = *asked;
            *asked = index.saturating_add(1);
            let Err(mut fault) = position::push_text(&mut *part.run, text, counts) else { continue };
            let is_full = matches!(fault.code, Code::TooManyComponents | Code::TooCostly);
            faults.push_with(|| {
                if let Some(texts) = position::meant(&*part.run, text, counts) {
                    fault.detail = format!("{}: did you mean {}?", fault.detail, door.several(key, &texts));
                }
                fault.under(index).under(key).under("position").of_parameter(key)
            });
            if is_full {
                return;
            }
        }
    }
}

fn unknown_field<E: Fields>(name: &str) -> Fault {
    let detail = match catalogue::find(name) {
        Ok(_) => format!(r#"games go inside of "position": {{"position": {{"{name}": …}}}}"#),
        Err(_) => format!("there is no field {}; the fields are {}", quote(name), Field::names::<E>()),
    };
    Fault::new(Code::InvalidRequest, detail).under(name)
}

fn unknown_parameter<E: Fields>(name: &str, games: &Games) -> Fault {
    let parameters = Field::COMMON.iter().map(|(name, _)| *name).filter(|name| !matches!(*name, "position" | "games"));
    let parameters: Vec<_> = parameters.chain(E::FIELDS.iter().copied()).collect();
    let own = games.names().take(MOST_COMPARED);
    let nearest = catalogue::nearest_of(name, &parameters.iter().copied().chain(own).collect::<Vec<_>>());
    let parameters = parameters.join(", ");
    let detail = format!(
        "no parameter and no game is called {}{}; the nearest is {nearest:?}. The parameters are {parameters}, and each game \
         is one, too",
        quote(name),
        foreign_letter(name)
    );
    Fault::new(Code::InvalidQuery, detail).under(name)
}

/// The fast reading.
struct RequestSeed<'m, 'l, E> {
    defaults: Defaults<'m>,
    counts: &'m mut Counts<'l>,
    own: PhantomData<E>,
}

impl<'de, E: Fields> DeserializeSeed<'de> for RequestSeed<'_, '_, E> {
    type Value = Request<E>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request<E>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, E: Fields> Visitor<'de> for RequestSeed<'_, '_, E> {
    type Value = Request<E>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<E>, A::Error> {
        // The message is never shown: the slow reading words it.
        let refused = |_| A::Error::custom("refused");
        let (mut position, mut games, mut play, mut brief, mut id, mut own) =
            (None, None, None, None, None, E::default());
        let mut others = Others::default();
        let mut own_fields = Vec::new();
        while let Some(field) = map.next_key_seed(FieldSeed(PhantomData::<E>))? {
            let repeated = match field {
                Field::Position => {
                    let seed = PositionSeed { counts: self.counts, others: &mut others };
                    position.replace(map.next_value_seed(seed)?).is_some()
                }
                Field::Games => games.replace(map.next_value_seed(GamesSeed(self.counts.limits()))?).is_some(),
                Field::Play => play.replace(read_play(Given::Json(map.next_value()?)).map_err(refused)?).is_some(),
                Field::Brief => brief.replace(map.next_value()?).is_some(),
                Field::Id => id.replace(Id::from_raw(map.next_value()?).map_err(refused)?).is_some(),
                Field::Own(name) => {
                    own.set(name, Given::Json(map.next_value()?)).map_err(refused)?;
                    let repeated = own_fields.contains(&name);
                    own_fields.push(name);
                    repeated
                }
            };
            if repeated {
                return Err(A::Error::custom("duplicate"));
            }
        }
        let Some(position) = position.filter(|_| own.missing().is_none()) else {
            return Err(A::Error::custom("missing"));
        };
        let Defaults { play: usual_play, brief: usually_brief, games: usual_games } = self.defaults;
        let games = games.unwrap_or_default().beside(usual_games);
        let position = position::with_own(position, others, &games, self.counts).map_err(A::Error::custom)?;
        let (play, brief) = (play.unwrap_or(usual_play), brief.unwrap_or(usually_brief));
        Ok(Request { position, games, play, brief, id, own })
    }
}

struct FieldSeed<E>(PhantomData<E>);

impl<'de, E: Fields> DeserializeSeed<'de> for FieldSeed<E> {
    type Value = Field;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<E: Fields> Visitor<'_> for FieldSeed<E> {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<R: Error>(self, name: &str) -> Result<Field, R> {
        Field::from_name::<E>(name).ok_or_else(|| R::custom("unknown field"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Paging;
    use super::super::play::CallersMove;
    use super::*;
    use proptest::prelude::*;

    /// Names that a game's id must not have, since a query string has both.
    const PARAMETERS: [&str; 15] = [
        "play",
        "brief",
        "explain",
        "only",
        "limit",
        "cursor",
        "id",
        "games",
        "seed",
        "mistakes",
        "line",
        "remoteness",
        "n",
        "q",
        "tag",
    ];

    #[test]
    fn no_game_is_called_like_a_parameter() {
        assert!(catalogue::all().iter().all(|game| !PARAMETERS.contains(&game.card().id)));
        assert!(Field::COMMON.iter().all(|(name, _)| *name == "position" || PARAMETERS.contains(name)));
    }

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
        r#"{"seed": 5, "mistakes": 0.5, "line": 3, "remoteness": true, "position": {"octal(0.77)": [3]}, "games": {}}"#,
    ];

    #[test]
    fn integers_that_are_spelled_as_doubles_are_read_by_their_digits() {
        let read = |body: &str| Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &Limits::default());
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

    /// Pieces that are likely to matter when they get into a body.
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

        /// The readings agree: the strict one takes a body iff the slow one finds nothing wrong with it, and no integer in it
        /// is spelled as a double, which the strict one leaves to the slow one.
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

    /// Is some number written with a point, with an exponent, or as −0?
    fn has_double(body: &[u8]) -> bool {
        body.windows(2).any(|pair| matches!(pair, [b'0'..=b'9', b'.' | b'e' | b'E'] | b"-0"))
    }

    fn agree<E: Fields>(body: &[u8]) -> Result<(), TestCaseError> {
        let limits =
            Limits { max_digits: 25, max_components: 4, max_steps: 1000, max_vertices: 2, max_edges: 2, max_cells: 0 };
        let strict = Request::<E>::read_strictly(body, Defaults::default(), &limits);
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
