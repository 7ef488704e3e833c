//! A game with the user's own types, in a sum with a game of the catalogue. Only the public library is used.
#![allow(clippy::unwrap_used)]

use grundy_core::catalogue;
use grundy_core::game::search::Searched;
use grundy_core::game::shape::PlainValue;
use grundy_core::game::{Card, Follower, Play, Rules, Ruleset};
use grundy_core::solve::{Solution, Sum, Summand, Winner};
use grundy_core::theory::Caches;

/// The moves: take 1 stone, or split an even heap into two equal heaps.
#[derive(Clone, Debug)]
struct Halves;

impl Rules for Halves {
    type Position = u64;
    type Move = Follower<u64>;

    const SPLITS: bool = true;

    const CARD: Card =
        Card { id: "halves", name: "Halves", rules: "Take 1 stone, or halve an even heap.", ..Card::BLANK };

    fn moves(&self, stones: &u64) -> impl Iterator<Item = Follower<u64>> {
        let taken = stones.checked_sub(1).map(|left| Follower::sorted(vec![left]));
        let half = (*stones > 0 && stones.is_multiple_of(2)).then(|| Follower::sorted(vec![stones / 2; 2]));
        taken.into_iter().chain(half)
    }

    fn after(&self, _: &u64, left: &Follower<u64>) -> Follower<u64> {
        left.clone()
    }

    fn describe(&self, stones: &u64, to: &Follower<u64>) -> String {
        if to.parts().len() == 1 { format!("take 1 of {stones}") } else { format!("halve {stones}") }
    }
}

/// Returns the Grundy value, computed from the rules without the library. The sum of two equal halves has the value 0.
fn value(stones: u64) -> u64 {
    match stones {
        0 => 0,
        odd if odd % 2 == 1 => u64::from(value(odd - 1) == 0),
        even if value(even - 1) == 1 => 2,
        _ => 1,
    }
}

fn sum(halves: u64, nim: u64) -> Solution {
    let mut mine = Searched::new(Halves).none();
    mine.push(PlainValue::Integer(halves.into())).unwrap();
    let known = catalogue::find("nim").unwrap();
    let mut heaps = known.rules.none();
    heaps.push(PlainValue::Integer(nim.into())).unwrap();
    let position = Sum::new([
        Summand { key: "nim".into(), place: known.place, components: heaps },
        Summand { key: "halves".into(), place: catalogue::all().len(), components: mine },
    ]);
    Solution::of(position, Play::Normal, &Caches::default()).unwrap()
}

#[test]
fn a_game_of_ones_own_is_a_component_like_any_other() {
    for stones in 0..40 {
        for nim in 0..4 {
            let solution = sum(stones, nim);
            let lost = value(stones) == nim;
            assert_eq!(solution.winner(), if lost { Winner::Second } else { Winner::First }, "{stones} beside {nim}");
        }
    }
    let solution = sum(2, 0);
    let best = solution.best().unwrap();
    assert_eq!(
        (solution.grundy().unwrap().to_u64(), solution.describe(&best)),
        (Some(2), "halves 0: halve 2".to_owned())
    );
}
