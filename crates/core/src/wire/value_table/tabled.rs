//! [`TabledGame`]: the game of a table, for formulas. [`FarRules`] lists the options of positions that were not solved.

use std::ops::Range;
use std::rc::Rc;

use grundy_patterns::{FormulaMeaning, OutOfWork, StepPositions, StepTest, integers_beyond, pairs_beyond};
use grundy_rules::PositionShape;

use super::request::Column;
use super::steps::StepAnswers;
use crate::game::shape::{Literal, Pair, PlainValue};
use crate::game::{Follower, Play, Positions};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::own::ScriptGame;
use crate::theory::Caches;
use crate::theory::removals::Removals;
use crate::wire::known::KnownPeriod;

/// The name of the work in an error message.
pub(super) const TOPIC: &str = "the search for formulas";

/// A position with more options is left out of a step test, and this is the work for listing them.
const OPTIONS: usize = 2_000;
const STEPS: u64 = 4 * 2_000 * cost::COMPONENT;

/// Returns how many steps a part of the work on formulas may take. Enough are left for the answer.
pub(super) fn part() -> u64 {
    meter::PART.min(meter::left() / 2)
}

/// The game of a table, and what the request says about it.
pub(super) struct TabledGame<'a> {
    pub(super) positions: &'a dyn Positions,
    /// The first integer, if the positions are a range.
    pub(super) first: Option<u64>,
    pub(super) play: Play,
    pub(super) rules: FarRules<'a>,
    /// The numbers that a move may take from a heap, and whether the request says them. Otherwise the syntax of the rules or
    /// the name of the game says them.
    pub(super) removals: Option<(Removals, bool)>,
    /// The period of the values, if it is proved.
    pub(super) period: Option<&'a KnownPeriod>,
    /// The most values that are looked at.
    pub(super) most: usize,
    pub(super) tables: &'a Caches,
}

impl TabledGame<'_> {
    /// Returns whether the positions are a range that stands for other positions than its integers.
    pub(super) fn are_starts(&self) -> bool {
        ScriptGame::of(self.rules.0).is_some_and(ScriptGame::starts)
    }

    /// Tests a formula by steps, beyond the last integer of a range or the largest number of pairs. The formula gets one
    /// number or two.
    pub(super) fn test(
        &self,
        meaning: FormulaMeaning,
        formula: impl Fn(&[u64]) -> Option<u64>,
    ) -> Result<Option<StepAnswers>, Spent> {
        if self.are_starts() || self.positions.is_empty() {
            return Ok(None);
        }
        let rules = self.rules;
        if let (Some(first), Some(last)) = (self.first, self.last()) {
            let options = |n: u64| rules.options(PlainValue::Integer(n.into()), one);
            let from = |least: u64| {
                within_part(integers_beyond(last), meaning, options, |n| formula(&[n]).filter(|_| n >= least))
            };
            let mut test = from(0)?;
            // A formula that is wrong before the range may still hold from there on.
            if first > 0 && test.as_ref().is_some_and(|test| test.fails.is_some()) {
                test = from(first)?;
            }
            return Ok(test.map(|test| StepAnswers::new(test, |n| (Some(n), None))));
        }
        meter::go_on_each(self.positions.len(), cost::COMPONENT)?;
        let pairs: Option<Vec<[u64; 2]>> =
            (0..self.positions.len()).map(|index| two(&self.positions.written(index))).collect();
        let Some(pairs) = pairs else { return Ok(None) };
        let ends = [0, 1].map(|place| {
            let numbers = || pairs.iter().map(|pair| pair[place]);
            numbers().min().zip(numbers().max())
        });
        // If the two numbers have other ends, larger pairs may be no positions.
        let Some((least, most)) = ends[0].filter(|ends_of_a| Some(*ends_of_a) == ends[1]) else { return Ok(None) };
        let is_list = matches!(self.positions.written(0), PlainValue::List(_));
        let written = |[a, b]: [u64; 2]| {
            if is_list {
                PlainValue::List([a, b].map(|number| PlainValue::Integer(number.into())).to_vec())
            } else {
                PlainValue::Pair(Pair { first: a.into(), second: b.into() })
            }
        };
        let options = |pair| rules.options(written(pair), two);
        let test = within_part(pairs_beyond(least, most), meaning, options, |pair| formula(&pair))?;
        Ok(test.map(|test| StepAnswers::new(test, |pair| (None, Some(pair)))))
    }

    /// Returns the last integer, if the positions are a range.
    pub(super) fn last(&self) -> Option<u64> {
        self.first?.checked_add(u64::try_from(self.positions.len()).ok()?)?.checked_sub(1)
    }
}

/// Tests a formula within a part of the work.
fn within_part<P: Copy>(
    positions: StepPositions<P>,
    meaning: FormulaMeaning,
    options: impl Fn(P) -> Option<Vec<Vec<P>>>,
    formula: impl Fn(P) -> Option<u64>,
) -> Result<Option<StepTest<P>>, Spent> {
    let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
    let test = meter::within(part(), || StepTest::of(positions, meaning, options, formula, &mut charge));
    meter::go_on(0)?;
    Ok(test.ok().and_then(Result::ok))
}

/// Returns the integer of a position of one.
fn one(written: &PlainValue) -> Option<u64> {
    let [only] = &integers(written)?[..] else { return None };
    only.to_u64()
}

/// Returns the integers of a position of two.
pub(super) fn two(written: &PlainValue) -> Option<[u64; 2]> {
    let [a, b] = &integers(written)?[..] else { return None };
    Some([a.to_u64()?, b.to_u64()?])
}

/// The rules of a game, with any positions of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FarRules<'a>(pub(super) &'a dyn Positions);

impl FarRules<'_> {
    /// Returns what a move may take from a heap, if the syntax of the rules tells it.
    pub(super) fn removals(self) -> Option<Removals> {
        ScriptGame::of(self.0).filter(|game| !game.starts())?.removals()
    }

    /// Returns the first integer in a range from which the rules leave other positions than moves that take these
    /// numbers. If the work for this is spent, the larger integers are not looked at.
    pub(super) fn contradicts(self, removals: &Removals, integers: Range<u64>) -> Option<u64> {
        let first = || -> Result<Option<u64>, Spent> {
            let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
            meter::go_on_each(count(integers.end), cost::VALUE)?;
            let taken: Vec<u64> = (1..integers.end).filter(|number| removals.contains(*number)).collect();
            for n in integers {
                let mut left: Vec<Vec<u64>> =
                    taken.iter().map_while(|taken| Some(vec![n.checked_sub(*taken)?])).collect();
                meter::go_on_each(left.len(), cost::VALUE)?;
                left.reverse();
                let Some(mut options) = self.options(PlainValue::Integer(n.into()), one) else { continue };
                options.sort_unstable();
                options.dedup();
                if options != left {
                    return Ok(Some(n));
                }
            }
            Ok(None)
        };
        meter::within(part(), first).ok()?.ok()?
    }

    /// Returns the options of a position, each as its components. `None` if it is no position, if it has too many options,
    /// or if one of them can't be read.
    fn options<P>(self, at: PlainValue, read: impl Fn(&PlainValue) -> Option<P>) -> Option<Vec<Vec<P>>> {
        let listed = meter::within(STEPS, || {
            if let Some(game) = ScriptGame::of(self.0) {
                let options = game.options_of(&literal(&at)?).ok()?;
                let part = |part: &Literal| read(&PlainValue::Literal(part.clone()));
                let parts = |option: &Follower<Literal>| option.parts().iter().map(part).collect();
                return Some(options).filter(|options| options.len() <= OPTIONS)?.iter().map(parts).collect();
            }
            let mut alone = self.0.ruleset().none();
            alone.push(at).ok()?;
            let options = alone.first_options(0, OPTIONS + 1);
            let parts = |left: &Rc<dyn Positions>| (0..left.len()).map(|index| read(&left.written(index))).collect();
            Some(options).filter(|options| options.len() <= OPTIONS)?.iter().map(parts).collect()
        });
        listed.ok().flatten()
    }
}

/// Returns a position as the argument of a formula.
pub(super) fn literal(written: &PlainValue) -> Option<Literal> {
    match written {
        PlainValue::Literal(literal) => Some(literal.clone()),
        PlainValue::Text(text) => Literal::text(text),
        _ => {
            let number = |number: Natural| Literal::int(i64::try_from(number.to_u64()?).ok()?);
            let numbers: Vec<Literal> = integers(written)?.into_iter().map(number).collect::<Option<_>>()?;
            match (written, &numbers[..]) {
                (PlainValue::Integer(_), [only]) => Some(only.clone()),
                _ => Literal::tuple(&numbers),
            }
        }
    }
}

/// Returns the integers of a position: one, or those of a pair or of a list.
pub(super) fn integers(written: &PlainValue) -> Option<Vec<Natural>> {
    match written {
        PlainValue::Integer(number) => Some(vec![number.clone()]),
        PlainValue::Pair(pair) => Some(vec![pair.first.clone(), pair.second.clone()]),
        PlainValue::List(_) => written.clone().into_integers(),
        PlainValue::Literal(literal) => match literal.shape() {
            PositionShape::Tuple(parts) => parts.map(|part| integer(&part.shape()).map(Natural::from)).collect(),
            shape => Some(vec![integer(&shape)?.into()]),
        },
        _ => None,
    }
}

fn integer(shape: &PositionShape) -> Option<u64> {
    if let PositionShape::Int(number) = *shape { u64::try_from(number).ok() } else { None }
}

/// Returns what a formula of a column says about a position and its options.
pub(super) fn claim(column: Column, play: Play) -> Option<FormulaMeaning> {
    match (column, play) {
        (Column::Grundy, _) => Some(FormulaMeaning::Value),
        (Column::Winner, _) => Some(FormulaMeaning::Lost { is_misere: play == Play::Misere }),
        (Column::Remoteness, Play::Normal) => Some(FormulaMeaning::Length),
        _ => None,
    }
}
