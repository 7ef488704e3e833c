//! [`ChompTable`]: the values of all bars of Chomp that bites leave of one bar.
//!
//! A bar is the list of the lengths of its rows, none of which is longer than the one above it. The table has the bars in
//! lexicographic order, with rows of 0 at the end, so that the options of a bar come before it. *F*(*k*, *x*) is the number
//! of ways to choose the rows from *k* on if row *k* has at most *x* squares. The place of a bar is the sum of
//! *F*(*k*, length of row *k* − 1) over all rows. A bite in column *j* changes the rows from its own down to the last row
//! that is longer than *j*. So the place of an option follows from the place of the bite one row below it.

use super::cache::allocated;
use super::kept::Kept;
use super::tame::TameGenus;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The largest number of bars in a table. Each takes some bytes.
const MOST: usize = 20_000_000;

/// The Grundy values of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BarValues {
    /// The value in normal play.
    pub(crate) normal: u16,
    /// The value in misère play.
    pub(crate) misere: u16,
    /// True if the bar and all its options are tame.
    is_tame: bool,
}

impl BarValues {
    /// The genus of the bar in misère sums; `None` if it is not tame.
    pub(crate) fn tame(self) -> Option<TameGenus> {
        if self.is_tame { TameGenus::of_genus(u64::from(self.normal), &u64::from(self.misere)) } else { None }
    }
}

/// The values of all bars that bites leave of one bar, and of this bar.
#[derive(Debug)]
pub(crate) struct ChompTable {
    largest: Vec<usize>,
    /// *F*(*k*, *x*) for x from 0 to the length of row *k* of the largest bar.
    ways: Vec<Vec<usize>>,
    values: Vec<BarValues>,
}

impl ChompTable {
    /// Returns the table of a bar; `None` if it would have too many bars, or the bar has too many squares.
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn of(largest: &[usize]) -> Result<Option<Self>, Spent> {
        let squares = largest.iter().fold(0, |sum: usize, row| sum.saturating_add(*row));
        if squares > usize::from(u16::MAX) {
            return Ok(None);
        }
        meter::go_on_each(squares.saturating_add(largest.len()), cost::ENTRY)?;
        let mut ways: Vec<Vec<usize>> = Vec::with_capacity(largest.len());
        for length in largest.iter().rev() {
            // A row with x squares leaves the rows below it at most x squares each.
            let below = |x: usize| ways.last().map_or(1, |ways| ways[x.min(ways.len() - 1)]);
            let mut sum = 0_usize;
            let row = (0..=*length).map(|x| {
                sum = sum.saturating_add(below(x));
                sum
            });
            let row = row.collect();
            ways.push(row);
        }
        ways.reverse();
        let count = ways.first().and_then(|row| row.last()).copied().unwrap_or(1);
        if count > MOST {
            return Ok(None);
        }
        let mut table = Self { largest: largest.to_vec(), ways, values: Vec::new() };
        table.fill(count)?;
        Ok(Some(table))
    }

    /// Computes the values of all bars, in order. The bar without squares has the place 0. It is no position, and is
    /// never an option.
    fn fill(&mut self, count: usize) -> Result<(), Spent> {
        let mut rows = vec![0; self.largest.len()];
        let (mut met, mut stamp) = ([Vec::new(), Vec::new()], 0_u32);
        let nothing = BarValues { normal: 0, misere: 0, is_tame: true };
        self.values.push(nothing);
        while self.values.len() < count {
            // The next bar in lexicographic order.
            let Some(row) = (0..rows.len())
                .rev()
                .find(|row| rows[*row] < self.largest[*row] && (*row == 0 || rows[*row] < rows[*row - 1]))
            else {
                break;
            };
            rows[row] += 1;
            rows[row + 1..].fill(0);
            let squares: usize = rows.iter().sum();
            meter::go_on_each(squares.saturating_add(rows.len()), cost::ENTRY)?;
            stamp = stamp.wrapping_add(1);
            for met in &mut met {
                met.resize(squares.saturating_add(2).max(met.len()), 0);
            }
            let mut is_tame = true;
            self.each_option(&rows, self.values.len(), |option| {
                let BarValues { normal, misere, is_tame: option_is_tame } = option;
                met[0][usize::from(normal)] = stamp;
                met[1][usize::from(misere)] = stamp;
                is_tame &= option_is_tame;
            });
            let mex = |met: &[u32]| met.iter().position(|last| *last != stamp).unwrap_or(met.len());
            let misere = if squares == 1 { 1 } else { mex(&met[1]) };
            let [normal, misere] = [mex(&met[0]), misere].map(|value| u16::try_from(value).unwrap_or(u16::MAX));
            is_tame &= TameGenus::of_genus(u64::from(normal), &u64::from(misere)).is_some();
            self.values.push(BarValues { normal, misere, is_tame });
        }
        Ok(())
    }

    /// Calls `with` with the values of each option of a bar whose place is `place`.
    fn each_option(&self, rows: &[usize], place: usize, mut with: impl FnMut(BarValues)) {
        let before = |row: usize, length: usize| if length == 0 { 0 } else { self.ways[row][length - 1] };
        let mut last = rows.iter().take_while(|length| **length > 0).count();
        for column in 0..rows.first().copied().unwrap_or(0) {
            while last > 0 && rows[last - 1] <= column {
                last -= 1;
            }
            let mut place = place;
            // The poisoned square is in the first row and the first column.
            for row in (usize::from(column == 0)..last).rev() {
                place -= before(row, rows[row]) - before(row, column);
                with(self.values[place]);
            }
        }
    }

    /// Returns the values of a bar; `None` if bites do not leave it of the largest bar. Rows of the bar have at least one
    /// square.
    pub(crate) fn get(&self, rows: &[usize]) -> Option<BarValues> {
        if rows.len() > self.largest.len() || rows.iter().zip(&self.largest).any(|(row, most)| row > most) {
            return None;
        }
        let place = rows.iter().zip(&self.ways).map(|(length, ways)| ways.get(length.checked_sub(1)?).copied());
        self.values.get(place.sum::<Option<usize>>()?).copied()
    }
}

impl Kept for ChompTable {
    fn bytes(&self) -> usize {
        let ways = self.ways.iter().map(|row| allocated::<usize>(row.capacity()));
        allocated::<BarValues>(self.values.capacity())
            + allocated::<usize>(self.largest.capacity())
            + allocated::<Vec<usize>>(self.ways.capacity())
            + ways.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::theory::tame::mex;

    /// Returns the values in normal and misère play, by the rule.
    fn by_the_rule(rows: &[usize], known: &mut HashMap<Vec<usize>, (u64, u64)>) -> (u64, u64) {
        if let Some(values) = known.get(rows) {
            return *values;
        }
        let mut options = Vec::new();
        for (row, length) in rows.iter().enumerate() {
            for column in usize::from(row == 0)..*length {
                let left =
                    rows.iter().enumerate().map(|(at, length)| if at < row { *length } else { column.min(*length) });
                let left: Vec<usize> = left.filter(|length| *length > 0).collect();
                options.push(by_the_rule(&left, known));
            }
        }
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|(_, misere)| *misere)) };
        let values = (mex(options.iter().map(|(normal, _)| *normal)), misere);
        known.insert(rows.to_vec(), values);
        values
    }

    #[test]
    fn tables_are_those_of_the_rule() {
        let mut known = HashMap::new();
        for largest in [&[5, 5, 5, 5][..], &[7, 4, 4, 2, 1], &[9, 9, 3], &[1, 1, 1, 1], &[6]] {
            let table = ChompTable::of(largest).unwrap().unwrap();
            by_the_rule(largest, &mut known);
            let mut count = 1;
            for (rows, (normal, misere)) in &known {
                if let Some(found) = table.get(rows) {
                    count += 1;
                    assert_eq!((u64::from(found.normal), u64::from(found.misere)), (*normal, *misere), "{rows:?}");
                }
            }
            // The table also has the bar without squares.
            assert_eq!(count, table.values.len(), "{largest:?}");
            assert_eq!(table.get(&[largest[0] + 1]), None);
        }
    }
}
