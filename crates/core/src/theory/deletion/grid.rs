//! [`Grid`]: boards on which moves place pieces. The key of a component is its picture. To make the picture, the set of
//! the free cells of the component is turned and reflected, and each image is moved to the corner. The picture is the
//! least of these images. Cells on which no piece can be placed are left out. So a picture determines all placements.
//! Components with the same picture are equal, wherever they lie and on whatever board.

use smallvec::SmallVec;

use super::bits::count;
use super::cram::DominoPlaces;
use super::frame::Frame;
use super::space::{Space, Words, from_middle};
use crate::number::{cost, meter};

/// A piece in one orientation.
#[derive(Debug)]
struct Piece<F> {
    /// The numbers of rows and columns of the piece.
    size: (usize, usize),
    /// For each cell of the piece, the distance in bits from the corner to the cell. The corner is the top left cell of
    /// the smallest rectangle that contains the piece.
    cells: Vec<u32>,
    /// The places in the frame at which the corner may be.
    corners: F,
}

/// The symmetries that map the set of pieces to itself: reversing rows, columns, or both, with or without exchanging
/// rows and columns.
#[expect(clippy::struct_excessive_bools, reason = "any of them may hold without the others")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Symmetries {
    pub(super) flip: bool,
    pub(super) mirror: bool,
    pub(super) half_turn: bool,
    pub(super) transpose: bool,
    pub(super) quarter_turn: bool,
}

/// The pieces, with the symmetries of the set of pieces.
#[derive(Debug)]
pub(super) struct Grid<F> {
    pieces: Vec<Piece<F>>,
    symmetries: Symmetries,
    /// The dominoes, if the pieces are exactly the dominoes in both directions. Cells that make no difference in Cram
    /// are then left out.
    dominoes: Option<DominoPlaces<F>>,
}

impl<F: Frame> Grid<F> {
    pub(super) fn new(pieces: &[Vec<(usize, usize)>]) -> Self {
        /// A number that is larger than the rows and the columns of any piece.
        const LARGE: usize = 4096;
        /// A number larger than any coordinate of a piece, even after the piece was moved by `LARGE`.
        const END: usize = 2 * LARGE;
        let of = |map: &dyn Fn((usize, usize)) -> (usize, usize)| {
            let moved = |piece: &Vec<(usize, usize)>| {
                let cells: Vec<(usize, usize)> =
                    piece.iter().map(|cell| map((cell.0 + LARGE, cell.1 + LARGE))).collect();
                let row = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
                let column = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
                let mut cells: Vec<_> = cells.into_iter().map(|cell| (cell.0 - row, cell.1 - column)).collect();
                cells.sort_unstable();
                cells
            };
            let mut all: Vec<_> = pieces.iter().map(moved).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let plain = of(&|cell| cell);
        let is = |map: &dyn Fn((usize, usize)) -> (usize, usize)| of(map) == plain;
        let symmetries = Symmetries {
            flip: is(&|(row, column)| (END - row, column)),
            mirror: is(&|(row, column)| (row, END - column)),
            half_turn: is(&|(row, column)| (END - row, END - column)),
            transpose: is(&|(row, column)| (column, row)),
            quarter_turn: is(&|(row, column)| (column, END - row)),
        };
        let is_cram = plain == [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
        let fits = |piece: &Vec<(usize, usize)>| {
            let height = piece.iter().map(|cell| cell.0).max()?;
            let width = piece.iter().map(|cell| cell.1).max()?;
            let rows = 0..count(F::ROWS).checked_sub(height)?;
            let columns = 0..F::COLUMNS.checked_sub(width)?;
            let corners = rows.flat_map(|row| columns.clone().map(move |column| F::bit(row, column)));
            let cells = piece.iter().map(|cell| u32::try_from(cell.0 * F::COLUMNS + cell.1).unwrap_or(u32::MAX));
            Some(Piece {
                size: (height + 1, width + 1),
                cells: cells.collect(),
                corners: corners.fold(F::default(), F::or),
            })
        };
        let pieces: Vec<Piece<F>> = plain.iter().filter_map(fits).collect();
        let dominoes = match &pieces[..] {
            [across, down] if is_cram => Some(DominoPlaces::new(across.corners, down.corners)),
            _ => None,
        };
        Self { pieces, symmetries, dominoes }
    }

    /// Returns the places at which the corner of the piece can be if the piece must lie on these cells.
    fn corners(piece: &Piece<F>, cells: F) -> F {
        piece.cells.iter().fold(piece.corners, |corners, cell| corners.and(cells.down(*cell)))
    }

    /// Returns all cells of the placements with these corners.
    fn covered(piece: &Piece<F>, corners: F) -> F {
        piece.cells.iter().fold(F::default(), |covered, cell| covered.or(corners.up(*cell)))
    }

    /// Returns the cells that placements connect to `first`, and the number of these placements. The corners of these
    /// placements are removed from `corners`.
    fn around(&self, first: F, corners: &mut [F]) -> (F, u32) {
        let (mut reached, mut new, mut placements) = (first, first, 0);
        while !new.is_empty() {
            let mut next = reached;
            for (piece, corners) in self.pieces.iter().zip(&mut *corners).filter(|(_, corners)| !corners.is_empty()) {
                let hit = piece.cells.iter().fold(F::default(), |hit, cell| hit.or(new.down(*cell))).and(*corners);
                *corners = corners.without(hit);
                placements += hit.len();
                next = next.or(Self::covered(piece, hit));
            }
            new = next.without(reached);
            reached = next;
        }
        (reached, placements)
    }

    /// Returns the least image of these cells under the symmetries.
    fn picture(&self, cells: F) -> F {
        let Symmetries { flip, mirror, half_turn, transpose, quarter_turn } = self.symmetries;
        let plain = cells.cornered();
        let (rows, columns) = plain.size();
        let transposed = if transpose || quarter_turn { plain.transposed() } else { None };
        let mut least = plain;
        let mut look = |picture: F, on: [bool; 4]| {
            for (image, _) in picture.images().iter().zip(&on).filter(|(_, is_on)| **is_on) {
                least = least.min(*image);
            }
        };
        // An image with fewer rows is less than an image with more rows. So images with more rows than necessary are
        // skipped.
        if rows <= columns || transposed.is_none() {
            look(plain, [true, flip, mirror, half_turn]);
        }
        if let Some(transposed) = transposed.filter(|_| columns <= rows) {
            // Each quarter turn exchanges rows and columns, and then reverses either the rows or the columns. If rows
            // and columns are exchanged and then both are reversed, the result is the reflection at the other diagonal.
            look(transposed, [transpose, quarter_turn, quarter_turn, transpose && half_turn]);
        }
        least
    }
}

impl<F: Frame> Space for Grid<F> {
    type Key = F;

    /// Makes the moves in the middle columns first, and in each column the moves of tall pieces first. Such moves are
    /// likely to cut the picture into parts, because a picture is rarely higher than it is wide: among the images under
    /// the symmetries, [`Grid::picture`] chooses one with the fewest rows.
    fn options(&self, key: F, lefts: &mut Vec<F>) {
        let (rows, columns) = key.size();
        let (rows, columns) = (count(rows), count(columns));
        // For each piece: the set of places at which its corner may be, and the rows that may have the corner. The rows
        // are sorted from the middle outwards.
        let pieces: SmallVec<[_; 8]> = self
            .pieces
            .iter()
            .rev()
            .map(|piece| {
                let places = (rows + 1).saturating_sub(piece.size.0);
                let rows = (0..places).filter_map(|nearest| from_middle(nearest, places)).map(F::row);
                (piece, Self::corners(piece, key), rows.collect::<SmallVec<[F; 8]>>())
            })
            .filter(|(_, corners, _)| !corners.is_empty())
            .collect();
        for nearest in 0..columns {
            for (piece, corners, rows) in &pieces {
                let Some(column) = from_middle(nearest, (columns + 1).saturating_sub(piece.size.1)) else { continue };
                let corners = corners.and(F::column(column));
                let corners = rows.iter().map(|row| corners.and(*row)).filter(|corner| !corner.is_empty());
                lefts.extend(corners.map(|corner| key.without(Self::covered(piece, corner))));
            }
        }
    }

    fn split(&self, left: F, parts: &mut Vec<F>) -> u8 {
        if let Some(dominoes) = self.dominoes {
            return dominoes.split(left, &mut |part| parts.push(self.picture(part)));
        }
        let mut corners: SmallVec<[F; 8]> = self.pieces.iter().map(|piece| Self::corners(piece, left)).collect();
        let covered = self.pieces.iter().zip(&corners).map(|(piece, corners)| Self::covered(piece, *corners));
        let mut left = covered.fold(F::default(), F::or);
        let mut plain = 0;
        while !left.is_empty() {
            meter::charge(cost::OPTION);
            let (part, placements) = self.around(left.lowest(), &mut corners);
            left = left.without(part);
            if placements == 1 {
                plain ^= 1;
            } else {
                parts.push(self.picture(part));
            }
        }
        plain
    }

    /// Returns `true` if half a turn maps the position to itself, and maps no placement to an overlapping placement.
    /// Such a position is worth 0, because the second player answers every move by its image.
    fn is_zero(&self, key: F) -> bool {
        if !self.symmetries.half_turn {
            return false;
        }
        let back = key.turned().corner();
        let image = |cells: F| cells.turned().down(back);
        // Like `image(key)`, `key` touches the first row and the first column of the frame.
        image(key) == key
            && self.pieces.iter().all(|piece| {
                let mut corners = Self::corners(piece, key);
                let mut apart = true;
                while apart && !corners.is_empty() {
                    let corner = corners.lowest();
                    corners = corners.without(corner);
                    let placed = Self::covered(piece, corner);
                    apart = image(placed).and(placed).is_empty();
                }
                apart
            })
    }

    fn certificate(&self, key: F) -> Option<Words> {
        Some(self.dominoes?.graph(key)?.certificate())
    }

    fn size(&self, key: F) -> u32 {
        // A domino covers two cells.
        if self.dominoes.is_some() { key.len() / 2 } else { key.len() }
    }

    fn steps(&self) -> u64 {
        let cells: usize = self.pieces.iter().map(|piece| piece.cells.len()).sum();
        let option = meter::steps_of(cells, cost::VALUE).saturating_add(cost::COMPONENT);
        // A frame of two machine words needs one and a half times as many steps as a frame of one word.
        if size_of::<F>() > size_of::<u64>() { option.saturating_add(option / 2) } else { option }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::{Low, Square, Wide};
    use super::*;

    /// Returns how many different results [`Grid::picture`] has for these sets of cells. The sets are the orientations
    /// of one shape.
    fn pictures<F: Frame>(turns: &[[(usize, usize); 4]], pieces: &[Vec<(usize, usize)>]) -> usize {
        let grid = Grid::<F>::new(pieces);
        let mut found: Vec<F> = turns
            .iter()
            .map(|cells| cells.iter().fold(F::default(), |set, (row, column)| set.or(F::bit(row + 1, column + 4))))
            .map(|cells| grid.picture(cells))
            .collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    }

    #[test]
    fn pictures_are_turned() {
        // The eight orientations of an L of four cells have the same picture if the pieces are the two dominoes.
        let turns = [
            [(0, 0), (1, 0), (2, 0), (2, 1)],
            [(0, 0), (0, 1), (0, 2), (1, 0)],
            [(0, 0), (0, 1), (1, 1), (2, 1)],
            [(1, 0), (1, 1), (1, 2), (0, 2)],
            [(0, 1), (1, 1), (2, 1), (2, 0)],
            [(0, 0), (1, 0), (1, 1), (1, 2)],
            [(0, 0), (0, 1), (1, 0), (2, 0)],
            [(0, 0), (0, 1), (0, 2), (1, 2)],
        ];
        let in_all_frames = |pieces: &[Vec<(usize, usize)>]| {
            [pictures::<Square>(&turns, pieces), pictures::<Low>(&turns, pieces), pictures::<Wide>(&turns, pieces)]
        };
        let both = [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
        assert_eq!(in_all_frames(&both), [1; 3]);
        // A domino in one orientation has no symmetry that exchanges rows and columns. An L in one orientation has no
        // symmetry at all.
        assert_eq!(in_all_frames(&both[..1]), [2; 3]);
        let one = [turns[0].to_vec()];
        assert_eq!(in_all_frames(&one), [8; 3]);
        let quarter = [turns[0].to_vec(), turns[1].to_vec(), turns[2].to_vec(), turns[3].to_vec()];
        assert_eq!(in_all_frames(&quarter), [2; 3]);
    }
}
