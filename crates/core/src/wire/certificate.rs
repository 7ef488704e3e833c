//! [`Certificate`]: the proof of an answer, which a short program checks from the rules of the game alone.

use std::rc::Rc;
use std::sync::Arc;

use grundy_certify::{ExploredPosition, HeapPeriod, HeapQuotient, ReachedGame, TooMuch, list};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::catalogue;
use crate::game::shape::PlainValue;
use crate::game::{Play, PositionKind, Positions, Ruleset, Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Separate, Solution, Sum, Summand};
use crate::theory::Caches;
use crate::theory::heaps::period::PeriodTheorem;
use crate::theory::heaps::solved::HeapValues;
use crate::theory::misere::heaps::MisereHeaps;

/// The most moves of a position. A position with one move may lead to one with 10^9.
const MOST_MOVES: usize = 10_000;

/// Sums of heaps up to this size are proved without a period.
const SMALL_HEAP: u64 = 100;

/// Misère sums with this many tokens in all are proved without a quotient. They reach at most some thousand sums.
const SMALL_SUM: u64 = 20;

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

impl Certificate {
    /// Returns the bytes that the certificate has allocated.
    pub(super) fn bytes(&self) -> usize {
        if let Self::Proof(proof) = self { proof.get().len() } else { 0 }
    }
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
        let game = |part: &Summand| game_of(&part.key, part.place, part.components.ruleset(), most_bytes);
        Self { games: position.parts().iter().map(game).collect(), most_bytes }
    }

    /// Finds the game of positions that are no sum. `rules` are those of the game before it was explored.
    #[must_use]
    pub fn of_game(part: &Summand, rules: Option<&dyn Positions>, most_bytes: usize) -> Self {
        let rules = rules.unwrap_or(&*part.components).ruleset();
        Self { games: game_of(&part.key, part.place, rules, most_bytes).map(|game| vec![game]), most_bytes }
    }

    /// Returns the JSON of the game: of the only one, or of the sum of all.
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
    pub fn position<R: AsRef<dyn Positions> + ?Sized>(&self, position: &Sum<R>) -> Option<String> {
        Some(list(self.components(position).iter().map(Component::json).collect::<Option<Vec<_>>>()?))
    }

    /// Returns the components of a position.
    fn components<R: AsRef<dyn Positions> + ?Sized>(&self, position: &Sum<R>) -> Vec<Component> {
        let games = self.games.as_deref().unwrap_or_default();
        let parts = position.parts().iter().zip(games);
        // Components of a single game are written without its key.
        let key = |key: &str| (games.len() > 1).then(|| quoted(key).into());
        parts.flat_map(|(part, (of, game))| components_of(key(of), game, part.positions())).collect()
    }

    /// Makes the certificate of a solution. It takes at most half of the steps that are left.
    #[must_use]
    pub fn prove(&self, solution: &Solution, tables: &Caches) -> Certificate {
        self.within_half(|game| {
            let (position, is_misere) = (solution.position(), solution.is_misere());
            if let [part] = position.parts()
                && let Some((values, heaps)) = heaps(&*part.components)
            {
                let is_large = heaps.iter().any(|heap| heap.to_u64().is_none_or(|heap| heap > SMALL_HEAP));
                let tokens = heaps.iter().map(|heap| heap.to_u64().unwrap_or(u64::MAX)).fold(0, u64::saturating_add);
                let proof = match is_misere {
                    true if tokens > SMALL_SUM => {
                        let found = solution.quotient();
                        let found = if is_large { found.or_else(|| sought(game, values, tables)) } else { found };
                        let winner = serde_json::to_string(&solution.winner()).ok();
                        let sum = winner.map(|winner| (list(heaps.iter().map(|heap| json(heap))), winner));
                        found.zip(sum).and_then(|(found, sum)| quotient(game, values, &found, Some(sum)))
                    }
                    false if is_large => period(game, values, &heaps),
                    _ => None,
                };
                if proof.is_some() || is_large {
                    return proof.ok_or(Unproved::NoProof);
                }
            }
            let explored = explored(self.components(position))?;
            match solution.whole() {
                Some(Value::Nimber(value)) if !is_misere => Ok(explored.value(game, &value.to_string())?),
                Some(Value::Infinite(values)) if !is_misere && position.len() == 1 => {
                    Ok(explored.value(game, &format!(r#"{{"infinite":{}}}"#, list(values)))?)
                }
                _ => Ok(explored.winner(game, is_misere)?),
            }
        })
    }

    /// Makes the certificate of positions that are no sum: in normal play of their values, and in misère play of their
    /// winners. `are_listed` says that they are no range.
    #[must_use]
    pub fn prove_values(
        &self,
        positions: &dyn Positions,
        are_listed: bool,
        play: Play,
        separate: &Separate,
    ) -> Certificate {
        self.within_half(|game| {
            let heaps = separate.solved().and_then(heaps);
            if play == Play::Misere {
                let of = |(values, _): (&HeapValues, _)| {
                    quotient(game, values, &*sought(game, values, separate.tables())?, None)
                };
                return heaps.and_then(of).ok_or(Unproved::NoProof);
            }
            if let Some((values, heaps)) = heaps
                && (!are_listed || heaps.len() == positions.len())
                && let Some(proof) = period(game, values, if are_listed { &heaps } else { &[] })
            {
                return Ok(proof);
            }
            let values = separate.values().map_err(|_| Unproved::TooCostly)?;
            let values =
                values.iter().map(|value| if let Some(Value::Nimber(value)) = value { Some(value) } else { None });
            let total = values.into_iter().try_fold(Natural::ZERO, |xor, value| Some(&xor ^ value?));
            let total = total.ok_or(Unproved::NoProof)?.to_string();
            Ok(explored(components_of(None, game, positions).collect())?.value(game, &total)?)
        })
    }

    /// Makes a certificate of the game, with at most half of the steps that are left.
    fn within_half(&self, proof: impl FnOnce(&str) -> Result<String, Unproved>) -> Certificate {
        let proved = meter::within(meter::left() / 2, || {
            let game = self.game().ok_or(Unproved::NoProof)?;
            if game.len() > self.most_bytes {
                return Err(Unproved::TooLarge);
            }
            let made = proof(&game)?;
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
}

impl From<TooMuch> for Unproved {
    fn from(_: TooMuch) -> Self {
        Self::TooCostly
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn json(number: &Natural) -> String {
    serde_json::to_string(number).unwrap_or_default()
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

/// Returns the key of a game, and the game as JSON: as data, or as an id of the catalogue.
fn game_of(key: &str, place: usize, rules: &dyn Ruleset, most_bytes: usize) -> Option<(String, String)> {
    let of_catalogue = || {
        let parameters = key.strip_suffix(')').and_then(|key| key.split_once('('));
        let parameters = parameters.map(|(_, parameters)| format!(r#","parameters":{}"#, quoted(parameters)));
        let id = (place < catalogue::all().len()).then_some(rules.card().id)?;
        Some(format!(r#"{{"catalogue":"{id}"{}}}"#, parameters.unwrap_or_default()))
    };
    Some((key.to_owned(), rules.definition(most_bytes).or_else(of_catalogue)?))
}

/// Returns the values of a game of heaps, and the heaps; `None` unless all positions are heaps, and there is one.
fn heaps(solved: &dyn Solved) -> Option<(&HeapValues, Vec<&Natural>)> {
    let heap = |index| match solved.position_kind(index) {
        PositionKind::Heap(values, heap) => Some((&**values, heap)),
        _ => None,
    };
    let heaps = meter::each(0..solved.len(), cost::COMPONENT).map(heap).collect::<Option<Vec<_>>>()?;
    Some((heaps.first()?.0, heaps.into_iter().map(|(_, heap)| heap).collect()))
}

/// Returns the certificate of the period of a game, with the values of these heaps; `None` if no period is proved, or no
/// certificate proves it.
fn period(game: &str, values: &HeapValues, heaps: &[&Natural]) -> Option<String> {
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
    let claim = |heap: &&Natural| Some((json(heap), json(&values.value(heap).ok()?)));
    let heaps = meter::each(heaps, cost::COMPONENT).map(claim).collect::<Option<Vec<_>>>()?;
    let saltus = more.map(|_| period.saltus);
    Some(HeapPeriod { game, start, length, saltus, values: &table }.certificate(heaps))
}

/// Returns whether a game is given by a code or a set, so that a certificate can prove its misère quotient.
fn has_digits(game: &str) -> bool {
    game.starts_with(r#"{"code""#) || game.starts_with(r#"{"subtraction""#)
}

/// Looks for the misère quotient of all heaps of a game.
fn sought(game: &str, values: &HeapValues, tables: &Caches) -> Option<Arc<MisereHeaps>> {
    if has_digits(game) { tables.quotients.of_game(values.moves(), None, meter::left()).ok()? } else { None }
}

/// Returns the certificate of the misère quotient of all heaps of a game, with a sum of heaps and its winner; `None` if
/// no certificate proves it.
fn quotient(game: &str, values: &HeapValues, found: &MisereHeaps, sum: Option<(String, String)>) -> Option<String> {
    let number = found.game(values.moves()).filter(|_| has_digits(game))?;
    let (cycle, quotient) = (found.cycle(number)?, found.quotient());
    let (start, length, order) = (cycle.from.max(1), cycle.length, quotient.order());
    meter::charge_each(order.saturating_mul(order), cost::ENTRY);
    let images =
        (0..start.checked_add(length)?).map(|heap| found.element(number, &heap.into())).collect::<Option<Vec<_>>>()?;
    let made = HeapQuotient { game, start, length, order, images: &images };
    Some(made.certificate(|a, b| quotient.times(a, b), |element| quotient.is_lost(element), sum))
}

/// Returns positions of a game, which is given as JSON.
fn components_of(key: Option<Rc<str>>, game: &str, positions: &dyn Positions) -> impl Iterator<Item = Component> {
    let are_cells = game.starts_with(r#"{"cells""#);
    let component = move |index| Component { key: key.clone(), are_cells, position: positions.alone(index) };
    meter::each(0..positions.len(), cost::COMPONENT).map(component)
}

/// Begins to explore what play reaches from some components.
fn explored(components: Vec<Component>) -> Result<ReachedGame<Component>, Unproved> {
    if components.iter().any(|component| component.json().is_none()) {
        return Err(Unproved::NoProof);
    }
    Ok(ReachedGame::of(components)?)
}

/// A position that is explored for a certificate.
struct Component {
    /// The key of the game as JSON, if there are several games.
    key: Option<Rc<str>>,
    /// A board is then written as the list of its free cells, which are numbered row by row.
    are_cells: bool,
    position: Box<dyn Positions>,
}

impl ExploredPosition for Component {
    fn json(&self) -> Option<String> {
        let written = self.position.written(0);
        let words = usize::try_from(written.words()).unwrap_or(usize::MAX);
        meter::charge(cost::POSITION);
        meter::charge_each(words, cost::NUMBER);
        if !is_exact(&written) {
            return None;
        }
        let json = match &written {
            PlainValue::Rows(rows) if self.are_cells => {
                let cells = rows.iter().flat_map(|row| row.bytes()).enumerate();
                list(cells.filter(|(_, cell)| *cell == b'.').map(|(place, _)| place))
            }
            written => serde_json::to_string(written).ok()?,
        };
        Some(if let Some(key) = &self.key { format!("[{key},{json}]") } else { json })
    }

    fn options(&self) -> Result<Vec<Vec<Self>>, TooMuch> {
        let Self { key, are_cells, position } = self;
        let part = |position| Self { key: key.clone(), are_cells: *are_cells, position };
        let options = position.first_options(0, MOST_MOVES + 1);
        // A list that the meter ended lacks options.
        if meter::is_spent() || options.len() > MOST_MOVES {
            return Err(TooMuch);
        }
        let parts = |left: Rc<dyn Positions>| (0..left.len()).map(|index| part(left.alone(index))).collect();
        Ok(options.into_iter().map(parts).collect())
    }

    fn work(steps: usize) -> Result<(), TooMuch> {
        meter::charge_each(steps, cost::WORD);
        if meter::is_spent() { Err(TooMuch) } else { Ok(()) }
    }
}
