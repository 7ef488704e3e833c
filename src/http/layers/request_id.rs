//! The id of an exchange. It finds the exchange's line in the log.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::cache::CACHE_CONTROL;

/// The header that names an exchange in answers and in logs.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The length of the longest client's id that is kept.
const MAX_ID_BYTES: usize = 64;

/// The id of an exchange.
pub(super) struct RequestId {
    value: HeaderValue,
    is_clients: bool,
}

impl RequestId {
    /// Takes the client's own id if it is short and plain, since it goes into logs. Otherwise makes a new one.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
        let fits = |id: &&HeaderValue| !id.is_empty() && id.len() <= MAX_ID_BYTES && id.as_bytes().iter().all(plain);
        let own = headers.get(REQUEST_ID).filter(fits).cloned();
        Self { is_clients: own.is_some(), value: own.unwrap_or_else(new_id) }
    }

    pub(super) fn as_str(&self) -> &str {
        self.value.to_str().unwrap_or_default()
    }

    /// Writes the id into an answer. A client's own id is not written into an answer that caches keep, since they would
    /// give it to others.
    pub(super) fn write(&self, headers: &mut HeaderMap) {
        if !self.is_clients || headers.get(header::CACHE_CONTROL) != Some(&CACHE_CONTROL) {
            headers.insert(REQUEST_ID, self.value.clone());
        }
    }
}

/// Returns a count from a random start, which each thread has for itself. It is unique enough to find a line in a log,
/// and cheaper than a UUID or a count that threads share.
fn new_id() -> HeaderValue {
    thread_local!(static NEXT: Cell<u64> = Cell::new(RandomState::new().build_hasher().finish()));
    let id = NEXT.get();
    NEXT.set(id.wrapping_add(1));
    id.into()
}
