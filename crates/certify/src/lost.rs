//! Proofs of winners, in normal and in misère play, also where play can come back.

use std::collections::{HashMap, HashSet};

use crate::explore::explore;
use crate::source::{OptionSource, TooMuch};

/// The steps of looking at a sum, and at each of its positions.
const STEPS: usize = 50;

/// The most positions in all sums that are kept.
const MOST_KEPT: usize = 8 << 20;

/// A sum of positions that have moves, ascending.
type Total = Vec<usize>;

/// A proof of who wins a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinnerProof {
    /// `Some(true)` if the player to move wins, `None` if nobody does.
    pub wins: Option<bool>,
    /// Lost sums. Each option of one has a reply to an earlier one.
    pub lost: Vec<Vec<usize>>,
    /// Drawn sums, if the sum is one of these.
    pub drawn: Vec<Vec<usize>>,
}

/// Proves who wins a sum.
///
/// # Errors
/// There is too much to explore.
pub fn winner(source: &mut dyn OptionSource, positions: &[usize], is_misere: bool) -> Result<WinnerProof, TooMuch> {
    let start = with_moves(source, positions.iter().copied())?;
    let (mut options_of, mut kept) = (HashMap::new(), 0);
    let order = explore([start.clone()], |total| {
        let options = options(source, total, &mut kept)?;
        options_of.insert(total.clone(), options.clone());
        Ok(options)
    })?;
    // The rank of each lost sum, and the sums that are won.
    let (mut ranks, mut ranked, mut won) = (HashMap::new(), Vec::new(), HashSet::new());
    let mut left = order;
    loop {
        let before = left.len();
        let mut later = Vec::new();
        for total in left {
            let options = &options_of[&total];
            source.work(options.len().saturating_add(total.len()).saturating_mul(STEPS))?;
            let is_won = if options.is_empty() { is_misere } else { options.iter().any(|it| ranks.contains_key(it)) };
            if is_won {
                won.insert(total);
            } else if options.iter().all(|option| won.contains(option)) {
                ranks.insert(total.clone(), ranked.len());
                ranked.push(total);
            } else {
                later.push(total);
            }
        }
        left = later;
        if left.is_empty() || left.len() == before {
            break;
        }
    }
    let wins = if won.contains(&start) { Some(true) } else { ranks.contains_key(&start).then_some(false) };
    let drawn = if wins.is_none() { left } else { Vec::new() };
    let is_drawn: HashSet<&Total> = drawn.iter().collect();
    let mut needed = HashSet::new();
    // Adds the reply that needs least: one that is needed anyway, or the first one that was found.
    let reply = |to: &Total, before: usize, needed: &mut HashSet<usize>| {
        let replies = options_of[to].iter().filter_map(|option| ranks.get(option)).copied();
        let replies: Vec<usize> = replies.filter(|rank| *rank < before).collect();
        if !replies.iter().any(|rank| needed.contains(rank)) {
            needed.extend(replies.into_iter().min());
        }
    };
    match wins {
        Some(false) => needed.extend(ranks.get(&start)),
        Some(true) => reply(&start, usize::MAX, &mut needed),
        None => {
            let options = drawn.iter().flat_map(|total| &options_of[total]);
            options.filter(|option| !is_drawn.contains(option)).for_each(|it| reply(it, usize::MAX, &mut needed));
        }
    }
    let mut lost = Vec::new();
    for rank in (0..ranked.len()).rev() {
        if needed.contains(&rank) {
            options_of[&ranked[rank]].iter().for_each(|option| reply(option, rank, &mut needed));
            lost.push(ranked[rank].clone());
        }
    }
    lost.reverse();
    Ok(WinnerProof { wins, lost, drawn })
}

/// Returns the positions that have moves, ascending.
fn with_moves(source: &mut dyn OptionSource, positions: impl IntoIterator<Item = usize>) -> Result<Total, TooMuch> {
    let mut total = Vec::new();
    for position in positions {
        if !source.options(position)?.is_empty() {
            total.push(position);
        }
    }
    total.sort_unstable();
    Ok(total)
}

/// Returns the different options of a sum, and counts their positions.
fn options(source: &mut dyn OptionSource, total: &Total, kept: &mut usize) -> Result<Vec<Total>, TooMuch> {
    let mut options = Vec::new();
    for (place, part) in total.iter().enumerate() {
        if place > 0 && total[place - 1] == *part {
            continue;
        }
        for left in source.options(*part)?.iter() {
            let length = total.len().saturating_add(left.len());
            source.work(length.saturating_mul(STEPS))?;
            *kept = kept.saturating_add(length);
            if *kept > MOST_KEPT {
                return Err(TooMuch);
            }
            let others = total[..place].iter().chain(&total[place + 1..]);
            options.push(with_moves(source, others.chain(left).copied().collect::<Vec<_>>())?);
        }
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}
