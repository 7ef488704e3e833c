//! [`Overloaded`]: the service has too much to do.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// The resource that ran short, for operators of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortage {
    /// Threads for long work.
    Workers,
    /// Memory for long bodies and answers.
    Memory,
    /// Streams, of which only a limited number may be open.
    Streams,
}

impl Shortage {
    /// All shortages.
    pub const ALL: [Self; 3] = [Self::Workers, Self::Memory, Self::Streams];

    /// Returns the label of the resource in the metrics and in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Workers => "workers",
            Self::Memory => "memory",
            Self::Streams => "streams",
        }
    }
}

/// The reason why a request is refused now. The same request may be answered later.
#[derive(Clone, Debug)]
pub struct Overloaded {
    /// The resource that ran short; `None` if the service is stopping.
    pub shortage: Option<Shortage>,
    /// The message for the client.
    pub detail: Cow<'static, str>,
}

impl Overloaded {
    /// Refuses a request for lack of a resource.
    pub(crate) fn for_lack(shortage: Shortage, detail: impl Into<Cow<'static, str>>) -> Self {
        Self { shortage: Some(shortage), detail: detail.into() }
    }

    /// Refuses a request because the service is stopping and begins no more work.
    pub(crate) fn stopping() -> Self {
        Self { shortage: None, detail: "the service is stopping".into() }
    }
}

impl Error for Overloaded {}

impl fmt::Display for Overloaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}
