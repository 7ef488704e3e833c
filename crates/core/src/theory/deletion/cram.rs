//! [`DominoPlaces`]: shortcuts that apply only to Cram. The type finds the neighbours of cells, and cells that make no
//! difference to the game.

use super::bits::count;
use super::certificate::{CellGraph, MOST_CELLS};
use super::frame::Frame;

/// The places of dominoes: the left cell of each horizontal domino, and the upper cell of each vertical one.
#[derive(Clone, Copy, Debug)]
pub(super) struct DominoPlaces<F> {
    across: F,
    down: F,
}

impl<F: Frame> DominoPlaces<F> {
    pub(super) fn new(across: F, down: F) -> Self {
        Self { across, down }
    }

    /// Returns the dominoes that lie on these cells.
    fn on(self, cells: F) -> Self {
        Self { across: self.across.and(cells).and(cells.down(1)), down: self.down.and(cells).and(cells.down(F::ROW)) }
    }

    /// Returns the cells that share a domino with these cells: the neighbours to the right, to the left, below and
    /// above.
    fn beside(self, cells: F) -> [F; 4] {
        let Self { across, down } = self;
        [cells.and(across).up(1), cells.down(1).and(across), cells.and(down).up(F::ROW), cells.down(F::ROW).and(down)]
    }

    /// Returns the first of these cells, and the cells that dominoes connect to it.
    fn around_first(self, cells: F) -> F {
        let first = cells.lowest();
        let mut reached = first;
        loop {
            // Each round looks along the rows and then along the columns, so it gets around a corner.
            let [right, left, ..] = self.beside(reached);
            let next = reached.or(right).or(left);
            let [.., down, up] = self.beside(next);
            let next = next.or(down).or(up);
            if next == reached || next == cells {
                return next;
            }
            reached = next;
        }
    }

    /// Removes cells that make no difference to the game. A *leaf* is a cell with one neighbour. If a cell has several
    /// leaves as neighbours, only one of these leaves stays. Instead of a removed leaf, a move can use the leaf
    /// that stays. A cell is removed if each of its neighbours has a leaf other than that cell (Beling's stars and
    /// bridges).
    fn reduced(self, cells: F) -> F {
        let mut cells = cells;
        loop {
            let dominoes = self.on(cells);
            let [right, left, down, up] = dominoes.beside(cells);
            let any = right.or(left).or(down).or(up);
            let two = right.and(left).or(down.and(up)).or(right.or(left).and(down.or(up)));
            let leaves = any.without(two);
            if leaves.is_empty() {
                return any;
            }
            // `by_right` has the cells with a leaf at their right, and the other three sets are alike. A cell that has
            // several leaves is only in the first of these sets.
            let [right, left, down, up] = dominoes.beside(leaves);
            let by_right = left;
            let by_left = right.without(by_right);
            let by_down = up.without(by_right.or(by_left));
            let by_up = down.without(by_right.or(by_left).or(by_down));
            let with_leaf = by_right.or(by_left).or(by_down).or(by_up);
            let beside = |set: F| dominoes.beside(set);
            let kept = beside(by_right)[0].or(beside(by_left)[1]).or(beside(by_down)[2]).or(beside(by_up)[3]);
            let free = cells.without(with_leaf);
            let [right, left, down, up] = beside(free);
            let next = kept.or(right).or(left).or(down).or(up);
            if next == cells {
                return cells;
            }
            cells = next;
        }
    }

    /// Removes the horizontal dominoes of certain 2 × 2 squares, and returns the other dominoes. In such a square, two
    /// diagonally opposite cells have no neighbours outside the square. Without the horizontal dominoes, each of these
    /// two cells is a leaf of one of the other two cells. This makes no difference to the game (Beling's pattern). The
    /// general rule is: *n* cells with the same neighbours can be replaced by *n* leaves of these neighbours, if there
    /// are at most *n* neighbours. It does not matter which neighbour has which leaf. Here *n* is 2.
    fn without_squares(self, cells: F) -> Self {
        let [right, left, down, up] = self.beside(cells);
        let corner = |with: [F; 2], without: [F; 2]| with[0].and(with[1]).without(without[0].or(without[1]));
        let [upper_left, upper_right] = [corner([left, up], [right, down]), corner([right, up], [left, down])];
        let [lower_left, lower_right] = [corner([left, down], [right, up]), corner([right, down], [left, up])];
        let falling = upper_left.and(lower_right.down(F::ROW + 1));
        let rising = upper_right.down(1).and(lower_left.down(F::ROW));
        let squares = falling.or(rising);
        Self { across: self.across.without(squares.or(squares.up(F::ROW))), down: self.down }
    }

    /// Returns the graph of the cells; `None` if there are too many cells.
    pub(super) fn graph(self, cells: F) -> Option<CellGraph> {
        /// The number of cells of the largest frame.
        const PLACES: usize = 128;
        let len = Some(count(cells.len())).filter(|len| *len <= MOST_CELLS)?;
        let (dominoes, row) = (self.on(cells), count(F::ROW));
        let (with_left, with_upper) = (dominoes.across.up(1), dominoes.down.up(F::ROW));
        let mut graph = CellGraph::new(len);
        let mut numbers = [0; PLACES];
        let mut left = cells;
        for number in (0..).take(len) {
            let (cell, at) = (left.lowest(), left.lowest_at());
            left = left.without(cell);
            numbers[at] = number;
            if !with_left.and(cell).is_empty() {
                graph.tie(0, number - 1, number);
            }
            if !with_upper.and(cell).is_empty() {
                graph.tie(1, numbers[at - row], number);
            }
        }
        Some(graph)
    }

    /// Reduces the cells and splits them into components. Calls `part` for each component of more than two cells.
    /// Returns the number of components of two cells, modulo 2.
    pub(super) fn split(self, cells: F, part: &mut impl FnMut(F)) -> u8 {
        self.split_reduced(self.reduced(cells), part)
    }

    fn split_reduced(self, cells: F, part: &mut impl FnMut(F)) -> u8 {
        let ties = self.on(cells).without_squares(cells);
        let (mut left, mut plain) = (cells, 0);
        while !left.is_empty() {
            let component = ties.around_first(left);
            left = left.without(component);
            match component.len() {
                1 => {}
                2 => plain ^= 1,
                // The cells did not fall apart, and they are reduced already. `part` gets cells and no dominoes, so in
                // this component the dominoes that `without_squares` removed are moves again.
                _ if component == cells => part(component),
                _ => match self.reduced(component) {
                    reduced if reduced == component => part(component),
                    reduced => plain ^= self.split_reduced(reduced, part),
                },
            }
        }
        plain
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::frame::Square;
    use super::super::space::Words;
    use super::*;

    /// Game trees, each with a number. Trees with the same set of options have the same number.
    #[derive(Default)]
    struct Trees {
        names: HashMap<Vec<usize>, usize>,
        options: Vec<Vec<usize>>,
        values: Vec<usize>,
        wins_in_misere: Vec<bool>,
        sums: HashMap<(usize, usize), usize>,
    }

    impl Trees {
        fn of(&mut self, mut options: Vec<usize>) -> usize {
            options.sort_unstable();
            options.dedup();
            if let Some(name) = self.names.get(&options) {
                return *name;
            }
            let value = (0..=options.len()).find(|value| options.iter().all(|option| self.values[*option] != *value));
            self.values.push(value.unwrap_or(0));
            self.wins_in_misere.push(options.is_empty() || options.iter().any(|option| !self.wins_in_misere[*option]));
            self.options.push(options.clone());
            self.names.insert(options, self.values.len() - 1);
            self.values.len() - 1
        }

        fn sum(&mut self, one: usize, other: usize) -> usize {
            let (one, other) = (one.min(other), one.max(other));
            if let Some(sum) = self.sums.get(&(one, other)) {
                return *sum;
            }
            let mut options = Vec::new();
            for option in self.options[one].clone() {
                options.push(self.sum(option, other));
            }
            for option in self.options[other].clone() {
                options.push(self.sum(one, option));
            }
            let sum = self.of(options);
            self.sums.insert((one, other), sum);
            sum
        }
    }

    /// Checks Cram on every set of free cells of the 4 × 4 board. The reductions must change neither the value nor the
    /// winner of misère play. Components with the same certificate must have the same game tree.
    #[test]
    fn components_are_worth_the_board() {
        let set = |cells: &[(usize, usize)]| {
            cells.iter().fold(Square::default(), |all, (row, column)| all.or(Square::bit(*row, *column)))
        };
        let places: Vec<(usize, usize)> = (0..16).map(|cell| (cell / 4, cell % 4)).collect();
        let across =
            places.iter().filter(|(_, column)| *column < 3).map(|(row, column)| [(*row, *column), (*row, column + 1)]);
        let down = places.iter().filter(|(row, _)| *row < 3).map(|(row, column)| [(*row, *column), (row + 1, *column)]);
        let all: Vec<Square> = across.chain(down).map(|domino| set(&domino)).collect();
        let corners = |way: &dyn Fn((usize, usize)) -> bool| {
            set(&places.iter().copied().filter(|place| way(*place)).collect::<Vec<_>>())
        };
        let dominoes = DominoPlaces::new(corners(&|(_, column)| column < 3), corners(&|(row, _)| row < 3));
        let mut trees = Trees::default();
        let (nothing, one) = (trees.of(Vec::new()), trees.of(vec![0]));
        let mut boards: HashMap<Square, usize> = HashMap::new();
        let mut certified: HashMap<Words, usize> = HashMap::new();
        for number in 0..1_u64 << 16 {
            // A move only removes bits from `number`, so every position comes after the positions that its moves leave.
            let free = places.iter().enumerate().filter(|(cell, _)| number >> cell & 1 == 1).map(|(_, place)| *place);
            let board = set(&free.collect::<Vec<_>>());
            let fits = |domino: &&Square| board.and(**domino) == **domino;
            let options = all.iter().filter(fits).map(|domino| boards[&board.without(*domino)]);
            let tree = trees.of(options.collect());
            boards.insert(board, tree);
            let mut parts = Vec::new();
            let mut is_whole = false;
            let plain = dominoes.split(board, &mut |part| {
                is_whole = part == board;
                parts.push(boards[&part]);
            });
            let sum = parts.into_iter().fold(if plain == 1 { one } else { nothing }, |sum, part| trees.sum(sum, part));
            if is_whole {
                let certificate = dominoes.graph(board).unwrap().certificate();
                assert_eq!(*certified.entry(certificate).or_insert(tree), tree, "{board:?}");
            }
            assert_eq!(trees.values[sum], trees.values[tree], "{board:?}");
            assert_eq!(trees.wins_in_misere[sum], trees.wins_in_misere[tree], "{board:?}");
        }
    }
}
