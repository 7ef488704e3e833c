//! [`RequestLimits`]: how much one request may ask for. [`LimitCounter`] counts the components and the elements of
//! lists while a position is read.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::fault::{Code, Fault};
use crate::number::{cost, meter};
use crate::theory::heaps::growth::TableLimits;

/// How much one request may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RequestLimits {
    /// The largest number of decimal digits of one integer.
    pub max_digits: usize,
    /// The largest number of components of one position.
    pub max_components: usize,
    /// The largest number of steps of work. A step is about a nanosecond of one core: see [`crate::number::meter`]. In
    /// JSON, this field is `max_work`, in seconds.
    #[serde(rename = "max_work", serialize_with = "as_seconds")]
    pub max_steps: u64,
    /// The largest number of vertices of one graph.
    pub max_vertices: u32,
    /// The largest number of edges of one graph.
    pub max_edges: u32,
    /// The largest number of cells in the table of a game whose moves are vectors.
    pub max_cells: u64,
    /// The largest number of heaps in the table of a heap game.
    pub max_heaps: usize,
    /// The largest number of bytes of the rules that define a game; 0 if requests may not define games by rules.
    pub max_rules: usize,
    /// The largest number of bytes of memory for all positions of a game that is defined by rules.
    pub max_rules_memory: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls it with")]
fn as_seconds<S: Serializer>(steps: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(Duration::from_nanos(*steps).as_secs_f64())
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            max_digits: 100_000,
            max_components: 2_000_000,
            max_steps: 1_500_000_000,
            max_vertices: 4_000_000,
            max_edges: 4_000_000,
            max_cells: 1_000_000,
            max_heaps: TableLimits::DEFAULT_MAX_HEAPS,
            max_rules: 16 << 10,
            max_rules_memory: 64 << 20,
        }
    }
}

/// Counts the components of a position and the elements of its lists, while the position is read. So reading stops as
/// soon as a limit is exceeded.
#[derive(Debug)]
pub struct LimitCounter<'l> {
    /// The limits.
    pub limits: &'l RequestLimits,
    components: usize,
    parts: usize,
    /// `true` once a position was read in a notation that answers do not use.
    pub(crate) rewritten: bool,
}

impl<'l> LimitCounter<'l> {
    /// Creates a counter at 0.
    #[must_use]
    pub fn new(limits: &'l RequestLimits) -> Self {
        Self { limits, components: 0, parts: 0, rewritten: false }
    }

    /// Counts one component.
    ///
    /// # Errors
    /// `too-many-components` if the position has more components than the limit, `too-costly` if the meter is spent.
    #[inline]
    pub fn component(&mut self) -> Result<(), Fault> {
        self.components = self.components.saturating_add(1);
        self.check(self.components, "a position may have at most", "components")
    }

    /// Counts one element of a list inside a position.
    ///
    /// # Errors
    /// The same as for [`Self::component`]. The limit is the same, since an element and a component take about the same
    /// work.
    #[inline]
    pub fn part(&mut self) -> Result<(), Fault> {
        self.parts = self.parts.saturating_add(1);
        self.check(self.parts, "the lists of a position may have at most", "elements in all")
    }

    /// Returns whether more components or elements were counted than a position may have.
    pub(crate) fn are_over(&self) -> bool {
        self.components.max(self.parts) > self.limits.max_components
    }

    #[inline]
    fn check(&self, count: usize, most: &str, things: &str) -> Result<(), Fault> {
        meter::go_on(cost::NUMBER).map_err(Fault::spent)?;
        if count <= self.limits.max_components { Ok(()) } else { Err(self.too_many(most, things)) }
    }

    #[cold]
    fn too_many(&self, most: &str, things: &str) -> Fault {
        Fault::new(Code::TooManyComponents, format!("{most} {} {things}", self.limits.max_components))
    }
}
