//! [`ValueMap`]: the Grundy values of a rectangle of positions, for games whose positions are two numbers. [`svg`]
//! draws it.

use serde::Serialize;

use super::fault::Fault;
use super::grundy;
use super::range::Range;
use crate::game::shape::{Pair, PlainValue};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::Summand;
use crate::theory::Caches;

pub mod svg;

/// The longest side of a map, in cells.
pub const MAX_SIDE: usize = 256;

/// The range of both numbers of a position, if a request does not give any.
pub const DEFAULT_RANGE: &str = "1..40";

/// The Grundy values of a rectangle of positions (a, b).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    // The schema is not called "Map", since most languages have a type of this name.
    schema(as = GrundyMap, example = json!({"game": "euclid", "a": [1, 3], "b": [4, 6], "values": [[3, 4, 5], [1, 2, 2], [0, 1, 1]]}))
)]
pub struct ValueMap {
    /// The key of the game.
    game: String,
    /// The name of the game, for the picture.
    #[serde(skip)]
    name: &'static str,
    /// The smallest and the largest `a` of the positions (a, b). The map has a row for each `a`.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    a: Range,
    /// The smallest and the largest `b` of the positions (a, b). The map has a column for each `b`.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    b: Range,
    /// A list for each a, with the Grundy value of (a, b) for each b. The value is null if (a, b)
    /// is not a position, or if the value is not known or needs more work than one request may take.
    values: Vec<Vec<Option<Natural>>>,
}

impl ValueMap {
    /// Computes the map of a game whose positions are pairs. The first numbers of the pairs are from `a`, and the
    /// second numbers are from `b`.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` if the position of no cell can be solved.
    pub(super) fn of(
        Summand { key, components, .. }: &Summand,
        a: &Range,
        b: &Range,
        tables: &Caches,
    ) -> Result<Self, Fault> {
        meter::work_at("the map");
        let columns: Vec<Natural> = b.numbers().collect();
        let positions = a.numbers().flat_map(|a| columns.iter().map(move |b| Pair::new(a.clone(), b.clone())));
        let positions = positions.map(PlainValue::Pair);
        let mut values = grundy::values(components.ruleset().none(), key, positions, tables)?.values.into_iter();
        let values = a.numbers().map(|_| values.by_ref().take(b.len).collect()).collect();
        Ok(Self { game: key.to_string(), name: components.ruleset().card().name, a: a.clone(), b: b.clone(), values })
    }
}
