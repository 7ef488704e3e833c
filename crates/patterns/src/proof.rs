//! [`Removals`]: the numbers that a move may take from a heap. For periodic sets of them, finitely many values prove a
//! formula that repeats, or that grows by the same amount in each period.

use crate::answer::Conjecture;
use crate::arithmetic::gcd;
use crate::work::{Charge, OutOfWork};

/// Longer windows are not compared.
const LONGEST: i64 = 100_000;

/// The numbers that a move may take: some numbers below `from`, and all numbers from there on with some residues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removals {
    small: Vec<i64>,
    from: i64,
    modulus: i64,
    residues: Vec<i64>,
}

/// Why a formula holds for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowProof {
    /// The formula was compared with the rules for all heaps below this one.
    pub compared: u64,
    /// The argument in words.
    pub argument: String,
}

impl Removals {
    /// Creates the set of the numbers in `small`, and of all numbers from `from` on whose residue modulo `modulus` is in
    /// `residues`. Returns `None` if the modulus is 0, or if a number is 0 or too large.
    #[must_use]
    pub fn new(small: &[u64], from: u64, modulus: u64, residues: &[u64]) -> Option<Self> {
        let integer = |number: &u64| i64::try_from(*number).ok().filter(|number| *number < LONGEST);
        let small: Vec<i64> = small.iter().map(integer).collect::<Option<_>>()?;
        let residues: Vec<i64> = residues.iter().map(integer).collect::<Option<_>>()?;
        let modulus = integer(&modulus).filter(|modulus| *modulus > 0)?;
        let largest = small.iter().max().copied().unwrap_or(0);
        let start = integer(&from)?.max(1);
        // The tail begins behind all small numbers, and the part of it before that is small, too.
        let from = start.max(largest + 1);
        let early = (start..from).filter(|number| residues.contains(&(number % modulus)));
        let mut small: Vec<i64> = early.chain(small).collect();
        small.sort_unstable();
        small.dedup();
        (!small.contains(&0)).then_some(Self { small, from, modulus, residues })
    }

    fn contains(&self, number: i64) -> bool {
        if number < self.from { self.small.contains(&number) } else { self.residues.contains(&(number % self.modulus)) }
    }

    /// Proves a formula by the rules, if its form allows this. `None` if it does not, or if the formula is wrong.
    ///
    /// # Errors
    /// The work is spent.
    pub fn prove(&self, formula: &Conjecture, charge: Charge) -> Result<Option<WindowProof>, OutOfWork> {
        let Some((period, growth)) = formula.periodic() else { return Ok(None) };
        let Some(head) = i64::try_from(formula.from()).ok() else { return Ok(None) };
        let Some(common) = gcd(period, self.modulus).map(|divisor| period / divisor * self.modulus) else {
            return Ok(None);
        };
        let value = |n: i64| formula.value(&[n.unsigned_abs()]).and_then(|value| i64::try_from(value).ok());
        let window = if growth == 0 {
            Some(head + self.from + 2 * common - 1)
        } else {
            self.growing_window(head, common, growth * common / period, &value)
        };
        let Some(window) = window.filter(|window| (0..=LONGEST).contains(window)) else { return Ok(None) };
        let mut values: Vec<i64> = Vec::new();
        for n in 0..window {
            charge(n.unsigned_abs().saturating_mul(20).saturating_add(50))?;
            let taken = (1..=n).filter(|number| self.contains(*number));
            let mut options: Vec<i64> =
                taken.filter_map(|number| values.get(usize::try_from(n - number).ok()?).copied()).collect();
            options.sort_unstable();
            options.dedup();
            let mex = options.iter().zip(0..).take_while(|(option, value)| *option == value).count();
            let mex = i64::try_from(mex).unwrap_or(i64::MAX);
            if value(n) != Some(mex) {
                return Ok(None);
            }
            values.push(mex);
        }
        let taken = if self.residues.is_empty() {
            format!("a move takes less than {}", self.from)
        } else {
            format!("what a move may take from {} on repeats modulo {}", self.from, self.modulus)
        };
        let moved = if growth == 0 { String::new() } else { format!(", moved by {}", growth * common / period) };
        let argument = format!(
            "The formula repeats every {period}, and {taken}. So from some heap on, the options of n + {common} have the \
             values of those of n{moved}. The formula is right for all heaps below {window}, and {common} of these in a \
             row are beyond that heap. By induction, it is right for all heaps."
        );
        Ok(Some(WindowProof { compared: window.unsigned_abs(), argument }))
    }

    /// Returns the window for a formula that grows. There must be a tail, whose options are met once for all.
    ///
    /// For n from the window's last period on, every option by a small number has a value above all values that are met
    /// near the beginning. Then the values of the options of n + `common` are those of n, moved by `growth`, and some of
    /// those from the beginning, which are too small to be the value.
    fn growing_window(&self, head: i64, common: i64, growth: i64, value: &dyn Fn(i64) -> Option<i64>) -> Option<i64> {
        if self.residues.is_empty() || growth < 0 {
            return None;
        }
        let most = |to: i64| (0..to).map(value).try_fold(0, |most: i64, value| Some(most.max(value?)));
        let bound = most(head + common)?.max(growth + most(head)?);
        let mut start = head + self.from + common;
        let is_above = |start: i64| {
            let first = (start - self.from).max(head);
            (first..first + common).all(|n| value(n).is_some_and(|value| value > bound))
        };
        while !is_above(start) {
            start += 1;
            if start > LONGEST {
                return None;
            }
        }
        Some(start + common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::find;

    /// Returns the values of all heaps below 700.
    fn values(set: &Removals) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..700_i64 {
            let left =
                (1..=n).filter(|number| set.contains(*number)).map(|number| usize::try_from(n - number).unwrap());
            let options: Vec<u64> = left.map(|left| values[left]).collect();
            values.push((0..700).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    #[test]
    fn ten_values_prove_the_example() {
        let set = Removals::new(&[1, 2], 3, 4, &[3]).unwrap();
        let found = find(&values(&set)[..200], 0, 200, &mut |_| Ok(())).unwrap();
        let proof = set.prove(&found.conjectures[0], &mut |_| Ok(())).unwrap().unwrap();
        assert_eq!((found.conjectures[0].text(), proof.compared), ("n modulo 4", 10));
        // The formula is wrong for another game.
        let other = Removals::new(&[1, 2], 5, 4, &[1]).unwrap();
        assert_eq!(other.prove(&found.conjectures[0], &mut |_| Ok(())).unwrap(), None);
    }

    #[test]
    fn proved_formulas_of_random_rules_hold() {
        let mut state = 5_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let (mut repeating, mut growing) = (0, 0);
        for _ in 0..150 {
            let small: Vec<u64> = (0..below(5)).map(|_| 1 + below(14)).collect();
            let modulus = 1 + below(6);
            let residues: Vec<u64> = (0..below(1 + modulus.div_ceil(2))).map(|_| below(modulus)).collect();
            let set = Removals::new(&small, 1 + below(12), modulus, &residues).unwrap();
            let values = values(&set);
            let found = find(&values[..300], 0, 300, &mut |_| Ok(())).unwrap();
            for formula in found.conjectures {
                if set.prove(&formula, &mut |_| Ok(())).unwrap().is_none() {
                    continue;
                }
                let wrong = (0..700_u64).zip(&values).find(|(n, value)| formula.value(&[*n]) != Some(**value));
                assert_eq!(wrong, None, "{set:?} {}", formula.text());
                *if formula.periodic().unwrap().1 == 0 { &mut repeating } else { &mut growing } += 1;
            }
        }
        assert!(repeating > 20 && growing > 40, "{repeating} {growing}");
    }
}
