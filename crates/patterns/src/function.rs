//! [`FormulaFunction`]: an operation of integers. A row of a table is all that is said of one: how it is computed, and how it is
//! written in Python and in words. Formulas are made of these functions.

use crate::arithmetic::{digits, exponent, exponents, gcd, high_bit, log, nim_product, prime_index};
use crate::bits::{log2, whole};

/// The definitions in Python of all named functions, and of what they use.
const HELPERS: &str = include_str!("helpers.py");

/// The arguments of a function by their index. An argument is computed when it is asked for.
pub(crate) type Given<'a> = &'a dyn Fn(usize) -> Option<i64>;

/// An operator or a named function. Each of its bases makes another function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormulaFunction {
    pub(crate) name: &'static str,
    /// The code length in bits, without that of the base.
    bits: i64,
    /// The first arguments. The list is empty if the function has only integers as arguments.
    bases: &'static [i64],
    /// The result in Python: `{a}`, `{b}` and `{c}` stand for the arguments. `None` if the function is called by its name.
    pub(crate) python: Option<&'static str>,
    /// The result in words: `{k}` stands for the base.
    pub(crate) words: &'static str,
    /// How strongly the result in Python binds, and how strongly each argument must bind at least.
    pub(crate) binds: [u8; 4],
    /// Whether the function factors its argument, which takes as many steps as its root.
    has_factors: bool,
    /// Returns the value for a base and the arguments; `None` if a number is too large.
    pub(crate) value: fn(i64, Given) -> Option<i64>,
}

/// How strongly Python binds: a condition may stand bare only where a condition is expected.
pub(crate) const CONDITION: u8 = 0;
pub(crate) const CHOICE: u8 = 1;
pub(crate) const COMPARE: u8 = 2;
pub(crate) const SIGN: u8 = 8;
pub(crate) const CALL: u8 = 9;

impl FormulaFunction {
    /// Returns the code length of the function with a base.
    pub(crate) fn length(&self, base: i64) -> u64 {
        whole(self.bits) + log2(base.unsigned_abs())
    }

    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    pub(crate) fn steps(&self, most: i64) -> u64 {
        if self.has_factors { most.max(0).isqrt().unsigned_abs().saturating_add(20) } else { 20 }
    }

    /// Returns the functions of a list with each of their bases. The base is 0 if the function has none.
    pub(crate) fn each(list: &'static [Self]) -> impl Iterator<Item = (&'static Self, i64)> {
        list.iter().flat_map(|function| {
            let bases = if function.bases.is_empty() { &[0] } else { function.bases };
            bases.iter().map(move |&base| (function, base))
        })
    }
}

/// Returns a definition in Python, with those that it uses before it. Skips the names in `known`, and adds the new ones.
pub(crate) fn definition(name: &str, known: &mut Vec<&'static str>) -> String {
    let mut all = String::new();
    let is_new = |text: &&'static str| name_of(text) == name && !known.contains(&name_of(text));
    let Some(text) = HELPERS.split("\n\n\n").find(is_new) else { return all };
    known.push(name_of(text));
    for other in text.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
        all += &definition(other, known);
    }
    all + text.trim_end() + "\n\n\n"
}

/// Returns the name that a definition defines.
fn name_of(definition: &str) -> &str {
    definition.strip_prefix("def ").and_then(|rest| rest.split('(').next()).unwrap_or_default()
}

/// Writes a row of a table as a function.
macro_rules! function {
    ($name:ident $bits:literal $bases:tt $python:expr, $words:literal $binds:tt $has_factors:literal
     |$k:pat_param, $($arg:ident),*| $value:expr) => {
        FormulaFunction {
            name: stringify!($name),
            bits: $bits,
            bases: &$bases,
            python: $python,
            words: $words,
            binds: $binds,
            has_factors: $has_factors,
            value: |$k, given| {
                let mut indices = 0..;
                $(let $arg = given(indices.next()?)?;)*
                $value
            },
        }
    };
}

macro_rules! operators {
    ($($name:ident $python:literal $words:literal $binds:tt = |$($arg:ident),*| $value:expr;)*) => {
        $(pub(crate) static $name: FormulaFunction =
            function!($name 0 [] Some($python), $words $binds false |_, $($arg),*| $value);)*
    };
}

operators! {
    PLUS "{a} + {b}" "{a} + {b}" [6, 6, 7, 0] = |a, b| a.checked_add(b);
    MINUS "{a} - {b}" "{a} - {b}" [6, 6, 7, 0] = |a, b| a.checked_sub(b);
    TIMES "{a} * {b}" "{a} times {b}" [7, 7, 8, 0] = |a, b| a.checked_mul(b);
    OVER "{a} // {b}" "{a} divided by {b}, rounded down," [7, 7, 8, 0] = |a, b| (b > 0).then(|| a.div_euclid(b));
    MODULO "{a} % {b}" "{a} modulo {b}" [7, 7, 8, 0] = |a, b| (b > 0).then(|| a.rem_euclid(b));
    ODD "{a} % 2" "{a} is odd" [7, 7, 0, 0] = |a| Some(a.rem_euclid(2));
    XOR "{a} ^ {b}" "{a} xor {b}" [4, 4, 5, 0] = |a, b| Some(a ^ b);
    OR "{a} | {b}" "{a} or {b} by bits" [3, 3, 4, 0] = |a, b| Some(a | b);
    AND "{a} & {b}" "{a} and {b} by bits" [5, 5, 6, 0] = |a, b| Some(a & b);
    LEAST "min({a}, {b})" "the smaller of {a} and {b}" [CALL, 1, 1, 0] = |a, b| Some(a.min(b));
    MOST "max({a}, {b})" "the larger of {a} and {b}" [CALL, 1, 1, 0] = |a, b| Some(a.max(b));
    LESS "{a} < {b}" "{a} < {b}" [COMPARE, 3, 3, 0] = |a, b| Some((a < b).into());
    EQUAL "{a} == {b}" "{a} = {b}" [COMPARE, 3, 3, 0] = |a, b| Some((a == b).into());
}

/// The second argument if the first one is not 0, and else the third one. The other one may have no value.
pub(crate) static CHOOSE: FormulaFunction = FormulaFunction {
    name: "CHOOSE",
    python: Some("{b} if {a} else {c}"),
    words: "{b} if {a}, else {c}",
    binds: [CHOICE, CONDITION, COMPARE, CHOICE],
    value: |_, given| given(if given(0)? == 0 { 2 } else { 1 }),
    ..PLUS
};

macro_rules! named {
    ($has_factors:literal $($name:ident $bits:literal $bases:tt $words:literal = |$k:pat_param, $($arg:ident),*| $value:expr;)*) => {
        [$(function!($name $bits $bases None, $words [CALL, 1, 1, 0] $has_factors |$k, $($arg),*| $value)),*]
    };
}

/// The functions of one integer.
pub(crate) static OF_ONE: &[FormulaFunction] = &named! { false
    exponent 4 [2, 3, 4, 5, 6, 7, 8, 9, 10] "the exponent of {k} in {a}" = |k, n| Some(exponent(k, n));
    odd_part 6 [] "the odd part of {a}" = |_, n| Some(if n > 0 { n >> n.trailing_zeros() } else { 0 });
    bits 5 [] "the number of bits of {a}" = |_, n| Some(log(2, n) + 1);
    ones 5 [] "the number of ones of {a} in binary" = |_, n| Some(n.max(0).count_ones().into());
    low_bit 6 [] "the largest power of 2 that divides {a}" = |_, n| Some(n.max(0) & n.max(0).wrapping_neg());
    below_high_bit 7 [] "{a} without its highest bit" = |_, n| n.checked_sub(high_bit(n));
    gray 7 [] "the Gray code of {a}" = |_, n| Some(n.max(0) ^ (n.max(0) >> 1));
    high_bit 7 [] "the largest power of 2 up to {a}" = |_, n| Some(high_bit(n));
    log 6 [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] "the logarithm of {a} to base {k}, rounded down," = |k, n| Some(log(k, n));
    first_digit 6 [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] "the first digit of {a} in base {k}"
        = |k, n| Some(digits(k, n).last().unwrap_or(0));
    digit_sum 6 [3, 4, 5, 6, 8, 10] "the sum of the digits of {a} in base {k}" = |k, n| Some(digits(k, n).sum());
    digit_xor 7 [3, 4, 5, 6, 8, 10] "the xor of the digits of {a} in base {k}"
        = |k, n| Some(digits(k, n).fold(0, |sum, digit| sum ^ digit));
    is_square 5 [] "whether {a} is a square" = |_, n| Some((n.max(0).isqrt().pow(2) == n).into());
    is_power 5 [2, 3, 4, 5, 6, 10] "whether {a} is a power of {k}"
        = |k, n| Some((n > 0 && digits(k, n).sum::<i64>() == 1).into());
    root 6 [] "the root of {a}, rounded down," = |_, n| Some(n.max(0).isqrt());
    above_square 8 [] "{a} less the largest square up to it" = |_, n| n.checked_sub(n.max(0).isqrt().pow(2));
};

/// The functions of one integer that factor it.
pub(crate) static OF_FACTORS: &[FormulaFunction] = &named! { true
    prime_factors 6 [] "the number of prime factors of {a}, with multiplicity,"
        = |_, n| Some(exponents(n).map(|(_, count)| count).sum());
    different_primes 7 [] "the number of different primes that divide {a}" = |_, n| Some(exponents(n).map(|_| 1).sum());
    odd_prime_factors 8 [] "the number of odd prime factors of {a}, with multiplicity,"
        = |_, n| Some(exponents(n).filter(|(prime, _)| *prime > 2).map(|(_, count)| count).sum());
    exponent_xor 9 [] "the xor of the exponents of the primes in {a}"
        = |_, n| Some(exponents(n).fold(0, |sum, (_, count)| sum ^ count));
    prime_index 8 [] "the place among the primes of the least prime factor of {a}" = |_, n| prime_index(n);
    divisor_count 7 [] "the number of divisors of {a}"
        = |_, n| Some(if n > 0 { exponents(n).map(|(_, count)| count + 1).product() } else { 0 });
    is_prime 6 [] "whether {a} is prime" = |_, n| Some((exponents(n).next() == Some((n, 1))).into());
};

/// The functions of two integers that Python has no operator for.
pub(crate) static OF_TWO: &[FormulaFunction] = &named! { false
    gcd 5 [] "the greatest common divisor of {a} and {b}" = |_, a, b| Some(gcd(a, b));
    quotient 6 [] "the larger of {a} and {b} divided by the smaller, rounded down,"
        = |_, a, b| Some(if a > 0 && b > 0 { a.max(b) / a.min(b) } else { 0 });
    ratio_difference 12 [] "x/y less y/x, rounded down, for the larger x and the smaller y of {a} and {b}," = |_, a, b| {
        let squares = a.max(b).checked_pow(2)?.checked_sub(a.min(b).checked_pow(2)?)?;
        Some(if a > 0 && b > 0 { squares / a.checked_mul(b)? } else { 0 })
    };
    nim_product 9 [] "the nim product of {a} and {b}" = |_, a, b| nim_product(a, b);
};
#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    #[test]
    fn functions_are_those_of_their_definitions_in_python() {
        let mut program = format!("from math import gcd, isqrt\n{HELPERS}\n");
        let mut expected = Vec::new();
        let integers: Vec<[i64; 2]> = (-3..2_100).map(|n| [n, 0]).collect();
        let pairs: Vec<[i64; 2]> = (0..40).flat_map(|a| (0..40).map(move |b| [a, b])).collect();
        for (list, given, positions) in
            [(OF_ONE, "a", &integers), (OF_FACTORS, "a", &integers), (OF_TWO, "a, b", &pairs)]
        {
            for (function, base) in FormulaFunction::each(list) {
                let base_in_python = if base > 0 { format!("{base}, ") } else { String::new() };
                let name = function.name;
                writeln!(program, "print(*({name}({base_in_python}{given}) for a, b in {positions:?}))").unwrap();
                let values = positions
                    .iter()
                    .map(|[a, b]| (function.value)(base, &|index| [*a, *b].get(index).copied()).unwrap().to_string());
                expected.push((name, base, values.collect::<Vec<_>>().join(" ")));
            }
        }
        let file = std::env::temp_dir().join(format!("grundy-functions-{}.py", std::process::id()));
        std::fs::write(&file, program).unwrap();
        let output = std::process::Command::new("python3").arg(&file).output().expect("tests/needs installs python3");
        std::fs::remove_file(file).unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        assert_eq!(lines.lines().count(), expected.len(), "{}", String::from_utf8_lossy(&output.stderr));
        for (line, (name, base, values)) in lines.lines().zip(expected) {
            let first = line.split(' ').zip(values.split(' ')).position(|(one, other)| one != other);
            assert_eq!(line, values, "{name} {base}: {first:?}");
        }
    }
}
