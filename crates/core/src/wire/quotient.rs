//! [`QuotientAnswer`]: the misère quotient of some positions of a game, as data. [`QuotientRequest`] asks for it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::fault::{Code, Fault, Faults, quote};
use super::field_value::FieldValue;
use super::games::Games;
use super::json;
use super::limits::RequestLimits;
use super::parameters;
use super::position;
use super::request::{Defaults, RequestText};
use super::value_table::{Selection, game_from_raw, is_integer};
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Play, PositionKind, Positions, Purpose};
use crate::number::{Natural, cost, meter};
use crate::solve::Summand;
use crate::theory::Caches;
use crate::theory::heaps::moves::HeapCode;
use crate::theory::misere::heaps::MAX_HEAPS;
use crate::theory::misere::names::ElementNames;
use crate::theory::misere::quotient::Quotient;
use crate::theory::misere::quotients::FOR_AN_ANSWER;
use crate::theory::misere::search::{ClosedPositions, prove};

/// The largest number of positions whose quotient is looked for. It bounds the memory of their options.
const MOST_POSITIONS: usize = 10_000;

/// The largest number of options of all these positions.
const MOST_OPTIONS: usize = 200_000;

/// The largest heap that a request may name.
pub const LARGEST: usize = MAX_HEAPS - 1;

/// A request for a misère quotient.
#[derive(Debug)]
pub struct QuotientRequest {
    part: Summand,
    covers: Covers,
}

/// The positions that a quotient covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Covers {
    /// The positions of the request, and all that moves reach from them.
    Listed,
    /// The integers from 0 to this one.
    UpTo(usize),
    /// All heaps.
    All,
}

impl QuotientRequest {
    /// Returns the [`Summand::place`] of the game, and the number of positions.
    #[must_use]
    pub fn asked(&self) -> (usize, usize) {
        (self.part.place, self.part.components.len())
    }

    /// Reads a request from JSON or from a query string.
    ///
    /// # Errors
    /// Returns all faults in the request.
    pub fn read(asked: RequestText, limits: &RequestLimits) -> Result<Self, Faults> {
        meter::work_at("reading the request");
        meter::charge(cost::COMPONENT);
        match asked {
            RequestText::Json(text) => Self::from_json(text, None, limits),
            RequestText::JsonWith(text, Defaults { games, .. }) => Self::from_json(text, games, limits),
            RequestText::Query(query) => {
                let mut faults = Faults::default();
                let [game, to] = parameters::read(query, ["game", "to"], &mut faults);
                let part = game.ok_or_else(|| Fault::new(Code::InvalidQuery, "there is no game"));
                let part = part.and_then(|key| position::part(&key));
                let part = part.map_err(|fault| faults.push(fault.under("game")));
                Self::up_to(part.ok(), to, faults)
            }
        }
    }

    /// Reads a query string about a game that the path of the URL names.
    ///
    /// # Errors
    /// Returns all faults in the query string.
    pub fn in_path(part: Summand, query: &str) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let [to] = parameters::read(query, ["to"], &mut faults);
        Self::up_to(Some(part), to, faults)
    }

    fn up_to(part: Option<Summand>, to: Option<Cow<str>>, mut faults: Faults) -> Result<Self, Faults> {
        let to = to.map(|text| FieldValue::Text(&text).count("to", LARGEST)).transpose();
        let to = to.map_err(|fault| faults.push(fault.under("to").of_parameter("to")));
        match (part, to) {
            (Some(part), Ok(to)) if faults.is_empty() => {
                Ok(Self { part, covers: to.map_or(Covers::All, Covers::UpTo) })
            }
            _ => Err(faults),
        }
    }

    fn from_json(body: &[u8], shared: Option<&Arc<Games>>, limits: &RequestLimits) -> Result<Self, Faults> {
        meter::go_on_each(body.len(), cost::BYTE).map_err(Fault::spent)?;
        let raw = json::raw(body)?;
        let mut faults = Faults::default();
        let names = ["game", "positions", "to", "games"];
        let [game, positions, to, games] = json::fields(raw, r#"an object with a "game""#, names, &mut faults)?;
        // Typed clients send an empty list for a field that is not given.
        let positions = if to.is_some() { json::given(positions) } else { positions };
        if positions.is_some() && json::given(positions).is_none() {
            let detail = r#"the list has no position: list some, or leave "positions" out"#;
            faults.push(Fault::new(Code::InvalidRequest, detail).under("positions"));
        }
        let games = Games::of_field(games, shared, limits, &mut faults);
        let part = game.and_then(|raw| {
            let part = game_from_raw(raw, &games);
            part.map_err(|fault| faults.append(fault.map(|fault| fault.under("game").into()).unwrap_or_default())).ok()
        });
        let to = to.map(|raw| FieldValue::Json(raw).count("to", LARGEST)).transpose();
        let to = to.map_err(|fault| faults.push(fault.under("to"))).ok().flatten();
        if game.is_none() {
            faults.push(Fault::new(Code::InvalidRequest, r#"there is no "game""#));
        }
        let covers = match (positions, to) {
            (Some(_), Some(_)) => {
                let detail = r#"give "positions" or "to", not both"#;
                faults.push(Fault::new(Code::InvalidRequest, detail).under("to"));
                Covers::Listed
            }
            (Some(_), None) => Covers::Listed,
            (None, Some(to)) => Covers::UpTo(to),
            (None, None) => Covers::All,
        };
        let Some(part) = part.filter(|_| faults.is_empty()) else { return Err(faults) };
        let part = match positions {
            Some(raw) => Selection::of_list(part, raw, "positions", limits)?.part,
            None => part,
        };
        Ok(Self { part, covers })
    }

    /// Finds and proves the quotient.
    ///
    /// # Errors
    /// If no quotient is found within the work of the request, if play may go on for ever, or if the meter is spent.
    pub fn answer(&self, tables: &Caches) -> Result<QuotientAnswer, Faults> {
        meter::work_at("the misère quotient");
        let Self { part, covers } = self;
        let covers = *covers;
        let code = if covers == Covers::Listed { None } else { heap_code(part, tables)? };
        if let Some(code) = code {
            return Ok(of_heaps(&part.key, &code, covers, tables)?);
        }
        let range;
        let part = match covers {
            Covers::Listed => part,
            Covers::UpTo(last) => {
                let none = Summand { key: part.key.clone(), components: part.components.copy(), ..*part };
                // Some games begin at 1.
                let rules = part.components.ruleset();
                if !is_integer(rules.shape()) {
                    let detail = format!("positions of {} are no integers: list some of them", quote(&part.key));
                    return Err(Fault::new(Code::InvalidRequest, detail).under("to").into());
                }
                let is_number = rules.shape() == Shape::Integer;
                let first = is_number && rules.none().push(PlainValue::Integer(Natural::ZERO)).is_err();
                let selected = Selection::of_range(none, first.into(), last.into(), Code::InvalidRequest);
                let of_to = |fault| Fault { pointer: String::new(), ..fault }.under("to");
                range = selected.map_err(of_to)?.part;
                &range
            }
            Covers::All => {
                let key = quote(&part.key);
                let is_number = part.components.ruleset().shape() == Shape::Integer;
                let or = if is_number { ", or for the integers up to one (\"to\")" } else { "" };
                let detail = format!(
                    "positions of {key} are no heaps with a code, so the quotient of all of them is not looked for: ask \
                     for a list of positions{or}"
                );
                return Err(Fault::new(Code::InvalidRequest, detail).into());
            }
        };
        let of_rules = |fault| Fault::of_rules(fault).under(&part.key).under("games");
        let explored = part.components.explored(Purpose::Moves, tables).map_err(of_rules)?;
        Ok(of_positions(&part.key, explored.as_deref().unwrap_or(&*part.components))?)
    }
}

/// Returns the code of a game of heaps; `None` for another game.
fn heap_code(part: &Summand, tables: &Caches) -> Result<Option<HeapCode>, Fault> {
    if part.components.ruleset().shape() != Shape::Integer {
        return Ok(None);
    }
    let mut positions = part.components.ruleset().none();
    if positions.push(PlainValue::Integer(0_u64.into())).is_err() {
        return Ok(None);
    }
    let solved = positions.solve(Play::Normal, tables);
    meter::go_on(0).map_err(Fault::spent)?;
    Ok(solved.ok().and_then(|solved| match solved.position_kind(0) {
        PositionKind::Heap(values, _) => Some(values.moves().clone()),
        _ => None,
    }))
}

fn of_heaps(key: &str, code: &HeapCode, covers: Covers, tables: &Caches) -> Result<QuotientAnswer, Fault> {
    let largest = if let Covers::UpTo(last) = covers { Some(last.into()) } else { None };
    let found = tables.quotients.of_game(code, largest.as_ref(), meter::left()).map_err(Fault::spent)?;
    let found = found.ok_or_else(|| {
        let instead = match covers {
            Covers::UpTo(_) => "",
            _ => ". There may be none, or it may be too large: ask for the heaps up to 20 and so on",
        };
        let detail = format!(
            "no finite quotient of these heaps of {key} was found within the work of a request (--max-work){instead}"
        );
        Fault::new(Code::TooCostly, detail)
    })?;
    let period = found.cycle(0).map(|cycle| ImagePeriod { from: cycle.from, length: cycle.length });
    let images: Vec<usize> = found.elements(0).collect();
    let positions = (0..images.len()).map(|heap| PlainValue::Integer(heap.into())).collect();
    let answer = QuotientAnswer::new(key, found.quotient(), positions, &images)?;
    Ok(QuotientAnswer { verified: images.len().checked_sub(1), is_whole: period.is_some(), period, ..answer })
}

/// Explores all positions that moves reach, and finds their quotient.
fn of_positions(key: &str, asked: &dyn Positions) -> Result<QuotientAnswer, Fault> {
    let mut reached = Reached::default();
    for index in meter::each(0..asked.len(), cost::LOOK_UP) {
        reached.explore(&*asked.alone(index))?;
    }
    let Reached { positions, objects, .. } = reached;
    let proved = meter::within(meter::left() / 16 * FOR_AN_ANSWER, || prove(&objects)).unwrap_or_default();
    meter::go_on(0).map_err(Fault::spent)?;
    let proved = proved.ok_or_else(|| {
        let detail = format!(
            "no finite quotient of these positions of {key} was found within the work of a request (--max-work)"
        );
        Fault::new(Code::TooCostly, detail)
    })?;
    QuotientAnswer::new(key, &proved.quotient, positions, &proved.elements)
}

/// The positions that moves reach, in an order in which options come first.
#[derive(Default)]
struct Reached {
    positions: Vec<PlainValue>,
    objects: ClosedPositions,
    options: usize,
    /// The index of each position in `positions`; `None` while its options are explored.
    numbers: HashMap<PlainValue, Option<usize>>,
}

/// A position whose options are explored: the components of each option, and the next of them.
struct Opened {
    written: PlainValue,
    options: Vec<Vec<Box<dyn Positions>>>,
    next: (usize, usize),
}

impl Reached {
    /// Explores a position, unless it is known already.
    fn explore(&mut self, start: &dyn Positions) -> Result<(), Fault> {
        let mut path = Vec::from_iter(self.open(start)?);
        while let Some(Opened { written, options, next }) = path.last_mut() {
            let (option, part) = *next;
            match options.get(option).map(|parts| parts.get(part)) {
                Some(Some(part)) => {
                    next.1 = next.1.saturating_add(1);
                    let opened = self.open(&**part)?;
                    path.extend(opened);
                }
                Some(None) => *next = (option.saturating_add(1), 0),
                None => {
                    let number = |part: &dyn Positions| self.numbers.get(&part.written(0)).copied().flatten();
                    let mut objects: Vec<Vec<usize>> = Vec::with_capacity(options.len());
                    for parts in &*options {
                        let mut parts: Vec<usize> = parts.iter().filter_map(|part| number(&**part)).collect();
                        parts.sort_unstable();
                        objects.push(parts);
                    }
                    objects.sort_unstable();
                    objects.dedup();
                    self.numbers.insert(written.clone(), Some(self.positions.len()));
                    self.positions.push(written.clone());
                    self.objects.push(objects);
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// Returns a position with its options; `None` if the position is known already.
    fn open(&mut self, position: &dyn Positions) -> Result<Option<Opened>, Fault> {
        let written = position.written(0);
        meter::charge_each(usize::try_from(written.words()).unwrap_or(usize::MAX), cost::NUMBER);
        match self.numbers.get(&written) {
            Some(Some(_)) => return Ok(None),
            Some(None) => {
                let detail = "play may go on for ever from these positions, so they have no misère quotient";
                return Err(Fault::new(Code::MisereUnsupported, detail));
            }
            None => {}
        }
        let options = position.first_options(0, MOST_OPTIONS + 1);
        self.options = self.options.saturating_add(options.len());
        meter::go_on(cost::POSITION).map_err(Fault::spent)?;
        if self.numbers.len() >= MOST_POSITIONS || self.options > MOST_OPTIONS {
            let detail = format!(
                "a quotient is looked for if moves reach at most {MOST_POSITIONS} positions with {MOST_OPTIONS} options: these \
                 reach more"
            );
            return Err(Fault::new(Code::TooCostly, detail));
        }
        self.numbers.insert(written.clone(), None);
        let parts = options.iter().map(|left| (0..left.len()).map(|index| left.alone(index)).collect());
        Ok(Some(Opened { written, options: parts.collect(), next: (0, 0) }))
    }
}

/// A misère quotient (Plambeck 2005). Two positions have the same element if each can replace the other in every sum of
/// the positions that the quotient covers, without changing the winner. The player to move loses a sum of these positions
/// if the product of their elements is in `p_portion`. Elements tell nothing about sums with other positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MisereQuotient))]
pub struct QuotientAnswer {
    /// The key of the game.
    game: String,
    /// The names of the elements, as products of generators. Element 0 is 1, the element of the empty sum. Other lists
    /// refer to elements by their index here.
    elements: Vec<String>,
    /// The indices in `positions` of those whose elements are the generators a, b, c, …: such an element is no product of
    /// elements of the positions before.
    generators: Vec<usize>,
    /// The products: entry b of list a is the product of the elements a and b.
    table: Vec<Vec<usize>>,
    /// The elements of the sums in which the player to move loses.
    p_portion: Vec<usize>,
    /// The positions with an element of their own in `images`. For a game of heaps, they are the heaps from 0 on. For
    /// other games, they are all positions that moves reach, and options come first.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<super::schemas::Component>))]
    positions: Vec<PlainValue>,
    /// The element of each of `positions`.
    images: Vec<usize>,
    /// How the elements of the heaps repeat for ever; null if this is not proved, or if the game has no heaps.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    period: Option<ImagePeriod>,
    /// The largest heap up to which the proof considers each heap; null if the game has no heaps.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    verified: Option<usize>,
    /// `true` if this is proved to be the quotient of all heaps of the game. Otherwise it is proved to be the quotient
    /// of `positions`.
    #[serde(rename = "whole")]
    is_whole: bool,
}

/// The period of the elements of heaps: the heaps n and n + length have the same element for every n from `from` on.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = QuotientPeriod))]
pub struct ImagePeriod {
    /// The smallest such n.
    from: usize,
    /// The length of the period.
    length: usize,
}

impl QuotientAnswer {
    fn new(key: &str, quotient: &Quotient, positions: Vec<PlainValue>, images: &[usize]) -> Result<Self, Fault> {
        let named = ElementNames::new(quotient, images.iter().copied());
        let order = named.order();
        meter::charge_each(order.len().saturating_mul(order.len()), cost::ENTRY);
        meter::charge_each(images.len(), cost::COMPONENT);
        meter::go_on(0).map_err(Fault::spent)?;
        let product = |a: usize| order.iter().map(|b| named.place(quotient.times(a, *b))).collect();
        Ok(Self {
            game: key.to_owned(),
            elements: named.names().to_vec(),
            generators: named.generators().to_vec(),
            table: order.iter().map(|element| product(*element)).collect(),
            p_portion: (0..order.len()).filter(|place| quotient.is_lost(order[*place])).collect(),
            images: images.iter().map(|element| named.place(*element)).collect(),
            positions,
            period: None,
            verified: None,
            is_whole: false,
        })
    }
}
