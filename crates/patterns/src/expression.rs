//! [`Expression`]: a formula as a tree. It is computed here, and written in Python and in words.

use std::sync::Arc;

use crate::feature::{Feature, definition};

/// An expression of one integer or two.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// The first integer, or the second.
    Variable(usize),
    Integer(i64),
    Both(Operator, Box<Self>, Box<Self>),
    /// The entry of a list whose index is an expression.
    Entry(Vec<i64>, Box<Self>),
    /// The first expression decides: the second one counts if it is not 0, and the third one if it is.
    If(Box<Self>, Box<Self>, Box<Self>),
    Call(&'static Feature, i64, Vec<Self>),
    Run(Arc<dyn Routine>, Vec<Self>),
}

/// A function with a loop, which is made for one formula.
pub(crate) trait Routine: std::fmt::Debug + Send + Sync {
    fn value(&self, one: i64, other: i64) -> Option<i64>;
    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    fn steps(&self, most: i64) -> u64;
    fn name(&self) -> &'static str;
    /// Returns the definition in Python, under another name. Definitions that it needs are added to `needs`.
    fn python(&self, name: &str, needs: &mut Needs) -> String;
    /// Returns what it computes in words, for integers in words.
    fn words(&self, given: &str) -> String;
}

use Expression::{Both, Call, Entry, If, Integer, Run, Variable};

/// An operation of two integers. The comparisons return 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Xor,
    Or,
    And,
    Least,
    Most,
    Less,
    Equal,
}

use Operator::{And, Equal, Least, Less, Minus, Modulo, Most, Or, Over, Plus, Times, Xor};

impl Operator {
    fn value(self, one: i64, other: i64) -> Option<i64> {
        match self {
            Plus => one.checked_add(other),
            Minus => one.checked_sub(other),
            Times => one.checked_mul(other),
            Over => (other > 0).then(|| one.div_euclid(other)),
            Modulo => (other > 0).then(|| one.rem_euclid(other)),
            Xor => Some(one ^ other),
            Or => Some(one | other),
            And => Some(one & other),
            Least => Some(one.min(other)),
            Most => Some(one.max(other)),
            Less => Some((one < other).into()),
            Equal => Some((one == other).into()),
        }
    }

    /// Returns the operator in Python, the name of the function if it is none, and how strongly it binds.
    fn python(self) -> (&'static str, u8) {
        match self {
            Least => ("min", CALL),
            Most => ("max", CALL),
            Less => ("<", COMPARE),
            Equal => ("==", COMPARE),
            Or => ("|", 3),
            Xor => ("^", 4),
            And => ("&", 5),
            Plus => ("+", 6),
            Minus => ("-", 6),
            Times => ("*", 7),
            Over => ("//", 7),
            Modulo => ("%", 7),
        }
    }
}

/// How strongly Python binds: a condition may stand bare only where a condition is expected.
const CONDITION: u8 = 0;
const CHOICE: u8 = 1;
const COMPARE: u8 = 2;
const SIGN: u8 = 8;
const CALL: u8 = 9;

/// Returns a term of a sum in Python, with the sign before it; nothing if the factor is 0.
pub(crate) fn term(factor: i64, name: &str) -> String {
    match factor {
        0 => String::new(),
        1 => format!(" + {name}"),
        -1 => format!(" - {name}"),
        _ if factor < 0 => format!(" - {} * {name}", factor.saturating_neg()),
        _ => format!(" + {factor} * {name}"),
    }
}

/// Removes the plus before the first term of a sum in Python. If there is none, removes the blanks around a minus.
pub(crate) fn without_plus(sum: &str) -> String {
    sum.strip_prefix(" + ").map_or_else(|| sum.replacen(" - ", "-", 1), str::to_owned)
}

impl Expression {
    /// Returns the first integer.
    pub(crate) fn n() -> Self {
        Variable(0)
    }

    pub(crate) fn both(self, operator: Operator, other: Self) -> Self {
        match (operator, self, other) {
            // A sum or a product with nothing is left out, and so is the minus before a number.
            (Plus, one, Integer(0)) | (Times | Over, one, Integer(1)) | (Plus, Integer(0), one) => one,
            (Plus, Integer(one), Integer(other)) => Integer(one.saturating_add(other)),
            (Plus, one, Integer(number)) if number < 0 => {
                Both(Minus, Box::new(one), Box::new(Integer(number.saturating_neg())))
            }
            (Times, one, Integer(number)) => Both(Times, Box::new(Integer(number)), Box::new(one)),
            (operator, one, other) => Both(operator, Box::new(one), Box::new(other)),
        }
    }

    pub(crate) fn plus(self, number: i64) -> Self {
        self.both(Plus, Integer(number))
    }

    pub(crate) fn times(self, number: i64) -> Self {
        self.both(Times, Integer(number))
    }

    pub(crate) fn over(self, number: i64) -> Self {
        self.both(Over, Integer(number))
    }

    pub(crate) fn modulo(self, number: i64) -> Self {
        self.both(Modulo, Integer(number))
    }

    pub(crate) fn entry_of(self, list: Vec<i64>) -> Self {
        if let [only] = list[..] { Integer(only) } else { Entry(list, Box::new(self)) }
    }

    /// Returns an expression with this condition.
    pub(crate) fn choose(self, if_true: Self, if_false: Self) -> Self {
        If(Box::new(self), Box::new(if_true), Box::new(if_false))
    }

    /// Returns the expressions of a list, by a number modulo its length.
    pub(crate) fn by_residue(n: &Self, mut list: Vec<Self>) -> Self {
        let modulus = i64::try_from(list.len()).unwrap_or(i64::MAX);
        let mut all = list.pop().unwrap_or(Integer(0));
        for residue in (0..modulus.saturating_sub(1)).rev() {
            let Some(expression) = list.pop() else { break };
            let residue_of_n = n.clone().modulo(modulus);
            all = if modulus == 2 {
                residue_of_n.choose(all, expression)
            } else {
                residue_of_n.both(Equal, Integer(residue)).choose(expression, all)
            };
        }
        all
    }

    /// Returns the value, or `None` if it is not defined or a number is too large.
    pub(crate) fn value(&self, at: [i64; 2]) -> Option<i64> {
        match self {
            Variable(index) => at.get(*index).copied(),
            Integer(number) => Some(*number),
            Both(operator, one, other) => operator.value(one.value(at)?, other.value(at)?),
            Entry(list, index) => list.get(usize::try_from(index.value(at)?).ok()?).copied(),
            If(condition, one, other) => if condition.value(at)? != 0 { one } else { other }.value(at),
            Call(feature, base, given) => {
                let mut given = given.iter().map(|one| one.value(at));
                let first = given.next()??;
                (feature.value)(*base, first, given.next().unwrap_or(Some(0))?)
            }
            Run(routine, given) => {
                let mut given = given.iter().map(|one| one.value(at));
                let first = given.next()??;
                routine.value(first, given.next().unwrap_or(Some(0))?)
            }
        }
    }

    /// Returns this expression with another one in place of the first integer.
    pub(crate) fn of(&self, inner: &Self) -> Self {
        let boxed = |one: &Self| Box::new(one.of(inner));
        match self {
            Variable(0) => inner.clone(),
            Variable(_) | Integer(_) => self.clone(),
            Both(operator, one, other) => Both(*operator, boxed(one), boxed(other)),
            Entry(list, index) => Entry(list.clone(), boxed(index)),
            If(condition, one, other) => If(boxed(condition), boxed(one), boxed(other)),
            Call(feature, base, given) => Call(feature, *base, given.iter().map(|one| one.of(inner)).collect()),
            Run(routine, given) => Run(Arc::clone(routine), given.iter().map(|one| one.of(inner)).collect()),
        }
    }

    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    pub(crate) fn steps(&self, most: i64) -> u64 {
        let all = |given: &[Self]| given.iter().map(|one| one.steps(most)).sum::<u64>();
        match self {
            Variable(_) | Integer(_) => 2,
            Both(_, one, other) => 5 + one.steps(most) + other.steps(most),
            Entry(_, index) => 5 + index.steps(most),
            If(condition, one, other) => 2 + condition.steps(most) + one.steps(most).max(other.steps(most)),
            Call(feature, _, given) => feature.steps(most) + all(given),
            Run(routine, given) => routine.steps(most) + all(given),
        }
    }

    /// Returns the expression in Python. Definitions that it needs are added to `needs`.
    pub(crate) fn python(&self, names: &[&str], needs: &mut Needs) -> String {
        self.python_within(CHOICE, names, needs)
    }

    /// Returns the expression in Python, in brackets if it binds less strongly than `strength`.
    fn python_within(&self, strength: u8, names: &[&str], needs: &mut Needs) -> String {
        let mut call = |name: &str, base: i64, given: &[Self]| {
            let base = (base > 0).then(|| base.to_string());
            let given = given.iter().map(|one| one.python(names, needs));
            let all: Vec<String> = base.into_iter().chain(given).collect();
            format!("{name}({})", all.join(", "))
        };
        let (text, binds) = match self {
            Variable(index) => (names.get(*index).copied().unwrap_or("n").to_owned(), CALL),
            Integer(number) => (number.to_string(), if *number < 0 { SIGN } else { CALL }),
            Both(operator @ (Least | Most), one, other) => {
                let given = [(**one).clone(), (**other).clone()];
                (call(operator.python().0, 0, &given), CALL)
            }
            Both(operator, one, other) => {
                let (sign, binds) = operator.python();
                let one = one.python_within(binds, names, needs);
                let text = format!("{one} {sign} {}", other.python_within(binds + 1, names, needs));
                if binds == COMPARE && strength > CONDITION { (format!("int({text})"), CALL) } else { (text, binds) }
            }
            Entry(list, index) => (format!("{}[{}]", tuple(list), index.python(names, needs)), CALL),
            If(condition, one, other) => {
                let condition = condition.python_within(CONDITION, names, needs);
                let one = one.python_within(COMPARE, names, needs);
                (format!("{one} if {condition} else {}", other.python(names, needs)), CHOICE)
            }
            Call(feature, base, given) => {
                let text = call(feature.name, *base, given);
                needs.add_helper(feature.name);
                (text, CALL)
            }
            Run(routine, given) => {
                let given: Vec<String> = given.iter().map(|one| one.python(names, needs)).collect();
                (format!("{}({})", needs.add_routine(&**routine), given.join(", ")), CALL)
            }
        };
        if binds < strength { format!("({text})") } else { text }
    }

    /// Returns the expression in words.
    pub(crate) fn words(&self, names: &[&str]) -> String {
        match self {
            Variable(index) => names.get(*index).copied().unwrap_or("n").to_owned(),
            Integer(number) => number.to_string(),
            Both(operator, one, other) => {
                let operand = |one: &Self| {
                    let words = one.words(names);
                    if matches!(one, If(..)) { format!("({words})") } else { words }
                };
                let (one, other) = (operand(one), operand(other));
                let is_long = [&one, &other].iter().any(|side| side.contains("the ") || side.contains(" by "));
                match operator {
                    Plus if is_long => format!("{one} plus {other}"),
                    Minus if is_long => format!("{one} minus {other}"),
                    Plus => format!("{one} + {other}"),
                    Minus => format!("{one} - {other}"),
                    Times => format!("{one} times {other}"),
                    Over => format!("{one} divided by {other}, rounded down"),
                    Modulo => format!("{one} modulo {other}"),
                    Xor => format!("{one} xor {other}"),
                    Or => format!("{one} or {other} by bits"),
                    And => format!("{one} and {other} by bits"),
                    Least => format!("the smaller of {one} and {other}"),
                    Most => format!("the larger of {one} and {other}"),
                    Less => format!("{one} < {other}"),
                    Equal => format!("{one} = {other}"),
                }
            }
            Entry(list, index) if list.len() > LISTED => {
                format!("one of {} values by {}", list.len(), index.words(names))
            }
            Entry(list, index) => {
                let list: Vec<String> = list.iter().map(i64::to_string).collect();
                format!("{} by {}", list.join(", "), index.words(names))
            }
            If(condition, one, other) => {
                let condition = match &**condition {
                    Both(Modulo, inner, two) if matches!(**two, Integer(2)) => format!("{} is odd", inner.words(names)),
                    condition => condition.words(names),
                };
                format!("{} if {condition}, else {}", one.words(names), other.words(names))
            }
            Call(feature, base, given) => {
                let mut text = feature.words.replace("{k}", &base.to_string());
                for (place, one) in ["{a}", "{b}"].iter().zip(given) {
                    text = text.replace(place, &one.words(names));
                }
                text
            }
            Run(routine, given) => {
                let given: Vec<String> = given.iter().map(|one| one.words(names)).collect();
                routine.words(&given.join(" and "))
            }
        }
    }
}

/// Longer lists are not written in words.
const LISTED: usize = 12;

/// Returns a list as a tuple in Python.
pub(crate) fn tuple(list: &[i64]) -> String {
    let entries: Vec<String> = list.iter().map(i64::to_string).collect();
    format!("({}{})", entries.join(", "), if list.len() == 1 { "," } else { "" })
}

/// The definitions in Python that a formula needs.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    known: Vec<&'static str>,
    text: String,
    routines: usize,
}

impl Needs {
    fn add_helper(&mut self, name: &str) {
        self.text += &definition(name, &mut self.known);
    }

    /// Adds the definition of a routine. Returns its name.
    fn add_routine(&mut self, routine: &dyn Routine) -> String {
        self.routines += 1;
        let name = format!("{}_{}", routine.name(), self.routines);
        let text = routine.python(&name, self);
        self.text += &text;
        name
    }

    /// Returns the definitions, with a last one of a function with this name, whose value is an expression.
    pub(crate) fn define(name: &str, names: &[&str], expression: &Expression) -> String {
        let mut needs = Self::default();
        let value = expression.python(names, &mut needs);
        let body = format!("{}def {name}({}):\n    return {value}\n", needs.text, names.join(", "));
        let imports: Vec<&str> =
            ["gcd", "isqrt"].into_iter().filter(|name| body.contains(&format!("{name}("))).collect();
        let import =
            if imports.is_empty() { String::new() } else { format!("from math import {}\n\n\n", imports.join(", ")) };
        import + &body
    }
}
