//! [`Problem`]: an error in the form of RFC 9457. All errors of the service have this form.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use axum::extract::rejection::PathRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::Spent;
use grundy_core::wire::engine::NoAnswer;
use grundy_core::wire::fault::{self, Fault, Faults};
use grundy_core::wire::problem::Document;

use crate::work::overloaded::{Overloaded, Shortage};

/// The code of an error, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpProblem {
    /// The data of the request is wrong.
    Fault(fault::Code),
    /// The head of the request breaks the rules of HTTP.
    BadRequest,
    /// There is no such path.
    NotFound,
    /// The path does not accept this method.
    MethodNotAllowed,
    /// The body came too slowly.
    RequestTimeout,
    /// The body is too long.
    BodyTooLarge,
    /// The URL is too long.
    UriTooLong,
    /// The request does not say that its body is JSON.
    UnsupportedMediaType,
    /// The service failed.
    Internal,
    /// The service has too much to do.
    Overloaded,
}

impl HttpProblem {
    /// All codes, sorted by their status.
    pub const ALL: &[Self] = &[
        Self::BadRequest,
        Self::Fault(fault::Code::InvalidJson),
        Self::Fault(fault::Code::InvalidQuery),
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UriTooLong,
        Self::UnsupportedMediaType,
        Self::Fault(fault::Code::InvalidRequest),
        Self::Fault(fault::Code::UnknownGame),
        Self::Fault(fault::Code::InvalidInteger),
        Self::Fault(fault::Code::IllegalPosition),
        Self::Fault(fault::Code::TooManyDigits),
        Self::Fault(fault::Code::TooManyComponents),
        Self::Fault(fault::Code::TooCostly),
        Self::Fault(fault::Code::MisereUnsupported),
        Self::Fault(fault::Code::IllegalMove),
        Self::Fault(fault::Code::InvalidCursor),
        Self::Fault(fault::Code::ValueUnknown),
        Self::Fault(fault::Code::InvalidGame),
        Self::Internal,
        Self::Overloaded,
    ];

    /// Returns the stable text form, which is the last segment of the problem's `type`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fault(code) => code.as_str(),
            Self::BadRequest => "bad-request",
            Self::NotFound => "not-found",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::RequestTimeout => "request-timeout",
            Self::BodyTooLarge => "body-too-large",
            Self::UriTooLong => "uri-too-long",
            Self::UnsupportedMediaType => "unsupported-media-type",
            Self::Internal => "internal",
            Self::Overloaded => "overloaded",
        }
    }

    /// Returns the HTTP status of problems with this code. There is one exception: if a path names a game that does not
    /// exist, the status is 404.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::Fault(code) => StatusCode::from_u16(code.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY),
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UriTooLong => StatusCode::URI_TOO_LONG,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns the title, which is the same for all problems with this code.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Fault(code) => code.title(),
            Self::BadRequest => "The request is not HTTP as it should be",
            Self::NotFound => "There is nothing here",
            Self::MethodNotAllowed => "The method is not allowed here",
            Self::RequestTimeout => "The request came too slowly",
            Self::BodyTooLarge => "The body is too large",
            Self::UriTooLong => "The URL is too long",
            Self::UnsupportedMediaType => "The body must be JSON",
            Self::Internal => "The service failed",
            Self::Overloaded => "The service is busy",
        }
    }

    /// Returns the text for the page of the problem: what the error means and what to do.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::Fault(code) => code.advice(),
            Self::BadRequest => {
                "The head of the request breaks a rule of HTTP/1.1: a URL with blanks, < or > that are not escaped, a Host \
                 header that is missing, doubled or no host (RFC 9112, 3.2), or a Transfer-Encoding other than chunked. \
                 HTTP libraries get all of it right. A head of over 64 KiB to 128 KiB, or of over 100 fields, gets a bare 431."
            }
            Self::NotFound => "The paths are listed in the contract, /docs.",
            Self::MethodNotAllowed => "The Allow header lists the methods of this path.",
            Self::RequestTimeout => "The body did not arrive in time. Every call may be retried.",
            Self::BodyTooLarge => "The body is longer than this service takes; the detail has the limit.",
            Self::UriTooLong => "The URL is longer than this service takes: use POST, which asks the same.",
            Self::UnsupportedMediaType => {
                "The Content-Type must be application/json. curl's -d says it is a form: use --json instead."
            }
            Self::Internal => {
                "A fault of the service, not of the request. Please report it with the request and its request_id."
            }
            Self::Overloaded => "Try again after the time that the Retry-After header says. Every call may be retried.",
        }
    }
}

/// An error answer. The layer in [`super::exchange`] writes it, since only that layer knows the request's id.
#[derive(Clone, Debug)]
pub struct Problem {
    code: HttpProblem,
    status: StatusCode,
    detail: Cow<'static, str>,
    faults: Faults,
    shortage: Option<Shortage>,
}

impl Problem {
    /// Creates a problem that is about the request as a whole.
    #[must_use]
    pub fn new(code: HttpProblem, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { code, status: code.status(), detail: detail.into(), faults: Faults::default(), shortage: None }
    }

    /// Creates the problem of a URL whose path names something that does not exist.
    #[must_use]
    pub fn in_path(fault: Fault) -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::new(HttpProblem::Fault(fault.code), fault.detail) }
    }

    /// Creates the problem of a path that is not UTF-8.
    #[must_use]
    pub fn unreadable_path(_: PathRejection) -> Self {
        Self::new(HttpProblem::NotFound, "the path is not UTF-8")
    }

    /// Returns the code, for logs.
    #[must_use]
    pub fn code(&self) -> HttpProblem {
        self.code
    }

    /// Returns the resource that ran short; `None` if the problem has another cause.
    #[must_use]
    pub fn shortage(&self) -> Option<Shortage> {
        self.shortage
    }

    /// Creates the problem of an answer that can't be written, which is a fault of the code.
    pub(crate) fn unwritable(error: &impl Error) -> Self {
        tracing::error!(%error, "an answer could not be written");
        Self::new(HttpProblem::Internal, "the answer could not be written")
    }

    /// Returns the answer's JSON.
    #[must_use]
    pub fn document<'a>(&'a self, request_id: Option<&'a str>) -> Document<'a> {
        Document {
            r#type: Document::type_of(self.code.as_str()),
            title: self.code.title(),
            status: self.status.as_u16(),
            detail: self.detail.as_ref().into(),
            code: self.code.as_str(),
            request_id,
            errors: self.faults.listed(),
            errors_omitted: self.faults.omitted(),
        }
    }
}

impl From<NoAnswer> for Problem {
    fn from(none: NoAnswer) -> Self {
        match none {
            NoAnswer::Faults(faults) => faults.into(),
            NoAnswer::Unwritable(error) => Self::unwritable(&error),
            // `Spent::Stopped` means that the client has left. The other two reasons never occur here. After
            // `Spent::Room`, the caller tries the work again with more steps. After `Spent::Limit`, the answer is a
            // fault.
            NoAnswer::Stopped(Spent::Limit { .. } | Spent::Room | Spent::Stopped) => {
                Self::new(HttpProblem::Overloaded, "nobody waits for the answer any more")
            }
        }
    }
}

impl From<Overloaded> for Problem {
    fn from(Overloaded { shortage, detail }: Overloaded) -> Self {
        Self { shortage, ..Self::new(HttpProblem::Overloaded, detail) }
    }
}

impl From<Faults> for Problem {
    /// Creates the problem of a request with these faults. The code and the detail of the problem are those of the
    /// first fault.
    fn from(faults: Faults) -> Self {
        let code = HttpProblem::Fault(faults.code());
        Self { code, status: code.status(), detail: faults.detail().into(), faults, shortage: None }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Faults::from(fault).into()
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.faults.source()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        /// The number of seconds after which a client should try an overloaded service again.
        const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");
        let mut response = self.status.into_response();
        if self.code == HttpProblem::Overloaded {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response.extensions_mut().insert(self);
        response
    }
}
