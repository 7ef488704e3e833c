//! [`ValuesRequest`]: asks for properties of many positions of one game. It is a JSON object. For a range or a box of
//! positions in a game of the catalogue, it may also be a query string.

use std::borrow::Cow;
use std::mem;

use serde_json::value::RawValue;

use super::selection::{BOX, PositionOrder, RangeOrBox, Selection, no_list_of_all};
use crate::catalogue::UnknownKey;
use crate::game::{Play, Positions, Purpose};
use crate::number::{cost, meter};
use crate::own::ScriptFormula;
use crate::solve::{Summand, Winner};
use crate::theory::Caches;
use crate::theory::removals::Removals;
use crate::wire::fault::{Code, Fault, Faults, quote};
use crate::wire::field_value::FieldValue;
use crate::wire::games::Games;
use crate::wire::json;
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::parameters;
use crate::wire::position;
use crate::wire::request::{Defaults, RequestText, read_play};

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
}

/// The name in `of` of the number of positions.
pub const COUNT: &str = "count";

/// Returns the names that `of` may have: those of all columns, and [`COUNT`].
#[must_use]
pub fn names() -> [&'static str; 5] {
    let [grundy, winner, remoteness, genus] = Column::ALL.map(Column::as_str);
    [grundy, winner, remoteness, genus, COUNT]
}

/// The columns that `of` asks for, and whether it asks for the number of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestedColumns {
    pub(super) columns: Vec<Column>,
    /// Whether the number of positions is asked for.
    pub(super) count: bool,
}

impl Default for RequestedColumns {
    fn default() -> Self {
        Self { columns: Column::USUAL.to_vec(), count: false }
    }
}

impl RequestedColumns {
    fn read(given: FieldValue) -> Result<Self, Fault> {
        let raw = match given {
            FieldValue::Json(raw) => raw,
            FieldValue::Text(text) => {
                return Self::of(text.split(',').map(|name| (name.into(), FieldValue::Text(name))));
            }
        };
        // A list with more elements than there are names is wrong in any case, so its end need not be read.
        let list = json::elements(raw, names().len())
            .ok_or_else(|| given.fault(format!("expected a list of columns, found {}", json::type_of(raw.get()))))?;
        let mut asked = Vec::new();
        for (place, raw) in list.into_iter().enumerate() {
            let name = FieldValue::Json(raw).string("the name of a column").map_err(|fault| fault.under(place))?;
            asked.push((name, FieldValue::Json(raw)));
        }
        Self::of(asked.into_iter())
    }

    /// Reads a list of names. Each name may occur at most once.
    fn of<'v>(names: impl Iterator<Item = (Cow<'v, str>, FieldValue<'v>)>) -> Result<Self, Fault> {
        let mut asked = Self { columns: Vec::new(), count: false };
        for (place, (name, given)) in names.enumerate() {
            let found = Column::ALL.into_iter().find(|column| column.as_str() == name);
            let is_new = match found {
                Some(column) if asked.columns.contains(&column) => false,
                Some(column) => {
                    asked.columns.push(column);
                    true
                }
                None if name == COUNT => !mem::replace(&mut asked.count, true),
                None => {
                    let among = parameters::among("columns", &name, &self::names());
                    return Err(given.fault(format!("nothing is called {}; {among}", quote(&name))).under(place));
                }
            };
            if !is_new {
                return Err(given.fault(format!("{name} is there twice")).under(place));
            }
        }
        Ok(asked)
    }
}

/// The outcome that positions in the answer have, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlyOutcome {
    /// The player to move loses.
    Lost,
    /// The player to move wins.
    Won,
    /// Nobody wins.
    Drawn,
}

impl OnlyOutcome {
    /// All outcomes.
    pub const ALL: [Self; 3] = [Self::Lost, Self::Won, Self::Drawn];

    /// Returns the word of a request for this outcome.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Won => "won",
            Self::Drawn => "drawn",
        }
    }

    /// Returns the winner of positions with this outcome.
    pub(super) fn winner(self) -> Winner {
        match self {
            Self::Lost => Winner::Second,
            Self::Won => Winner::First,
            Self::Drawn => Winner::Draw,
        }
    }

    fn read(given: FieldValue) -> Result<Self, Fault> {
        let word = given.string("lost, won or drawn")?;
        let found = Self::ALL.into_iter().find(|only| only.as_str() == word);
        found.ok_or_else(|| given.fault(format!("expected lost, won or drawn, found {}", quote(&word))))
    }
}

/// One question about many positions of one game.
#[derive(Debug)]
pub struct ValuesRequest {
    /// The game, and the positions.
    pub(super) part: Summand,
    /// How the positions follow each other.
    pub(super) order: PositionOrder,
    pub(super) shared: SharedFields,
    /// No positions of the game before it was explored, if the client defines it by rules. Its rules list the options
    /// of positions that were not explored.
    pub(super) rules: Option<Box<dyn Positions>>,
}

/// The fields that a JSON object and a query string both have.
#[derive(Debug, Default)]
pub(super) struct SharedFields {
    /// Normal or misère play.
    pub(super) play: Play,
    /// The columns that are requested.
    pub(super) of: RequestedColumns,
    /// The outcome of the positions that are requested; `None` if all positions are.
    pub(super) only: Option<OnlyOutcome>,
    /// Whether to look for formulas of the columns.
    pub(super) find: bool,
    /// The client's own formula, which is compared with the values.
    pub(super) conjecture: Option<ScriptFormula>,
    /// The numbers that a move takes from a heap, if the request says them.
    pub(super) subtract: Option<Removals>,
    /// The most bytes of a certificate; `None` if none is asked for.
    pub(super) certificate: Option<usize>,
}

/// The names of [`SharedFields`].
const SHARED: [&str; 7] = ["play", "of", "only", "find", "conjecture", "subtract", "certificate"];

/// The fields of a request that is a JSON object.
const FIELDS: [&str; 11] = with_shared(["game", "positions", "starts", "games"]);

/// The parameters of a request that is a query string.
const PARAMETERS: [&str; 11] = with_shared(["game", "from", "to", BOX]);

const fn with_shared(own: [&'static str; 4]) -> [&'static str; 11] {
    let mut names = [""; 11];
    let (first, rest) = names.split_at_mut(own.len());
    first.copy_from_slice(&own);
    rest.copy_from_slice(&SHARED);
    names
}

impl SharedFields {
    /// Reads the values of [`SHARED`] that are given.
    fn read(play: Play, given: [Option<FieldValue>; 7], limits: &RequestLimits, faults: &mut Faults) -> Self {
        let mut shared = Self { play, ..Self::default() };
        for (name, given) in SHARED.into_iter().zip(given) {
            if let Some(Err(fault)) = given.map(|given| shared.set(name, given, limits)) {
                faults.push(fault.under(name));
            }
        }
        shared
    }

    fn set(&mut self, name: &str, given: FieldValue, limits: &RequestLimits) -> Result<(), Fault> {
        match name {
            "play" => self.play = read_play(given)?,
            "of" => self.of = RequestedColumns::read(given)?,
            "only" => self.only = Some(OnlyOutcome::read(given)?),
            "find" => self.find = given.boolean()?,
            "conjecture" => self.conjecture = Some(read_conjecture(given, limits)?),
            "subtract" => self.subtract = Some(read_subtract(given)?),
            _ => self.certificate = given.boolean()?.then_some(limits.max_certificate),
        }
        Ok(())
    }
}

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
        let SharedFields { play, of, .. } = &self.shared;
        let is_valued = *play == Play::Normal && of.columns.iter().all(|column| Column::USUAL.contains(column));
        let purpose = if is_valued { Purpose::Values } else { Purpose::Graph };
        if let Some(explored) = self.part.components.explored(purpose, tables).map_err(of_rules)? {
            self.rules = Some(self.part.components.ruleset().none());
            self.part.components = explored;
        }
        if matches!(self.order, PositionOrder::FromStarts) {
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
        let raw = json::raw(body)?;
        let mut faults = Faults::default();
        let fields = json::fields(raw, r#"an object with a "game" and its "positions""#, FIELDS, &mut faults)?;
        let [game, positions, starts, own_games, shared @ ..] = fields;
        let starts = json::given(starts);
        let games = Games::of_field(own_games, games, limits, &mut faults);
        let shared = shared.map(|raw| raw.map(FieldValue::Json));
        let shared = SharedFields::read(play, shared, limits, &mut faults);
        let mut noted = |fault: Fault| faults.push(fault.under("game"));
        let part = game.map(|raw| game_from_raw(raw, &games).map_err(|fault| fault.map(&mut noted)));
        for (name, field) in [("game", game), ("positions", positions)] {
            if field.is_none() {
                faults.push(Fault::new(Code::InvalidRequest, format!(r#"there is no "{name}""#)));
            }
        }
        let Some((part, raw)) = part.and_then(Result::ok).zip(positions) else { return Err(faults) };
        match Selection::from_raw(part, raw, starts, limits) {
            Ok(Selection { part, order }) if faults.is_empty() => Ok(Self { part, order, shared, rules: None }),
            Ok(_) => Err(faults),
            Err(found) => {
                faults.append(found);
                Err(faults)
            }
        }
    }

    /// Reads a query string, percent-encoded, without its question mark.
    fn from_query(query: &str, limits: &RequestLimits) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let [game, from, to, sides, shared @ ..] = parameters::read(query, PARAMETERS, &mut faults);
        let missing = |name: &str| Fault::new(Code::InvalidQuery, format!("there is no {name}"));
        let shared = shared.each_ref().map(|text| text.as_deref().map(FieldValue::Text));
        let shared = SharedFields::read(Play::Normal, shared, limits, &mut faults);
        let part = game.as_deref().ok_or_else(|| missing("game")).and_then(position::part);
        let part = part.map_err(|fault| faults.push(fault.under("game")));
        let mut counts = LimitCounter::new(limits);
        let mut at = |name: &str, fault: Fault| faults.push(fault.under(name).under("positions").of_parameter(name));
        let first = if sides.is_some() { BOX } else { "from" };
        let selected = if let Some(text) = sides {
            let is_alone = from.is_none() && to.is_none();
            let not_alone = || Fault::new(Code::InvalidQuery, "a box has neither from nor to");
            let text = is_alone.then_some(text).ok_or_else(not_alone);
            text.and_then(|text| RangeOrBox::box_from_text(&text, limits)).map_err(|fault| at(BOX, fault))
        } else {
            let [from, to] = [("from", from), ("to", to)].map(|(name, text)| {
                let text = text.ok_or_else(|| missing(name));
                let number = text.and_then(|text| crate::wire::text::integer(&text, &mut counts));
                number.map_err(|fault| at(name, fault))
            });
            from.and_then(|from| Ok(RangeOrBox::Range([from, to?])))
        };
        let (Ok(part), Ok(selected), true) = (part, selected, faults.is_empty()) else { return Err(faults) };
        let positions = Selection::of_range_or_box(part, selected, Code::InvalidQuery, limits);
        let Selection { part, order } = positions.map_err(|fault| fault.of_parameter(first))?;
        Ok(Self { part, order, shared, rules: None })
    }
}

/// Reads the numbers that a move takes from a heap.
fn read_subtract(given: FieldValue) -> Result<Removals, Fault> {
    let text = given.string("what a move takes, such as 1, 2, 3+4i")?;
    meter::go_on_each(text.len(), cost::WORD).map_err(Fault::spent)?;
    text.parse().map_err(|detail: String| given.fault(detail))
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

/// Returns the game with this name, without positions. The error is `None` if the fault of the game's definition is
/// reported already.
pub(in crate::wire) fn game_from_raw(raw: &RawValue, games: &Games) -> Result<Summand, Option<Fault>> {
    let key = FieldValue::Json(raw).string("the key of a game")?;
    position::part_with(&key, games)
        .map_err(|unknown: UnknownKey| (!games.is_broken(&key)).then(|| position::worded(unknown, &key, games)))
}
