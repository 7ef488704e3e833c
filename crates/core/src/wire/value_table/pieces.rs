//! [`Pieces`]: writes the answer piece by piece, so that a long answer is never in memory as a whole.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ValueTable;
use crate::wire::json::append;

/// The number of bytes after which a piece is sent.
const PIECE_BYTES: usize = 64 << 10;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One object with a list for each column.
    Columns,
    /// One object for each position, each on a line. A certificate is on the last line.
    Lines,
}

/// The rest of an answer that is being written. If a piece can't be written, no piece comes after it.
#[derive(Debug)]
pub struct Pieces {
    table: ValueTable,
    form: Form,
    /// The index of the list that is being written: 0 for the positions, then 1 for the first column, and so on, and at
    /// last the rows of a box. `None` once all is written.
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
            if let Some(certificate) = &table.certificate {
                append(json, &BTreeMap::from([("certificate", certificate)]))?;
                json.push(b'\n');
            }
        }
        Ok(())
    }

    fn columns(&mut self, json: &mut Vec<u8>) -> serde_json::Result<()> {
        let Self { table, list, row, .. } = self;
        while let Some(place) = *list
            && json.len() < PIECE_BYTES
        {
            let rows = if place > table.columns.len() { table.rows.len() } else { table.len() };
            if *row == 0 {
                table.append_head(json, place)?;
            }
            // The piece that begins a list also has its first row. So in the next piece `row` is not 0, and that piece
            // does not begin the list again.
            while *row < rows {
                if *row > 0 {
                    json.push(b',');
                }
                match place.checked_sub(1) {
                    None => table.append_position(json, *row)?,
                    Some(column) if column < table.columns.len() => table.append_cell(json, column, *row)?,
                    Some(_) => append(json, &table.rows[*row])?,
                }
                *row = row.saturating_add(1);
                if json.len() >= PIECE_BYTES {
                    break;
                }
            }
            if *row == rows {
                json.push(b']');
                *row = 0;
                let last = table.columns.len().saturating_add(usize::from(!table.rows.is_empty()));
                *list = Some(place.saturating_add(1)).filter(|place| *place <= last);
                if list.is_none() {
                    table.append_end(json)?;
                }
            }
        }
        Ok(())
    }
}

impl ValueTable {
    /// Begins a list: that of the positions, that of a column, or that of the rows of a box.
    fn append_head(&self, json: &mut Vec<u8>, place: usize) -> serde_json::Result<()> {
        let Some(column) = place.checked_sub(1) else {
            json.extend_from_slice(br#"{"game":"#);
            append(json, &self.key)?;
            json.extend_from_slice(br#","positions":["#);
            return Ok(());
        };
        json.push(b',');
        append(json, &self.columns.get(column).map_or("rows", |(column, _)| column.as_str()))?;
        json.extend_from_slice(b":[");
        Ok(())
    }

    /// Writes the fields that come after the lists.
    fn append_end(&self, json: &mut Vec<u8>) -> serde_json::Result<()> {
        let Self { known_to, period, winner_period, genus_period, found, checked, certificate, .. } = self;
        append_field(json, "count", self.count().as_ref())?;
        append_field(json, "known_to", known_to.as_ref())?;
        append_field(json, "period", period.as_ref())?;
        append_field(json, "winner_period", winner_period.as_ref())?;
        append_field(json, "genus_period", genus_period.as_ref())?;
        append_field(json, "conjectures", found.as_ref().map(|found| &found.conjectures))?;
        append_field(json, "refuted", found.as_ref().map(|found| &found.refuted))?;
        append_field(json, "tried", found.as_ref().map(|found| &found.tried))?;
        append_field(json, "checked", checked.as_ref())?;
        append_field(json, "certificate", certificate.as_ref())?;
        json.push(b'}');
        Ok(())
    }
}

/// Writes a field, if there is one.
fn append_field(json: &mut Vec<u8>, name: &str, value: Option<&impl Serialize>) -> serde_json::Result<()> {
    let Some(value) = value else { return Ok(()) };
    json.push(b',');
    append(json, &name)?;
    json.push(b':');
    append(json, value)
}
