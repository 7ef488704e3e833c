//! [`Subject`]: what an answer's certificate is about. It makes the certificate, which a short program checks from the
//! rules of the game alone.

use std::rc::Rc;

pub use grundy_certify::{Certificate, Unproved};
use grundy_certify::{
    CertifiedGames, ExploredPosition, HeapPeriod, HeapProofs, HeapQuotient, TooMuch, catalogue_game, has_digits, list,
    prove,
};
use serde::Serialize;

use super::integer::MAX_EXACT_IN_DOUBLE;
use super::known;
use crate::catalogue;
use crate::game::shape::PlainValue;
use crate::game::{Play, PositionKind, Positions, Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Separate, Solution, Sum, Summand};
use crate::theory::Caches;
use crate::theory::heaps::period::PeriodTheorem;
use crate::theory::heaps::solved::HeapValues;

/// The most moves of a position. A position with one move may lead to one with 10^9.
const MOST_MOVES: usize = 10_000;

/// The games of a position, which its certificate is about.
#[derive(Debug)]
pub struct Subject {
    games: CertifiedGames,
    most_bytes: usize,
}

impl Subject {
    /// Finds the games of a position. If the position was explored, `rules` are those of its game before that. The
    /// certificate may have `most_bytes` bytes.
    #[must_use]
    pub fn of<'p>(
        parts: impl IntoIterator<Item = &'p Summand>,
        rules: Option<&dyn Positions>,
        most_bytes: usize,
    ) -> Self {
        let game = |part: &Summand| {
            let rules = rules.unwrap_or(&*part.components).ruleset();
            let is_known = part.place < catalogue::all().len();
            let of_catalogue = || is_known.then(|| catalogue_game(rules.card().id, &part.key));
            Some((part.key.to_string(), rules.definition(most_bytes).or_else(of_catalogue)?))
        };
        Self { games: CertifiedGames::of(parts.into_iter().map(game)), most_bytes }
    }

    /// Returns the JSON of the game: of the only one, or of the sum of all.
    #[must_use]
    pub fn game(&self) -> Option<String> {
        self.games.json()
    }

    /// Writes the components of a position as certificates write them.
    #[must_use]
    pub fn position<R: AsRef<dyn Positions> + ?Sized>(&self, position: &Sum<R>) -> Option<String> {
        CertifiedGames::position(self.components(position))
    }

    /// Returns the components of a position, each with the key of its game.
    fn components<R: AsRef<dyn Positions> + ?Sized>(
        &self,
        position: &Sum<R>,
    ) -> impl Iterator<Item = (Option<Rc<str>>, Box<dyn Positions>)> {
        let parts = position.parts().iter().zip(self.games.keys());
        parts.flat_map(|(part, key)| each(part.positions()).map(move |component| (key.clone(), component)))
    }

    /// Makes the certificate of a solution. It takes at most half of the steps that are left.
    #[must_use]
    pub fn prove(&self, solution: &Solution, tables: &Caches) -> Certificate {
        let (position, is_misere) = (solution.position(), solution.is_misere());
        self.within_half(|game| {
            let heaps = match position.parts() {
                [part] => TableHeaps::of(game, &*part.components, Some(solution), tables),
                _ => None,
            };
            let is_claimed = |value: &&Value| match value {
                Value::Nimber(_) => !is_misere,
                Value::Infinite(_) => !is_misere && position.len() == 1,
                Value::Outcome { .. } => false,
            };
            let value = solution.whole().filter(is_claimed).and_then(json);
            let heaps = heaps.as_ref().map(|heaps| -> &dyn HeapProofs { heaps });
            prove(game, heaps, self.components(position), is_misere, value.as_deref())
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
            let heaps = separate.solved().and_then(|solved| TableHeaps::of(game, solved, None, tables));
            if play == Play::Misere {
                return heaps.and_then(|heaps| heaps.quotient(true)).ok_or(Unproved::NoProof);
            }
            // The table of a short range may prove no period, but a longer table of the game may.
            let longer = || {
                let find = || known::solved(positions.ruleset(), tables);
                let solved = meter::within(meter::left() / 2, find).ok()?.ok()??;
                TableHeaps::of(game, &*solved, None, tables)?.period_of(&[])
            };
            let period = match heaps {
                Some(heaps) if !are_listed => heaps.period_of(&[]).or_else(longer),
                Some(heaps) if heaps.heaps.len() == positions.len() => heaps.period(),
                _ => None,
            };
            if let Some(proof) = period.filter(|proof| proof.len() <= self.most_bytes) {
                return Ok(proof);
            }
            let values = separate.values().map_err(|_| Unproved::TooCostly)?;
            let add = |xor, value: &_| if let Some(Value::Nimber(value)) = value { Some(&xor ^ value) } else { None };
            let total = values.iter().try_fold(Natural::ZERO, add).ok_or(Unproved::NoProof)?.to_string();
            prove(game, None, each(positions).map(|component| (None, component)), false, Some(&total))
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

/// Returns whether all integers of a position are written as integers. The rules of a checker read no others.
fn is_exact(written: &PlainValue) -> bool {
    let is_small = |number: &Natural| number.to_u64().is_some_and(|number| number <= MAX_EXACT_IN_DOUBLE);
    match written {
        PlainValue::Integer(number) | PlainValue::Row(number) => is_small(number),
        PlainValue::Pair(pair) => is_small(&pair.first) && is_small(&pair.second),
        PlainValue::List(parts) => parts.iter().all(is_exact),
        _ => true,
    }
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
    fn of(game: &'a str, solved: &'a dyn Solved, solution: Option<&'a Solution>, tables: &'a Caches) -> Option<Self> {
        let heap = |index| match solved.position_kind(index) {
            PositionKind::Heap(values, heap) => Some((&**values, heap)),
            _ => None,
        };
        let heaps = meter::each(0..solved.len(), cost::COMPONENT).map(heap).collect::<Option<Vec<_>>>()?;
        let (values, _) = *heaps.first()?;
        Some(Self { game, values, heaps: heaps.into_iter().map(|(_, heap)| heap).collect(), solution, tables })
    }

    /// Returns the certificate of the period, with the values of these heaps.
    fn period_of(&self, heaps: &[&Natural]) -> Option<String> {
        let period = self.values.period()?;
        let (from, growth) = match period.by {
            PeriodTheorem::Options { shift } if shift == period.length => (0, None),
            PeriodTheorem::Largest { from } => (from, Some((period.saltus, self.values.moves().last_exception()))),
            _ => return None,
        };
        let value = |heap: usize| {
            meter::go_on(cost::LOOK_UP).ok()?;
            self.values.value(&heap.into()).ok()?.to_usize()
        };
        let claim = |heap: &&Natural| Some((json(heap)?, json(&self.values.value(heap).ok()?)?));
        let heaps = || meter::each(heaps, cost::COMPONENT).map(claim).collect();
        let from = period.preperiod.max(from);
        HeapPeriod { game: self.game, from, length: period.length, growth }.certificate(value, heaps)
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
        let (from, length, order) = (cycle.from, cycle.length, quotient.order());
        meter::charge_each(order.saturating_mul(order), cost::ENTRY);
        let heaps = || Some(list(self.heaps.iter().map(json).collect::<Option<Vec<_>>>()?));
        let sum = self.solution.and_then(|solution| Some((heaps()?, json(&solution.winner())?)));
        HeapQuotient { game, from, length, order }.certificate(
            |heap| found.element(number, &heap.into()),
            |a, b| quotient.times(a, b),
            |element| quotient.is_lost(element),
            sum,
        )
    }
}

fn json(value: &impl Serialize) -> Option<String> {
    serde_json::to_string(value).ok()
}

/// Returns each position alone.
fn each(positions: &dyn Positions) -> impl Iterator<Item = Box<dyn Positions>> {
    meter::each(0..positions.len(), cost::COMPONENT).map(|index| positions.alone(index))
}

/// A position that is explored for a certificate.
impl ExploredPosition for Box<dyn Positions> {
    fn json(&self) -> Option<String> {
        let written = self.written(0);
        let words = usize::try_from(written.words()).unwrap_or(usize::MAX);
        meter::charge(cost::POSITION);
        meter::charge_each(words, cost::NUMBER);
        match &written {
            // The cells of a client's board are numbered row by row. The free ones are listed.
            PlainValue::Rows(rows) if self.ruleset().card().id == "deletion" => {
                let cells = rows.iter().flat_map(|row| row.bytes()).enumerate();
                Some(list(cells.filter(|(_, cell)| *cell == b'.').map(|(place, _)| place)))
            }
            written => json(written).filter(|_| is_exact(written)),
        }
    }

    fn options(&self) -> Result<Vec<Vec<Self>>, TooMuch> {
        let options = self.first_options(0, MOST_MOVES + 1);
        // A list that the meter ended lacks options.
        if meter::is_spent() || options.len() > MOST_MOVES {
            return Err(TooMuch);
        }
        Ok(options.iter().map(|left| (0..left.len()).map(|index| left.alone(index)).collect()).collect())
    }

    fn work(steps: usize) -> Result<(), TooMuch> {
        meter::charge_each(steps, cost::WORD);
        if meter::is_spent() { Err(TooMuch) } else { Ok(()) }
    }
}
