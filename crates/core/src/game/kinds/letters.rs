//! [`Letters`]: reads and writes boards on which each square is empty or has one of some letters.

use crate::game::Illegal;

/// The letters that a square may have. An empty square is a dot.
pub(crate) struct Letters<'l>(pub(crate) &'l [char]);

/// The largest number of rows and of columns. Boards that are far smaller are already too large to be searched.
const MOST: usize = 100;

/// A square that is not empty: its row, its column, and the index of its letter in [`Letters`].
pub(crate) type Lettered = (u8, u8, usize);

impl Letters<'_> {
    /// Reads rows with slashes between them. Returns how many rows and columns there are, and the squares that are not
    /// empty.
    ///
    /// # Errors
    /// Some character is neither a dot nor one of the letters, the rows have different lengths, or there are too many
    /// rows or columns.
    pub(crate) fn read(&self, text: &str) -> Result<(u8, u8, Vec<Lettered>), Illegal> {
        let lines: Vec<&str> = text.split('/').collect();
        let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        if lines.iter().any(|line| line.chars().count() != columns) {
            return Err("the rows are of one length".into());
        }
        let size = |size: usize| u8::try_from(size).ok().filter(|_| size <= MOST);
        let (Some(rows), Some(columns)) = (size(lines.len()), size(columns)) else {
            return Err(format!("a board has at most {MOST} rows and as many columns").into());
        };
        let mut squares = Vec::new();
        for (row, line) in (0..).zip(&lines) {
            for (column, letter) in (0..).zip(line.chars()) {
                match self.0.iter().position(|known| *known == letter) {
                    Some(place) => squares.push((row, column, place)),
                    None if letter == '.' => {}
                    None => {
                        let known: Vec<String> = self.0.iter().map(char::to_string).collect();
                        return Err(format!("{letter:?} is none of {} and a dot", known.join(", ")).into());
                    }
                }
            }
        }
        Ok((rows, columns, squares))
    }

    /// Writes rows with slashes between them. `at` returns the index of the letter on a square, or `None` if the square
    /// is empty.
    pub(crate) fn write(&self, rows: u8, columns: u8, at: impl Fn(u8, u8) -> Option<usize>) -> String {
        let letter = |row, column| at(row, column).and_then(|place| self.0.get(place)).copied().unwrap_or('.');
        let line = |row| (0..columns).map(|column| letter(row, column)).collect::<String>();
        (0..rows).map(line).collect::<Vec<_>>().join("/")
    }
}
