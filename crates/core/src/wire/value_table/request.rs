//! [`ValuesRequest`]: asks for properties of many positions of one game. It is a JSON object. For a range of positions
//! in a game of the catalogue, it may also be a query string.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::catalogue::UnknownKey;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Play, Positions};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::own::{ScriptFormula, ScriptGame};
use crate::solve::Summand;
use crate::theory::Caches;
use crate::wire::fault::{Code, Fault, Faults, quote};
use crate::wire::field_value::FieldValue;
use crate::wire::games::Games;
use crate::wire::json::{self, Members};
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::literal;
use crate::wire::parameters;
use crate::wire::position;
use crate::wire::range::{self, Range};
use crate::wire::request::{Defaults, RequestText, read_play};
use crate::wire::shape;

/// The largest number of positions in a range.
pub const MAX_RANGE: usize = 1_000_000;

/// The largest number of positions in a list.
pub const MAX_POSITIONS: usize = 100_000;

/// A column of the answer: a property that each position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The value in normal play, even if the request is about misère play.
    Grundy,
    /// The winner.
    Winner,
    /// How many moves play lasts if the winner hurries and the loser delays.
    Remoteness,
    /// The genus, which tells how the position behaves in misère play.
    Genus,
}

impl Column {
    /// All columns.
    pub const ALL: [Self; 4] = [Self::Grundy, Self::Winner, Self::Remoteness, Self::Genus];

    /// The columns if a request does not give any.
    pub const USUAL: [Self; 2] = [Self::Grundy, Self::Winner];

    /// Returns the name of the column.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Grundy => "grundy",
            Self::Winner => "winner",
            Self::Remoteness => "remoteness",
            Self::Genus => "genus",
        }
    }

    /// Returns a name for the work on this column. If this work spends the meter, the error message has this name.
    pub(super) fn topic(self) -> &'static str {
        match self {
            Self::Grundy => "the values",
            Self::Winner => "the winners",
            Self::Remoteness => "the lengths of play",
            Self::Genus => "the genera",
        }
    }

    fn of(name: &str, given: FieldValue) -> Result<Self, Fault> {
        let found = Self::ALL.into_iter().find(|column| column.as_str() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            let detail = format!("nothing is called {}; {}", quote(name), parameters::among("columns", name, &names));
            given.fault(detail)
        })
    }

    /// Reads a list of names of columns. Each name may occur at most once.
    fn list<'v>(names: impl Iterator<Item = (Cow<'v, str>, FieldValue<'v>)>) -> Result<Vec<Self>, Fault> {
        let mut columns = Vec::new();
        for (place, (name, given)) in names.enumerate() {
            let column = Self::of(&name, given).map_err(|fault| fault.under(place))?;
            if columns.contains(&column) {
                return Err(given.fault(format!("{} is there twice", column.as_str())).under(place));
            }
            columns.push(column);
        }
        Ok(columns)
    }
}

/// One question about many positions of one game.
#[derive(Debug)]
pub struct ValuesRequest {
    /// The game, and the positions.
    pub(super) part: Summand,
    /// The first number, if the positions are a range.
    pub(super) first: Option<Natural>,
    /// `true` if the request asks for all positions that moves reach from the positions in `part`. [`Self::explore`]
    /// lists them.
    is_all: bool,
    /// Normal or misère play.
    pub(super) play: Play,
    /// The columns that are requested.
    pub(super) columns: Vec<Column>,
    /// Whether to look for formulas of the columns.
    pub(super) find: bool,
    /// The client's own formula, which is compared with the values.
    pub(super) conjecture: Option<ScriptFormula>,
    /// No positions of the game before it was explored, if the client defines it by rules. Its rules list the options
    /// of positions that were not explored.
    pub(super) rules: Option<Box<dyn Positions>>,
}

/// The fields of a request that is a JSON object.
const FIELDS: [&str; 8] = ["game", "positions", "starts", "play", "of", "games", "find", "conjecture"];

impl ValuesRequest {
    /// Returns the [`Summand::place`] of the game, and the number of positions.
    #[must_use]
    pub fn asked(&self) -> (usize, usize) {
        (self.part.place, self.part.components.len())
    }

    /// Explores the game, if the client defines it by rules. Then, if the request asks for all positions that moves
    /// reach, these positions replace those in `part`.
    ///
    /// # Errors
    /// If the rules are wrong, if all positions of another game are requested, or if the meter is spent.
    pub(crate) fn explore(&mut self, tables: &Caches) -> Result<(), Faults> {
        let of_rules = |fault| Fault::of_rules(fault).under(&self.part.key).under("games");
        if let Some(explored) = self.part.components.explored(tables).map_err(of_rules)? {
            self.rules = Some(self.part.components.ruleset().none());
            self.part.components = explored;
        }
        if self.is_all {
            self.part.components = self.part.components.all().ok_or_else(|| no_list_of_all(&self.part))?;
            meter::go_on(0).map_err(Fault::spent)?;
        }
        Ok(())
    }

    /// Reads a request from JSON or from a query string.
    ///
    /// # Errors
    /// Returns all faults in the request.
    pub fn read(asked: RequestText, limits: &RequestLimits) -> Result<Self, Faults> {
        meter::work_at("reading the request");
        meter::charge(cost::COMPONENT);
        match asked {
            RequestText::Json(text) => Self::from_json(text, Defaults::default(), limits),
            RequestText::JsonWith(text, defaults) => Self::from_json(text, defaults, limits),
            RequestText::Query(text) => Self::from_query(text, limits),
        }
    }

    fn from_json(body: &[u8], Defaults { play, games, .. }: Defaults, limits: &RequestLimits) -> Result<Self, Faults> {
        meter::go_on_each(body.len(), cost::BYTE).map_err(Fault::spent)?;
        let raw: &RawValue = serde_json::from_slice(body).map_err(|error| json::not_json(body, &error))?;
        let Members(members) = Members::of(raw, r#"an object with a "game" and its "positions""#)?;
        let mut faults = Faults::default();
        let mut fields: [Option<&RawValue>; FIELDS.len()] = [None; FIELDS.len()];
        for (name, raw) in &members {
            match FIELDS.iter().position(|field| field == name).and_then(|place| fields.get_mut(place)) {
                None => faults.push_with(|| unknown_field(name)),
                Some(Some(_)) => faults.push(json::repeated(name)),
                Some(field) => *field = Some(*raw),
            }
        }
        let [game, positions, starts, own_play, of, own_games, find, conjecture] = fields;
        // Typed clients, such as those generated for Java, send an empty list for a field that is not given.
        let starts = starts.filter(|raw| !raw.get().bytes().filter(|byte| !byte.is_ascii_whitespace()).eq(*b"[]"));
        let own_games =
            own_games.map(|raw| Games::from_raw(raw, &mut LimitCounter::new(limits))).map(|(own, found)| {
                faults.append(found.under("games"));
                own
            });
        let games = own_games.unwrap_or_default().beside(games);
        let mut noted = |name: &str, fault: Fault| faults.push(fault.under(name));
        let play = own_play.map_or(Ok(play), |raw| read_play(FieldValue::Json(raw)));
        let play = play.map_err(|fault| noted("play", fault));
        let columns = of.map_or_else(|| Ok(Column::USUAL.to_vec()), columns_from_raw);
        let columns = columns.map_err(|fault| noted("of", fault));
        let find = find.map_or(Ok(false), |raw| FieldValue::Json(raw).boolean()).map_err(|fault| noted("find", fault));
        let conjecture = conjecture.map(|raw| read_conjecture(FieldValue::Json(raw), limits)).transpose();
        let conjecture = conjecture.map_err(|fault| noted("conjecture", fault));
        let part = game.map(|raw| game_from_raw(raw, &games).map_err(|fault| fault.map(|fault| noted("game", fault))));
        for (name, field) in [("game", game), ("positions", positions)] {
            if field.is_none() {
                faults.push(Fault::new(Code::InvalidRequest, format!(r#"there is no "{name}""#)));
            }
        }
        let read =
            part.and_then(Result::ok).zip(positions).map(|(part, raw)| Selection::from_raw(part, raw, starts, limits));
        match (read, play, columns, find, conjecture) {
            (Some(Ok(Selection { part, first, is_all })), Ok(play), Ok(columns), Ok(find), Ok(conjecture))
                if faults.is_empty() =>
            {
                Ok(Self { part, first, is_all, play, columns, find, conjecture, rules: None })
            }
            (Some(Err(found)), ..) => {
                faults.append(found);
                Err(faults)
            }
            _ => Err(faults),
        }
    }

    /// Reads a query string, percent-encoded, without its question mark.
    fn from_query(query: &str, limits: &RequestLimits) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let names = ["game", "from", "to", "play", "of", "find", "conjecture"];
        let [game, from, to, play, of, find, conjecture] = parameters::read(query, names, &mut faults);
        let mut noted = |name: &str, fault: Fault| faults.push(fault.under(name).of_parameter(name));
        let missing = |name: &str| Fault::new(Code::InvalidQuery, format!("there is no {name}"));
        let play = play.map_or(Ok(Play::Normal), |text| read_play(FieldValue::Text(&text)));
        let play = play.map_err(|fault| noted("play", fault));
        let columns = of.as_deref().map_or_else(
            || Ok(Column::USUAL.to_vec()),
            |text| Column::list(text.split(',').map(|name| (name.into(), FieldValue::Text(name)))),
        );
        let columns = columns.map_err(|fault| noted("of", fault));
        let find = find.map_or(Ok(false), |text| FieldValue::Text(&text).boolean());
        let find = find.map_err(|fault| noted("find", fault));
        let conjecture = conjecture.map(|text| read_conjecture(FieldValue::Text(&text), limits)).transpose();
        let conjecture = conjecture.map_err(|fault| noted("conjecture", fault));
        let part = game.as_deref().ok_or_else(|| missing("game")).and_then(position::part);
        let part = part.map_err(|fault| noted("game", fault));
        let mut counts = LimitCounter::new(limits);
        let [from, to] = [("from", from), ("to", to)].map(|(name, text)| {
            let text = text.ok_or_else(|| missing(name));
            let number = text.and_then(|text| crate::wire::text::integer(&text, &mut counts));
            number.map_err(|fault| faults.push(fault.under(name).under("positions").of_parameter(name)))
        });
        let (Ok(play), Ok(columns), Ok(find), Ok(conjecture), Ok(part), Ok(from), Ok(to), true) =
            (play, columns, find, conjecture, part, from, to, faults.is_empty())
        else {
            return Err(faults);
        };
        let positions = Selection::of_range(part, from, to, Code::InvalidQuery);
        let Selection { part, first, is_all } = positions.map_err(|fault| fault.of_parameter("from"))?;
        Ok(Self { part, first, is_all, play, columns, find, conjecture, rules: None })
    }
}

fn unknown_field(name: &str) -> Fault {
    let detail = format!("there is no field {}; the fields are {}", quote(name), FIELDS.join(", "));
    Fault::new(Code::InvalidRequest, detail).under(name)
}

/// Reads and compiles the client's own formula.
fn read_conjecture(given: FieldValue, limits: &RequestLimits) -> Result<ScriptFormula, Fault> {
    if limits.max_rules == 0 {
        return Err(given.fault("this service runs no scripts, so it takes no conjecture"));
    }
    let source = given.string("a function value(n) or lost(n) in Python")?;
    meter::go_on_each(source.len(), cost::ENTRY).map_err(Fault::spent)?;
    if source.len() > limits.max_rules {
        let detail = format!("a conjecture has at most {} bytes, and this has {}", limits.max_rules, source.len());
        return Err(Fault::new(Code::TooCostly, detail));
    }
    ScriptFormula::compile(&source).map_err(|fault| {
        let Fault { line, column, detail, .. } = Fault::of_rules(fault);
        Fault { line, column, ..given.fault(detail) }
    })
}

fn columns_from_raw(raw: &RawValue) -> Result<Vec<Column>, Fault> {
    let expected = || {
        let detail = format!("expected a list of columns, found {}", json::type_of(raw.get()));
        Fault::new(Code::InvalidRequest, detail)
    };
    // A list with more elements than there are columns is wrong in any case, so its end need not be read.
    let list = json::elements(raw, Column::ALL.len()).ok_or_else(expected)?;
    let mut names = Vec::new();
    for (place, raw) in list.into_iter().enumerate() {
        let name = FieldValue::Json(raw).string("the name of a column").map_err(|fault| fault.under(place))?;
        names.push((name, FieldValue::Json(raw)));
    }
    Column::list(names.into_iter())
}

/// Returns the game with this name, without positions. The error is `None` if the fault of the game's definition is
/// reported already.
pub(in crate::wire) fn game_from_raw(raw: &RawValue, games: &Games) -> Result<Summand, Option<Fault>> {
    let key = FieldValue::Json(raw).string("the key of a game")?;
    position::part_with(&key, games)
        .map_err(|unknown: UnknownKey| (!games.is_broken(&key)).then(|| position::worded(unknown, &key, games)))
}

/// The positions that a request selects. If they are a range of numbers, `first` is the first number of the range.
pub(in crate::wire) struct Selection {
    pub(in crate::wire) part: Summand,
    first: Option<Natural>,
    is_all: bool,
}

impl Selection {
    /// Reads a list, a range, or "all".
    fn from_raw(
        part: Summand,
        raw: &RawValue,
        starts: Option<&RawValue>,
        limits: &RequestLimits,
    ) -> Result<Self, Faults> {
        let is_all = serde_json::from_str::<&str>(raw.get()).is_ok_and(|word| word == "all");
        if starts.is_some() && !is_all {
            let detail = r#"starts are for "positions": "all""#;
            return Err(Fault::new(Code::InvalidRequest, detail).under("starts").into());
        }
        if is_all {
            return Self::all(part, starts, limits);
        }
        match raw.get().as_bytes().first() {
            Some(b'[') => Self::of_list(part, raw, "positions", limits),
            Some(b'{') => {
                let [from, to] = ends_from_raw(raw, limits).map_err(|faults| faults.under("positions"))?;
                Ok(Self::of_range(part, from, to, Code::InvalidRequest)?)
            }
            _ => {
                let detail = format!(
                    r#"expected a list of positions, a range such as {{"from": 0, "to": 100}}, or "all", found {}"#,
                    json::type_of(raw.get())
                );
                Err(Fault::new(Code::InvalidRequest, detail).under("positions").into())
            }
        }
    }

    /// Reads the list in the field `name`.
    pub(in crate::wire) fn of_list(
        mut part: Summand,
        raw: &RawValue,
        name: &str,
        limits: &RequestLimits,
    ) -> Result<Self, Faults> {
        let most = MAX_POSITIONS.min(limits.max_components);
        let list = json::elements(raw, most).ok_or_else(|| {
            let detail = format!("expected a list of positions, found {}", json::type_of(raw.get()));
            Fault::new(Code::InvalidRequest, detail).under(name)
        })?;
        if list.len() > most {
            let detail = format!("a list may have at most {most} positions: ask for the rest in another request");
            return Err(Fault::new(Code::InvalidRequest, detail).under(name).into());
        }
        let (mut counts, mut faults) = (LimitCounter::new(limits), Faults::default());
        for (index, raw) in list.into_iter().enumerate() {
            meter::go_on(cost::POSITION).map_err(Fault::spent)?;
            let before = part.components.len();
            let pushed = position::push_raw(&mut *part.components, raw, &mut counts);
            let pushed = pushed.and_then(|()| match part.components.len().saturating_sub(before) {
                1 => Ok(()),
                several => Err(sum(several).into()),
            });
            if let Err(found) = pushed {
                faults.append_with(found, |fault| fault.under(index).under(name));
                if counts.are_over() {
                    break;
                }
            }
        }
        if faults.is_empty() { Ok(Self { part, first: None, is_all: false }) } else { Err(faults) }
    }

    /// Creates the positions from one number to another, both included. `wrong` is the code of the fault if the range
    /// is wrong.
    pub(in crate::wire) fn of_range(mut part: Summand, from: Natural, to: Natural, wrong: Code) -> Result<Self, Fault> {
        let refused = |code, detail: String| Fault::new(code, detail).under("positions");
        let is_of_rules = part.components.ruleset().shape() == Shape::Literal;
        if !matches!(part.components.ruleset().shape(), Shape::Integer | Shape::Coordinates | Shape::Literal) {
            let key = quote(&part.key);
            return Err(refused(wrong, format!("positions of {key} are no integers: list them")));
        }
        let range = Range::of(from, to, MAX_RANGE).map_err(|fault| refused(wrong, fault.detail))?;
        range::check_digits([&range]).map_err(|fault| fault.under("positions"))?;
        let game = ScriptGame::of(&*part.components).filter(|game| game.starts()).cloned();
        for number in range.numbers() {
            meter::go_on(cost::LOOK_UP).map_err(Fault::spent)?;
            let written = if let Some(game) = &game {
                let of_rules = |fault| Fault::of_rules(fault).under(&part.key).under("games");
                let start = i64::try_from(number.to_u64().unwrap_or(u64::MAX)).map(|n| game.start(n));
                let start = start.unwrap_or(Ok(None)).map_err(of_rules)?;
                let start = start.ok_or_else(|| refused(wrong, format!("{} is too large", number.short())))?;
                PlainValue::Literal(start)
            } else if is_of_rules {
                PlainValue::Literal(literal::of_text(&number.to_string()).map_err(|fault| fault.under("positions"))?)
            } else {
                PlainValue::Integer(number.clone())
            };
            if let Err(illegal) = part.components.push(written) {
                let detail = format!("{} is no position: {}", number.short(), illegal.reason);
                return Err(refused(Code::IllegalPosition, detail));
            }
        }
        Ok(Self { part, first: Some(range.first), is_all: false })
    }

    /// Returns all positions of a game that the request defines, or all positions that moves reach from `starts`.
    fn all(part: Summand, starts: Option<&RawValue>, limits: &RequestLimits) -> Result<Self, Faults> {
        let Self { mut part, .. } = match starts {
            Some(raw) => Self::of_list(part, raw, "starts", limits)?,
            None => Self { part, first: None, is_all: false },
        };
        let all = part.components.all();
        meter::go_on(0).map_err(Fault::spent)?;
        match all {
            Some(all) => part.components = all,
            // A game that is defined by rules is explored later, once the whole request is read.
            None if starts.is_some() => return Ok(Self { part, first: None, is_all: true }),
            None => return Err(no_list_of_all(&part).into()),
        }
        Ok(Self { part, first: None, is_all: false })
    }
}

/// Creates the fault of "all" for a game whose positions cannot be listed.
fn no_list_of_all(part: &Summand) -> Fault {
    let key = quote(&part.key);
    let detail = format!(
        r#""all" is for a graph of your own, or for rules with "starts"; of {key} list the positions, or ask for a range"#
    );
    Fault::new(Code::InvalidRequest, detail).under("positions")
}

/// Creates the fault of a text that does not stand for exactly one position.
fn sum(several: usize) -> Fault {
    let detail =
        format!("this stands for a sum of {several} positions: list each by itself, and XOR their Grundy values");
    Fault::new(Code::IllegalPosition, detail)
}

/// Reads the ends of a range.
fn ends_from_raw(raw: &RawValue, limits: &RequestLimits) -> Result<[Natural; 2], Faults> {
    const ENDS: [&str; 2] = ["from", "to"];
    let Members(members) = Members::of(raw, "a range")?;
    let (mut faults, mut counts) = (Faults::default(), LimitCounter::new(limits));
    let mut ends = [None, None];
    for (name, raw) in &members {
        match ENDS.iter().position(|end| end == name).and_then(|place| ends.get_mut(place)) {
            None => faults.push_with(|| {
                let detail = format!("there is no field {}; the fields of a range are from, to", quote(name));
                Fault::new(Code::InvalidRequest, detail).under(name)
            }),
            Some(Some(_)) => faults.push(json::repeated(name)),
            Some(end) => match shape::from_raw(Shape::Integer, raw, &mut counts) {
                Ok(written) => *end = written.into_integer(),
                Err(found) => faults.append(found.under(name)),
            },
        }
    }
    match ends {
        [Some(from), Some(to)] if faults.is_empty() => Ok([from, to]),
        [from, to] => {
            for (name, end) in ENDS.iter().zip([from, to]) {
                if end.is_none() && !members.iter().any(|(member, _)| member == name) {
                    faults.push(Fault::new(Code::InvalidRequest, format!(r#"there is no "{name}""#)));
                }
            }
            Err(faults)
        }
    }
}
