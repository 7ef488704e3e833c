//! The genus of components and of their sum, as answers write it.

use serde::{Serialize, Serializer};

use super::json;
use super::position::serialize_each;
use crate::number::Natural;
use crate::solve::{Genera, Solution};
use crate::theory::genus::Genus;

/// The genus of each component and of the sum.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Genera))]
pub struct GeneraAnswer<'a> {
    /// The genera of the components: a list for each key of the position. A genus is null if the component has none, or
    /// if it is not known. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<std::collections::HashMap<String, Vec<Option<GenusAnswer>>>>, nullable = false))]
    values: Option<GenusOfEach<'a>>,
    /// The genus of the sum; null if it is not known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<GenusAnswer>, required = true))]
    sum: Option<GenusAnswer<'a>>,
}

impl<'a> GeneraAnswer<'a> {
    /// Creates the answer from the genera of a position. If `with_each` is true, the answer includes the genus of each
    /// component.
    pub(super) fn new(solution: &'a Solution, genera: &'a Genera, with_each: bool) -> Self {
        let values = with_each.then_some(GenusOfEach { solution, genera });
        Self { values, sum: genera.sum.as_ref().map(GenusAnswer::from) }
    }
}

struct GenusOfEach<'a> {
    solution: &'a Solution,
    genera: &'a Genera,
}

impl Serialize for GenusOfEach<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { solution, genera } = self;
        serialize_each(solution.position(), serializer, |place, _| genera.of(place).map(GenusAnswer::from))
    }
}

/// The genus of a position: its Grundy value in normal play, and a list of Grundy values in misère play. Index i of the
/// list is for the sum of the position and i heaps of two.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Genus))]
pub struct GenusAnswer<'a> {
    /// The Grundy value in normal play.
    normal: &'a Natural,
    /// The Grundy values in misère play of the position with 0, 1, 2, … heaps of two. From some index on, two values
    /// alternate. The list ends after the first two of these.
    misere: &'a [Natural],
    /// The genus in the usual notation, such as 4^146.
    text: String,
    /// Whether the position is known to be tame.
    tame: bool,
    /// `true` if only the first numbers of `misere` are known. Absent if all are known.
    #[serde(skip_serializing_if = "json::is_zero")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    partial: bool,
}

impl<'a> From<&'a Genus<Natural>> for GenusAnswer<'a> {
    fn from(genus: &'a Genus<Natural>) -> Self {
        let (text, tame, partial) = (genus.to_string(), genus.is_tame(), genus.is_partial());
        Self { normal: genus.normal(), misere: genus.misere(), text, tame, partial }
    }
}
