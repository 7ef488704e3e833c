//! [`Frame`]: a set of cells of a board, with one bit for each cell, in one or two machine words. [`Square`] holds 8 ×
//! 8 cells, [`Low`] 4 × 16, and [`Wide`] 8 × 16.

use super::bits::{count, halves};
use super::space::{Key, Words};

/// A set of cells within a few rows, with one bit for each cell. The set is also called a picture. The corner is the
/// cell in row 0 and column 0, which has the lowest bit. A picture is *in the corner* if it reaches row 0 and column 0.
pub(super) trait Frame: Key {
    /// The number of rows.
    const ROWS: u32;
    /// The number of columns.
    const COLUMNS: usize;
    /// The distance in bits between a cell and the cell above it.
    const ROW: u32;

    fn bit(row: usize, column: usize) -> Self;
    /// Returns the cells of a row.
    fn row(row: usize) -> Self;
    /// Returns the cells of a column.
    fn column(column: usize) -> Self;
    /// Returns the numbers of rows and columns that the picture reaches, counted from the corner.
    fn size(self) -> (u32, u32);
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn lowest(self) -> Self;
    /// Returns the place of the lowest bit that is set.
    fn lowest_at(self) -> usize;
    /// Moves the picture away from the corner by a number of bits.
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    /// Returns the distance in bits by which the picture can be moved to the corner.
    fn corner(self) -> u32;
    /// Moves the picture to the corner.
    fn cornered(self) -> Self {
        self.down(self.corner())
    }
    /// Turns the frame by half a turn.
    fn turned(self) -> Self;
    /// Reverses the order of the rows.
    fn flipped(self) -> Self;
    /// Returns four images of a picture: the picture itself, with its rows reversed, with its columns reversed, and
    /// with both reversed. The picture must be in the corner, and so is each image.
    fn images(self) -> [Self; 4] {
        let (rows, columns) = self.size();
        let (below, beside) = ((Self::ROWS - rows) * Self::ROW, Self::ROW - columns);
        let turned = self.turned();
        [self, self.flipped().down(below), turned.flipped().down(beside), turned.down(below + beside)]
    }
    /// Exchanges rows and columns of a picture, which must be in the corner. `None` if the result does not fit.
    fn transposed(self) -> Option<Self>;
    /// Returns the union of all rows, as one row.
    fn rows_together(self) -> Self {
        [4, 2, 1].into_iter().fold(self, |rows, by| rows.or(rows.down(by * Self::ROW))).and(Self::row(0))
    }
}

/// Exchanges rows and columns of the 8 × 8 bits in a word (Warren, Hacker's Delight, 2002, chapter 7).
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
    ($(#[$doc:meta])* $frame:ident($bits:ty), $rows:literal, $columns:literal, $first_row:literal, $flipped:expr, $transposed:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) struct $frame($bits);

        impl Key for $frame {
            const WORDS: usize = size_of::<$bits>() / size_of::<u64>();

            fn words(self) -> Words {
                let [low, high] = halves(u128::from(self.0));
                [low, high, 0, 0]
            }

            fn of_words([low, high, ..]: Words) -> Self {
                Self(<$bits>::try_from(u128::from(low) | u128::from(high) << 64).unwrap_or(0))
            }
        }

        impl Frame for $frame {
            const ROWS: u32 = $rows;
            const COLUMNS: usize = $columns;
            const ROW: u32 = $columns;

            fn bit(row: usize, column: usize) -> Self {
                Self(1 << (row * $columns + column))
            }

            fn row(row: usize) -> Self {
                Self($first_row << (row * $columns))
            }

            fn column(column: usize) -> Self {
                // A column has a one in each row.
                Self((<$bits>::MAX / $first_row) << column)
            }

            fn size(self) -> (u32, u32) {
                let last = |set: Self| <$bits>::BITS - set.0.leading_zeros();
                (last(self).div_ceil($columns), last(self.rows_together()))
            }

            fn is_empty(self) -> bool {
                self.0 == 0
            }

            fn len(self) -> u32 {
                self.0.count_ones()
            }

            fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            fn lowest(self) -> Self {
                Self(self.0 & self.0.wrapping_neg())
            }

            fn lowest_at(self) -> usize {
                count(self.0.trailing_zeros())
            }

            fn up(self, by: u32) -> Self {
                Self(self.0.checked_shl(by).unwrap_or(0))
            }

            fn down(self, by: u32) -> Self {
                Self(self.0.checked_shr(by).unwrap_or(0))
            }

            fn corner(self) -> u32 {
                if self.is_empty() {
                    return 0;
                }
                let above = self.0.trailing_zeros() / $columns * $columns;
                above + self.down(above).rows_together().0.trailing_zeros()
            }

            fn turned(self) -> Self {
                Self(self.0.reverse_bits())
            }

            fn flipped(self) -> Self {
                let flipped: fn($bits) -> $bits = $flipped;
                Self(flipped(self.0))
            }

            fn transposed(self) -> Option<Self> {
                let transposed: fn($bits) -> Option<$bits> = $transposed;
                transposed(self.0).map(Self)
            }
        }
    };
}

frame!(
    /// A frame of 8 × 8 cells.
    Square(u64), 8, 8, 0xFF, u64::swap_bytes, |x| Some(transpose(x))
);

frame!(
    /// A frame of 4 × 16 cells.
    Low(u64), 4, 16, 0xFFFF,
    |x| {
        let x = x.swap_bytes();
        let low = u64::MAX / 0xFFFF * 0xFF;
        (x >> 8 & low) | ((x & low) << 8)
    },
    |x| {
        let left = u64::MAX / 0xFFFF * 0xF;
        if x & !left != 0 {
            return None;
        }
        let packed = (0..4).fold(0, |word, row| word | ((x >> (16 * row) & 0xF) << (8 * row)));
        let turned = transpose(packed);
        Some((0..4).fold(0, |wide, row| wide | ((turned >> (8 * row) & 0xFF) << (16 * row))))
    }
);

fn flipped(x: u128) -> u128 {
    let x = x.swap_bytes();
    let low = u128::MAX / 0xFFFF * 0xFF;
    (x >> 8 & low) | ((x & low) << 8)
}

frame!(
    /// A frame of 8 × 16 cells.
    Wide(u128), 8, 16, 0xFFFF, flipped,
    |x| {
        let left = u128::MAX / 0xFFFF * 0xFF;
        if x & !left != 0 {
            return None;
        }
        let byte = |row: u32| u64::try_from(x >> (16 * row) & 0xFF).unwrap_or(0);
        let packed = (0..8).fold(0, |word, row| word | (byte(row) << (8 * row)));
        let turned = transpose(packed);
        Some((0..8).fold(0, |wide, row| wide | (u128::from(turned >> (8 * row) & 0xFF) << (16 * row))))
    }
);
