//! [`Certificate`]: the proof of an answer, or the reason why there is none.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::source::TooMuch;

/// The certificate of an answer, or the reason why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Certificate {
    /// See docs/proofs.md.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::CertificateFields))]
    Proof(Box<RawValue>),
    /// There is none.
    Refused {
        /// The reason.
        refused: Unproved,
    },
}

impl Certificate {
    /// Creates the certificate from its JSON, which may have at most `most_bytes` bytes.
    #[must_use]
    pub fn of(made: Result<String, Unproved>, most_bytes: usize) -> Self {
        let fits = made.and_then(|made| if made.len() > most_bytes { Err(Unproved::TooLarge) } else { Ok(made) });
        match fits.and_then(|made| RawValue::from_string(made).map_err(|_| Unproved::NoProof)) {
            Ok(made) => Self::Proof(made),
            Err(refused) => Self::Refused { refused },
        }
    }

    /// Returns the bytes that the certificate has allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        if let Self::Proof(proof) = self { proof.get().len() } else { 0 }
    }
}

/// The reason why an answer has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Unproved {
    /// No kind of certificate proves this answer.
    NoProof,
    /// The certificate has more bytes than the limit.
    TooLarge,
    /// The certificate takes more work, or more memory, than one request may.
    TooCostly,
}

impl From<TooMuch> for Unproved {
    fn from(_: TooMuch) -> Self {
        Self::TooCostly
    }
}
