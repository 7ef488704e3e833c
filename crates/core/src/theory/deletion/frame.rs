//! [`Frame`]: cells of a board, a bit each, in a machine word or two.

use super::bits::halves;
use super::space::{Key, Words};

/// A frame of 8 rows, with a bit for each cell.
pub(super) trait Frame: Key {
    /// The columns.
    const COLUMNS: usize;
    /// The distance of a cell from the one above it.
    const ROW: u32;

    fn bit(row: usize, column: usize) -> Self;
    /// Returns the cells of a row.
    fn row(row: usize) -> Self;
    /// Returns the cells of a column.
    fn column(column: usize) -> Self;
    /// Returns the number of rows and of columns up to the last ones.
    fn size(self) -> (u32, u32);
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn lowest(self) -> Self;
    /// Moves all cells by a number of cells, away from the first cell.
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    /// Returns the distance of the picture from the corner.
    fn corner(self) -> u32;
    /// Moves the picture to the corner.
    fn cornered(self) -> Self {
        self.down(self.corner())
    }
    /// Turns the frame by a half.
    fn turned(self) -> Self;
    /// Reverses the order of the rows.
    fn flipped(self) -> Self;
    /// Returns the four images of a picture in the corner: itself, with its rows reversed, with its columns reversed,
    /// and with both reversed. Each is moved to the corner again.
    fn images(self) -> [Self; 4] {
        let (rows, columns) = self.size();
        let (below, beside) = ((8 - rows) * Self::ROW, Self::ROW - columns);
        let turned = self.turned();
        [self, self.flipped().down(below), turned.flipped().down(beside), turned.down(below + beside)]
    }
    /// Exchanges rows and columns of a picture in the corner; `None` if the result does not fit.
    fn transposed(self) -> Option<Self>;
    /// Returns the union of all rows.
    fn rows_together(self) -> Self {
        [4, 2, 1].into_iter().fold(self, |rows, by| rows.or(rows.down(by * Self::ROW))).and(Self::row(0))
    }
}

/// Exchanges rows and columns of the 8 × 8 bits of a word: Warren, Hacker's Delight, 2002, chapter 7.
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
    ($bits:ty, $columns:literal, $first_row:literal, $flipped:expr, $transposed:expr) => {
        impl Key for $bits {
            const WORDS: usize = size_of::<$bits>() / size_of::<u64>();

            fn words(self) -> Words {
                let [low, high] = halves(u128::from(self));
                [low, high, 0, 0]
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

            fn row(row: usize) -> Self {
                $first_row << (row * $columns)
            }

            fn column(column: usize) -> Self {
                // A column is a one in each row, shifted.
                (<$bits>::MAX / $first_row) << column
            }

            fn size(self) -> (u32, u32) {
                let rows = (<$bits>::BITS - self.leading_zeros()).div_ceil($columns);
                let columns = <$bits>::BITS - self.rows_together().leading_zeros();
                (rows, columns)
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
                let flipped: fn($bits) -> $bits = $flipped;
                flipped(self)
            }

            fn transposed(self) -> Option<Self> {
                let transposed: fn($bits) -> Option<$bits> = $transposed;
                transposed(self)
            }
        }
    };
}

frame!(u64, 8, 0xFF, u64::swap_bytes, |x| Some(transpose(x)));

fn flipped(x: u128) -> u128 {
    let x = x.swap_bytes();
    let low = u128::MAX / 0xFFFF * 0xFF;
    (x >> 8 & low) | ((x & low) << 8)
}

frame!(u128, 16, 0xFFFF, flipped, |x| {
    let left = u128::MAX / 0xFFFF * 0xFF;
    if x & !left != 0 {
        return None;
    }
    let pack = (0..8).fold(0_u64, |word, row| word | (u64::try_from(x >> (16 * row) & 0xFF).unwrap_or(0) << (8 * row)));
    let turned = transpose(pack);
    Some((0..8).fold(0, |wide, row| wide | (u128::from(turned >> (8 * row) & 0xFF) << (16 * row))))
});
