//! [`DefinitionFields`]: the fields of a definition, or of an object in a definition. No field may occur twice.

use serde_json::value::RawValue;
use smallvec::SmallVec;

use super::fault::quoted;
use crate::wire::fault::{Faults, step};
use crate::wire::json_reader::{self, JsonReader, Read};

/// The field that defines a game by a graph. It may be long, so it is read at once.
pub(super) const GRAPH: &str = "graph";

/// The value of each field. That of a graph is not kept.
#[derive(Default)]
pub(super) struct DefinitionFields<'de>(SmallVec<[(&'static str, &'de RawValue); 3]>);

impl<'de> DefinitionFields<'de> {
    /// Reads the known fields of an object; `all` is a text that names the fields that the object may have. `graph` reads
    /// the value of the field with this name. Other values are kept as they are. Faults are added to `faults`, with
    /// pointers relative to the object.
    pub(super) fn read(
        json: &mut JsonReader<'de>,
        known: impl Fn(&str) -> Option<&'static str>,
        all: &str,
        mut graph: impl FnMut(&mut JsonReader<'de>) -> Read<()>,
        faults: &mut Faults,
    ) -> Read<Self> {
        let mut fields = Self::default();
        let read = json.object(|json, name, faults| {
            let Some(field) = known(name) else {
                faults.add(|| (format!("/{}", step(name)), format!("{all}, and no {}", quoted(name))));
                return json.raw().map(drop);
            };
            let (value, read) = if field == GRAPH { (RawValue::NULL, graph(json)) } else { (json.raw()?, Ok(())) };
            if !fields.add(field, value) {
                faults.add(|| (format!("/{field}"), "it is there twice; this is the second".to_owned()));
            }
            read
        });
        faults.append(json_reader::faults_of(read)?);
        Ok(fields)
    }

    /// Sets a field. Returns true if it was not there before.
    pub(super) fn add(&mut self, field: &'static str, value: &'de RawValue) -> bool {
        let before = self.0.iter_mut().find(|(known, _)| *known == field);
        let is_new = before.is_none();
        match before {
            Some((_, before)) => *before = value,
            None => self.0.push((field, value)),
        }
        is_new
    }

    /// Returns the value of a field.
    pub(super) fn get(&self, field: &str) -> Option<&'de RawValue> {
        self.0.iter().find(|(known, _)| *known == field).map(|(_, value)| *value)
    }

    /// Returns whether at least one of these fields is there.
    pub(super) fn has_any(&self, fields: &[&str]) -> bool {
        fields.iter().any(|field| self.get(field).is_some())
    }
}

/// Returns the known field with this name.
pub(super) fn field<'f>(mut fields: impl Iterator<Item = &'f &'static str>, name: &str) -> Option<&'static str> {
    fields.find(|field| **field == name).copied()
}
