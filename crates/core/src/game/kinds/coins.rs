//! Coins in a row that are turned over. A position is the ascending list of the places of its heads, counted from 0. A
//! move turns some coins over. Of these coins, the one at the highest place must show heads before the move.

use std::fmt::Debug;

use super::lists;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Step, Tameness, Theory, small};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::xor;
use crate::theory::sources::FERGUSON;
use crate::theory::step;

/// The text for [`Card::position`] in games whose positions are lists of the heads' places.
pub(crate) const POSITION: &str = "the places of the heads, counted from 0, increasing";

/// Returns the heads after some coins are turned over.
pub(crate) fn turned<N: Ord + Clone>(heads: &[N], coins: &[N]) -> Vec<N> {
    let mut heads = heads.to_vec();
    for coin in coins {
        match heads.binary_search(coin) {
            Ok(place) => {
                heads.remove(place);
            }
            Err(place) => heads.insert(place, coin.clone()),
        }
    }
    heads
}

/// Returns the coins that differ between two positions, in ascending order. `steps` is the number of steps to look up a
/// coin.
pub(crate) fn between<N: Ord + Clone>(heads: &[N], to: &[N], steps: u64) -> Vec<N> {
    meter::charge_each(heads.len().saturating_add(to.len()), steps);
    let only = |left: &[N], right: &[N]| -> Vec<N> {
        left.iter().filter(|coin| right.binary_search(coin).is_err()).cloned().collect()
    };
    let mut coins = only(heads, to);
    coins.extend(only(to, heads));
    coins.sort_unstable();
    coins
}

/// Returns the coins that a move turns, in ascending order.
///
/// # Errors
/// The move turns no coin or more than `most` coins, or the highest turned coin was not heads.
pub(crate) fn check(heads: &[Natural], to: &[Natural], most: usize) -> Result<Vec<Natural>, Illegal> {
    let coins = between(heads, to, cost::LOOK_UP);
    match coins.last() {
        None => Err("a coin must be turned".into()),
        Some(_) if coins.len() > most => {
            Err(format!("a move turns at most {most} coins, this one turns {}", coins.len()).into())
        }
        Some(highest) if heads.binary_search(highest).is_err() => {
            Err(format!("the highest coin that is turned, {}, must be heads", highest.short()).into())
        }
        Some(_) => Ok(coins),
    }
}

pub(crate) fn describe(coins: &[Natural]) -> String {
    format!("turn {}", step::joined(coins, |coin| format!("coin {}", coin.short()), " and "))
}

/// Returns a sentence with the values of the heads and their XOR.
pub(crate) fn shown(values: &[Natural], xor: &Natural) -> String {
    match step::joined(values, |value| value.short().to_string(), " ⊕ ") {
        shown if shown.is_empty() => "Here no coin is heads.".to_owned(),
        shown => format!("Here the heads make {}.", step::equation(&shown, xor.short())),
    }
}

/// The incomplete pairs of a set of numbers, in a variant of nim in which two equal numbers cancel. The numbers 2*m*
/// and 2*m* + 1 are a pair. In misère play the position is fickle iff, for each *m* > 0, the set has both numbers of
/// the pair or neither.
#[derive(Clone, Debug)]
pub(crate) struct IncompletePairs {
    /// Every *m* > 0 for which the set has only one of 2*m* and 2*m* + 1. `None` if there are more than two such *m*,
    /// because no move can complete more than two pairs.
    halves: Option<Vec<Natural>>,
}

impl IncompletePairs {
    /// Finds the pairs {2*m*, 2*m* + 1} with *m* > 0 of which only one number is in the set `numbers`. The set must be
    /// in ascending order.
    pub(crate) fn of(numbers: &[Natural]) -> Self {
        let mut halves: Vec<Natural> = Vec::new();
        for pair in numbers.iter().map(|number| number.shift_right(1)).filter(|pair| !pair.is_zero()) {
            if halves.last() == Some(&pair) {
                halves.pop();
            } else {
                halves.push(pair);
            }
        }
        Self { halves: Some(halves).filter(|halves| halves.len() <= 2) }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.halves.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns whether the position is fickle once each of `numbers` is toggled. A number is toggled by removing it
    /// from the set, or by adding it if the set does not have it.
    pub(crate) fn are_mended_by(&self, numbers: [&Natural; 2]) -> bool {
        let Some(mut halves) = self.halves.clone() else { return false };
        for pair in numbers.map(|number| number.shift_right(1)).into_iter().filter(|pair| !pair.is_zero()) {
            match halves.iter().position(|half| *half == pair) {
                Some(place) => {
                    halves.swap_remove(place);
                }
                None => halves.push(pair),
            }
        }
        halves.is_empty()
    }
}

/// A row of coins in which each head is a heap of nim. A move turns a head, and perhaps a second coin. This replaces
/// the heap by a smaller heap. If the second coin was tails, it becomes a head, which is the smaller heap. If the
/// second coin was heads, the smaller heap and an equal heap cancel.
pub(crate) trait HeadsAsHeaps: Clone + Debug + Send + Sync + 'static {
    /// The catalogue's card of the game.
    const CARD: Card;
    /// The value of a head is its place plus this number, which is 0 or 1. If the number is 0, a move must turn a
    /// second coin, too.
    const MORE: u64;
    /// The text with which an explanation gives the reason for the value.
    const THEORY: &'static str;
}

/// The game that a [`HeadsAsHeaps`] describes.
#[derive(Clone, Debug)]
pub(crate) struct TwoCoins<G>(pub(crate) G);

impl<G: HeadsAsHeaps> TwoCoins<G> {
    fn worth(head: &Natural) -> Natural {
        head + &G::MORE.into()
    }

    fn worths(heads: &[Natural]) -> Vec<Natural> {
        meter::charge_each(heads.len(), cost::VALUE);
        heads.iter().map(Self::worth).collect()
    }

    /// Returns the coins that a move turns to lower the value of a head to `left`: the head and perhaps a second coin.
    fn coins(head: &Natural, left: &Natural) -> Vec<Natural> {
        let second = left.checked_sub(&G::MORE.into());
        second.into_iter().chain([head.clone()]).collect()
    }

    /// Returns the heads that a move can change to give the position the value `value`. Each head comes with the value
    /// that replaces the head's own value.
    fn moves_to<'h>(
        heads: &'h [Natural],
        own: &Natural,
        value: &Natural,
    ) -> impl Iterator<Item = (&'h Natural, Natural)> + use<'h, G> {
        let change = own ^ value;
        let heads = meter::each(heads.iter(), cost::NUMBER);
        let moves = heads.map(move |head| (head, &Self::worth(head) ^ &change));
        moves.filter(|(head, left)| *left < Self::worth(head))
    }
}

impl<G: HeadsAsHeaps> Rules for TwoCoins<G> {
    type Position = Vec<Natural>;
    /// The coins that are turned, ascending.
    type Move = Vec<Natural>;

    const CARD: Card = G::CARD;

    fn legal(&self, heads: &Vec<Natural>) -> Result<(), Illegal> {
        lists::increasing_only(heads)
    }

    /// Returns the moves, head by head. A move gives a head a smaller value. The moves of a head come in ascending
    /// order of this smaller value.
    fn moves(&self, heads: &Vec<Natural>) -> impl Iterator<Item = Vec<Natural>> {
        let left = |head: &Natural| 0..Self::worth(head).to_u64().unwrap_or_default();
        let moves = heads.iter().flat_map(move |head| left(head).map(move |left| (head, left)));
        moves.map(|(head, left)| Self::coins(head, &left.into()))
    }

    fn find(&self, heads: &Vec<Natural>, left: &Follower<Vec<Natural>>) -> Result<Vec<Natural>, Illegal> {
        let coins = check(heads, left.whole()?, 2)?;
        if coins.len() == 1 && G::MORE == 0 {
            return Err("a move turns just two coins".into());
        }
        Ok(coins)
    }

    fn after(&self, heads: &Vec<Natural>, coins: &Vec<Natural>) -> Follower<Vec<Natural>> {
        turned(heads, coins).into()
    }

    fn describe(&self, _: &Vec<Natural>, coins: &Vec<Natural>) -> String {
        describe(coins)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        small::increasing(8, 8)
    }
}

impl<G: HeadsAsHeaps> Theory<Self> for TwoCoins<G> {
    type Solved = Natural;

    fn solve(&self, heads: &Vec<Natural>) -> Natural {
        xor(&Self::worths(heads))
    }

    fn moves_to<'a>(
        &'a self,
        heads: &'a Vec<Natural>,
        own: &'a Natural,
        goal: &Goal,
    ) -> Option<Moves<'a, Vec<Natural>>> {
        let mut moves: Vec<(&Natural, Natural)> = match goal {
            Goal::All => {
                let make = move |head, left: &Natural| Some(Self::coins(head, left));
                return Some(Moves::blocks(heads.iter(), |head| Self::worth(head), make));
            }
            Goal::Value(value) | Goal::Tame(value, _) => Self::moves_to(heads, own, value).collect(),
            _ => return None,
        };
        if let Goal::Tame(_, tameness) = goal {
            let halves = IncompletePairs::of(&Self::worths(heads));
            let mends = |head: &Natural, left: &Natural| halves.are_mended_by([&Self::worth(head), left]);
            meter::charge_each(moves.len(), cost::LOOK_UP);
            moves.retain(|(head, left)| mends(head, left) == (*tameness == Tameness::Fickle));
        }
        Some(Moves::found(moves, move |(head, left)| Some(Self::coins(head, left))))
    }

    fn explain(&self, heads: &Vec<Natural>, own: &Natural) -> Vec<Step> {
        vec![Step::by(FERGUSON, G::THEORY), Step::new(shown(&Self::worths(heads), own))]
    }

    fn tameness(&self, heads: &Vec<Natural>, _: &Natural) -> Tameness {
        Tameness::tame(IncompletePairs::of(&Self::worths(heads)).is_whole())
    }
}
