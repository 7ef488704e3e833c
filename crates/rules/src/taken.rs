//! [`Taken`]: the numbers that rules take from a heap, if their syntax tells them.

use std::collections::HashMap;

use crate::ast::{
    Argument, Binary, Collection, Compare, Do, Expr, Kind, Loop, NameIndex, ScriptNames, Statement, Unary,
};
use crate::parser;

/// The largest number of the syntax, and the largest modulus.
const LARGEST: i64 = 10_000;

/// The numbers that a move may take from a heap of n: those in `small`, and all numbers from `from` to n whose residue
/// modulo `modulus` is in `residues`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The numbers below `from`.
    pub small: Vec<u64>,
    /// Where the residues begin to decide.
    pub from: u64,
    /// The modulus, at least 1.
    pub modulus: u64,
    /// The residues.
    pub residues: Vec<u64>,
}

impl Taken {
    /// Reads rules such as `def options(n): return [n - k for k in (1, 3, 4) if k <= n]`. Returns `None` if the rules
    /// have another form.
    #[must_use]
    pub fn of(source: &str) -> Option<Self> {
        let parsed = parser::parse(source).ok()?;
        let (last, constants) = parsed.body.split_last()?;
        let Do::Define(function) = &last.kind else { return None };
        let [n] = function.parameters[..] else { return None };
        let [Statement { kind: Do::Return(Some(result)), .. }] = &function.body[..] else { return None };
        let Kind::Comprehension(comprehension) = &result.kind else { return None };
        let [Loop { target: crate::ast::AssignTarget::Name(k, _), items, tests }] = &comprehension.loops[..] else {
            return None;
        };
        let is_options = parsed.names.text(function.name) == "options" && comprehension.kind != Collection::Dict;
        let mut reader = Reader { names: &parsed.names, n, k: *k, lists: HashMap::new(), largest: 0, modulus: 1 };
        let is_difference = matches!(&comprehension.value.kind, Kind::Binary(Binary::Sub, one, other)
            if is(one, n) && is(other, *k));
        if !is_options || !is_difference {
            return None;
        }
        for constant in constants {
            let Do::Assign(targets, value) = &constant.kind else { return None };
            let [crate::ast::AssignTarget::Name(name, _)] = targets[..] else { return None };
            let list = reader.list(value)?;
            reader.lists.insert(name, list);
        }
        let items = reader.items(items)?;
        let tests: Vec<Test> = tests.iter().map(|test| reader.test(test)).collect::<Option<_>>()?;
        if !items.is_within && !tests.iter().any(|test| matches!(test, Test::Within)) {
            return None;
        }
        let is_taken = |number: &i64| items.contains(*number) && tests.iter().all(|test| test.holds(*number));
        let from = reader.largest + 1;
        let modulus = reader.modulus;
        let unsigned = |numbers: Vec<i64>| numbers.into_iter().map(i64::unsigned_abs).collect();
        let small = (0..from).filter(is_taken).collect();
        let residues = (from..from + modulus).filter(is_taken).map(|number| number % modulus).collect();
        Some(Self {
            small: unsigned(small),
            from: from.unsigned_abs(),
            modulus: modulus.unsigned_abs(),
            residues: unsigned(residues),
        })
    }
}

/// Returns whether an expression is this name.
fn is(expr: &Expr, name: NameIndex) -> bool {
    matches!(expr.kind, Kind::Name(found) if found == name)
}

/// The numbers over which the comprehension runs.
struct Items {
    /// The numbers, if they are a list.
    list: Option<Vec<i64>>,
    first: i64,
    step: i64,
    /// The number behind the last one, if n does not decide it.
    end: Option<i64>,
    /// Whether no number is larger than n.
    is_within: bool,
}

impl Items {
    fn contains(&self, number: i64) -> bool {
        match &self.list {
            Some(list) => list.contains(&number),
            None => {
                number >= self.first
                    && (number - self.first) % self.step == 0
                    && self.end.is_none_or(|end| number < end)
            }
        }
    }
}

/// A condition of the comprehension.
enum Test {
    /// The number is at most n.
    Within,
    /// A comparison of the number, or of its remainder, with numbers.
    Compare {
        modulus: Option<i64>,
        comparison: Compare,
        numbers: Vec<i64>,
    },
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

impl Test {
    fn holds(&self, number: i64) -> bool {
        match self {
            Self::Within => true,
            Self::Not(test) => !test.holds(number),
            Self::All(tests) => tests.iter().all(|test| test.holds(number)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(number)),
            Self::Compare { modulus, comparison, numbers } => {
                let number = modulus.map_or(number, |modulus| number % modulus);
                let (Some(first), is_member) = (numbers.first(), numbers.contains(&number)) else {
                    return *comparison == Compare::NotIn;
                };
                match comparison {
                    Compare::In | Compare::Eq => is_member,
                    Compare::NotIn | Compare::Ne => !is_member,
                    Compare::Lt => number < *first,
                    Compare::Le => number <= *first,
                    Compare::Gt => number > *first,
                    Compare::Ge => number >= *first,
                    Compare::Is | Compare::IsNot => false,
                }
            }
        }
    }
}

/// Reads the parts of a comprehension over k for the position n.
struct Reader<'a> {
    names: &'a ScriptNames,
    n: NameIndex,
    k: NameIndex,
    /// The lists that have names.
    lists: HashMap<NameIndex, Vec<i64>>,
    /// The largest number that was read.
    largest: i64,
    /// The least common multiple of all moduli.
    modulus: i64,
}

impl Reader<'_> {
    fn number(&mut self, expr: &Expr) -> Option<i64> {
        let Kind::Int(number) = expr.kind else { return None };
        self.largest = self.largest.max(number);
        (0..=LARGEST).contains(&number).then_some(number)
    }

    fn list(&mut self, expr: &Expr) -> Option<Vec<i64>> {
        match &expr.kind {
            Kind::Tuple(items) | Kind::List(items) | Kind::Set(items) => {
                items.iter().map(|item| self.number(item)).collect()
            }
            Kind::Name(name) => self.lists.get(name).cloned(),
            _ => None,
        }
    }

    fn period(&mut self, modulus: i64) -> Option<()> {
        let (mut one, mut other) = (self.modulus, modulus);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        self.modulus = self.modulus / one.max(1) * modulus;
        (modulus > 0 && self.modulus <= LARGEST).then_some(())
    }

    fn items(&mut self, expr: &Expr) -> Option<Items> {
        let Kind::Call(function, arguments) = &expr.kind else {
            let list = self.list(expr)?;
            return Some(Items { list: Some(list), first: 0, step: 1, end: None, is_within: false });
        };
        let is_range = matches!(function.kind, Kind::Name(name) if self.names.text(name) == "range");
        if !is_range || arguments.iter().any(|Argument { name, is_star, .. }| name.is_some() || *is_star) {
            return None;
        }
        let mut values = arguments.iter().map(|argument| &argument.value);
        let (first, end, step) = match (values.next()?, values.next(), values.next()) {
            (end, None, _) => (0, end, 1),
            (first, Some(end), None) => (self.number(first)?, end, 1),
            (first, Some(end), Some(step)) => (self.number(first)?, end, self.number(step)?),
        };
        self.period(step)?;
        let (end, is_within) = self.end(end)?;
        Some(Items { list: None, first, step, end, is_within })
    }

    /// Reads the end of a range: a number, n + 1, or the smaller of both. Says whether n bounds the range.
    fn end(&mut self, expr: &Expr) -> Option<(Option<i64>, bool)> {
        if let Kind::Int(_) = expr.kind {
            return Some((Some(self.number(expr)?), false));
        }
        let Kind::Binary(Binary::Add, one, plus) = &expr.kind else { return None };
        if !matches!(plus.kind, Kind::Int(1)) {
            return None;
        }
        if is(one, self.n) {
            return Some((None, true));
        }
        let Kind::Call(function, arguments) = &one.kind else { return None };
        let is_min = matches!(function.kind, Kind::Name(name) if self.names.text(name) == "min");
        let [one, other] = &arguments[..] else { return None };
        let other = if is(&one.value, self.n) { other } else { one };
        let has_n = arguments.iter().any(|argument| is(&argument.value, self.n));
        let most = self.number(&other.value)?;
        (is_min && has_n).then_some((Some(most + 1), true))
    }

    fn test(&mut self, expr: &Expr) -> Option<Test> {
        let mut all = |tests: &[Expr]| tests.iter().map(|test| self.test(test)).collect::<Option<Vec<_>>>();
        match &expr.kind {
            Kind::And(tests) => Some(Test::All(all(tests)?)),
            Kind::Or(tests) => all(tests).filter(|tests| !tests.iter().any(Test::has_n)).map(Test::Any),
            Kind::Unary(Unary::Not, test) => {
                self.test(test).filter(|test| !test.has_n()).map(|test| Test::Not(Box::new(test)))
            }
            Kind::Compare(one, rest) => {
                let [(comparison, other)] = &rest[..] else { return None };
                let is_within = (*comparison == Compare::Le && is(one, self.k) && is(other, self.n))
                    || (*comparison == Compare::Ge && is(one, self.n) && is(other, self.k));
                if is_within {
                    return Some(Test::Within);
                }
                let modulus = match &one.kind {
                    Kind::Binary(Binary::Mod, one, modulus) if is(one, self.k) => {
                        let modulus = self.number(modulus)?;
                        self.period(modulus)?;
                        Some(modulus)
                    }
                    Kind::Name(name) if *name == self.k => None,
                    _ => return None,
                };
                let numbers = match comparison {
                    Compare::In | Compare::NotIn => self.list(other)?,
                    Compare::Is | Compare::IsNot => return None,
                    _ => vec![self.number(other)?],
                };
                Some(Test::Compare { modulus, comparison: *comparison, numbers })
            }
            _ => None,
        }
    }
}

impl Test {
    /// Returns whether the condition is about n.
    fn has_n(&self) -> bool {
        match self {
            Self::Within => true,
            Self::Compare { .. } => false,
            Self::Not(test) => test.has_n(),
            Self::All(tests) | Self::Any(tests) => tests.iter().any(Self::has_n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers below 40 that rules take.
    fn taken(items: &str) -> Option<Vec<u64>> {
        let Taken { small, from, modulus, residues } =
            Taken::of(&format!("S = (2, 5)\ndef options(n):\n    return [n - k for k in {items}]"))?;
        let is_taken =
            |number: &u64| if *number < from { small.contains(number) } else { residues.contains(&(number % modulus)) };
        Some((0..40).filter(is_taken).collect())
    }

    #[test]
    fn removals_are_read_from_the_syntax() {
        let all = |is_taken: fn(&u64) -> bool| Some((0..40).filter(is_taken).collect::<Vec<u64>>());
        assert_eq!(taken("(1, 3, 4) if k <= n"), Some(vec![1, 3, 4]));
        assert_eq!(taken("S if n >= k"), Some(vec![2, 5]));
        assert_eq!(taken("range(2, 6) if k <= n"), Some(vec![2, 3, 4, 5]));
        assert_eq!(taken("range(1, min(n, 3) + 1)"), Some(vec![1, 2, 3]));
        assert_eq!(taken("range(1, n + 1)"), all(|k| *k > 0));
        assert_eq!(taken("range(3, n + 1, 4)"), all(|k| k % 4 == 3));
        assert_eq!(taken("range(1, n + 1) if k not in S"), all(|k| ![0, 2, 5].contains(k)));
        assert_eq!(taken("range(1, n + 1) if k % 3 == 1 or k == 2"), all(|k| k % 3 == 1 || *k == 2));
        assert_eq!(taken("range(1, n + 1) if not k % 2 == 0 and k > 6"), all(|k| k % 2 == 1 && *k > 6));
    }

    #[test]
    fn other_rules_are_not_read() {
        for items in [
            "(1, 3)",
            "range(1, n)",
            "range(1, n // 2 + 1)",
            "range(1, n + 1) if n % k == 0",
            "range(1, n + 1) if k <= n or k == 3",
            "range(1, n + 1) if k * k <= n",
            "range(2, 99999) if k <= n",
        ] {
            assert_eq!(taken(items), None, "{items}");
        }
        for rules in [
            "def options(n): return [n - 1] if n else []",
            "def options(n): return [n // k for k in (2, 3) if k <= n]",
            "def options(n): return [k - n for k in (2, 3) if k <= n]",
            "def f(n): return [n - k for k in (2, 3) if k <= n]",
            "def options(n): return [[n - k] for k in (2, 3) if k <= n]",
        ] {
            assert_eq!(Taken::of(rules), None, "{rules}");
        }
    }
}
