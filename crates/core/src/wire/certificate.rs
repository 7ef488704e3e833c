//! [`Subject`]: what an answer's certificate is about. It makes the certificate, which a short program checks from the
//! rules of the game alone.

use std::rc::Rc;

pub use grundy_certify::Certificate;
use grundy_certify::{
    CertifiedGames, ExploredPosition, HeapPeriod, HeapProofs, HeapQuotient, TooMuch, Unproved, has_digits, list, prove,
    quoted,
};
use serde::Serialize;

use super::known;
use crate::catalogue;
use crate::game::shape::PlainValue;
use crate::game::{Play, PositionKind, Positions, Ruleset, Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Separate, Solution, Sum, Summand};
use crate::theory::Caches;
use crate::theory::heaps::period::PeriodTheorem;
use crate::theory::heaps::solved::HeapValues;

/// The most moves of a position. A position with one move may lead to one with 10^9.
const MOST_MOVES: usize = 10_000;

/// Larger integers are written as strings, which the rules of a checker do not read.
const MOST_EXACT: u64 = (1 << 53) - 1;

/// The games of a position, which its certificate is about.
#[derive(Debug)]
pub struct Subject {
    games: CertifiedGames,
    most_bytes: usize,
}

impl Subject {
    /// Finds the games of a position. The certificate may have `most_bytes` bytes.
    #[must_use]
    pub fn of(position: &Sum, most_bytes: usize) -> Self {
        let game = |part: &Summand| game_of(part, part.components.ruleset(), most_bytes);
        Self { games: CertifiedGames::of(position.parts().iter().map(game)), most_bytes }
    }

    /// Finds the game of positions that are no sum. `rules` are those of the game before it was explored.
    #[must_use]
    pub fn of_game(part: &Summand, rules: Option<&dyn Positions>, most_bytes: usize) -> Self {
        let rules = rules.unwrap_or(&*part.components).ruleset();
        Self { games: CertifiedGames::of([game_of(part, rules, most_bytes)]), most_bytes }
    }

    /// Returns the JSON of the game: of the only one, or of the sum of all.
    #[must_use]
    pub fn game(&self) -> Option<String> {
        self.games.json()
    }

    /// Writes the components of a position as certificates write them.
    #[must_use]
    pub fn position<R: AsRef<dyn Positions> + ?Sized>(&self, position: &Sum<R>) -> Option<String> {
        Some(list(self.components(position).map(|component| component.json()).collect::<Option<Vec<_>>>()?))
    }

    /// Returns the components of a position.
    fn components<R: AsRef<dyn Positions> + ?Sized>(&self, position: &Sum<R>) -> impl Iterator<Item = Component> {
        let parts = position.parts().iter().zip(self.games.each());
        parts.flat_map(|(part, (key, game))| components_of(key, game, part.positions()))
    }

    /// Makes the certificate of a solution. It takes at most half of the steps that are left.
    #[must_use]
    pub fn prove(&self, solution: &Solution, tables: &Caches) -> Certificate {
        self.within_half(|game| {
            let position = solution.position();
            let heaps =
                if let [part] = position.parts() { TableHeaps::of(game, &*part.components, tables) } else { None };
            let heaps = heaps.map(|heaps| TableHeaps { solution: Some(solution), ..heaps });
            let value = match solution.whole().filter(|_| !solution.is_misere()) {
                Some(Value::Nimber(value)) => Some(value.to_string()),
                Some(Value::Infinite(values)) if position.len() == 1 => {
                    Some(format!(r#"{{"infinite":{}}}"#, list(values)))
                }
                _ => None,
            };
            let heaps = heaps.as_ref().map(|heaps| -> &dyn HeapProofs { heaps });
            prove(game, heaps, self.components(position), solution.is_misere(), value.as_deref())
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
            let tables = separate.tables();
            let heaps = separate.solved().and_then(|solved| TableHeaps::of(game, solved, tables));
            if play == Play::Misere {
                return heaps.and_then(|heaps| heaps.quotient(true)).ok_or(Unproved::NoProof);
            }
            let heaps = heaps.filter(|heaps| !are_listed || heaps.heaps.len() == positions.len());
            // The table of a short range may prove no period, but a longer table of the game may.
            let longer = || {
                let find = || known::solved(positions.ruleset(), tables);
                let solved = meter::within(meter::left() / 2, find).ok()?.ok()??;
                TableHeaps::of(game, &*solved, tables)?.period_of(&[])
            };
            let period = heaps.and_then(|heaps| match heaps.period_of(if are_listed { &heaps.heaps } else { &[] }) {
                None if !are_listed => longer(),
                period => period,
            });
            if let Some(proof) = period.filter(|proof| proof.len() <= self.most_bytes) {
                return Ok(proof);
            }
            let values = separate.values().map_err(|_| Unproved::TooCostly)?;
            let add = |xor, value: &_| if let Some(Value::Nimber(value)) = value { Some(&xor ^ value) } else { None };
            let total = values.iter().try_fold(Natural::ZERO, add).ok_or(Unproved::NoProof)?.to_string();
            prove(game, None, components_of(None, game, positions), false, Some(&total))
        })
    }

    /// Makes a certificate of the game, with at most half of the steps that are left.
    fn within_half(&self, proof: impl FnOnce(&str) -> Result<String, Unproved>) -> Certificate {
        let proved = meter::within(meter::left() / 2, || {
            let game = self.game().ok_or(Unproved::NoProof)?;
            let made = if game.len() > self.most_bytes { Err(Unproved::TooLarge) } else { proof(&game) }?;
            // A batch keeps its answers in memory. The limit of its work bounds them.
            meter::charge_each(made.len(), cost::COMPONENT);
            Ok(made)
        });
        Certificate::of(proved.unwrap_or(Err(Unproved::TooCostly)), self.most_bytes)
    }
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
fn game_of(part: &Summand, rules: &dyn Ruleset, most_bytes: usize) -> Option<(String, String)> {
    let of_catalogue = || {
        let parameters = part.key.strip_suffix(')').and_then(|key| key.split_once('('));
        let parameters = parameters.map(|(_, parameters)| format!(r#","parameters":{}"#, quoted(parameters)));
        let id = (part.place < catalogue::all().len()).then_some(rules.card().id)?;
        Some(format!(r#"{{"catalogue":"{id}"{}}}"#, parameters.unwrap_or_default()))
    };
    Some((part.key.to_string(), rules.definition(most_bytes).or_else(of_catalogue)?))
}

/// Heaps of one game, whose values are a table.
struct TableHeaps<'a> {
    game: &'a str,
    values: &'a HeapValues,
    heaps: Vec<&'a Natural>,
    /// The solution of the sum of the heaps, if they are one.
    solution: Option<&'a Solution>,
    tables: &'a Caches,
}

impl<'a> TableHeaps<'a> {
    /// Returns `None` unless all positions are heaps, and there is one.
    fn of(game: &'a str, solved: &'a dyn Solved, tables: &'a Caches) -> Option<Self> {
        let heap = |index| match solved.position_kind(index) {
            PositionKind::Heap(values, heap) => Some((&**values, heap)),
            _ => None,
        };
        let heaps = meter::each(0..solved.len(), cost::COMPONENT).map(heap).collect::<Option<Vec<_>>>()?;
        let (values, _) = *heaps.first()?;
        Some(Self { game, values, heaps: heaps.into_iter().map(|(_, heap)| heap).collect(), solution: None, tables })
    }

    /// Returns the certificate of the period, with the values of these heaps.
    fn period_of(&self, heaps: &[&Natural]) -> Option<String> {
        let period = self.values.period()?;
        let (from, growth) = match period.by {
            PeriodTheorem::Options { shift } if shift == period.length => (1, None),
            PeriodTheorem::Largest { from } => {
                (from.max(1), Some((period.saltus, self.values.moves().last_exception())))
            }
            _ => return None,
        };
        let value = |heap: usize| {
            meter::go_on(cost::LOOK_UP).ok()?;
            self.values.value(&heap.into()).ok()?.to_usize()
        };
        let made = HeapPeriod::of(self.game, period.preperiod.max(from), period.length, growth, value)?;
        let claim = |heap: &&Natural| Some((json(heap)?, json(&self.values.value(heap).ok()?)?));
        let heaps = meter::each(heaps, cost::COMPONENT).map(claim).collect::<Option<Vec<_>>>()?;
        Some(made.certificate(heaps))
    }
}

impl HeapProofs for TableHeaps<'_> {
    fn sizes(&self) -> Vec<u64> {
        self.heaps.iter().map(|heap| heap.to_u64().unwrap_or(u64::MAX)).collect()
    }

    fn period(&self) -> Option<String> {
        self.period_of(&self.heaps)
    }

    fn quotient(&self, is_sought: bool) -> Option<String> {
        let (game, moves) = (self.game, Some(self.values.moves()).filter(|_| has_digits(self.game))?);
        let seek = || if is_sought { self.tables.quotients.of_game(moves, None, meter::left()).ok()? } else { None };
        let found = self.solution.and_then(Solution::quotient).or_else(seek)?;
        let number = found.game(moves)?;
        let (cycle, quotient) = (found.cycle(number)?, found.quotient());
        let (start, length, order) = (cycle.from.max(1), cycle.length, quotient.order());
        meter::charge_each(order.saturating_mul(order), cost::ENTRY);
        let images = (0..start.checked_add(length)?).map(|heap| found.element(number, &heap.into()));
        let images = &images.collect::<Option<Vec<_>>>()?[..];
        let heaps = || Some(list(self.heaps.iter().map(json).collect::<Option<Vec<_>>>()?));
        let sum = self.solution.and_then(|solution| Some((heaps()?, json(&solution.winner())?)));
        let made = HeapQuotient { game, start, length, order, images };
        Some(made.certificate(|a, b| quotient.times(a, b), |element| quotient.is_lost(element), sum))
    }
}

fn json(value: &impl Serialize) -> Option<String> {
    serde_json::to_string(value).ok()
}

/// Returns positions of a game, which is given as JSON.
fn components_of(key: Option<Rc<str>>, game: &str, positions: &dyn Positions) -> impl Iterator<Item = Component> {
    let are_cells = game.starts_with(r#"{"cells""#);
    let component = move |index| Component { key: key.clone(), are_cells, position: positions.alone(index) };
    meter::each(0..positions.len(), cost::COMPONENT).map(component)
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
