//! Misère play by search: of sums as multisets of components, since equal ones do not cancel there. Two components of one
//! move each do: whoever takes one is answered by the other, and two moves change nothing at the end.

use std::collections::HashMap;

use super::search::Space;
use crate::number::meter::{self, Spent};

/// Components of at most this size are looked at for being tame. Larger ones cost more than they give.
const CLASSIFIED: u32 = 16;

/// So many sums are kept at the most: each takes some hundred bytes.
const MOST: usize = 500_000;

/// What a sum takes besides its options, to be sorted and looked up.
const STEPS_A_SUM: u64 = 300;

/// A component that is tame: it behaves as a sum of heaps of nim (Conway 1976, chapter 12).
#[derive(Clone, Copy, Debug)]
struct Tame {
    value: u8,
    is_swap: bool,
}

/// What was found of sums, and of components.
#[derive(Debug)]
pub(super) struct Outcomes<K> {
    wins: HashMap<(Vec<K>, u8), bool>,
    classes: HashMap<K, Option<Tame>>,
}

impl<K> Default for Outcomes<K> {
    fn default() -> Self {
        Self { wins: HashMap::new(), classes: HashMap::new() }
    }
}

/// A search of sums.
#[derive(Debug)]
pub(super) struct Misere<'s, S: Space> {
    space: &'s S,
    found: &'s mut Outcomes<S::Key>,
}

impl<'s, S: Space> Misere<'s, S> {
    pub(super) fn new(space: &'s S, found: &'s mut Outcomes<S::Key>) -> Self {
        Self { space, found }
    }

    /// Does the player to move win what a move left?
    pub(super) fn wins_left(&mut self, left: S::Key) -> Result<bool, Spent> {
        let mut parts = Vec::new();
        let plain = self.space.split(left, &mut parts);
        parts.sort_unstable();
        self.wins(parts, plain)
    }

    /// How what a move left behaves in sums: its value, and whether it is a swap position; none where it is not known to be tame.
    pub(super) fn class_left(&mut self, left: S::Key) -> Result<Option<(u8, bool)>, Spent> {
        let mut parts = Vec::new();
        let plain = self.space.split(left, &mut parts);
        Ok(self.together(&parts, plain)?.map(|Tame { value, is_swap }| (value, is_swap)))
    }

    fn together(&mut self, parts: &[S::Key], plain: u8) -> Result<Option<Tame>, Spent> {
        let mut sum = Tame { value: plain, is_swap: true };
        for part in parts {
            let Some(Tame { value, is_swap }) = self.class(*part)? else { return Ok(None) };
            sum = Tame { value: sum.value ^ value, is_swap: sum.is_swap && is_swap };
        }
        Ok(Some(sum))
    }

    fn lefts(&self, key: S::Key) -> Result<Vec<S::Key>, Spent> {
        let mut lefts = Vec::new();
        self.space.options(key, &mut |left| lefts.push(left));
        // Half as much again as in normal play: each makes a sum, which is copied, sorted and looked up.
        let each = self.space.steps().saturating_mul(3) / 2;
        let count = u64::try_from(lefts.len()).unwrap_or(u64::MAX);
        meter::go_on(each.saturating_mul(count).saturating_add(STEPS_A_SUM))?;
        Ok(lefts)
    }

    /// A component is tame iff its options are, and its genus is one of a heap.
    fn class(&mut self, key: S::Key) -> Result<Option<Tame>, Spent> {
        if let Some(class) = self.found.classes.get(&key) {
            return Ok(*class);
        }
        if self.space.size(key) > CLASSIFIED {
            return Ok(None);
        }
        let (mut normal, mut misere) = (Vec::new(), Vec::new());
        let mut is_tame = true;
        for left in self.lefts(key)? {
            let Some((value, is_swap)) = self.class_left(left)? else {
                is_tame = false;
                break;
            };
            normal.push(value);
            misere.push(if is_swap { value ^ 1 } else { value });
        }
        let class = match (is_tame, mex(&normal), mex(&misere)) {
            (true, value, misere) if value < 2 && misere == value ^ 1 => Some(Tame { value, is_swap: true }),
            (true, value, misere) if value == misere => Some(Tame { value, is_swap: false }),
            _ => None,
        };
        self.found.classes.insert(key, class);
        Ok(class)
    }

    /// Does the player to move win a sum of these, in order, and of so many components of one move?
    fn wins(&mut self, parts: Vec<S::Key>, plain: u8) -> Result<bool, Spent> {
        if let Some(Tame { value, is_swap }) = self.together(&parts, plain)? {
            return Ok(if is_swap { value != 1 } else { value != 0 });
        }
        let key = (parts, plain);
        if let Some(wins) = self.found.wins.get(&key) {
            return Ok(*wins);
        }
        let wins = self.some_option_loses(&key.0, plain)?;
        if self.found.wins.len() < MOST {
            self.found.wins.insert(key, wins);
        }
        Ok(wins)
    }

    fn some_option_loses(&mut self, parts: &[S::Key], plain: u8) -> Result<bool, Spent> {
        if plain == 1 && !self.wins(parts.to_vec(), 0)? {
            return Ok(true);
        }
        for at in 0..parts.len() {
            // Of equal components the first is enough.
            if at > 0 && parts[at] == parts[at - 1] {
                continue;
            }
            for left in self.lefts(parts[at])? {
                let mut sum = [&parts[..at], &parts[at + 1..]].concat();
                let more = self.space.split(left, &mut sum);
                sum.sort_unstable();
                if !self.wins(sum, plain ^ more)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn mex(values: &[u8]) -> u8 {
    (0..u8::MAX).find(|value| !values.contains(value)).unwrap_or(u8::MAX)
}
