//! The parameters of a URL that does not ask about a position.

use std::borrow::Cow;

use super::fault::{Code, Fault, Faults, quote};
use crate::game::words::nearest;

/// Reads a query string, percent-encoded, without its question mark. Returns the texts of the parameters with these
/// names.
pub(crate) fn read<'q, const N: usize>(
    query: &'q str,
    names: [&str; N],
    faults: &mut Faults,
) -> [Option<Cow<'q, str>>; N] {
    let mut texts = [const { None }; N];
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        let slot = names.iter().position(|known| *known == name).and_then(|known| texts.get_mut(known));
        match slot {
            Some(slot) if slot.is_none() => *slot = Some(text),
            // The fault is created only if it is listed. A URL may have thousands of parameters, and finding a similar
            // name takes microseconds for each of them.
            slot => faults.push_with(|| {
                let twice = slot.map(|_| "this parameter appears twice".to_owned());
                let detail = twice.unwrap_or_else(|| unknown(&name, &names));
                Fault::new(Code::InvalidQuery, detail).under(&name).of_parameter(&name)
            }),
        }
    }
    texts
}

/// Checks that a query string has no parameters.
///
/// # Errors
/// Each parameter is a fault.
pub fn none(query: &str) -> Result<(), Faults> {
    let mut faults = Faults::default();
    let [] = read(query, [], &mut faults);
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn unknown(name: &str, names: &[&str]) -> String {
    let known = if names.is_empty() { "there is none".to_owned() } else { among("parameters", name, names) };
    format!("there is no parameter {} here; {known}", quote(name))
}

/// Writes a message that lists the valid words, and suggests the one that may have been meant.
pub(crate) fn among(what: &str, word: &str, right: &[&str]) -> String {
    let meant = nearest(word, right.iter().map(|right| (right, right)))
        .map(|meant| format!("; did you mean {meant}?"))
        .unwrap_or_default();
    format!("the {what} are {}{meant}", right.join(", "))
}
