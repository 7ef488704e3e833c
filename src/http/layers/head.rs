//! Checks the head of a request by those rules of HTTP that hyper does not check.

use axum::http::header::{HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, Request, Version};

/// Checks the head of a request.
///
/// # Errors
/// The fault of the head. A request with a faulty head must be refused, since a proxy in front of the service may have
/// read the head in another way.
pub(super) fn check<B>(request: &Request<B>) -> Result<(), &'static str> {
    check_host(request)?;
    check_transfer_encoding(request.headers())
}

/// Checks that the request has exactly one Host, which is valid (RFC 9112, 3.2). A request of HTTP/1.0 may have none.
fn check_host<B>(request: &Request<B>) -> Result<(), &'static str> {
    let mut hosts = request.headers().get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if request.version() == Version::HTTP_10 => Ok(()),
        (None, _) => Err("the request has no Host header"),
        (Some(_), Some(_)) => Err("the request has more than one Host header"),
        (Some(host), None) if is_host(host.as_bytes()) => Ok(()),
        (Some(_), None) => Err("the Host header is no host with an optional port"),
    }
}

/// Returns whether this is `uri-host [ ":" port ]` (RFC 3986, 3.2.2 and 3.2.3). An empty text is valid.
fn is_host(value: &[u8]) -> bool {
    let port = value.iter().rposition(|byte| *byte == b':').filter(|at| !value[*at..].contains(&b']'));
    let (host, port) = port.map_or((value, &[][..]), |at| (&value[..at], &value[at.saturating_add(1)..]));
    port.iter().all(u8::is_ascii_digit)
        && match host.strip_prefix(b"[") {
            Some(rest) => rest.strip_suffix(b"]").is_some_and(|ip| ip.iter().copied().all(is_of_ip)),
            None => host.iter().copied().all(is_of_name),
        }
}

fn is_of_ip(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.' | b'_' | b'~' | b'-' | b'%')
}

/// Returns whether the name of a host may have this byte: `unreserved`, `sub-delims` or `%` (RFC 3986, 3.2.2). Every
/// request has a Host, and a pattern is faster here than a search in a list.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%')
        || matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

/// Checks that the body is chunked once or not at all (RFC 9112, 6.1). hyper checks only the last encoding of the list.
fn check_transfer_encoding(headers: &HeaderMap) -> Result<(), &'static str> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(coding), None) if coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err("the only Transfer-Encoding that is understood is chunked, once"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for host in ["", "x", "example.org", "example.org:80", "127.0.0.1:8080", "[::1]", "[::1]:80", "a_b-c.d~", "x:"]
        {
            assert!(is_host(host.as_bytes()), "{host}");
        }
        for host in ["a b", "a/b", "user@host", "x:y", "x:1:2", "[::1", "::1", "[::1]x", "a?b", "a#b", "a,b c", "a\"b"]
        {
            assert!(!is_host(host.as_bytes()), "{host}");
        }
    }
}
