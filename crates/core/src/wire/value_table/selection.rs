//! [`Selection`]: the positions that a request for values selects. They are a list, a range, a box, or all positions of
//! a game.

use serde_json::value::RawValue;

use crate::game::shape::{Literal, Pair, PlainValue, Shape};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::own::ScriptGame;
use crate::solve::Summand;
use crate::theory::step;
use crate::wire::fault::{Code, Fault, Faults, quote};
use crate::wire::json::{self, Members};
use crate::wire::limits::{LimitCounter, RequestLimits};
use crate::wire::literal;
use crate::wire::position;
use crate::wire::range::{self, Range};
use crate::wire::shape;

/// The largest number of positions in a range or a box.
pub const MAX_RANGE: usize = 1_000_000;

/// The largest number of positions in a list.
pub const MAX_POSITIONS: usize = 100_000;

/// The positions that a request selects.
pub(in crate::wire) struct Selection {
    pub(in crate::wire) part: Summand,
    pub(super) order: PositionOrder,
}

/// How the positions of a table follow each other.
#[derive(Clone, Debug)]
pub(super) enum PositionOrder {
    /// As the client or the game lists them.
    Listed,
    /// The positions are those where play begins. All positions that moves reach from them are asked for.
    FromStarts,
    /// Consecutive integers. The first of them is in the field.
    Range(Natural),
    /// Lists of integers in given ranges. The last integer runs fastest.
    Box,
}

impl PositionOrder {
    /// Returns the first integer of a range.
    pub(super) fn first(&self) -> Option<&Natural> {
        if let Self::Range(first) = self { Some(first) } else { None }
    }
}

/// Returns whether an integer may be a position of this shape.
pub(in crate::wire) fn is_integer(shape: Shape) -> bool {
    matches!(shape, Shape::Integer | Shape::CircleOrRow | Shape::Coordinates | Shape::Literal)
}

impl Selection {
    /// Reads a list, a range, a box, or "all".
    pub(super) fn from_raw(
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
                let selected = RangeOrBox::from_raw(raw, limits).map_err(|faults| faults.under("positions"))?;
                Ok(Self::of_range_or_box(part, selected, Code::InvalidRequest, limits)?)
            }
            _ => {
                let detail = format!(
                    r#"expected a list of positions, a range such as {{"from": 0, "to": 100}}, a box such as {{"box": [[0, 9], [0, 9]]}}, or "all", found {}"#,
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
        if faults.is_empty() { Ok(Self { part, order: PositionOrder::Listed }) } else { Err(faults) }
    }

    /// Creates the positions of a range or a box. `wrong` is the code of the fault if the ranges are wrong.
    pub(super) fn of_range_or_box(
        part: Summand,
        selected: RangeOrBox,
        wrong: Code,
        limits: &RequestLimits,
    ) -> Result<Self, Fault> {
        match selected {
            RangeOrBox::Range([from, to]) => Self::of_range(part, from, to, wrong),
            RangeOrBox::Box(sides) => Self::of_box(part, &sides, wrong, limits),
        }
    }

    /// Creates the positions from one number to another, both included. `wrong` is the code of the fault if the range
    /// is wrong.
    pub(in crate::wire) fn of_range(mut part: Summand, from: Natural, to: Natural, wrong: Code) -> Result<Self, Fault> {
        let refused = |code, detail: String| Fault::new(code, detail).under("positions");
        let is_of_rules = part.components.ruleset().shape() == Shape::Literal;
        if !is_integer(part.components.ruleset().shape()) {
            let key = quote(&part.key);
            return Err(refused(
                wrong,
                format!("positions of {key} are no integers: list them, or ask for the values of a box of them"),
            ));
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
        Ok(Self { part, order: PositionOrder::Range(range.first) })
    }

    /// Creates the positions that are lists of integers in these ranges, one range for each integer. Lists that are no
    /// positions of the game are left out.
    fn of_box(mut part: Summand, sides: &[Range], wrong: Code, limits: &RequestLimits) -> Result<Self, Fault> {
        let refused = |code, detail: String| Fault::new(code, detail).under("positions");
        let shape = part.components.ruleset().shape();
        let is_of_lists = match shape {
            Shape::Pair => sides.len() == 2,
            Shape::Tuple(shapes) => sides.len() == shapes.len() && shapes.iter().all(|shape| *shape == Shape::Integer),
            Shape::List(inner) => *inner == Shape::Integer,
            Shape::Coordinates | Shape::Literal => true,
            _ => false,
        };
        match sides {
            [] => return Err(refused(wrong, "a box has at least one range".to_owned())),
            [side] if is_integer(shape) => {
                return Self::of_range(part, side.first.clone(), side.last.clone(), wrong);
            }
            _ if is_of_lists => {}
            _ => {
                let (key, count) = (quote(&part.key), step::counted(sides.len(), "integer", "integers"));
                return Err(refused(wrong, format!("positions of {key} are no lists of {count}")));
            }
        }
        let count = sides.iter().map(|side| side.len).fold(1, usize::saturating_mul);
        if count > MAX_RANGE {
            let detail = format!("a box has at most {MAX_RANGE} positions: make one of its ranges shorter");
            return Err(refused(wrong, detail));
        }
        range::check_digits(sides).map_err(|fault| fault.under("positions"))?;
        let elements = count.saturating_mul(sides.len());
        LimitCounter::new(limits).elements(elements).map_err(|fault| {
            let has =
                format!("this box has {count} positions of {} integers: make one of its ranges shorter", sides.len());
            Fault { detail: format!("{}; {has}", fault.detail), ..fault }.under("positions")
        })?;
        let mut at: Vec<Natural> = sides.iter().map(|side| side.first.clone()).collect();
        let mut illegal = None;
        for _ in 0..count {
            meter::go_on(cost::COMPONENT).map_err(Fault::spent)?;
            let written = match (shape, &at[..]) {
                (Shape::Pair, [first, second]) => PlainValue::Pair(Pair::new(first.clone(), second.clone())),
                (Shape::Literal, at) => {
                    let integer = |n: &Natural| Literal::int(i64::try_from(n.to_u64()?).ok()?);
                    let tuple = at.iter().map(integer).collect::<Option<Vec<_>>>().and_then(|at| Literal::tuple(&at));
                    let too_large = || refused(Code::IllegalPosition, "the integers are too large".to_owned());
                    PlainValue::Literal(tuple.ok_or_else(too_large)?)
                }
                (_, at) => PlainValue::integers(at),
            };
            if let Err(found) = part.components.push(written) {
                illegal.get_or_insert(found);
            }
            for (n, side) in at.iter_mut().zip(sides).rev() {
                if *n < side.last {
                    *n = &*n + &Natural::ONE;
                    break;
                }
                n.clone_from(&side.first);
            }
        }
        match illegal {
            Some(illegal) if part.components.is_empty() => {
                Err(refused(Code::IllegalPosition, format!("the box has no position: {}", illegal.reason)))
            }
            _ => Ok(Self { part, order: PositionOrder::Box }),
        }
    }

    /// Returns all positions of a game that the request defines, or all positions that moves reach from `starts`.
    fn all(part: Summand, starts: Option<&RawValue>, limits: &RequestLimits) -> Result<Self, Faults> {
        let Self { mut part, .. } = match starts {
            Some(raw) => Self::of_list(part, raw, "starts", limits)?,
            None => Self { part, order: PositionOrder::Listed },
        };
        let all = part.components.all();
        meter::go_on(0).map_err(Fault::spent)?;
        match all {
            Some(all) => part.components = all,
            // A game that is defined by rules is explored later, once the whole request is read.
            None if starts.is_some() => return Ok(Self { part, order: PositionOrder::FromStarts }),
            None => return Err(no_list_of_all(&part).into()),
        }
        Ok(Self { part, order: PositionOrder::Listed })
    }
}

/// Creates the fault of "all" for a game whose positions cannot be listed.
pub(super) fn no_list_of_all(part: &Summand) -> Fault {
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

/// The positions that an object selects, or the parameters of a query string.
pub(super) enum RangeOrBox {
    /// The integers from one to another.
    Range([Natural; 2]),
    /// The lists of integers that have each integer in one of these ranges.
    Box(Vec<Range>),
}

impl RangeOrBox {
    fn from_raw(raw: &RawValue, limits: &RequestLimits) -> Result<Self, Faults> {
        let Members(members) = Members::of(raw, "a range or a box")?;
        match &members[..] {
            [(name, sides)] if name == BOX => {
                sides_from_raw(sides, limits).map(Self::Box).map_err(|found| found.under(BOX))
            }
            members => ends_from_raw(members, limits).map(Self::Range),
        }
    }

    /// Reads a box such as "0..9,0..9".
    pub(super) fn box_from_text(text: &str, limits: &RequestLimits) -> Result<Self, Fault> {
        let mut counts = LimitCounter::new(limits);
        let sides = text.split(',').map(|side| Range::from_text(Some(side), "0..9", MAX_RANGE, &mut counts));
        Ok(Self::Box(sides.collect::<Result<_, _>>()?))
    }
}

/// The field with the ranges of a box.
pub(super) const BOX: &str = "box";

/// Reads the ranges of a box.
fn sides_from_raw(raw: &RawValue, limits: &RequestLimits) -> Result<Vec<Range>, Faults> {
    let mut counts = LimitCounter::new(limits);
    let mut sides = Vec::new();
    let read = json::each(raw, |index, raw| -> Result<(), Faults> {
        let ends =
            shape::from_raw(Shape::Pair, raw, &mut counts).map_err(|found| or_listed(found, raw).under(index))?;
        let Some(Pair { first, second }) = ends.into_pair() else { return Ok(()) };
        let side = Range::of(first, second, MAX_RANGE);
        sides.push(side.map_err(|fault| Fault::new(Code::InvalidRequest, fault.detail).under(index))?);
        Ok(())
    });
    let expected = || {
        let found = json::type_of(raw.get());
        Fault::new(Code::InvalidRequest, format!("expected a list of ranges such as [[0, 9], [0, 9]], found {found}"))
    };
    read.ok_or_else(expected)??;
    Ok(sides)
}

/// Adds to the faults of a range what to write instead, if an end is negative.
fn or_listed(found: Faults, raw: &RawValue) -> Faults {
    let mut faults = Faults::default();
    faults.append_with(found, |fault| {
        if fault.code != Code::InvalidInteger || !raw.get().contains('-') {
            return fault;
        }
        let instead = "a range has integers of 0 or more: list other positions, such as [-2, -1] or [[-1, 0], [-1, 1]]";
        Fault { detail: format!("{}; {instead}", fault.detail), ..fault }
    });
    faults
}

/// Reads the ends of a range.
fn ends_from_raw(members: &[(String, &RawValue)], limits: &RequestLimits) -> Result<[Natural; 2], Faults> {
    const ENDS: [&str; 2] = ["from", "to"];
    let (mut faults, mut counts) = (Faults::default(), LimitCounter::new(limits));
    let mut ends = [None, None];
    for (name, raw) in members {
        match ENDS.iter().position(|end| end == name).and_then(|place| ends.get_mut(place)) {
            None => faults.push_with(|| {
                let detail = format!(
                    "there is no field {}; a range has the fields from and to, and a box has only the field box",
                    quote(name)
                );
                Fault::new(Code::InvalidRequest, detail).under(name)
            }),
            Some(Some(_)) => faults.push(json::repeated(name)),
            Some(end) => match shape::from_raw(Shape::Integer, raw, &mut counts) {
                Ok(written) => *end = written.into_integer(),
                Err(found) => faults.append(or_listed(found, raw).under(name)),
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
