//! [`Envelope`]: the requests of a JSON batch, and the members other than `requests`.

use std::sync::Arc;

use axum::body::Bytes;
use grundy_core::wire::fault::{Code, Fault, Faults, quote};
use grundy_core::wire::field_value::FieldValue;
use grundy_core::wire::games::Games;
use grundy_core::wire::json::{self, Members};
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::lines::lines;
use grundy_core::wire::request::{Defaults, read_play};
use serde_json::value::RawValue;

/// A batch whose requests are separated, but not read yet.
#[derive(Debug)]
pub struct Envelope {
    /// The JSON of each request.
    pub items: Vec<Bytes>,
    /// Defaults for fields that requests leave out.
    pub defaults: Defaults<'static>,
    /// The games that all requests share.
    pub games: Arc<Games>,
}

impl Envelope {
    /// Finds the requests in a body.
    ///
    /// # Errors
    /// Returns all faults of the body, except those inside a request.
    pub fn read(body: &Bytes, max_items: usize, limits: &RequestLimits) -> Result<Self, Faults> {
        let raw: &RawValue = serde_json::from_slice(body).map_err(|error| {
            let mut fault = json::not_json(body, &error);
            if is_many_lines(body) {
                fault.detail.push_str(": a request a line is application/x-ndjson, and the Content-Type must say so");
            }
            fault
        })?;
        let Members(members) = Members::of(raw, r#"an object with a list of "requests""#)?;
        let (mut faults, mut seen) = (Faults::default(), Vec::new());
        let (mut items, mut defaults, mut games) = (None, Defaults::default(), Games::default());
        for (name, raw) in &members {
            if seen.contains(name) {
                faults.push(json::repeated(name));
                continue;
            }
            let outcome = match name.as_str() {
                "requests" => find_items(raw, max_items).map(|found| items = Some(found)).map_err(Faults::from),
                "play" => read_play(FieldValue::Json(raw)).map(|play| defaults.play = play).map_err(Faults::from),
                "brief" => FieldValue::Json(raw).boolean().map(|brief| defaults.brief = brief).map_err(Faults::from),
                "games" => Games::for_many(raw.get().as_bytes(), limits).map(|defined| games = defined),
                _ => {
                    faults.push_with(|| unknown_field(name));
                    continue;
                }
            };
            seen.push(name.clone());
            if let Err(found) = outcome {
                faults.append(found.under(name));
            }
        }
        if !seen.iter().any(|name| name == "requests") {
            faults.push(Fault::new(Code::InvalidRequest, r#"there is no "requests""#));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let items = items.unwrap_or_default().iter().map(|item| body.slice_ref(item.get().as_bytes())).collect();
        Ok(Self { items, defaults, games: Arc::new(games) })
    }
}

/// Returns whether each of the first two lines is a JSON value. Then the body is probably a stream of lines. Blank
/// lines are skipped.
fn is_many_lines(body: &[u8]) -> bool {
    let mut lines = lines(body).filter(|line| !line.trim_ascii().is_empty()).map(serde_json::from_slice::<&RawValue>);
    matches!((lines.next(), lines.next()), (Some(Ok(_)), Some(Ok(_))))
}

fn unknown_field(name: &str) -> Fault {
    let detail = format!("there is no field {}; the fields are requests, games, play, brief", quote(name));
    Fault::new(Code::InvalidRequest, detail).under(name)
}

fn find_items(raw: &RawValue, max_items: usize) -> Result<Vec<&RawValue>, Fault> {
    let items = json::elements(raw, max_items).ok_or_else(|| {
        let detail = format!("expected a list of requests, found {}", json::type_of(raw.get()));
        Fault::new(Code::InvalidRequest, detail)
    })?;
    if items.len() <= max_items {
        return Ok(items);
    }
    let detail = format!(
        "a list may have at most {max_items} requests: send more as lines, which have no such limit, with the header \
         Content-Type: application/x-ndjson"
    );
    Err(Fault::new(Code::InvalidRequest, detail))
}
