//! Code lengths, in parts of a bit. They decide whether a formula says less than the values that it explains.

use std::collections::BTreeMap;

/// The parts of a bit. Lengths are integers, so that every machine finds the same formulas.
pub(crate) const BIT: u64 = 1024;

/// Returns the binary logarithm of a number, and 0 for 0.
pub(crate) fn log2(number: u64) -> u64 {
    let Some(whole) = number.checked_ilog2() else { return 0 };
    // The number divided by its largest power of two, with 31 binary places.
    let mut rest = if whole > 31 { number >> (whole - 31) } else { number << (31 - whole) };
    let mut log = u64::from(whole);
    for _ in 0..10 {
        rest = (rest * rest) >> 31;
        let is_above = rest >> 32;
        rest >>= is_above;
        log = log << 1 | is_above;
    }
    log
}

/// Returns the logarithm of a number of things.
pub(crate) fn log2_of(count: usize) -> u64 {
    log2(u64::try_from(count).unwrap_or(u64::MAX))
}

/// Returns the logarithm of the size of an integer.
pub(crate) fn size(number: i64) -> u64 {
    log2(number.unsigned_abs().saturating_add(1))
}

/// Returns `count` whole bits.
pub(crate) fn whole(count: i64) -> u64 {
    count.unsigned_abs().saturating_mul(BIT)
}

/// Returns the code length of each value. There are two codes, and the one that is shorter in all counts: by how often
/// each value was seen so far, or by whether each value is the one before it, and else by how often it was seen.
pub(crate) fn lengths(values: &[i64]) -> Vec<u64> {
    let [plain, runs] = [false, true].map(|has_flags| coded(values, has_flags));
    if plain.iter().sum::<u64>() <= runs.iter().sum() { plain } else { runs }
}

/// Returns the code length of each value, with a flag or not for whether it is the one before it.
fn coded(values: &[i64], has_flags: bool) -> Vec<u64> {
    let new = log2(values.iter().max().map_or(0, |most| most.unsigned_abs().saturating_add(2)));
    let (mut counts, mut seen, mut flags) = (BTreeMap::<i64, u64>::new(), 0, [1_u64, 1]);
    let mut before = None;
    let mut length = |&value: &i64| {
        let mut length = 0;
        if let Some(before) = before.replace(value).filter(|_| has_flags) {
            let flag = &mut flags[usize::from(before == value)];
            let mine = log2(*flag);
            *flag += 1;
            length = log2(flags[0] + flags[1] - 1) - mine;
            if before == value {
                return length;
            }
        }
        seen += 1;
        let count = counts.entry(value).or_default();
        length += log2(seen) + if *count == 0 { new } else { 0 } - log2(*count);
        *count += 1;
        length
    };
    values.iter().map(&mut length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_powers_and_rise() {
        assert_eq!([0, 1, 2, 1 << 20, 1 << 63].map(log2), [0, 0, BIT, 20 * BIT, 63 * BIT]);
        assert_eq!(log2(3), 1623);
        assert!((1..10_000).all(|number| log2(number) <= log2(number + 1)));
    }

    #[test]
    fn a_sequence_that_hardly_changes_is_short() {
        let runs: Vec<i64> = (0..256).map(|n| n / 64).collect();
        let mixed: Vec<i64> = (0..256).map(|n| n * n / 3 % 4).collect();
        assert!(lengths(&runs).iter().sum::<u64>() * 4 < lengths(&mixed).iter().sum());
    }
}
