//! [`CellGraph`]: the cells of a component of Cram as a graph, and the certificate of this graph. Many components have
//! the same graph: for example all rows of cells of the same length, straight or bent.

use super::space::Words;

/// The largest number of cells. Each pair of cells needs a bit of the certificate, which has 256 bits.
pub(super) const MOST_CELLS: usize = 22;

/// The number that stands for no cell.
const NONE: u8 = 22;

/// The number of rounds. In each round, every cell gets a new colour from the colours of its neighbours. A search of
/// Cram 5 × 7 finds 168,000 pictures (see `grid`). These pictures have 83,200 certificates with three rounds, 79,100
/// with four, and 78,400 with eight.
const ROUNDS: usize = 4;

/// The factor that mixes the bits of a cell's colour in each round: 2⁶⁴ divided by the golden ratio (Knuth, 1973,
/// section 6.4).
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A connected graph of at most [`MOST_CELLS`] cells. Each cell has at most four neighbours.
#[derive(Debug)]
pub(super) struct CellGraph {
    len: usize,
    /// The neighbours of each cell, and [`NONE`] where there is no neighbour.
    near: [[u8; 4]; MOST_CELLS + 1],
}

impl CellGraph {
    /// Creates a graph without edges.
    pub(super) fn new(len: usize) -> Self {
        Self { len, near: [[NONE; 4]; MOST_CELLS + 1] }
    }

    /// Adds an edge. The direction is 0 or 1. A cell has at most two edges of each direction: one begins at the cell,
    /// and one ends there.
    pub(super) fn tie(&mut self, direction: usize, from: u8, to: u8) {
        self.near[usize::from(from)][direction] = to;
        self.near[usize::from(to)][direction + 2] = from;
    }

    /// Returns a number for each cell. The number depends only on the graph around the cell.
    fn colours(&self) -> [u64; MOST_CELLS + 1] {
        let mut colours = [0; MOST_CELLS + 1];
        colours[..self.len].fill(FACTOR);
        for _ in 0..ROUNDS {
            let before = colours;
            for (colour, near) in colours[..self.len].iter_mut().zip(&self.near) {
                let sum = near.iter().fold(0_u64, |sum, near| sum.wrapping_add(before[usize::from(*near)]));
                let mixed = (sum ^ (*colour >> 7)).wrapping_mul(FACTOR);
                *colour = mixed ^ (mixed >> 32);
            }
        }
        colours
    }

    /// Returns all edges as bits, after the cells are numbered anew by their colours. Graphs with equal certificates
    /// are isomorphic, because the certificate contains all edges. Most isomorphic graphs have equal certificates. Some
    /// have different certificates, because cells of the same colour keep their order. The colours are those of
    /// Weisfeiler and Leman (1968).
    pub(super) fn certificate(&self) -> Words {
        let colours = self.colours();
        let colour = |cell: u8| colours[usize::from(cell)];
        let mut numbers = [NONE; MOST_CELLS + 1];
        let mut order = [NONE; MOST_CELLS];
        let mut certificate = Words::default();
        let Some(first) = (0..NONE).take(self.len).min_by_key(|cell| colour(*cell)) else { return certificate };
        (numbers[usize::from(first)], order[0]) = (0, first);
        // Cells are numbered from the first one outwards. The new neighbours of a cell are sorted by their colours.
        let (mut len, mut next, mut row) = (1, 1, 0);
        for at in 0..self.len {
            let start = len;
            for near in self.near[usize::from(order[at])] {
                let number = usize::from(numbers[usize::from(near)]);
                if number < at {
                    let bit = row + number;
                    certificate[bit / 64] |= 1 << (bit % 64);
                } else if number == usize::from(NONE) && near != NONE {
                    let mut place = len;
                    while place > start && colour(order[place - 1]) > colour(near) {
                        order[place] = order[place - 1];
                        place -= 1;
                    }
                    order[place] = near;
                    len += 1;
                }
            }
            for cell in &order[start..len] {
                numbers[usize::from(*cell)] = next;
                next += 1;
            }
            row += at;
        }
        certificate
    }
}
