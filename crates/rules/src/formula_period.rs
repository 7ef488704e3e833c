//! [`FormulaPeriod`]: the period of a formula, if its syntax tells it.

use std::collections::HashMap;

use crate::ast::{Argument, AssignTarget, Binary, Compare, Do, Expr, Kind, NameIndex, ScriptNames, Statement, Unary};
use crate::parser;

/// The largest number of the syntax, the longest period, and the largest growth.
const LARGEST: i64 = 10_000;

/// How a formula of one integer repeats: from `from` on, it grows by `growth` every `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaPeriod {
    /// Where the formula begins to repeat.
    pub from: u64,
    /// The period, at least 1. It need not be the least one.
    pub period: u64,
    /// How much the formula grows in each period.
    pub growth: i64,
}

impl FormulaPeriod {
    /// Reads a formula such as `def value(n): return n % 4 if n > 10 else 0`. Its function has this name. Returns `None`
    /// if the formula has another form.
    #[must_use]
    pub fn of(source: &str, name: &str) -> Option<Self> {
        let parsed = parser::parse(source).ok()?;
        let (last, constants) = parsed.body.split_last()?;
        let Do::Define(function) = &last.kind else { return None };
        let [n] = function.parameters[..] else { return None };
        if parsed.names.text(function.name) != name {
            return None;
        }
        let mut reader = Reader { names: &parsed.names, n, known: HashMap::new() };
        for constant in constants {
            reader.assign(constant)?;
        }
        reader.known.insert(n, Shape { from: 0, period: 1, growth: 1, is_sure: None });
        let Shape { from, period, growth, .. } = reader.block(&[&function.body])?;
        Some(Self { from: from.unsigned_abs(), period: period.unsigned_abs(), growth })
    }
}

/// How an expression repeats.
#[derive(Clone, Copy, Debug)]
struct Shape {
    from: i64,
    period: i64,
    growth: i64,
    /// Whether the expression is true or false from `from` on, if this is known.
    is_sure: Option<bool>,
}

impl Shape {
    const CONSTANT: Self = Self { from: 0, period: 1, growth: 0, is_sure: None };

    /// Returns the shape of a function of two expressions that do not grow.
    fn of_both(self, other: Self) -> Option<Self> {
        if self.growth == 0 && other.growth == 0 { self.sum(other, 0) } else { None }
    }

    /// Returns the shape of this expression plus `factor` times another one.
    fn sum(self, other: Self, factor: i64) -> Option<Self> {
        let period = self.period / gcd(self.period, other.period) * other.period;
        let growth = self.growth * (period / self.period) + factor * other.growth * (period / other.period);
        Self { from: self.from.max(other.from), period, growth, is_sure: None }.limited()
    }

    /// Returns the shape after division by a number, and how much that grows.
    fn divided(self, divisor: i64) -> Option<Self> {
        let times = divisor / gcd(self.growth.abs(), divisor);
        Self { period: self.period * times, growth: self.growth * times / divisor, is_sure: None, ..self }.limited()
    }

    fn limited(self) -> Option<Self> {
        let is_small = |number: i64| number.abs() <= LARGEST;
        (is_small(self.from) && is_small(self.period) && is_small(self.growth)).then_some(self)
    }
}

fn gcd(mut one: i64, mut other: i64) -> i64 {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

struct Reader<'a> {
    names: &'a ScriptNames,
    n: NameIndex,
    /// The shapes of all names that have one.
    known: HashMap<NameIndex, Shape>,
}

impl Reader<'_> {
    fn assign(&mut self, statement: &Statement) -> Option<()> {
        let Do::Assign(targets, value) = &statement.kind else { return None };
        let [AssignTarget::Name(name, _)] = targets[..] else { return None };
        let shape = self.shape(value)?;
        (name != self.n).then(|| self.known.insert(name, shape))?;
        Some(())
    }

    /// Returns the shape of what the blocks return, one after the other.
    fn block(&mut self, blocks: &[&[Statement]]) -> Option<Shape> {
        let (block, behind) = blocks.split_first()?;
        let Some((statement, rest)) = block.split_first() else { return self.block(behind) };
        let following: Vec<&[Statement]> = [&[rest], behind].concat();
        match &statement.kind {
            Do::Return(Some(value)) => self.shape(value),
            Do::Assign(..) => {
                self.assign(statement)?;
                self.block(&following)
            }
            Do::Expr(Expr { kind: Kind::Text(_), .. }) | Do::Pass => self.block(&following),
            Do::If(branches, otherwise) => {
                let mut inside = |block: &[Statement]| {
                    let known = self.known.clone();
                    let shape = self.block(&[&[block], &following[..]].concat());
                    self.known = known;
                    shape
                };
                let blocks: Option<Vec<Shape>> = branches.iter().map(|(_, block)| inside(block)).collect();
                let (blocks, mut shape) = (blocks?, inside(otherwise)?);
                for ((condition, _), block) in branches.iter().zip(blocks).rev() {
                    shape = choice(self.condition(condition)?, block, shape)?;
                }
                Some(shape)
            }
            _ => None,
        }
    }

    fn shape(&self, expr: &Expr) -> Option<Shape> {
        match &expr.kind {
            Kind::Int(_) | Kind::Bool(_) => Some(Shape::CONSTANT),
            Kind::Name(name) => self.known.get(name).copied(),
            Kind::Unary(Unary::Minus, one) => Shape::CONSTANT.sum(self.shape(one)?, -1),
            Kind::Unary(Unary::Plus, one) => self.shape(one),
            Kind::Binary(binary, one, other) => self.binary(*binary, one, other),
            Kind::If(parts) => {
                let [condition, one, other] = &**parts;
                choice(self.condition(condition)?, self.shape(one)?, self.shape(other)?)
            }
            Kind::Index(list, index) => self.shape(list)?.of_both(self.shape(index)?),
            Kind::Tuple(items) | Kind::List(items) => {
                items.iter().try_fold(Shape::CONSTANT, |all, item| all.of_both(self.shape(item)?))
            }
            Kind::Call(function, arguments) => {
                let Kind::Name(name) = function.kind else { return None };
                let is_plain = |argument: &Argument| argument.name.is_none() && !argument.is_star;
                if self.known.contains_key(&name) || !arguments.iter().all(is_plain) {
                    return None;
                }
                let each = |all: Shape, argument: &Argument| all.of_both(self.shape(&argument.value)?);
                match (self.names.text(name), &arguments[..]) {
                    ("int", [only]) => self.shape(&only.value),
                    ("bool", [only]) => self.condition(&only.value),
                    ("abs" | "min" | "max", _) => arguments.iter().try_fold(Shape::CONSTANT, each),
                    _ => None,
                }
            }
            // One of the values is the result.
            Kind::And(all) | Kind::Or(all) => {
                all.iter().try_fold(Shape::CONSTANT, |all, one| all.of_both(self.shape(one)?))
            }
            _ => self.condition(expr),
        }
    }

    fn binary(&self, binary: Binary, one: &Expr, other: &Expr) -> Option<Shape> {
        let (left, right) = (self.shape(one)?, self.shape(other)?);
        let number = |expr: &Expr| if let Kind::Int(number) = expr.kind { Some(number) } else { None };
        let positive = number(other).filter(|number| (1..=LARGEST).contains(number));
        match (binary, positive) {
            (Binary::Add, _) => left.sum(right, 1),
            (Binary::Sub, _) => left.sum(right, -1),
            (Binary::FloorDiv, Some(divisor)) => left.divided(divisor),
            (Binary::Shr, Some(bits @ 1..=12)) => left.divided(1 << bits),
            (Binary::Mod, Some(divisor)) => Some(Shape { growth: 0, ..left.divided(divisor)? }),
            (Binary::And, Some(mask)) if (mask + 1).count_ones() == 1 => {
                Some(Shape { growth: 0, ..left.divided(mask + 1)? })
            }
            (Binary::Mul, _) if left.growth != 0 || right.growth != 0 => {
                let (factor, grows) =
                    number(one).map(|factor| (factor, right)).or(number(other).map(|it| (it, left)))?;
                let factor = Some(factor).filter(|factor| factor.abs() <= LARGEST)?;
                Shape::CONSTANT.sum(grows, factor)
            }
            _ => left.of_both(right),
        }
    }

    /// Returns the shape of an expression of which only the truth counts, or which is true or false.
    fn condition(&self, expr: &Expr) -> Option<Shape> {
        let is_n = |expr: &Expr| matches!(expr.kind, Kind::Name(name) if name == self.n);
        let from = |number: i64, is_true: bool| {
            Shape { from: number.max(-1).saturating_add(1), is_sure: Some(is_true), ..Shape::CONSTANT }.limited()
        };
        let all =
            |tests: &[Expr]| tests.iter().try_fold(Shape::CONSTANT, |all, test| all.of_both(self.condition(test)?));
        match &expr.kind {
            Kind::Name(name) if *name == self.n => from(0, true),
            Kind::Unary(Unary::Not, one) => {
                let shape = self.condition(one).filter(|shape| shape.growth == 0)?;
                Some(Shape { is_sure: shape.is_sure.map(|is_true| !is_true), ..shape })
            }
            Kind::And(tests) | Kind::Or(tests) => all(tests),
            Kind::Compare(one, rest) => match &rest[..] {
                [(comparison, Expr { kind: Kind::Int(number), .. })] if is_n(one) => {
                    from(*number, matches!(comparison, Compare::Gt | Compare::Ge | Compare::Ne))
                }
                [(comparison @ (Compare::In | Compare::NotIn), list)] if is_n(one) => {
                    let (Kind::Tuple(items) | Kind::List(items) | Kind::Set(items)) = &list.kind else { return None };
                    let mut numbers =
                        items.iter().map(|item| if let Kind::Int(it) = item.kind { Some(it) } else { None });
                    let most = numbers.try_fold(-1, |most, number| Some(most.max(number?)))?;
                    from(most, *comparison == Compare::NotIn)
                }
                rest => rest.iter().try_fold(self.shape(one)?, |all, (_, other)| all.of_both(self.shape(other)?)),
            },
            Kind::Int(_)
            | Kind::Bool(_)
            | Kind::Name(_)
            | Kind::Binary(..)
            | Kind::If(_)
            | Kind::Index(..)
            | Kind::Call(..)
            | Kind::Unary(Unary::Minus | Unary::Plus, _) => self.shape(expr),
            _ => None,
        }
    }
}

/// Returns the shape of the second expression if the first one is true, and else of the third one.
fn choice(condition: Shape, one: Shape, other: Shape) -> Option<Shape> {
    if condition.growth != 0 {
        return None;
    }
    if let Some(is_true) = condition.is_sure {
        let sure = if is_true { one } else { other };
        return Shape { from: sure.from.max(condition.from), is_sure: None, ..sure }.limited();
    }
    let is_same = one.growth * other.period == other.growth * one.period;
    is_same.then_some(one)?.sum(Shape { growth: 0, ..other }, 0)?.sum(condition, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Script, ScriptLimits, Steps};

    /// Returns the period of a formula, after it was compared with the values of the formula.
    fn period(body: &str) -> Option<(u64, u64, i64)> {
        let source = format!("T = (0, 1, 2)\ndef value(n):\n    {body}");
        let FormulaPeriod { from, period, growth } = FormulaPeriod::of(&source, "value")?;
        let mut fuel = Steps::new(1_000_000_000);
        let called = format!("{source}\n\ndef options(n):\n    return [int(value(n))]\n");
        let mut script = Script::compile(&called, &[], ScriptLimits::default(), &mut fuel).unwrap();
        let mut value = |n: u64| -> i64 {
            let position: crate::ScriptPosition = n.to_string().parse().unwrap();
            let options = script.options(position.encoded(), &mut fuel).unwrap();
            options.iter().next().unwrap().to_string().parse().unwrap()
        };
        for n in from..from + 3 * period + 50 {
            assert_eq!(value(n + period), value(n) + growth, "{body}: {n}");
        }
        Some((from, period, growth))
    }

    #[test]
    fn periods_are_read_from_the_syntax() {
        for (body, expected) in [
            ("return n % 4", (0, 4, 0)),
            ("return (n + 1) // 2 - 1", (0, 2, 1)),
            ("return 3 * n + (n % 2) * 2", (0, 2, 6)),
            ("return T[n % 3]", (0, 3, 0)),
            ("return (0, 1)[n % 2] if n % 3 else 5", (0, 6, 0)),
            ("return n if n < 50 else 0", (51, 1, 0)),
            ("return n % 7 if n > 9 and n % 2 == 0 else 1", (10, 14, 0)),
            ("return n % 5 in (0, 2)", (0, 5, 0)),
            ("return n not in (3, 8) and n % 2", (9, 2, 0)),
            ("return n & 3 ^ 1", (0, 4, 0)),
            ("return -(n >> 1)", (0, 2, -1)),
            ("if n == 0:\n        return 7\n    m = n - 1\n    return m // 3 * 2", (1, 3, 2)),
            ("if n % 2:\n        return n\n    elif n % 3 == 0:\n        return n - 1\n    return n + 1", (0, 6, 6)),
            ("\"An odd formula.\"\n    return int(not n % 2)", (0, 2, 0)),
            ("return max(n % 2, n % 3)", (0, 6, 0)),
            ("return int(bool(n)) + 1", (1, 1, 0)),
        ] {
            assert_eq!(period(body), Some(expected), "{body}");
        }
    }

    #[test]
    fn other_formulas_have_none() {
        for body in [
            "return n * n",
            "return n & -n",
            "return n % 2 * n",
            "return T[n]",
            "return n if n % 2 else 0",
            "return n // 2 == n - 3",
            "return value(n - 1)",
            "while n > 3:\n        n -= 4\n    return n",
            "n = n + 1\n    return n",
            "return n ** 2 % 3",
            "return min(1, n)",
            "return n % 2 or n",
            "return n if n < 9 and n % 2 else 0",
            "return n % 20000",
        ] {
            assert_eq!(period(body), None, "{body}");
        }
        assert_eq!(FormulaPeriod::of("def lost(n): return n % 2", "value"), None);
        assert_eq!(FormulaPeriod::of("def max(a, b): return a\ndef value(n): return max(n % 2, 1)", "value"), None);
    }
}
