//! [`Certificate`]: the proof of an answer, which a short program checks from the rules of the game alone.

use std::collections::HashMap;
use std::rc::Rc;

use grundy_certify::{Claim, HeapPeriod, OptionSource, TooMuch, labels, list, winner};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::catalogue;
use crate::game::shape::PlainValue;
use crate::game::{Goal, PositionKind, Positions, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Solution, SolvedSum, Sum, Summand};
use crate::theory::heaps::period::PeriodTheorem;
use crate::theory::heaps::solved::HeapValues;

/// The most moves of a component, and the most positions that are explored.
const MOST_MOVES: u64 = 10_000;
const MOST_POSITIONS: usize = 100_000;

/// The most machine words of all positions that are explored.
const MOST_WORDS: u64 = 4 << 20;

/// Sums of heaps up to this size are proved without a period.
const SMALL_HEAP: u64 = 100;

/// The most heaps and the largest value that a checker reads.
const MOST_HEAPS: usize = 1_000_000;
const MOST_VALUE: usize = (1 << 15) - 1;

/// Larger integers are written as strings, which the rules of a checker do not read.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// The certificate of an answer, or the reason why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Certificate {
    /// See docs/proofs.md.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::CertificateFields))]
    Proof(Box<RawValue>),
    /// There is none.
    Refused {
        /// The reason.
        refused: Unproved,
    },
}

/// The reason why an answer has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Unproved {
    /// No kind of certificate proves this answer.
    NoProof,
    /// The certificate has more bytes than the limit.
    TooLarge,
    /// The certificate takes more work, or more memory, than one request may.
    TooCostly,
}

/// The games of a position as data, which its certificate is about.
#[derive(Debug)]
pub struct Subject {
    /// The key of each game, and the game as JSON; `None` if some game can't be written.
    games: Option<Vec<(String, String)>>,
    most_bytes: usize,
}

impl Subject {
    /// Finds the games of a position. The certificate may have `most_bytes` bytes.
    #[must_use]
    pub fn of(position: &Sum, most_bytes: usize) -> Self {
        let game = |part: &Summand| Some((part.key.to_string(), game_of(part, most_bytes)?));
        Self { games: position.parts().iter().map(game).collect(), most_bytes }
    }

    /// The JSON of the game: of the only one, or of the sum of all.
    #[must_use]
    pub fn game(&self) -> Option<String> {
        match &self.games.as_ref()?[..] {
            [(_, game)] => Some(game.clone()),
            games => {
                let games = games.iter().map(|(key, game)| format!("{}:{game}", quoted(key)));
                Some(format!(r#"{{"sum":{{{}}}}}"#, games.collect::<Vec<_>>().join(",")))
            }
        }
    }

    /// Writes the components of a position as certificates write them.
    #[must_use]
    pub fn position(position: &Sum) -> Option<String> {
        let keys = position.parts().iter().map(|part| &*part.key);
        let keys = keys_of_several(keys.collect());
        let mut components = Vec::new();
        for (place, part) in position.parts().iter().enumerate() {
            for index in 0..part.components.len() {
                components.push(with_key(keys.get(place), &part.components.written(index))?);
            }
        }
        Some(list(components))
    }

    /// Makes the certificate of a solution. It takes at most half of the steps that are left.
    #[must_use]
    pub fn prove(&self, solution: &Solution) -> Certificate {
        let proved = meter::within(meter::left() / 2, || {
            let made = self.proof(solution)?;
            // A batch keeps its answers in memory. The limit of its work bounds them.
            meter::charge_each(made.len(), cost::COMPONENT);
            Ok(made)
        });
        let refused = match proved {
            Ok(Ok(made)) if made.len() > self.most_bytes => Unproved::TooLarge,
            Ok(Ok(made)) => match RawValue::from_string(made) {
                Ok(made) => return Certificate::Proof(made),
                Err(_) => Unproved::NoProof,
            },
            Ok(Err(refused)) => refused,
            Err(_) => Unproved::TooCostly,
        };
        Certificate::Refused { refused }
    }

    fn proof(&self, solution: &Solution) -> Result<String, Unproved> {
        let (position, is_misere) = (solution.position(), solution.is_misere());
        let game = self.game().ok_or(Unproved::NoProof)?;
        if let Some(heaps) = heaps(position).filter(|_| !is_misere)
            && heaps.iter().any(|(_, heap)| heap.to_u64().is_none_or(|heap| heap > SMALL_HEAP))
        {
            return period(&game, &heaps).ok_or(Unproved::NoProof);
        }
        if game.len() > self.most_bytes {
            return Err(Unproved::TooLarge);
        }
        let keys = keys_of_several(self.games.iter().flatten().map(|(key, _)| &**key).collect());
        let (mut explored, starts) = Explored::of(position, keys)?;
        let value = match solution.whole() {
            Some(Value::Nimber(value)) if !is_misere => Some(value.to_string()),
            Some(Value::Infinite(values)) if !is_misere && starts.len() == 1 => {
                Some(format!(r#"{{"infinite":{}}}"#, list(values)))
            }
            _ => None,
        };
        let Some(value) = value else {
            let proof = winner(&mut explored, &starts, is_misere)?;
            return Ok(explored.claim(&game, &starts).winner(is_misere, &proof));
        };
        let proof = labels(&mut explored, &starts)?;
        Ok(explored.claim(&game, &starts).labels(&value, &proof))
    }
}

impl From<TooMuch> for Unproved {
    fn from(_: TooMuch) -> Self {
        Self::TooCostly
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the keys as JSON, if there are several. Components of a single game are written without its key.
fn keys_of_several(keys: Vec<&str>) -> Vec<String> {
    if keys.len() > 1 { keys.into_iter().map(quoted).collect() } else { Vec::new() }
}

/// Writes a position with the key of its game.
fn with_key(key: Option<&String>, written: &PlainValue) -> Option<String> {
    let json = serde_json::to_string(written).ok()?;
    Some(key.map_or(json.clone(), |key| format!("[{key},{json}]")))
}

/// Returns whether all integers of a position are written as integers.
fn is_exact(written: &PlainValue) -> bool {
    let is_small = |number: &Natural| number.to_u64().is_some_and(|number| number <= MOST_EXACT);
    match written {
        PlainValue::Integer(number) | PlainValue::Row(number) => is_small(number),
        PlainValue::Pair(pair) => is_small(&pair.first) && is_small(&pair.second),
        PlainValue::List(parts) => parts.iter().all(is_exact),
        _ => true,
    }
}

/// Returns the game of a part as JSON: as data, or as an id of the catalogue.
fn game_of(part: &Summand, most_bytes: usize) -> Option<String> {
    let rules = part.components.ruleset();
    if let Some(data) = rules.definition(most_bytes) {
        return Some(data);
    }
    let parameters = part.key.strip_suffix(')').and_then(|key| key.split_once('('));
    let parameters = parameters.map(|(_, parameters)| format!(r#","parameters":{}"#, quoted(parameters)));
    (part.place < catalogue::all().len())
        .then(|| format!(r#"{{"catalogue":"{}"{}}}"#, rules.card().id, parameters.unwrap_or_default()))
}

/// Returns the heaps of a sum with the values of their game, if all components are heaps of one game.
fn heaps(position: &SolvedSum) -> Option<Vec<(&HeapValues, &Natural)>> {
    let [part] = position.parts() else { return None };
    let heap = |index| match part.components.position_kind(index) {
        PositionKind::Heap(values, heap) => Some((&**values, heap)),
        _ => None,
    };
    meter::each(0..part.components.len(), cost::COMPONENT).map(heap).collect()
}

/// Returns the certificate of the period of a game, with the values of these heaps; `None` if no period is proved, or no
/// certificate proves it.
fn period(game: &str, heaps: &[(&HeapValues, &Natural)]) -> Option<String> {
    let (values, _) = heaps.first()?;
    let period = values.period()?;
    let (start, length) = (period.preperiod.max(1), period.length);
    let (start, more) = match period.by {
        PeriodTheorem::Options { shift } if shift == length && !game.starts_with(r#"{"catalogue""#) => (start, None),
        PeriodTheorem::Largest { from } if game.starts_with(r#"{"all_but""#) => {
            (start.max(from), Some(values.moves().last_exception()))
        }
        _ => return None,
    };
    let count = start.checked_add(length)?.checked_add(more.unwrap_or(0)).filter(|count| *count <= MOST_HEAPS)?;
    let value = |n: usize| values.value(&n.into()).ok()?.to_usize().filter(|value| *value <= MOST_VALUE);
    let table = meter::each(0..count, cost::LOOK_UP).map(value).collect::<Option<Vec<_>>>()?;
    let json = |number: &Natural| serde_json::to_string(number).ok();
    let claim = |(_, heap): &(&HeapValues, &Natural)| Some((json(heap)?, json(&values.value(heap).ok()?)?));
    let heaps = heaps.iter().map(claim).collect::<Option<Vec<_>>>()?;
    let saltus = more.map(|_| period.saltus);
    Some(HeapPeriod { game, start, length, saltus, values: &table }.certificate(heaps))
}

/// The positions that play reaches, each with a number.
#[derive(Default)]
struct Explored {
    /// The keys of the games, if there are several.
    keys: Vec<String>,
    positions: Vec<(usize, Box<dyn Positions>)>,
    /// Each position as JSON.
    written: Vec<String>,
    numbers: HashMap<(usize, PlainValue), usize>,
    options: HashMap<usize, Rc<[Vec<usize>]>>,
    words: u64,
}

impl Explored {
    /// Returns the components of a sum, and their numbers.
    fn of(position: &SolvedSum, keys: Vec<String>) -> Result<(Self, Vec<usize>), Unproved> {
        let (mut explored, mut starts) = (Self { keys, ..Self::default() }, Vec::new());
        for (place, part) in position.parts().iter().enumerate() {
            for index in 0..part.components.len() {
                if !is_exact(&part.components.written(index)) {
                    return Err(Unproved::NoProof);
                }
                // A heap that is too large for its moves to be listed has none in this form.
                if part.components.count(index, &Goal::All).to_u64().is_none_or(|count| count > MOST_MOVES) {
                    return Err(Unproved::TooCostly);
                }
                starts.push(explored.number(place, part.components.positions().alone(index))?);
            }
        }
        Ok((explored, starts))
    }

    /// Returns the number of a position, which is the next one if the position is new.
    fn number(&mut self, part: usize, position: Box<dyn Positions>) -> Result<usize, TooMuch> {
        let written = position.written(0);
        self.words = self.words.saturating_add(written.words()).saturating_add(8);
        meter::charge_each(usize::try_from(written.words()).unwrap_or(usize::MAX), cost::NUMBER);
        let next = self.positions.len();
        let number = *self.numbers.entry((part, written.clone())).or_insert(next);
        if number == next {
            if meter::go_on(cost::POSITION).is_err() || next >= MOST_POSITIONS || self.words > MOST_WORDS {
                return Err(TooMuch);
            }
            self.written.push(with_key(self.keys.get(part), &written).ok_or(TooMuch)?);
            self.positions.push((part, position));
        }
        Ok(number)
    }

    fn claim<'a>(&'a self, game: &'a str, components: &'a [usize]) -> Claim<'a> {
        Claim { game, components, written: &self.written }
    }
}

impl OptionSource for Explored {
    fn options(&mut self, number: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
        if let Some(options) = self.options.get(&number) {
            return Ok(Rc::clone(options));
        }
        let (part, position) = &self.positions[number];
        let (part, left) = (*part, position.options(0));
        let mut options = Vec::with_capacity(left.len());
        for left in left {
            let parts = (0..left.len()).map(|index| self.number(part, left.alone(index)));
            options.push(parts.collect::<Result<Vec<_>, _>>()?);
            self.words = self.words.saturating_add(4);
        }
        // A list that the meter ended lacks options.
        if meter::is_spent() {
            return Err(TooMuch);
        }
        let options: Rc<[Vec<usize>]> = options.into();
        self.options.insert(number, Rc::clone(&options));
        Ok(options)
    }

    fn work(&mut self, steps: usize) -> Result<(), TooMuch> {
        meter::charge_each(steps, cost::WORD);
        if meter::is_spent() { Err(TooMuch) } else { Ok(()) }
    }
}
