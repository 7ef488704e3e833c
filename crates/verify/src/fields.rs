//! Reads the fields of objects. Unknown fields are refused, since they might seem to be proved.

use crate::json::Json;
use crate::refusal::{Rejection, need};

/// Returns the values of these fields. The first `required` of them must be there, and the others may be missing.
///
/// # Errors
/// The value is no object, a field is missing, or it has another field.
pub(crate) fn fields<'j, const N: usize>(
    value: &'j Json,
    what: &str,
    names: [&str; N],
    required: usize,
) -> Result<[Option<&'j Json>; N], Rejection> {
    let Json::Object(there) = value else { return Err(Rejection::refused(format!("{what} is an object"))) };
    for (name, _) in there {
        need(names.contains(&&**name), || format!("{what} has no field {name:?}"))?;
    }
    let found = names.map(|name| value.field(name));
    for (name, value) in names.iter().zip(&found).take(required) {
        need(value.is_some(), || format!("{what} needs the field {name:?}"))?;
    }
    Ok(found)
}

/// Returns the items of a list.
///
/// # Errors
/// The field is missing, or no list.
pub(crate) fn list<'j>(value: Option<&'j Json>, what: &str) -> Result<&'j [Json], Rejection> {
    value.and_then(Json::list).ok_or_else(|| Rejection::refused(format!("{what} is a list")))
}

/// Returns the items of a list of pairs. A missing list is empty.
///
/// # Errors
/// The field is no list of pairs.
pub(crate) fn pairs<'j>(value: Option<&'j Json>, what: &str) -> Result<Vec<(&'j Json, &'j Json)>, Rejection> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let pair = |item: &'j Json| match item.list() {
        Some([first, second]) => Ok((first, second)),
        _ => Err(Rejection::refused(format!("{what} has pairs"))),
    };
    list(Some(value), what)?.iter().map(pair).collect()
}

/// Returns an integer from `least` to `most`.
///
/// # Errors
/// The field is missing, or no such integer.
pub(crate) fn whole(value: Option<&Json>, what: &str, least: usize, most: usize) -> Result<usize, Rejection> {
    let small = value.and_then(Json::small).filter(|number| (least..=most).contains(number));
    small.ok_or_else(|| Rejection::refused(format!("{what} is an integer from {least} to {most}")))
}
