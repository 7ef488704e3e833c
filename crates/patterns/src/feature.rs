//! [`Feature`]: a named function of one or two integers. Formulas are made of these functions.

use crate::arithmetic::{
    digits, exponent, exponents, fibonacci, high_bit, is_cube, is_square, log, nim_product, parts, prime_index, root,
};
use crate::bits::{log2, whole};

/// The definitions in Python of all functions, and of what they use.
const HELPERS: &str = include_str!("helpers.py");

/// The functions that factor their argument, which takes as many steps as its root.
const FACTORED: [&str; 7] = [
    "prime_factors",
    "different_primes",
    "odd_prime_factors",
    "exponent_xor",
    "prime_index",
    "divisor_count",
    "is_prime",
];

/// A named function. Each of its bases makes another function.
#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    /// The code length in bits, without that of the base.
    bits: i64,
    /// The result in words: `{k}` stands for the base, `{a}` for the first integer and `{b}` for the second.
    pub(crate) words: &'static str,
    /// The first arguments. The list is empty if the function has only integers as arguments.
    bases: &'static [i64],
    /// Returns the value for a base and two integers; `None` if a number is too large.
    pub(crate) value: fn(i64, i64, i64) -> Option<i64>,
}

impl Feature {
    /// Returns the code length of the function with a base.
    pub(crate) fn length(&self, base: i64) -> u64 {
        whole(self.bits) + log2(base.unsigned_abs())
    }

    /// Returns about how many steps of a nanosecond it takes to compute the value for integers up to `most`.
    pub(crate) fn steps(&self, most: i64) -> u64 {
        if FACTORED.contains(&self.name) { most.max(0).isqrt().unsigned_abs().saturating_add(20) } else { 50 }
    }

    /// Returns the functions of a list with each of their bases. The base is 0 if the function has none.
    pub(crate) fn each(list: &'static [Self]) -> impl Iterator<Item = (&'static Self, i64)> {
        list.iter().flat_map(|feature| {
            let bases = if feature.bases.is_empty() { &[0] } else { feature.bases };
            bases.iter().map(move |&base| (feature, base))
        })
    }
}

/// Returns a definition in Python, with those that it uses before it. Skips the names in `known`, and adds the new ones.
pub(crate) fn definition(name: &str, known: &mut Vec<&'static str>) -> String {
    let mut all = String::new();
    let Some(text) = HELPERS.split("\n\n\n").find(|text| name_of(text) == name) else { return all };
    if known.contains(&name_of(text)) {
        return all;
    }
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

macro_rules! features {
    ($($name:ident $bits:literal $bases:tt $words:literal = |$($arg:pat_param),*| $value:expr;)*) => {
        &[$(Feature {
            name: stringify!($name),
            bits: $bits,
            words: $words,
            bases: &$bases,
            value: |$($arg),*| $value,
        }),*]
    };
}

/// The functions of one integer.
pub(crate) static OF_ONE: &[Feature] = features! {
    exponent 4 [2, 3, 4, 5, 6, 7, 8, 9, 10] "the exponent of {k} in {a}" = |k, n, _| Some(exponent(k, n));
    odd_part 6 [] "the odd part of {a}" = |_, n, _| Some(if n > 0 { n >> n.trailing_zeros() } else { 0 });
    bits 5 [] "the number of bits of {a}" = |_, n, _| Some(log(2, n) + 1);
    ones 5 [] "the number of ones of {a} in binary" = |_, n, _| Some(n.max(0).count_ones().into());
    low_bit 6 [] "the largest power of 2 that divides {a}" = |_, n, _| Some(n.max(0) & n.max(0).wrapping_neg());
    below_high_bit 7 [] "{a} without its highest bit" = |_, n, _| n.checked_sub(high_bit(n));
    gray 7 [] "the Gray code of {a}" = |_, n, _| Some(n.max(0) ^ (n.max(0) >> 1));
    high_bit 7 [] "the largest power of 2 up to {a}" = |_, n, _| Some(high_bit(n));
    log 6 [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] "the logarithm of {a} to base {k}, rounded down," = |k, n, _| Some(log(k, n));
    first_digit 6 [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] "the first digit of {a} in base {k}"
        = |k, n, _| Some(digits(k, n).last().unwrap_or(0));
    digit_sum 6 [3, 4, 5, 6, 8, 10] "the sum of the digits of {a} in base {k}" = |k, n, _| Some(digits(k, n).sum());
    digit_xor 7 [3, 4, 5, 6, 8, 10] "the xor of the digits of {a} in base {k}"
        = |k, n, _| Some(digits(k, n).fold(0, |sum, digit| sum ^ digit));
    prime_factors 6 [] "the number of prime factors of {a}, with multiplicity,"
        = |_, n, _| Some(exponents(n).map(|(_, count)| count).sum());
    different_primes 7 [] "the number of different primes that divide {a}"
        = |_, n, _| Some(exponents(n).map(|_| 1).sum());
    odd_prime_factors 8 [] "the number of odd prime factors of {a}, with multiplicity,"
        = |_, n, _| Some(exponents(n).filter(|(prime, _)| *prime > 2).map(|(_, count)| count).sum());
    exponent_xor 9 [] "the xor of the exponents of the primes in {a}"
        = |_, n, _| Some(exponents(n).fold(0, |sum, (_, count)| sum ^ count));
    prime_index 8 [] "the place among the primes of the least prime factor of {a}" = |_, n, _| prime_index(n);
    divisor_count 7 [] "the number of divisors of {a}"
        = |_, n, _| Some(if n > 0 { exponents(n).map(|(_, count)| count + 1).product() } else { 0 });
    is_prime 6 [] "whether {a} is prime" = |_, n, _| Some((exponents(n).next() == Some((n, 1))).into());
    is_square 5 [] "whether {a} is a square" = |_, n, _| Some(is_square(n).into());
    is_cube 7 [] "whether {a} is a cube" = |_, n, _| Some(is_cube(n).into());
    is_triangular 6 [] "whether {a} is triangular" = |_, n, _| Some(is_square(n.checked_mul(8)?.checked_add(1)?).into());
    is_power 5 [2, 3, 4, 5, 6, 10] "whether {a} is a power of {k}"
        = |k, n, _| Some((n > 0 && digits(k, n).sum::<i64>() == 1).into());
    is_fibonacci 6 [] "whether {a} is a Fibonacci number" = |_, n, _| Some((n == 0 || fibonacci(n) == n).into());
    root 6 [] "the root of {a}, rounded down," = |_, n, _| Some(root(n));
    above_square 8 [] "{a} less the largest square up to it" = |_, n, _| n.checked_sub(root(n).pow(2));
    triangular_root 8 [] "the index of the largest triangular number up to {a}"
        = |_, n, _| Some((root(n.max(0).checked_mul(8)?.checked_add(1)?) - 1) / 2);
    above_triangular 10 [] "{a} less the largest triangular number up to it" = |_, n, _| {
        let index = (root(n.max(0).checked_mul(8)?.checked_add(1)?) - 1) / 2;
        n.checked_sub(index * (index + 1) / 2)
    };
    fibonacci_parts 8 [] "the number of parts of {a} as a sum of Fibonacci numbers"
        = |_, n, _| Some(parts(n).map(|_| 1).sum());
    least_fibonacci_part 9 [] "the index of the least part of {a} as a sum of Fibonacci numbers"
        = |_, n, _| Some(parts(n).last().unwrap_or(0));
};

/// The functions of two integers that Python has no operator for.
pub(crate) static OF_TWO: &[Feature] = features! {
    gcd 5 [] "the greatest common divisor of {a} and {b}" = |_, a, b| crate::arithmetic::gcd(a, b);
    quotient 6 [] "the larger of {a} and {b} divided by the smaller, rounded down,"
        = |_, a, b| Some(if a > 0 && b > 0 { a.max(b) / a.min(b) } else { 0 });
    remainder 7 [] "the larger of {a} and {b} modulo the smaller"
        = |_, a, b| Some(if a > 0 && b > 0 { a.max(b) % a.min(b) } else { 0 });
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
        for (list, given, positions) in [(OF_ONE, "a", &integers), (OF_TWO, "a, b", &pairs)] {
            for (feature, base) in Feature::each(list) {
                let base_in_python = if base > 0 { format!("{base}, ") } else { String::new() };
                let name = feature.name;
                writeln!(program, "print(*({name}({base_in_python}{given}) for a, b in {positions:?}))").unwrap();
                let values = positions.iter().map(|[a, b]| (feature.value)(base, *a, *b).unwrap().to_string());
                expected.push((name, base, values.collect::<Vec<_>>().join(" ")));
            }
        }
        let file = std::env::temp_dir().join(format!("grundy-features-{}.py", std::process::id()));
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
