//! Steps and rides from JSON. They are few and short, so one careful reading does.

use super::careful::type_of;
use crate::number::meter;
use crate::theory::vectors::rules::MAX_ENTRY;
use crate::theory::vectors::{VectorPlace, VectorRules};
use crate::wire::fault::Faults;
use crate::wire::integer::WireInteger;
use crate::wire::json::STEPS_A_BYTE;
use serde_json::value::RawValue;

/// Vectors that a definition may have.
const MAX_VECTORS: usize = 64;

/// Entries that a vector may have.
const MAX_DIMENSIONS: usize = 16;

/// Reads the vectors of a game; a list that is left out is empty.
///
/// # Errors
/// Every fault, with pointers from the definition on.
pub(super) fn read(steps: Option<&RawValue>, rides: Option<&RawValue>) -> Result<VectorRules, Faults> {
    let mut faults = Faults::default();
    let steps = vectors(&mut faults, "steps", steps);
    let rides = vectors(&mut faults, "rides", rides);
    if steps.len() + rides.len() > MAX_VECTORS {
        faults.add(|| (String::new(), format!("a game has at most {MAX_VECTORS} steps and rides together")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    VectorRules::new(steps, rides).map_err(|problems| {
        for (place, problem) in problems {
            let pointer = match place {
                VectorPlace::Step(number) => format!("/steps/{number}"),
                VectorPlace::Ride(number) => format!("/rides/{number}"),
                VectorPlace::All => String::new(),
            };
            faults.add(|| (pointer, problem.to_string()));
        }
        faults
    })
}

fn vectors(faults: &mut Faults, name: &str, json: Option<&RawValue>) -> Vec<Vec<i64>> {
    let Some(json) = json else { return Vec::new() };
    // The rows are read again, one by one.
    meter::charge_each(json.get().len(), 2 * STEPS_A_BYTE);
    let Ok(rows) = serde_json::from_str::<Vec<&RawValue>>(json.get()) else {
        let found = type_of(json.get());
        faults.add(|| {
            (format!("/{name}"), format!("it is a list of vectors, like [[1, 0], [0, 1]], and this is {found}"))
        });
        return Vec::new();
    };
    let mut vector = |number: usize, row: &RawValue| -> Vec<i64> {
        let Ok(entries) = serde_json::from_str::<Vec<&RawValue>>(row.get()) else {
            let found = type_of(row.get());
            faults
                .add(|| (format!("/{name}/{number}"), format!("a vector is a list of integers, and this is {found}")));
            return Vec::new();
        };
        if entries.len() > MAX_DIMENSIONS {
            faults.add(|| (format!("/{name}/{number}"), format!("a vector has at most {MAX_DIMENSIONS} entries")));
            return Vec::new();
        }
        let mut entry = |place: usize, entry: &RawValue| {
            integer(entry.get()).unwrap_or_else(|| {
                let found = type_of(entry.get());
                let found = if found == "a number" { "another number" } else { found };
                faults.add(|| {
                    let detail =
                        format!("an entry is an integer between −(2^53 − 1) and 2^53 − 1, and this is {found}");
                    (format!("/{name}/{number}/{place}"), detail)
                });
                1
            })
        };
        entries.into_iter().enumerate().map(|(place, json)| entry(place, json)).collect()
    };
    rows.into_iter().take(MAX_VECTORS + 1).enumerate().map(|(number, row)| vector(number, row)).collect()
}

/// An integer, also spelled 2.0 or 2e1, up to what a double says exactly.
fn integer(json: &str) -> Option<i64> {
    let (sign, size) = json.strip_prefix('-').map_or((1, json), |size| (-1, size));
    let size = Some(size).filter(|size| size.starts_with(|digit: char| digit.is_ascii_digit()));
    match WireInteger::of_number(size?) {
        WireInteger::Number(n) => i64::try_from(n).ok().filter(|n| *n <= MAX_ENTRY).map(|n| sign * n),
        _ => None,
    }
}
