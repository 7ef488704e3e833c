//! [`reached`]: the vertices to which sequences of moves lead.

use super::graph::index;
use crate::number::{cost, meter};

/// Returns the vertices that can be reached from `starts` by moves, including `starts` themselves, in the order in which
/// a breadth-first search finds them. If `starts` is empty, returns all vertices, ascending. If the meter is spent,
/// vertices are missing.
pub(crate) fn reached<I: Iterator<Item = u32>>(vertices: u32, starts: &[u32], options: impl Fn(u32) -> I) -> Vec<u32> {
    if starts.is_empty() {
        meter::charge_each(index(vertices), cost::ENTRY);
        return (0..vertices).collect();
    }
    let (mut is_reached, mut found) = (vec![false; index(vertices)], Vec::new());
    let mut meet = |v: u32, found: &mut Vec<u32>| {
        if !std::mem::replace(&mut is_reached[index(v)], true) {
            found.push(v);
        }
    };
    meter::each(starts, cost::ENTRY).for_each(|start| meet(*start, &mut found));
    let mut done = 0;
    while let Some(v) = found.get(done).copied() {
        done += 1;
        meter::charge(cost::ENTRY);
        meter::each(options(v), cost::ENTRY).for_each(|to| meet(to, &mut found));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_lead_on_and_round() {
        let rows: [&[u32]; 5] = [&[1], &[2, 1], &[1], &[0], &[]];
        let options = |v: u32| rows[index(v)].iter().copied();
        assert_eq!(reached(5, &[], options), [0, 1, 2, 3, 4]);
        assert_eq!(reached(5, &[2], options), [2, 1]);
        assert_eq!(reached(5, &[4, 3, 4], options), [4, 3, 0, 1, 2]);
    }
}
