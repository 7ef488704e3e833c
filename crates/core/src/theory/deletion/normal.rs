//! [`Normal`]: the normal form of components, in which a component is a set of moves. A position is the set of its
//! possible moves. When a move takes its cells, every move that needs one of these cells is deleted, including the move
//! itself. The moves are the vertices of a graph. Each move has an edge to every move that it deletes. Components of
//! the game are components of this graph.

use crate::number::{cost, meter};
use smallvec::SmallVec;

use super::bits::Bits;
use super::space::{Space, from_middle};

/// The graph of the moves of a component.
#[derive(Debug)]
pub(super) struct Normal<const W: usize> {
    /// For each move, the moves that it deletes.
    out: Vec<Bits<W>>,
    /// For each move, the moves that it deletes or that delete it.
    adjacent: Vec<Bits<W>>,
}

impl<const W: usize> Normal<W> {
    /// Creates the graph. For each move, `out` lists the moves that it deletes.
    pub(super) fn new(out: &[Vec<usize>]) -> Self {
        let mut adjacent: Vec<Bits<W>> = out.iter().map(|to| Bits::of(to.iter().copied())).collect();
        for (from, to) in out.iter().enumerate() {
            for to in to {
                adjacent[*to].insert(from);
            }
        }
        Self { out: out.iter().map(|to| Bits::of(to.iter().copied())).collect(), adjacent }
    }

    /// Returns the moves that are left after a move.
    pub(super) fn after(&self, moves: Bits<W>, made: usize) -> Bits<W> {
        moves.without(&self.out[made])
    }

    /// Returns the component that contains the move `start`.
    fn around(&self, start: usize, moves: &Bits<W>) -> Bits<W> {
        let mut open = Bits::of([start]);
        let mut rest = moves.without(&open);
        // The search goes layer by layer, so that the processor reads all moves of a layer from memory at once. If the
        // search went move by move, each read would wait for the previous one.
        while !open.is_empty() && !rest.is_empty() {
            let near = open.iter().fold(Bits::default(), |near, next| near.or(&self.adjacent[next]));
            open = near.and(&rest);
            rest = rest.without(&open);
        }
        moves.without(&rest)
    }
}

impl<const W: usize> Space for Normal<W> {
    type Key = Bits<W>;

    fn options(&self, key: Bits<W>, lefts: &mut Vec<Bits<W>>) {
        let moves: SmallVec<[usize; 64]> = key.iter().collect();
        let from_middle = (0..moves.len()).filter_map(|nearest| from_middle(nearest, moves.len()));
        lefts.extend(from_middle.map(|nearest| self.after(key, moves[nearest])));
    }

    fn split(&self, left: Bits<W>, parts: &mut Vec<Bits<W>>) -> u8 {
        let (mut left, mut plain) = (left, 0);
        while let Some(start) = left.first() {
            let part = self.around(start, &left);
            left = left.without(&part);
            if part.len() == 1 {
                plain ^= 1;
            } else {
                parts.push(part);
            }
        }
        plain
    }

    fn size(&self, key: Bits<W>) -> u32 {
        key.len()
    }

    fn steps(&self) -> u64 {
        // If a component needs several machine words, each word costs more, because such a component usually has more
        // layers (see `around`).
        meter::steps_of(W, cost::COMPONENT)
    }
}
