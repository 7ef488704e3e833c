//! Proofs of Grundy values, also where play can come back (Smith 1966).

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::explore::explore;
use crate::source::{OptionSource, TooMuch};

/// The steps of looking at a position.
const STEPS: usize = 50;

/// A proof of the values of some positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelProof {
    /// Positions with their values. Each is proved from those before it.
    pub values: Vec<(usize, usize)>,
    /// Positions with an infinite value, and the values of their options.
    pub infinite: Vec<(usize, Vec<usize>)>,
}

/// Proves the values of positions.
///
/// # Errors
/// There is too much to explore.
pub fn labels(source: &mut dyn OptionSource, positions: &[usize]) -> Result<LabelProof, TooMuch> {
    let order = explore(positions.iter().copied(), |at| {
        let mut parts: Vec<usize> = source.options(*at)?.iter().flatten().copied().collect();
        parts.dedup();
        Ok(parts)
    })?;
    let mut labels = Labels { source, value: HashMap::new(), ranked: Vec::new() };
    let mut left = order;
    loop {
        let before = left.len();
        let mut later = Vec::new();
        for at in left {
            match labels.value_of(at)? {
                Some(value) => labels.add(at, value),
                None => later.push(at),
            }
        }
        left = later;
        if left.is_empty() || left.len() == before {
            break;
        }
    }
    labels.kept(positions, &left)
}

struct Labels<'s> {
    source: &'s mut dyn OptionSource,
    /// The value of each position, and its rank: the number of positions before it.
    value: HashMap<usize, (usize, usize)>,
    ranked: Vec<usize>,
}

impl Labels<'_> {
    fn add(&mut self, at: usize, value: usize) {
        self.value.insert(at, (value, self.ranked.len()));
        self.ranked.push(at);
    }

    /// Returns the XOR of the values of a sum whose positions all have a rank below `rank`.
    fn xor(&self, sum: &[usize], rank: usize) -> Option<usize> {
        let values = sum.iter().map(|part| self.value.get(part).filter(|(_, other)| *other < rank));
        values.map(|value| value.map(|(value, _)| *value)).try_fold(0, |xor, value| Some(xor ^ value?))
    }

    /// Returns the sums that a move from a sum leaves, if they have this value by positions of a rank below `rank`.
    fn replies(&mut self, sum: &[usize], value: usize, rank: usize) -> Result<Vec<Vec<usize>>, TooMuch> {
        let mut found = Vec::new();
        for (place, part) in sum.iter().enumerate() {
            for reply in self.source.options(*part)?.iter() {
                self.source.work(sum.len().saturating_add(reply.len()).saturating_mul(STEPS))?;
                let others = sum[..place].iter().chain(&sum[place + 1..]);
                let after: Vec<usize> = others.chain(reply).copied().collect();
                if self.xor(&after, rank) == Some(value) {
                    found.push(after);
                }
            }
        }
        Ok(found)
    }

    /// Returns the value of a position, if the positions that have one already prove it.
    fn value_of(&mut self, at: usize) -> Result<Option<usize>, TooMuch> {
        let (options, now) = (self.source.options(at)?, self.ranked.len());
        self.source.work(options.len().saturating_add(1).saturating_mul(STEPS))?;
        let known: BTreeSet<usize> = options.iter().filter_map(|option| self.xor(option, now)).collect();
        let value = (0..=known.len()).find(|value| !known.contains(value)).unwrap_or_default();
        for option in options.iter().filter(|option| self.xor(option, now).is_none()).collect::<Vec<_>>() {
            if self.replies(option, value, now)?.is_empty() {
                return Ok(None);
            }
        }
        Ok(Some(value))
    }

    /// Returns the proof that needs few positions. It is found from the last position to the first.
    fn kept(mut self, positions: &[usize], endless: &[usize]) -> Result<LabelProof, TooMuch> {
        let endless_ones: HashSet<usize> = endless.iter().copied().collect();
        let has_endless = positions.iter().any(|position| endless_ones.contains(position));
        let mut needed: HashSet<usize> = positions.iter().copied().filter(|at| !endless_ones.contains(at)).collect();
        let mut proof = LabelProof::default();
        for at in endless.iter().filter(|_| has_endless) {
            let options = self.source.options(*at)?;
            needed.extend(options.iter().flatten().copied().filter(|to| !endless_ones.contains(to)));
            let values: BTreeSet<usize> = options.iter().filter_map(|to| self.xor(to, usize::MAX)).collect();
            proof.infinite.push((*at, values.into_iter().collect()));
        }
        for rank in (0..self.ranked.len()).rev() {
            let at = self.ranked[rank];
            if !needed.contains(&at) {
                continue;
            }
            let (value, _) = self.value[&at];
            proof.values.push((at, value));
            let options = self.source.options(at)?;
            let news =
                |sum: &[usize], needed: &HashSet<usize>| sum.iter().filter(|part| !needed.contains(part)).count();
            for smaller in 0..value {
                let has = options.iter().filter(|option| self.xor(option, rank) == Some(smaller));
                needed.extend(has.min_by_key(|option| news(option, &needed)).into_iter().flatten());
            }
            for option in options.iter().filter(|option| news(option, &needed) > 0).collect::<Vec<_>>() {
                let mut shown = self.replies(option, value, rank)?;
                if self.xor(option, rank).is_some() {
                    shown.push(option.clone());
                }
                needed.extend(shown.into_iter().min_by_key(|sum| news(sum, &needed)).into_iter().flatten());
            }
        }
        proof.values.reverse();
        // A position without moves has the value 0 anyway.
        let mut values = Vec::new();
        for (at, value) in proof.values {
            if !self.source.options(at)?.is_empty() {
                values.push((at, value));
            }
        }
        Ok(LabelProof { values, ..proof })
    }
}
