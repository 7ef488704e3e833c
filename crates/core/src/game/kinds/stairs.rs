//! Staircases: heaps on steps. A move takes any number of coins from a heap and puts them onto the step below. Steps
//! are numbered from 1, the lowest step. The heaps on odd steps are heaps of nim. Heaps on even steps do not matter: if
//! coins move from an even step onto an odd step, the opponent can at once move them on. The value is the XOR of the
//! heaps on odd steps.

use crate::game::{Goal, Tameness};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::ranks::xor;

/// A move: the number of coins that go down, and the index of the step that they leave, counted from 0.
pub(crate) struct Down {
    pub(crate) index: usize,
    pub(crate) coins: Natural,
    /// `true` if the move leaves a fickle position.
    pub(crate) is_fickle: bool,
}

fn is_high(coins: &Natural) -> bool {
    *coins > Natural::ONE
}

fn is_odd_step(index: usize) -> bool {
    index.is_multiple_of(2)
}

/// Returns the value of a staircase. `steps` begins with the lowest step.
pub(crate) fn solve(steps: &[Natural]) -> Natural {
    xor(steps.iter().step_by(2))
}

/// The number of odd steps with 2 or more coins. In misère play the position is fickle iff there is no such step.
pub(crate) fn high(steps: &[Natural]) -> usize {
    steps.iter().step_by(2).filter(|coins| is_high(coins)).count()
}

/// Returns the moves to a value: at most one from each step. Moves from odd steps come before moves from even steps.
fn moves_to(steps: &[Natural], own: &Natural, value: &Natural) -> Vec<Down> {
    let (change, high) = (own ^ value, high(steps));
    let down = |index: usize| {
        let odd = if is_odd_step(index) { index } else { index - 1 };
        let (before, after) = (&steps[odd], &steps[odd] ^ &change);
        let coins = if odd == index { before.checked_sub(&after)? } else { after.checked_sub(before)? };
        if coins.is_zero() || coins > steps[index] {
            return None;
        }
        let high = high - usize::from(is_high(before)) + usize::from(is_high(&after));
        Some(Down { index, coins, is_fickle: high == 0 })
    };
    let all = (0..steps.len()).step_by(2).chain((1..steps.len()).step_by(2));
    meter::each(all, cost::NUMBER).filter_map(down).collect()
}

/// Returns the moves that meet a goal; `None` if the theory of stairs can't find them.
pub(crate) fn moves_of(steps: &[Natural], own: &Natural, goal: &Goal) -> Option<Vec<Down>> {
    match goal {
        Goal::Value(value) => Some(moves_to(steps, own, value)),
        Goal::Tame(value, tameness) => {
            let mut moves = moves_to(steps, own, value);
            moves.retain(|down| down.is_fickle == (*tameness == Tameness::Fickle));
            Some(moves)
        }
        _ => None,
    }
}

/// Returns the heaps on odd steps with ⊕ between them, as the reason for the value.
pub(crate) fn shown(steps: &[Natural]) -> String {
    let odd: Vec<&Natural> = steps.iter().step_by(2).collect();
    crate::theory::step::joined(&odd, |coins| coins.short().to_string(), " ⊕ ")
}
