//! [`Source`]: where a game or a theorem comes from.

use serde::Serialize;

/// A publication.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
pub struct Source {
    /// Who.
    pub author: &'static str,
    /// When.
    pub year: u16,
    /// What.
    pub title: &'static str,
}
