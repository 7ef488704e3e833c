//! [`Grid`]: pieces on a board, with pictures for components: their free cells, moved to the corner, and of all that turns and
//! mirrors make of them the least. What is in no placement is left out, so a picture tells all placements that are in it, and
//! equal pictures are equal components, wherever they are on whatever board.

use smallvec::SmallVec;

use super::bits::count;
use super::cram::Dominoes;
use super::search::{Key, Space, Words, from_middle};
use crate::number::meter;

/// What each component takes that an option falls into, of boards on which not only dominoes are put: those fall into few.
const STEPS_A_PART: u64 = 60;

/// A frame of 8 rows, a bit a cell.
pub(super) trait Frame: Key {
    /// The columns.
    const COLUMNS: usize;
    /// How far a cell is from the one above it.
    const ROW: u32;

    fn bit(row: usize, column: usize) -> Self;
    /// The cells of a column.
    fn column(column: usize) -> Self;
    /// The rows and columns up to its last ones.
    fn size(self) -> (usize, usize);
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn lowest(self) -> Self;
    /// Moved by so many cells, towards the last cell.
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    /// How far it is from the corner.
    fn corner(self) -> u32;
    /// Moved to the corner.
    fn cornered(self) -> Self {
        self.down(self.corner())
    }
    /// The frame turned by a half.
    fn turned(self) -> Self;
    /// Rows in the other order, in the corner again.
    fn flipped(self) -> Self;
    /// Columns in the other order, in the corner again.
    fn mirrored(self) -> Self;
    /// Rows for columns, of a picture in the corner; none if it does not fit.
    fn transposed(self) -> Option<Self>;
}

/// The 8 × 8 bits of a word with rows for columns: by Warren, Hacker's Delight, 2002, chapter 7.
fn transpose(x: u64) -> u64 {
    let mut x = x;
    let t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA;
    x = x ^ t ^ (t << 7);
    let t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC;
    x = x ^ t ^ (t << 14);
    let t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0;
    x ^ t ^ (t << 28)
}

macro_rules! frame {
    ($bits:ty, $columns:literal, $first_row:literal, $transposed:expr) => {
        impl Key for $bits {
            fn words(self) -> Words {
                let bits = u128::from(self);
                let word = |from: u32| u64::try_from(bits >> from & u128::from(u64::MAX)).unwrap_or(0);
                [word(0), word(64), 0, 0]
            }

            fn of_words([low, high, ..]: Words) -> Self {
                Self::try_from(u128::from(low) | u128::from(high) << 64).unwrap_or(0)
            }
        }

        impl Frame for $bits {
            const COLUMNS: usize = $columns;
            const ROW: u32 = $columns;

            fn bit(row: usize, column: usize) -> Self {
                1 << (row * $columns + column)
            }

            fn column(column: usize) -> Self {
                // All ones are a row of ones times a one in each row.
                (<$bits>::MAX / $first_row) << column
            }

            fn size(self) -> (usize, usize) {
                let rows = (<$bits>::BITS - self.leading_zeros()).div_ceil($columns);
                let columns = <$bits>::BITS - self.rows_together().leading_zeros();
                (count(rows), count(columns))
            }

            fn is_empty(self) -> bool {
                self == 0
            }

            fn len(self) -> u32 {
                self.count_ones()
            }

            fn and(self, other: Self) -> Self {
                self & other
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn without(self, other: Self) -> Self {
                self & !other
            }

            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            fn up(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }

            fn down(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }

            fn corner(self) -> u32 {
                if self == 0 {
                    return 0;
                }
                let above = self.trailing_zeros() / $columns * $columns;
                above + (self >> above).rows_together().trailing_zeros()
            }

            fn turned(self) -> Self {
                self.reverse_bits()
            }

            fn flipped(self) -> Self {
                // Each row backwards and their order: both at once, and then each row again.
                self.reverse_bits().mirrored_rows().cornered()
            }

            fn mirrored(self) -> Self {
                self.mirrored_rows().cornered()
            }

            fn transposed(self) -> Option<Self> {
                let transposed: fn($bits) -> Option<$bits> = $transposed;
                transposed(self)
            }
        }
    };
}

trait Rows {
    /// All rows on top of each other.
    fn rows_together(self) -> Self;
    /// Each row backwards, in its place.
    fn mirrored_rows(self) -> Self;
}

impl Rows for u64 {
    fn rows_together(self) -> Self {
        let four = self | self >> 32;
        let two = four | four >> 16;
        (two | two >> 8) & 0xFF
    }

    fn mirrored_rows(self) -> Self {
        self.reverse_bits().swap_bytes()
    }
}

impl Rows for u128 {
    fn rows_together(self) -> Self {
        let four = self | self >> 64;
        let two = four | four >> 32;
        (two | two >> 16) & 0xFFFF
    }

    fn mirrored_rows(self) -> Self {
        let x = self.reverse_bits().swap_bytes();
        let low = u128::MAX / 0xFFFF * 0xFF;
        (x >> 8 & low) | ((x & low) << 8)
    }
}

frame!(u64, 8, 0xFF, |x| Some(transpose(x)));
frame!(u128, 16, 0xFFFF, |x| {
    let left = u128::MAX / 0xFFFF * 0xFF;
    if x & !left != 0 {
        return None;
    }
    let pack = (0..8).fold(0_u64, |word, row| word | (u64::try_from(x >> (16 * row) & 0xFF).unwrap_or(0) << (8 * row)));
    let turned = transpose(pack);
    Some((0..8).fold(0, |wide, row| wide | (u128::from(turned >> (8 * row) & 0xFF) << (16 * row))))
});

/// A way to put a piece.
#[derive(Debug)]
struct Piece<F> {
    /// Its rows and columns.
    size: (usize, usize),
    /// Where its cells are from its corner.
    cells: Vec<u32>,
    /// Where its corner can be in the frame.
    corners: F,
}

/// What may be done to a picture: flips of the rows, of the columns, of both, with or without rows for columns.
#[expect(clippy::struct_excessive_bools, reason = "any of them may hold without the others")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Symmetries {
    pub(super) flip: bool,
    pub(super) mirror: bool,
    pub(super) half_turn: bool,
    pub(super) transpose: bool,
    pub(super) quarter_turn: bool,
}

/// Pieces, and what makes no difference to them.
#[derive(Debug)]
pub(super) struct Grid<F> {
    pieces: Vec<Piece<F>>,
    symmetries: Symmetries,
    /// If that is all there is: dominoes in both directions. Then superfluous cells are left out.
    dominoes: Option<Dominoes<F>>,
}

impl<F: Frame> Grid<F> {
    pub(super) fn new(pieces: &[Vec<(usize, usize)>]) -> Self {
        /// Beyond any piece.
        const LARGE: usize = 4096;
        /// Beyond any piece that was moved so far.
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
            all.sort();
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
            let rows = 0..8_usize.checked_sub(height)?;
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
            [across, down] if is_cram => Some(Dominoes::new(across.corners, down.corners)),
            _ => None,
        };
        Self { pieces, symmetries, dominoes }
    }

    /// Where the corner of a piece can be on these cells.
    fn corners(piece: &Piece<F>, cells: F) -> F {
        piece.cells.iter().fold(piece.corners, |corners, cell| corners.and(cells.down(*cell)))
    }

    /// All cells of the placements with these corners.
    fn covered(piece: &Piece<F>, corners: F) -> F {
        piece.cells.iter().fold(F::default(), |covered, cell| covered.or(corners.up(*cell)))
    }

    /// The cells that placements tie to the first, and how many placements these are, which are taken out of the corners.
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

    /// The least of a picture's images.
    fn picture(&self, cells: F) -> F {
        let Symmetries { flip, mirror, half_turn, transpose, quarter_turn } = self.symmetries;
        let plain = cells.cornered();
        let mut least = plain;
        let mut turns = |picture: F, on: [bool; 4]| {
            let [same, flip, mirror, half_turn] = on;
            if same {
                least = least.min(picture);
            }
            if flip || half_turn {
                let flipped = picture.flipped();
                if flip {
                    least = least.min(flipped);
                }
                if half_turn {
                    least = least.min(flipped.mirrored());
                }
            }
            if mirror {
                least = least.min(picture.mirrored());
            }
        };
        turns(plain, [true, flip, mirror, half_turn]);
        if (transpose || quarter_turn)
            && let Some(transposed) = plain.transposed()
        {
            // A turn by a quarter is rows for columns, and then a mirror; the other one a flip. The last is the other diagonal's.
            turns(transposed, [transpose, quarter_turn, quarter_turn, transpose && half_turn]);
        }
        least
    }
}

impl<F: Frame> Space for Grid<F> {
    type Key = F;

    /// The middle columns first: there a move may cut the picture, which is rarely wider than high when it lies in the corner.
    fn options(&self, key: F, each: &mut dyn FnMut(F)) {
        let (rows, columns) = key.size();
        let corners: SmallVec<[F; 8]> = self.pieces.iter().map(|piece| Self::corners(piece, key)).collect();
        for nearest in 0..columns {
            for (piece, corners) in self.pieces.iter().zip(&corners) {
                let Some(column) = from_middle(nearest, (columns + 1).saturating_sub(piece.size.1)) else { continue };
                let corners = corners.and(F::column(column));
                if corners.is_empty() {
                    continue;
                }
                let places = (rows + 1).saturating_sub(piece.size.0);
                for row in (0..places).filter_map(|nearest| from_middle(nearest, places)) {
                    let corner = corners.and(F::bit(row, column));
                    if !corner.is_empty() {
                        each(key.without(Self::covered(piece, corner)));
                    }
                }
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
            meter::charge(STEPS_A_PART);
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

    /// Half a turn, where it takes no placement to one that meets it, answers every move.
    fn is_zero(&self, key: F) -> bool {
        if !self.symmetries.half_turn {
            return false;
        }
        let back = key.turned().corner();
        let image = |cells: F| cells.turned().down(back);
        // Keys are in the corner.
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

    fn size(&self, key: F) -> u32 {
        // The cells of a domino are two.
        if self.dominoes.is_some() { key.len() / 2 } else { key.len() }
    }

    fn steps(&self) -> u64 {
        let cells: usize = self.pieces.iter().map(|piece| piece.cells.len()).sum();
        let option = u64::try_from(cells).unwrap_or(u64::MAX).saturating_mul(10).saturating_add(160);
        // A frame of two machine words takes half as much again.
        if size_of::<F>() > size_of::<u64>() { option.saturating_add(option / 2) } else { option }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pictures a piece has in these ways to lie.
    fn pictures<F: Frame>(turns: &[[(usize, usize); 4]], pieces: &[Vec<(usize, usize)>]) -> usize {
        let grid = Grid::<F>::new(pieces);
        let mut found: Vec<F> = turns
            .iter()
            .map(|cells| cells.iter().fold(F::default(), |set, (row, column)| set.or(F::bit(row + 3, column + 4))))
            .map(|cells| grid.picture(cells))
            .collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    }

    #[test]
    fn pictures_are_turned() {
        // An L of four cells, in all ways: each has the same picture.
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
        let both = [vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
        assert_eq!((pictures::<u64>(&turns, &both), pictures::<u128>(&turns, &both)), (1, 1));
        // One direction alone has no rows for columns; and of one L nothing is left but itself.
        assert_eq!((pictures::<u64>(&turns, &both[..1]), pictures::<u128>(&turns, &both[..1])), (2, 2));
        let one = [turns[0].to_vec()];
        assert_eq!((pictures::<u64>(&turns, &one), pictures::<u128>(&turns, &one)), (8, 8));
        let quarter = [turns[0].to_vec(), turns[1].to_vec(), turns[2].to_vec(), turns[3].to_vec()];
        assert_eq!((pictures::<u64>(&turns, &quarter), pictures::<u128>(&turns, &quarter)), (2, 2));
    }
}
