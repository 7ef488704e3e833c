//! [`mask`]: makes certificates of periods quick to check.

/// The most masks that are tried.
const MOST_MASKS: usize = 1024;

/// Returns a mask with which few values are rare: a value is rare if it and the mask have an even number of ones in
/// common (Berlekamp, Conway and Guy 1982). With it, a checker tries only splits with a rare heap.
pub(crate) fn mask(values: &[usize]) -> usize {
    let largest = values.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0_usize; largest + 1];
    for value in values {
        counts[*value] += 1;
    }
    let rare = |mask: usize| -> usize {
        counts
            .iter()
            .enumerate()
            .filter(|(value, _)| (value & mask).count_ones().is_multiple_of(2))
            .map(|(_, count)| count)
            .sum()
    };
    let masks = 1_usize << (usize::BITS - largest.leading_zeros());
    (0..masks.min(MOST_MASKS)).min_by_key(|mask| rare(*mask)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn few_values_are_rare() {
        // The values of Dawson's Chess: 0, 3, 5, … are rare with the mask 7, where they have an even number of ones.
        assert_eq!(mask(&[0, 1, 1, 2, 0, 3, 1, 1, 0, 7, 4, 2, 2, 1, 1]), 7);
        assert_eq!(mask(&[0]), 0);
    }
}
