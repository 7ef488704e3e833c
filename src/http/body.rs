//! Reading request bodies: the right type, not too long, not too slow.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::problem::{Code, Problem};

/// The bounds of one body.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// The longest, in bytes.
    pub max_bytes: usize,
    /// From the head of the request to the last byte.
    pub timeout: Duration,
}

/// The JSON body of a request.
///
/// # Errors
/// 415, 413 or 408; 400 if the client broke off.
pub async fn read_json(request: Request, limits: &BodyLimits) -> Result<Bytes, Problem> {
    require_json(request.headers())?;
    let too_large = || {
        let limit = limits.max_bytes;
        Problem::new(Code::BodyTooLarge, format!("the body may have at most {limit} bytes"))
    };
    // Said before the body is read: a client that waits for 100 Continue then need not send it.
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limits.max_bytes) {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), limits.max_bytes);
    match tokio::time::timeout(limits.timeout, body.collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(Code::Fault(crate::fault::Code::InvalidJson), "the body broke off")),
        Err(_) => {
            let seconds = limits.timeout.as_secs_f32();
            Err(Problem::new(Code::RequestTimeout, format!("the body did not arrive within {seconds} s")))
        }
    }
}

/// A form, curl's default for -d, is the usual mistake; taking it for JSON would let any web page post for its visitor.
fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let essence = |value: &str| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let found = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(essence);
    let advice = "send JSON with the header Content-Type: application/json (with curl: --json in the place of -d)";
    match found {
        Some(found)
            if found == "application/json" || (found.starts_with("application/") && found.ends_with("+json")) =>
        {
            Ok(())
        }
        Some(found) => {
            let found = crate::fault::quote(&found);
            Err(Problem::new(Code::UnsupportedMediaType, format!("the body is said to be {found}: {advice}")))
        }
        None => Err(Problem::new(Code::UnsupportedMediaType, format!("the body has no type: {advice}"))),
    }
}
