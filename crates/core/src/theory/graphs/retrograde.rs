//! Solves a single graph: finds the winner and the length of perfect play. The method is retrograde analysis: it goes
//! backwards from the dead ends, layer by layer. The result is exact in normal and misère play, and the time is linear
//! in the number of edges.

use super::graph::{Graph, NONE, index, vertex};
use super::{Play, Winner};
use crate::number::{cost, meter};

/// The winner and the remoteness of every vertex of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retrograde {
    /// The number of moves that a perfect game lasts; `NONE` if it never ends. The parity of this number gives the
    /// winner, because the parity tells which player is to move at the dead end.
    remoteness: Vec<u32>,
    play: Play,
}

impl Retrograde {
    /// Analyses a graph.
    #[must_use]
    pub fn of(graph: &Graph, play: Play) -> Self {
        let reversed = graph.reversed();
        let options = (0..graph.vertices()).map(|v| vertex(graph.options(v).len())).collect();
        Self { remoteness: lengths(options, play, |v| reversed.options(v).iter().copied()), play }
    }

    /// Returns the winner from this vertex.
    #[must_use]
    pub fn winner(&self, v: u32) -> Winner {
        self.remoteness(v).map_or(Winner::Draw, |length| winner(length, self.play))
    }

    /// Returns the number of moves until play ends, if the winner hurries and the loser delays. `None` for a draw.
    #[must_use]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        Some(self.remoteness[index(v)]).filter(|&length| length != NONE)
    }
}

/// Returns the winner of a position with this remoteness.
pub(crate) const fn winner(remoteness: u32, play: Play) -> Winner {
    match (remoteness % 2, play) {
        (0, Play::Normal) | (1, Play::Misere) => Winner::Second,
        _ => Winner::First,
    }
}

/// Returns the number of moves that a perfect game lasts from each position; `NONE` if it never ends. `options` holds
/// the number of options of each position. `before` lists the positions that have a move to a given position. If the
/// meter is spent, the lengths are wrong.
pub(super) fn lengths<I: Iterator<Item = u32>>(
    mut options: Vec<u32>,
    play: Play,
    before: impl Fn(u32) -> I,
) -> Vec<u32> {
    let mut lengths = vec![NONE; options.len()];
    let mut queue: Vec<u32> = (0..vertex(options.len())).filter(|&dead| options[index(dead)] == 0).collect();
    for &dead in &queue {
        lengths[index(dead)] = 0;
    }
    let mut done = 0;
    while let Some(&position) = queue.get(done) {
        done += 1;
        if meter::go_on(cost::VALUE).is_err() {
            break;
        }
        let length = lengths[index(position)];
        let lost = winner(length, play) == Winner::Second;
        before(position).for_each(|before| {
            meter::charge(cost::VALUE);
            let (known, left) = (&mut lengths[index(before)], &mut options[index(before)]);
            if *known == NONE {
                *left -= 1;
                // The winner takes the shortest way, so a won position is known as soon as one lost option is known. A
                // lost position is known only when its last option is known to be won.
                if lost || *left == 0 {
                    *known = length + 1;
                    queue.push(before);
                }
            }
        });
    }
    lengths
}

/// Returns for every vertex whether a dead end can be reached from it. If no dead end can be reached from a component,
/// no sum with that component ever ends.
#[must_use]
pub fn reaches_dead_end(graph: &Graph) -> Vec<bool> {
    let reversed = graph.reversed();
    let mut queue: Vec<u32> = (0..graph.vertices()).filter(|&v| graph.options(v).is_empty()).collect();
    let mut reaches = vec![false; index(graph.vertices())];
    for &v in &queue {
        reaches[index(v)] = true;
    }
    while let Some(v) = queue.pop() {
        if meter::go_on_each(reversed.options(v).len().saturating_add(1), cost::ENTRY).is_err() {
            break;
        }
        for &u in reversed.options(v) {
            if !std::mem::replace(&mut reaches[index(u)], true) {
                queue.push(u);
            }
        }
    }
    reaches
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arb_graph, winners};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_the_rules_say(graph in arb_graph(12), misere in any::<bool>()) {
            let play = if misere { Play::Misere } else { Play::Normal };
            let expected = winners(&[&graph], play);
            let found = Retrograde::of(&graph, play);
            let reaches = reaches_dead_end(&graph);
            for v in 0..graph.vertices() {
                prop_assert_eq!((found.winner(v), found.remoteness(v)), expected[&vec![v]]);
                let (part, _) = graph.reachable(v, usize::MAX).unwrap();
                let ends = (0..part.vertices()).any(|w| part.options(w).is_empty());
                prop_assert_eq!(reaches[index(v)], ends);
            }
        }
    }
}
