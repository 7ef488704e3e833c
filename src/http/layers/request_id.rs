//! The id of an exchange, which is a request with its answer. The log's lines about the exchange contain this id.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::cache::CACHE_CONTROL;

/// The header that contains the id of an exchange.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that the service accepts from a client, in bytes.
const MAX_ID_BYTES: usize = 64;

/// The id of an exchange.
pub(super) struct RequestId {
    value: HeaderValue,
    is_clients: bool,
}

impl RequestId {
    /// Returns the client's own id, or a new id. The client's id is used only if it is short and plain, since it is
    /// written into logs.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
        let fits = |id: &&HeaderValue| !id.is_empty() && id.len() <= MAX_ID_BYTES && id.as_bytes().iter().all(plain);
        let own = headers.get(REQUEST_ID).filter(fits).cloned();
        Self { is_clients: own.is_some(), value: own.unwrap_or_else(new_id) }
    }

    pub(super) fn as_str(&self) -> &str {
        self.value.to_str().unwrap_or_default()
    }

    /// Writes the id into an answer. A client's own id is not written into an answer that caches may keep, since the
    /// caches would send this id to other clients.
    pub(super) fn write(&self, headers: &mut HeaderMap) {
        if !self.is_clients || headers.get(header::CACHE_CONTROL) != Some(&CACHE_CONTROL) {
            headers.insert(REQUEST_ID, self.value.clone());
        }
    }
}

/// Returns the next number of a counter with a random start. Each thread has its own counter. Such a number is unique
/// enough to find a line in a log. A UUID, or a counter that all threads share, would cost more.
fn new_id() -> HeaderValue {
    thread_local!(static NEXT: Cell<u64> = Cell::new(RandomState::new().build_hasher().finish()));
    let id = NEXT.get();
    NEXT.set(id.wrapping_add(1));
    id.into()
}
