//! [`Reader`]: reads the lists in the definition of a deletion game or of vectors, and collects their faults.

use serde_json::value::RawValue;

use super::fault::type_of;
use super::fields::DefinitionFields;
use crate::game::kinds::boards::MOST_CELLS;
use crate::game::shape::PlainValue;
use crate::game::words::cut;
use crate::number::{cost, meter};
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::integer::WireInteger;
use crate::wire::json;
use crate::wire::json_reader::{self, JsonReader, Read};
use crate::wire::limits::LimitCounter;
use crate::wire::shape::name;

pub(super) struct Reader<'m, 'l, 'de> {
    pub(super) fields: &'m DefinitionFields<'de>,
    pub(super) counts: &'m mut LimitCounter<'l>,
    pub(super) faults: Faults,
}

impl<'m, 'l, 'de> Reader<'m, 'l, 'de> {
    pub(super) fn new(fields: &'m DefinitionFields<'de>, counts: &'m mut LimitCounter<'l>) -> Self {
        Self { fields, counts, faults: Faults::default() }
    }

    pub(super) fn fault(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        self.faults.add(|| (pointer.into(), detail.into()));
    }

    pub(super) fn too_large(&mut self, pointer: &str, detail: String) {
        if self.faults.is_empty() {
            self.faults = Faults::one(pointer, Code::TooCostly, detail);
        }
    }

    /// Counts one element of a list whose length has no other limit. Returns false once the limit is exceeded.
    pub(super) fn count(&mut self, pointer: impl FnOnce() -> String) -> bool {
        let counted = self.counts.part();
        let is_within = counted.is_ok();
        if let Err(fault) = counted {
            self.faults.push_with(|| Fault { pointer: pointer(), ..fault });
        }
        is_within
    }

    /// Returns the elements of a list. If the list is longer than `most`, only its first `most` + 1 elements are
    /// returned.
    pub(super) fn list(
        &mut self,
        pointer: &str,
        json: &'de RawValue,
        what: &str,
        most: usize,
    ) -> Option<Vec<&'de RawValue>> {
        meter::charge_each(json.get().len(), cost::BYTE);
        let list = json::elements(json, most);
        if list.is_none() {
            self.no_list(pointer, json, what);
        }
        list
    }

    pub(super) fn no_list(&mut self, pointer: &str, json: &RawValue, what: &str) {
        self.fault(pointer, format!("it is a list of {what}, and this is {}", type_of(json.get())));
    }

    /// Returns the list of a field that the game must have.
    pub(super) fn required(&mut self, field: &str, what: &str, most: usize) -> Option<Vec<&'de RawValue>> {
        let json = self.field(field, what)?;
        self.list(&format!("/{field}"), json, what, most)
    }

    /// Returns the value of a field that the game must have.
    pub(super) fn field(&mut self, field: &str, what: &str) -> Option<&'de RawValue> {
        let json = self.fields.get(field);
        if json.is_none() {
            self.fault("", format!("the game lacks {field:?}, a list of {what}"));
        }
        json
    }

    /// Reads the name of a cell.
    pub(super) fn name(&mut self, pointer: &str, json: &RawValue) -> Option<PlainValue> {
        meter::charge_each(json.get().len(), cost::NUMBER);
        let read = json_reader::read(json.get().as_bytes(), cell_name);
        read.map_err(|faults| self.faults.append_with(faults, |fault| Fault { pointer: pointer.to_owned(), ..fault }))
            .ok()
    }

    /// Checks that there are not too many cells. If some cells could not be read, their faults are reported instead.
    pub(super) fn counted(&mut self, pointer: &str, cells: usize) -> bool {
        let is_in_bounds = are_cells(cells);
        if !is_in_bounds && self.faults.is_empty() {
            // Reading has ended at the limit, so the number of all cells is not known.
            self.out_of_bounds(pointer, "more");
        }
        is_in_bounds
    }

    /// Adds the fault of a game whose number of cells is not allowed.
    pub(super) fn out_of_bounds(&mut self, pointer: &str, cells: &str) {
        self.fault(pointer, format!("a game has at most {MOST_CELLS} cells, and this has {}", cut(cells)));
    }
}

/// Reads the name of a cell.
pub(super) fn cell_name(json: &mut JsonReader) -> Read<PlainValue> {
    name(json, |found| {
        let detail = format!("a name is a string or an integer of 0 or more, and this is {}", type_of(found));
        Fault::new(Code::InvalidGame, detail)
    })
}

/// Returns whether a game may have this number of cells.
pub(super) fn are_cells(count: usize) -> bool {
    count <= MOST_CELLS
}

/// Returns whether the value is a number of any kind.
pub(super) fn is_number(json: &RawValue) -> bool {
    type_of(json.get()) == "a number"
}

/// Reads a count. `None` if the value is not an integer of 0 or more. A count that is too large for the machine becomes
/// `usize::MAX`.
pub(super) fn count(json: &RawValue) -> Option<usize> {
    match serde_json::from_str(json.get()) {
        Ok(WireInteger::Number(count)) => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => None,
    }
}
