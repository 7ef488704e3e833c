//! Computes values directly from the rules. Tests compare the results of faster methods with these values. Also makes
//! random rules.

use std::collections::HashMap;

use proptest::prelude::*;

use super::moves::HeapCode;
use super::rules::HeapRules;
use crate::theory::tame::mex;

/// Returns the Grundy values of the first heaps. Each value is the mex of the values of the options that the rules
/// list.
pub(crate) fn values(moves: &HeapCode, heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        let options = moves.options(heap).map(|parts| parts.iter().fold(0, |sum, part| sum ^ values[*part]));
        values.push(u32::try_from(mex(options.map(u64::from))).unwrap());
    }
    values
}

pub(crate) fn any_rules() -> impl Strategy<Value = HeapRules> {
    let code = |first: &'static [char], digits: u32, length: usize| {
        let digit = (0..digits).prop_map(|digit| char::from_digit(digit, 16).unwrap());
        let digits = proptest::collection::vec(digit, 1..=length).prop_map(String::from_iter);
        (proptest::sample::select(first), digits, 0..length).prop_map(|(first, digits, repeated)| {
            let (before, block) = digits.split_at(digits.len().saturating_sub(repeated));
            let code =
                if block.is_empty() { format!("{first}.{before}") } else { format!("{first}.{before}({block})") };
            HeapRules::hexadecimal(&code).unwrap()
        })
    };
    let set = proptest::collection::btree_set(1_usize..30, 1..5)
        .prop_map(|set| set.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    prop_oneof![
        4 => code(&['0', '4'], 8, 4),
        2 => code(&['0'], 4, 6),
        1 => code(&['0', '4', '8', 'c'], 16, 3),
        1 => Just(HeapRules::grundys_game()),
        1 => Just(HeapRules::couples_are_forever()),
        1 => set.clone().prop_map(|set| HeapRules::subtraction(&set).unwrap()),
        1 => set.prop_map(|set| HeapRules::all_but(&set).unwrap()),
    ]
}

/// Returns whether the player to move loses this sum of heaps in misère play. Each heap is given by the index of its
/// game in `games` and by its size. The heaps must be sorted.
pub(crate) fn lost_in_misere(
    games: &[&HeapCode],
    sum: &[(usize, usize)],
    known: &mut HashMap<Vec<(usize, usize)>, bool>,
) -> bool {
    if let Some(lost) = known.get(sum) {
        return *lost;
    }
    let mut moved = false;
    let mut lost = true;
    for (index, (game, heap)) in sum.iter().enumerate() {
        for parts in games[*game].options(*heap) {
            moved = true;
            let mut next: Vec<_> = sum.to_vec();
            next.remove(index);
            next.extend(parts.into_iter().map(|part| (*game, part)));
            next.sort_unstable();
            lost &= !lost_in_misere(games, &next, known);
        }
    }
    lost &= moved;
    known.insert(sum.to_vec(), lost);
    lost
}
