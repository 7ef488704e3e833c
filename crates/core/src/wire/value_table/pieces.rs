//! [`Pieces`]: writes the answer piece by piece, so that a long answer is never in memory as a whole.

use super::ValueTable;
use crate::wire::json::append;

/// The number of bytes after which a piece is sent.
const PIECE_BYTES: usize = 64 << 10;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One object with a list for each column.
    Columns,
    /// One object for each position, each on a line.
    Lines,
}

/// The rest of an answer that is being written. If a piece can't be written, no piece comes after it.
#[derive(Debug)]
pub struct Pieces {
    table: ValueTable,
    form: Form,
    /// The index of the list that is being written: 0 for the positions, then 1 for the first column, and so on. `None`
    /// once all is written.
    list: Option<usize>,
    /// The next row.
    row: usize,
}

impl ValueTable {
    /// Returns the pieces of the answer in this form.
    #[must_use]
    pub fn pieces(self, form: Form) -> Pieces {
        Pieces { table: self, form, list: Some(0), row: 0 }
    }
}

impl Iterator for Pieces {
    type Item = serde_json::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.list?;
        let mut json = Vec::with_capacity(PIECE_BYTES.min(self.table.bytes()));
        let written = match self.form {
            Form::Columns => self.columns(&mut json),
            Form::Lines => self.lines(&mut json),
        };
        if written.is_err() {
            self.list = None;
        }
        Some(written.map(|()| json))
    }
}

impl Pieces {
    /// `true` once the whole answer is written.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.list.is_none()
    }

    fn lines(&mut self, json: &mut Vec<u8>) -> serde_json::Result<()> {
        let Self { table, row, .. } = self;
        while *row < table.len() && json.len() < PIECE_BYTES {
            json.extend_from_slice(br#"{"position":"#);
            table.append_position(json, *row)?;
            for (place, (column, _)) in table.columns.iter().enumerate() {
                json.push(b',');
                append(json, &column.as_str())?;
                json.push(b':');
                table.append_cell(json, place, *row)?;
            }
            json.extend_from_slice(b"}\n");
            *row = row.saturating_add(1);
        }
        if *row == table.len() {
            self.list = None;
        }
        Ok(())
    }

    fn columns(&mut self, json: &mut Vec<u8>) -> serde_json::Result<()> {
        let Self { table, list, row, .. } = self;
        while let Some(place) = *list
            && json.len() < PIECE_BYTES
        {
            // The columns come after the positions.
            let column = place.checked_sub(1);
            if *row == 0 {
                match column.and_then(|column| table.columns.get(column)) {
                    None => {
                        json.extend_from_slice(br#"{"game":"#);
                        append(json, &table.key)?;
                        json.extend_from_slice(br#","positions":["#);
                    }
                    Some((column, _)) => {
                        json.push(b',');
                        append(json, &column.as_str())?;
                        json.extend_from_slice(b":[");
                    }
                }
            }
            // The piece that begins a list also has its first row. So in the next piece `row` is not 0, and that piece
            // does not begin the list again.
            while *row < table.len() {
                if *row > 0 {
                    json.push(b',');
                }
                match column {
                    None => table.append_position(json, *row)?,
                    Some(column) => table.append_cell(json, column, *row)?,
                }
                *row = row.saturating_add(1);
                if json.len() >= PIECE_BYTES {
                    break;
                }
            }
            if *row == table.len() {
                json.push(b']');
                *row = 0;
                *list = Some(place.saturating_add(1)).filter(|place| *place <= table.columns.len());
                if list.is_none() {
                    if let Some(period) = &table.period {
                        json.extend_from_slice(br#","period":"#);
                        append(json, period)?;
                    }
                    if let Some(period) = &table.genus_period {
                        json.extend_from_slice(br#","genus_period":"#);
                        append(json, period)?;
                    }
                    if let Some(found) = &table.found {
                        json.extend_from_slice(br#","conjectures":"#);
                        append(json, &found.conjectures)?;
                        json.extend_from_slice(br#","refuted":"#);
                        append(json, &found.refuted)?;
                        json.extend_from_slice(br#","tried":"#);
                        append(json, &found.tried)?;
                    }
                    if let Some(checked) = &table.checked {
                        json.extend_from_slice(br#","checked":"#);
                        append(json, checked)?;
                    }
                    json.push(b'}');
                }
            }
        }
        Ok(())
    }
}
