//! [`reached`]: the vertices to which sequences of moves lead.

use super::graph::index;
use crate::number::{cost, meter};

/// Returns the vertices that can be reached from `starts` by moves, including `starts` themselves, ascending. If
/// `starts` is empty, returns all vertices. If the meter is spent, vertices are missing.
pub(crate) fn reached<I: Iterator<Item = u32>>(vertices: u32, starts: &[u32], options: impl Fn(u32) -> I) -> Vec<u32> {
    meter::charge_each(index(vertices), cost::ENTRY);
    if starts.is_empty() {
        return (0..vertices).collect();
    }
    let mut is_reached = vec![false; index(vertices)];
    let mut open = starts.to_vec();
    while let Some(v) = open.pop() {
        if std::mem::replace(&mut is_reached[index(v)], true) {
            continue;
        }
        open.extend(meter::each(options(v), cost::ENTRY));
    }
    (0..vertices).filter(|v| is_reached[index(*v)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_lead_on_and_round() {
        let rows: [&[u32]; 5] = [&[1], &[2, 1], &[1], &[0], &[]];
        let options = |v: u32| rows[index(v)].iter().copied();
        assert_eq!(reached(5, &[], options), [0, 1, 2, 3, 4]);
        assert_eq!(reached(5, &[2], options), [1, 2]);
        assert_eq!(reached(5, &[4, 3, 4], options), [0, 1, 2, 3, 4]);
    }
}
