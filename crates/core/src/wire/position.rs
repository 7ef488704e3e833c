//! Reads a [`Sum`] from JSON or from text, and writes it.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;
use smallvec::SmallVec;

use super::fault::{Code, Fault, Faults, cut, foreign_letter, quote};
use super::games::Games;
use super::json;
use super::json_reader::{self, JsonReader, Read, Unread};
use super::keys::Keys;
use super::limits::{LimitCounter, RequestLimits};
use super::rules_position::SUM;
use super::search::Elsewhere;
use super::{notation, shape, text};
use crate::catalogue::{self, Entry, UnknownKey};
use crate::game::entry::example_key;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Illegal, Positions, Solved};
use crate::number::{cost, meter};
use crate::solve::{ComponentIndex, Filter, Obstacle, Refusal, Solution, Sum, Summand};

/// Writes an object that has a list under each key of the position. The list has a value for each component.
///
/// # Errors
/// The errors of the serializer.
pub(crate) fn serialize_each<'p, R: AsRef<dyn Positions> + ?Sized, S: Serializer, T: Serialize>(
    position: &'p Sum<R>,
    serializer: S,
    each: impl Fn(ComponentIndex, &'p R) -> T,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (part, Summand { key, components: positions, .. }) in position.parts().iter().enumerate() {
        map.serialize_entry(key, &EachOf { part, positions: &**positions, each: &each })?;
    }
    map.end()
}

struct EachOf<'e, 'p, R: ?Sized, F> {
    part: usize,
    positions: &'p R,
    each: &'e F,
}

impl<'p, R: AsRef<dyn Positions> + ?Sized, T: Serialize, F: Fn(ComponentIndex, &'p R) -> T> Serialize
    for EachOf<'_, 'p, R, F>
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.positions.as_ref().len();
        let mut list = serializer.serialize_seq(Some(count))?;
        for index in 0..count {
            meter::go_on(cost::VALUE).map_err(|_| serde::ser::Error::custom("the meter is spent"))?;
            list.serialize_element(&(self.each)(ComponentIndex { part: self.part, index }, self.positions))?;
        }
        list.end()
    }
}

impl<R: AsRef<dyn Positions> + ?Sized> Serialize for Sum<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_each(self, serializer, |place, positions| positions.as_ref().written(place.index))
    }
}

/// Writes the result of a move for the field `to`: a position, or a list of positions if the game splits. In a game
/// that is defined by rules, the result is a position, or an object that holds the list.
impl Serialize for dyn Positions + '_ {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.ruleset().shape() == Shape::Literal && self.len() != 1 {
            // The list is wrapped in an object. A bare list would be read as a tuple, which is one position.
            let sum: Vec<PlainValue> = (0..self.len()).map(|index| self.written(index)).collect();
            return serializer.collect_map([(SUM, sum)]);
        }
        if self.ruleset().splits() && self.ruleset().shape() != Shape::Literal {
            return serializer.collect_seq((0..self.len()).map(|index| self.written(index)));
        }
        if self.is_empty() { serializer.serialize_none() } else { self.written(0).serialize(serializer) }
    }
}

impl Serialize for dyn Solved + '_ {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.positions().serialize(serializer)
    }
}

/// A position that is being read.
#[derive(Default)]
struct Draft {
    parts: SmallVec<[Summand; 1]>,
    keys: Keys,
}

impl Draft {
    fn has(&mut self, key: &str) -> bool {
        let Self { parts, keys } = self;
        keys.find(key, parts.len(), |place| &parts[place].key).is_some()
    }

    /// Adds a [`Summand`], and returns its components.
    fn add(&mut self, part: Summand) -> &mut dyn Positions {
        let place = self.parts.len();
        self.parts.push(part);
        &mut *self.parts[place].components
    }

    fn finish(self) -> Sum {
        Sum::of(self.parts)
    }
}

/// Returns a [`Summand`] without components for the game with this key.
///
/// # Errors
/// `unknown-game` if there is no such game. The text then names the most similar key. `invalid-game` if the parameters
/// are wrong.
pub fn part(key: &str) -> Result<Summand, Fault> {
    known_part(key).map_err(|unknown| worded(unknown, key, &Games::default()))
}

/// To find a similar name among the games of a request, at most this number of names are compared.
pub(crate) const MOST_COMPARED: usize = 100;

/// Returns what is wrong with a key that has a position behind the name of its game, or parameters without both
/// parentheses.
fn right_key(key: &str) -> Option<String> {
    let is_known = |key: &str| catalogue::find(key).is_ok();
    if let Some((game, position)) = key.split_once(['=', ':'])
        && is_known(game)
    {
        return Some(format!("the game is {game:?}, and the position {} is no part of its name", quote(position)));
    }
    let (name, rest) = key.split_once([' ', '{', '[', '('])?;
    let right = format!("{name}({})", rest.trim_end_matches(['}', ']']));
    is_known(&right).then(|| format!("the game is written {right:?}"))
}

/// Returns words that tell what to write instead of a key that is not the key of a game. The game may also have one of
/// `names`. `None` if nothing is like the key.
pub(crate) fn instead_of(key: &str, names: &[&str]) -> Option<String> {
    if let Some(game) = Elsewhere::named(key).filter(|_| !names.contains(&key)) {
        return Some(format!(". {}", game.in_words()));
    }
    // A longer key would not stand whole in the message.
    let short = Some(key).filter(|key| cut(key) == *key);
    let code = || short.map(|key| format!("octal({key})")).filter(|code| catalogue::find(code).is_ok());
    short
        .and_then(right_key)
        .or_else(|| catalogue::nearest_of(key, names).map(|nearest| format!("the nearest is {nearest:?}")))
        .or_else(|| code().map(|code| format!("a code is written {code:?}")))
        .map(|right| format!("; {right}"))
}

/// Creates the fault of a key that is not the key of a game. Finding the most similar key takes a tenth of a
/// millisecond, so callers create only those faults that the answer lists.
pub(crate) fn worded(unknown: UnknownKey, key: &str, games: &Games) -> Fault {
    match unknown {
        UnknownKey::Id => {
            let names: Vec<&str> = games.names().take(MOST_COMPARED).collect();
            let instead = instead_of(key, &names).unwrap_or_else(|| {
                format!(
                    ", and none with a name like it: GET /v1/games?q={word} or grundy games --search {word} finds games by words, \
                     and a game of your own is described under \"games\"",
                    word = search_word(key)
                )
            });
            Fault::new(Code::UnknownGame, format!("there is no game {}{}{instead}", quote(key), foreign_letter(key)))
        }
        UnknownKey::Parameters(illegal) => {
            // A blank may stand for a comma, or for nothing.
            let plain =
                |blank: &str| cut(key).replace(['{', '}'], "").split_whitespace().collect::<Vec<_>>().join(blank);
            let keys = [plain(","), plain(""), plain(",") + ")"];
            let meant = keys.into_iter().find(|meant| meant != key && known_part(meant).is_ok());
            let meant = meant.map_or_else(String::new, |meant| format!("; did you mean {meant:?}?"));
            let code = if illegal.is_limit { Code::TooCostly } else { Code::InvalidGame };
            Fault::new(code, illegal.reason + &meant)
        }
    }
}

/// Returns the word if it can be used in a URL and in a command. Otherwise returns a placeholder.
pub(crate) fn search_word(word: &str) -> &str {
    let word = cut(word);
    if !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-') {
        word
    } else {
        "WORD"
    }
}

fn known_part(key: &str) -> Result<Summand, UnknownKey> {
    meter::charge_each(key.len(), cost::NUMBER);
    let Entry { place, rules } = catalogue::find(key)?;
    let id = rules.card().id;
    let key = if id == key { Cow::Borrowed(id) } else { Cow::Owned(key.to_owned()) };
    Ok(Summand { key, place, components: rules.none() })
}

/// Returns a [`Summand`] without components for a key of the catalogue, or for the name of a game that the request
/// defines.
///
/// # Errors
/// There is no such game.
pub fn part_with(key: &str, games: &Games) -> Result<Summand, UnknownKey> {
    own_part(key, games).map_or_else(|| known_part(key), Ok)
}

/// Returns a [`Summand`] without components for the name of a game that the request defines.
fn own_part(key: &str, games: &Games) -> Option<Summand> {
    let (place, rules) = games.find(key)?;
    let place = catalogue::all().len().saturating_add(place);
    Some(Summand { key: Cow::Owned(key.to_owned()), place, components: rules.none() })
}

/// Reads a position from an object that has a list of components under the key of each game.
///
/// # Errors
/// Returns all faults, with pointers relative to the object.
pub(crate) fn read(json: &mut JsonReader, games: &Games, counts: &mut LimitCounter) -> Read<Sum> {
    if json.peek()? != b'{' {
        return json.refuse(r#"an object of games, such as {"euclid": [[5, 26]]}"#);
    }
    let mut position = Draft::default();
    json.object(|json, key, faults| {
        counts.game().map_err(Unread::ended)?;
        if position.has(key) {
            faults.push_with(|| json::repeated(key));
            return json.raw().map(drop);
        }
        match part_with(key, games) {
            Ok(part) => return read_list(key, position.add(part), json, counts),
            // The fault of the definition is reported already. Without the game, the list cannot be checked.
            Err(_) if games.is_broken(key) => {}
            Err(unknown) => faults.push_with(|| worded(unknown, key, games).under(key)),
        }
        json.raw().map(drop)
    })?;
    Ok(position.finish())
}

/// Reads the components of a game.
fn read_list(key: &str, positions: &mut dyn Positions, json: &mut JsonReader, counts: &mut LimitCounter) -> Read<()> {
    let start = *json;
    let shape = positions.ruleset().shape();
    let read = match json.peek()? {
        b'[' => json.list(|json, _| component(shape, positions, json, counts)),
        _ => json.raw().and_then(|raw| Err(no_list(key, json::type_of(raw.get()), "").into())),
    };
    // The hint repeats the position, so a long position gets no hint.
    if let Err(Unread::Faults(_)) = read
        && let Ok(raw) = { start }.raw()
        && raw.get().len() <= 100
        && push_raw(&mut *positions.ruleset().none(), raw, &mut LimitCounter::new(counts.limits)).is_ok()
    {
        return Err(no_list(key, "one position", &format!(": did you mean [{}]?", raw.get())).into());
    }
    read
}

fn no_list(key: &str, found: &str, hint: &str) -> Fault {
    let detail = format!("expected a list of positions of {}, found {found}{hint}", cut(key));
    Fault::new(Code::InvalidRequest, detail)
}

/// Reads one position and adds it.
///
/// # Errors
/// Returns the faults, with pointers relative to the position.
pub fn push_raw(positions: &mut dyn Positions, raw: &RawValue, counts: &mut LimitCounter) -> Result<(), Faults> {
    let shape = positions.ruleset().shape();
    json_reader::read(raw.get().as_bytes(), |json| component(shape, positions, json, counts))
}

/// Reads one position of this shape, and adds it.
#[inline]
fn component(
    shape: Shape,
    positions: &mut dyn Positions,
    json: &mut JsonReader,
    counts: &mut LimitCounter,
) -> Read<()> {
    if json.peek()? == b'"' {
        text_component(shape, positions, json, counts)
    } else {
        plain_component(shape, positions, json, counts)
    }
}

fn plain_component(
    shape: Shape,
    positions: &mut dyn Positions,
    json: &mut JsonReader,
    counts: &mut LimitCounter,
) -> Read<()> {
    counts.component().map_err(Unread::ended)?;
    let written = shape::read(shape, json, counts).map_err(|unread| with_example(positions, unread))?;
    push(positions, written, counts).map_err(|fault| counts.unread(fault))
}

/// Reads a string: a position of this shape, or a text in a notation that stands for some positions.
fn text_component(
    shape: Shape,
    positions: &mut dyn Positions,
    json: &mut JsonReader,
    counts: &mut LimitCounter,
) -> Read<()> {
    let (start, before) = (*json, counts.clone());
    let read = plain_component(shape, positions, json, counts);
    let Err(Unread::Faults(_)) = read else { return read };
    *json = start;
    let mut attempt = before;
    match notation::of_json(positions, json.raw()?, &mut attempt) {
        Some(written) => {
            *counts = attempt;
            written.and_then(|all| push_all(positions, all, counts)).map_err(|fault| counts.unread(fault))
        }
        None => read,
    }
}

/// Adds a position, and counts its memory.
fn push(positions: &mut dyn Positions, written: PlainValue, counts: &mut LimitCounter) -> Result<(), Fault> {
    let bytes = positions.push(written).map_err(illegal_position)?;
    counts.takes(bytes)
}

/// Adds the positions that [`notation`] has read from one text.
fn push_all(positions: &mut dyn Positions, all: Vec<PlainValue>, counts: &mut LimitCounter) -> Result<(), Fault> {
    counts.rewritten = true;
    for written in all {
        counts.component()?;
        push(positions, written, counts)?;
    }
    Ok(())
}

/// If the only fault is the wrong shape of a position, adds an example of the game's positions to this fault.
#[cold]
fn with_example(positions: &dyn Positions, unread: Unread) -> Unread {
    let card = positions.ruleset().card();
    match unread {
        Unread::Faults(faults)
            if !card.example.is_empty() && matches!(faults.listed(), [fault] if fault.code == Code::InvalidRequest) =>
        {
            let example = serde_json::to_string(&example(card)).unwrap_or_default();
            let mut described = Faults::default();
            described.append_with(faults, |mut fault| {
                fault.detail =
                    format!("{}; a position of {} is {}, such as {example}", fault.detail, card.id, card.position);
                fault
            });
            described.into()
        }
        unread => unread,
    }
}

/// Splits a parameter's text into positions. If a position of the game is one integer, the text may have several
/// positions, with commas between them.
pub(crate) fn texts(shape: Shape, text: &str) -> impl Iterator<Item = &str> {
    let is_list = shape == Shape::Integer && !text.starts_with(['[', '(']);
    text.split(move |letter| is_list && letter == ',')
}

/// Splits a text at its commas, if each piece is a position. The text as a whole is not a position, so the client may
/// have meant the pieces. The text of a list is not split: there, the mistake may be the order of the numbers.
pub(crate) fn meant<'t>(positions: &dyn Positions, text: &'t str, counts: &LimitCounter) -> Option<Vec<&'t str>> {
    let is_alone =
        |part: &&str| push_text(&mut *positions.ruleset().none(), part, &mut LimitCounter::new(counts.limits)).is_ok();
    let may_be = text.len() <= 100
        && matches!(positions.ruleset().shape(), Shape::Text { .. } | Shape::Coordinates | Shape::CircleOrRow);
    let parts: Vec<&str> = text.split(',').filter(|_| may_be).collect();
    (may_be && parts.iter().all(is_alone)).then_some(parts)
}

/// Reads one position from its text form and adds it.
///
/// # Errors
/// Returns the first fault, with a pointer relative to the position.
pub(crate) fn push_text(positions: &mut dyn Positions, text: &str, counts: &mut LimitCounter) -> Result<(), Fault> {
    if let Some(written) = notation::read(positions, text, counts) {
        return push_all(positions, written?, counts);
    }
    counts.component()?;
    let written = text::read(positions.ruleset().shape(), text, counts)?;
    push(positions, written, counts)
}

/// Returns the catalogue's example of a game.
#[must_use]
pub fn example(card: &Card) -> Sum {
    let key = example_key(card);
    let part = part(&key).and_then(|mut part| {
        // The examples are small, so the default limits suffice here.
        push_text(&mut *part.components, card.example, &mut LimitCounter::new(&RequestLimits::default())).map(|()| part)
    });
    Sum::new(part.ok())
}

/// Describes how positions of a game are written: the text form, the other notation if there is one, and an example.
pub(crate) fn form(positions: &dyn Positions, key: &str) -> Option<String> {
    let Card { text_form, example, notation, .. } = positions.ruleset().card();
    if example.is_empty() {
        return None;
    }
    let key = cut(key);
    let notation = notation.map_or_else(String::new, |notation| format!(" or {key}={}", notation.example()));
    let several = match positions.ruleset().shape() {
        Shape::Integer => format!("; several are {key}={example},{example}"),
        _ => String::new(),
    };
    Some(format!("{key} is {text_form}, such as {key}={example}{notation}{several}"))
}

/// Creates the fault of a position that can't be solved, with a pointer into the request.
pub(crate) fn refusal(refused: Refusal) -> Fault {
    let code = match &refused.reason {
        Obstacle::Unsolved(unsolved) if unsolved.too_costly => Code::TooCostly,
        Obstacle::Unsolved(_) | Obstacle::NotAlone => Code::ValueUnknown,
        Obstacle::NotTame => Code::MisereUnsupported,
        Obstacle::Rules(fault) => return Fault::of_rules((**fault).clone()).under(refused.key).under("games"),
    };
    Fault::new(code, refused.to_string()).under(refused.index).under(refused.key).under("position")
}

/// Checks that all moves of a position can be listed, or all winning moves.
///
/// # Errors
/// The reason why they can't be listed, and what is known all the same.
pub(super) fn check_listable(solution: &Solution, filter: Filter) -> Result<(), Fault> {
    solution.check_listable(filter).map_err(|refused| {
        let fault = refusal(refused);
        let instead = "an analysis without a random choice has the value, the winner and a move";
        Fault { detail: format!("{}; {instead}", fault.detail), ..fault }
    })
}

fn illegal_position(Illegal { part, reason, .. }: Illegal) -> Fault {
    let fault = Fault::new(Code::IllegalPosition, reason);
    match part {
        Some(part) => fault.under(part),
        None => fault,
    }
}
