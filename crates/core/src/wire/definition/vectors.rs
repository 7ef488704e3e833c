//! Reads the vectors of a game from its fields `steps` and `rides`.

use serde_json::value::RawValue;

use super::fault::type_of;
use super::fields::DefinitionFields;
use super::reader::Reader;
use crate::theory::vectors::{VectorPlace, VectorRules};
use crate::wire::fault::Faults;
use crate::wire::integer::signed;
use crate::wire::json;
use crate::wire::limits::LimitCounter;

/// The fields of a game of vectors.
pub(super) const FIELDS: [&str; 2] = ["steps", "rides"];

/// The largest number of entries of a vector.
const MAX_DIMENSIONS: usize = 16;

/// Reads the vectors of a game. A list that is left out is empty.
///
/// # Errors
/// Returns all faults, with pointers relative to the definition.
pub(super) fn read(fields: &DefinitionFields, counts: &mut LimitCounter) -> Result<VectorRules, Faults> {
    let mut reader = Reader::new(fields, counts);
    let [steps, rides] = FIELDS.map(|field| reader.vectors(field));
    let most = reader.counts.limits.max_vectors;
    if steps.len().saturating_add(rides.len()) > most {
        let detail = format!("a game has at most {most} steps and rides together (--max-vectors)");
        reader.too_large("", detail);
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    VectorRules::new(steps, rides).map_err(|problems| {
        for (place, problem) in problems {
            let pointer = match place {
                VectorPlace::Step(number) => format!("/steps/{number}"),
                VectorPlace::Ride(number) => format!("/rides/{number}"),
                VectorPlace::All => String::new(),
            };
            reader.fault(pointer, problem.to_string());
        }
        reader.faults
    })
}

impl Reader<'_, '_, '_> {
    fn vectors(&mut self, field: &str) -> Vec<Vec<i64>> {
        let Some(json) = self.fields.get(field) else { return Vec::new() };
        let most = self.counts.limits.max_vectors;
        let rows = self.list(&format!("/{field}"), json, "vectors, like [[1, 0], [0, 1]]", most);
        let rows = rows.unwrap_or_default().into_iter().enumerate();
        rows.map(|(number, row)| self.vector(&format!("/{field}/{number}"), row)).collect()
    }

    /// Reads a vector. A wrong entry becomes 1, so that the faults of the other entries are found as well.
    fn vector(&mut self, pointer: &str, json: &RawValue) -> Vec<i64> {
        let Some(entries) = json::elements(json, MAX_DIMENSIONS) else {
            let found = type_of(json.get());
            self.fault(pointer, format!("a vector is a list of integers, and this is {found}"));
            return Vec::new();
        };
        if entries.len() > MAX_DIMENSIONS {
            self.fault(pointer, format!("a vector has at most {MAX_DIMENSIONS} entries"));
            return Vec::new();
        }
        let entry = |(place, entry): (usize, &RawValue)| {
            signed(entry.get()).unwrap_or_else(|| {
                let found = type_of(entry.get());
                let found = if found == "a number" { "another number" } else { found };
                let detail = format!("an entry is an integer between −(2^53 − 1) and 2^53 − 1, and this is {found}");
                self.fault(format!("{pointer}/{place}"), detail);
                1
            })
        };
        entries.into_iter().enumerate().map(entry).collect()
    }
}
