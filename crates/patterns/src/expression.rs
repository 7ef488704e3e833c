//! [`Expression`]: a formula as a tree. It is computed here, and written in Python and in words.

use std::fmt;
use std::sync::Arc;

use crate::arithmetic::integer;
use crate::function::{
    CALL, CHOICE, CHOOSE, COMPARE, CONDITION, EQUAL, FormulaFunction, Given, MINUS, MODULO, ODD, OVER,
};
use crate::function::{PLUS, SIGN, TIMES, definition};

/// Longer lists are not written in words.
const LISTED: usize = 12;

/// An expression of one integer or two.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// The first integer, or the second.
    Variable(usize),
    Integer(i64),
    Apply(Operation, Vec<Self>),
}

/// How a value follows from others.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// A function with its base.
    FormulaFunction(&'static FormulaFunction, i64),
    /// The entry of a list with an index.
    Entry(Vec<i64>),
    Routine(Arc<Routine>),
}

/// A function with a loop, which is made for one formula.
pub(crate) struct Routine {
    pub(crate) name: &'static str,
    /// The definition in Python. `{name}` stands for the name.
    pub(crate) python: String,
    /// The result in words, as in a [`FormulaFunction`].
    pub(crate) words: String,
    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    pub(crate) steps: fn(u64) -> u64,
    pub(crate) value: Box<dyn Fn(Given) -> Option<i64> + Send + Sync>,
}

impl fmt::Debug for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.python)
    }
}

use Expression::{Apply, Integer, Variable};

impl Expression {
    /// Returns the first integer.
    pub(crate) fn n() -> Self {
        Variable(0)
    }

    pub(crate) fn both(self, function: &'static FormulaFunction, other: Self) -> Self {
        Apply(Operation::FormulaFunction(function, 0), vec![self, other])
    }

    pub(crate) fn plus(self, number: i64) -> Self {
        match self {
            Integer(other) => Integer(other.saturating_add(number)),
            one if number < 0 => one.both(&MINUS, Integer(number.saturating_neg())),
            one if number == 0 => one,
            one => one.both(&PLUS, Integer(number)),
        }
    }

    pub(crate) fn times(self, number: i64) -> Self {
        match number {
            0 => Integer(0),
            1 => self,
            _ => Integer(number).both(&TIMES, self),
        }
    }

    pub(crate) fn over(self, number: i64) -> Self {
        if number == 1 { self } else { self.both(&OVER, Integer(number)) }
    }

    pub(crate) fn modulo(self, number: i64) -> Self {
        self.both(&MODULO, Integer(number))
    }

    pub(crate) fn entry_of(self, list: Vec<i64>) -> Self {
        if let [only] = list[..] { Integer(only) } else { Apply(Operation::Entry(list), vec![self]) }
    }

    /// Returns an expression with this condition.
    pub(crate) fn choose(self, if_true: Self, if_false: Self) -> Self {
        Apply(Operation::FormulaFunction(&CHOOSE, 0), vec![self, if_true, if_false])
    }

    pub(crate) fn run(routine: Routine, given: Vec<Self>) -> Self {
        Apply(Operation::Routine(Arc::new(routine)), given)
    }

    /// Returns the expressions of a list, by n modulo its length.
    pub(crate) fn by_residue(list: Vec<Self>) -> Self {
        let modulus = integer(list.len());
        let choose = |others: Self, (residue, expression): (i64, Self)| match modulus {
            2 => Apply(Operation::FormulaFunction(&ODD, 0), vec![Self::n()]).choose(others, expression),
            _ => Self::n().modulo(modulus).both(&EQUAL, Integer(residue)).choose(expression, others),
        };
        let mut all: Vec<(i64, Self)> = (0..).zip(list).collect();
        let last = all.pop().map_or(Integer(0), |(_, expression)| expression);
        all.into_iter().rev().fold(last, choose)
    }

    /// Returns the value, or `None` if it is not defined or a number is too large.
    pub(crate) fn value(&self, at: [i64; 2]) -> Option<i64> {
        match self {
            Variable(index) => at.get(*index).copied(),
            Integer(number) => Some(*number),
            Apply(operation, given) => {
                let given = |index: usize| given.get(index)?.value(at);
                match operation {
                    Operation::FormulaFunction(function, base) => (function.value)(*base, &given),
                    Operation::Entry(list) => list.get(usize::try_from(given(0)?).ok()?).copied(),
                    Operation::Routine(routine) => (routine.value)(&given),
                }
            }
        }
    }

    /// Returns this expression with another one in place of the first integer.
    pub(crate) fn of(&self, inner: &Self) -> Self {
        match self {
            Variable(0) => inner.clone(),
            Apply(operation, given) => Apply(operation.clone(), given.iter().map(|one| one.of(inner)).collect()),
            other => other.clone(),
        }
    }

    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    pub(crate) fn steps(&self, most: i64) -> u64 {
        let Apply(operation, given) = self else { return 2 };
        let own = match operation {
            Operation::FormulaFunction(function, _) => function.steps(most),
            Operation::Entry(_) => 5,
            Operation::Routine(routine) => (routine.steps)(most.unsigned_abs()),
        };
        given.iter().map(|one| one.steps(most)).fold(own, u64::saturating_add)
    }

    /// Returns the expression in Python, if it needs no definitions.
    pub(crate) fn python(&self, names: &[&str]) -> String {
        self.written(names, CHOICE, &mut Some(Definitions::default()))
    }

    /// Returns the expression in words.
    pub(crate) fn words(&self, names: &[&str]) -> String {
        self.written(names, CHOICE, &mut None)
    }

    /// Returns a function of Python with this value, after the definitions that it needs.
    pub(crate) fn define(&self, name: &str, names: &[&str]) -> String {
        let mut python = Some(Definitions::default());
        let value = self.written(names, CHOICE, &mut python);
        let definitions = python.unwrap_or_default().text;
        let body = format!("{definitions}def {name}({}):\n    return {value}\n", names.join(", "));
        let imports = ["gcd", "isqrt"].into_iter().filter(|name| body.contains(&format!("{name}(")));
        let imports = imports.collect::<Vec<_>>().join(", ");
        if imports.is_empty() { body } else { format!("from math import {imports}\n\n\n{body}") }
    }

    /// Returns the expression in Python, or in words if there are no definitions to add to. It is in brackets if it binds
    /// less strongly than `within`.
    fn written(&self, names: &[&str], within: u8, python: &mut Option<Definitions>) -> String {
        let (text, binds) = match self {
            Variable(index) => return names.get(*index).copied().unwrap_or("n").to_owned(),
            Integer(number) => (number.to_string(), if *number < 0 { SIGN } else { CALL }),
            Apply(operation, given) => {
                let (mut text, binds) = operation.written(given.len(), python);
                for ((place, one), within) in ["{a}", "{b}", "{c}"].iter().zip(given).zip(&binds[1..]) {
                    text = text.replace(place, &one.written(names, *within, python));
                }
                text = text.replace(" + -", " - ");
                // In words, brackets show where the words of a function end.
                let is_function = python.is_none() && binds[0] == CALL;
                (text, if is_function { COMPARE } else { binds[0] })
            }
        };
        if python.is_some() && binds == COMPARE && within > CONDITION {
            return format!("int({text})");
        }
        if binds < within { format!("({})", text.trim_end_matches(',')) } else { text }
    }
}

impl Operation {
    /// Returns what the operation is written as, and how strongly it and its arguments bind: see [`FormulaFunction`].
    fn written(&self, count: usize, python: &mut Option<Definitions>) -> (String, [u8; 4]) {
        let call = |name: &str, base: i64| {
            let base = (base > 0).then(|| base.to_string());
            let given = ["{a}", "{b}"].into_iter().take(count).map(str::to_owned);
            format!("{name}({})", base.into_iter().chain(given).collect::<Vec<_>>().join(", "))
        };
        let as_call = [CALL, CHOICE, CHOICE, CHOICE];
        match (self, python) {
            (Self::FormulaFunction(function, base), None) => {
                (function.words.replace("{k}", &base.to_string()), function.binds)
            }
            (Self::FormulaFunction(function, base), Some(definitions)) => {
                let text = function.python.map_or_else(|| call(function.name, *base), str::to_owned);
                definitions.text += &definition(function.name, &mut definitions.known);
                (text, function.binds)
            }
            (Self::Entry(list), None) => {
                let few = (list.len() <= LISTED).then(|| joined(list));
                (format!("{} by {{a}}", few.unwrap_or_else(|| format!("one of {} values", list.len()))), as_call)
            }
            (Self::Entry(list), Some(_)) => (format!("{}[{{a}}]", tuple(list)), as_call),
            (Self::Routine(routine), None) => (routine.words.clone(), as_call),
            (Self::Routine(routine), Some(definitions)) => {
                definitions.routines += 1;
                let name = format!("{}_{}", routine.name, definitions.routines);
                definitions.text += &routine.python.replace("{name}", &name);
                (call(&name, 0), as_call)
            }
        }
    }
}

/// The definitions in Python that a formula needs.
#[derive(Debug, Default)]
struct Definitions {
    known: Vec<&'static str>,
    text: String,
    routines: usize,
}

/// Returns the numbers of a list with commas between them.
pub(crate) fn joined(list: &[i64]) -> String {
    list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns a list as a tuple in Python.
pub(crate) fn tuple(list: &[i64]) -> String {
    format!("({}{})", joined(list), if list.len() == 1 { "," } else { "" })
}
