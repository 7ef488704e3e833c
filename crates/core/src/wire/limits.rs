//! [`RequestLimits`]: how much one request may ask for. [`LimitCounter`] counts games, components and the elements of
//! lists while a request is read.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::fault::{Code, Fault, Faults};
use super::json_reader::Unread;
use crate::number::{Natural, cost, meter};
use crate::theory::heaps::growth::TableLimits;
use crate::theory::step::counted;

/// How much one request may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RequestLimits {
    /// The largest number of decimal digits of one integer.
    pub max_digits: usize,
    /// The largest number of components of one position.
    pub max_components: usize,
    /// The largest number of games of one request. A key of a position and a definition of a game count as one game
    /// each. A game takes some 500 bytes of memory, and up to a few KiB, however short its text is.
    pub max_games: usize,
    /// The largest number of steps of work. A step is about a nanosecond of one core: see [`crate::number::meter`]. In
    /// JSON, this field is `max_work`, in seconds.
    #[serde(rename = "max_work", serialize_with = "as_seconds")]
    pub max_steps: u64,
    /// The largest number of vertices of one graph.
    pub max_vertices: u32,
    /// The largest number of edges of one graph.
    pub max_edges: u32,
    /// The largest number of steps and rides of a game whose moves are vectors.
    pub max_vectors: usize,
    /// The largest number of cells in the table of a game whose moves are vectors.
    pub max_cells: u64,
    /// The largest number of heaps in the table of a heap game.
    pub max_heaps: usize,
    /// The largest number of bytes of the rules that define a game; 0 if requests may not define games by rules.
    pub max_rules: usize,
    /// The largest number of bytes of memory for all positions of a game that is defined by rules.
    pub max_rules_memory: usize,
    /// The largest number of bytes of a certificate.
    pub max_certificate: usize,
    /// The largest number of values in which formulas are looked for. Further values test the formulas.
    pub max_find: usize,
}

impl RequestLimits {
    /// Returns the largest number of bytes that the components of a position may take. Most components take 24 to 72
    /// bytes. Boards and posets take up to 2,400 with their solutions, and long integers a multiple of their length, so
    /// fewer of them are allowed.
    const fn max_bytes(&self) -> usize {
        const BYTES_A_COMPONENT: usize = 96;
        /// Boards and posets need this much at the smallest limit of components that is usual, 10,000.
        const LEAST: usize = 24 << 20;
        self.max_components.saturating_mul(BYTES_A_COMPONENT).saturating_add(LEAST)
    }
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
            // They take about as much memory as the components.
            max_games: 30_000,
            max_steps: 1_500_000_000,
            max_vertices: 4_000_000,
            max_edges: 4_000_000,
            max_vectors: 256,
            max_cells: 1_000_000,
            max_heaps: TableLimits::DEFAULT_MAX_HEAPS,
            max_rules: 16 << 10,
            max_rules_memory: 64 << 20,
            max_certificate: 1 << 20,
            max_find: 10_000,
        }
    }
}

/// Counts the games of a request, its components and the elements of its lists, while the request is read. So reading
/// stops as soon as a limit is exceeded.
#[derive(Clone, Debug)]
pub struct LimitCounter<'l> {
    /// The limits.
    pub limits: &'l RequestLimits,
    games: usize,
    components: usize,
    /// The approximate memory of the components, in bytes.
    bytes: usize,
    parts: usize,
    /// `true` once a position was read in a notation that answers do not use.
    pub(crate) rewritten: bool,
}

impl<'l> LimitCounter<'l> {
    /// Creates a counter at 0.
    #[must_use]
    pub fn new(limits: &'l RequestLimits) -> Self {
        Self { limits, games: 0, components: 0, bytes: 0, parts: 0, rewritten: false }
    }

    /// Counts one game: a key of a position, or a definition of a game.
    ///
    /// # Errors
    /// `too-many-components` if the request has more games than the limit.
    pub(crate) fn game(&mut self) -> Result<(), Fault> {
        self.games = self.games.saturating_add(1);
        self.within()
    }

    /// Checks that no limit is exceeded yet.
    ///
    /// # Errors
    /// The fault of the limit that is exceeded.
    pub(crate) fn within(&self) -> Result<(), Fault> {
        if self.games > self.limits.max_games {
            let most = counted(self.limits.max_games, "game", "games");
            let detail =
                format!("a request may have at most {most}: keys of its position and own games count (--max-games)");
            return Err(Fault::new(Code::TooManyComponents, detail));
        }
        let most = |one, more| counted(self.limits.max_components, one, more);
        let too_many = |detail: String| Err(Fault::new(Code::TooManyComponents, detail + " (--max-components)"));
        if self.components > self.limits.max_components {
            return too_many(format!("a position may have at most {}", most("component", "components")));
        }
        if self.bytes > self.limits.max_bytes() {
            let most = self.limits.max_bytes();
            let detail =
                format!("the components of a position may take at most {most} bytes of memory (--max-components)");
            return Err(Fault::new(Code::TooManyComponents, detail));
        }
        if self.parts > self.limits.max_components {
            let most = most("element", "elements");
            return too_many(format!("the lists of a request may have at most {most} in all"));
        }
        Ok(())
    }

    /// Counts one component.
    ///
    /// # Errors
    /// `too-many-components` if the position has more components than the limit, `too-costly` if the meter is spent.
    #[inline]
    pub fn component(&mut self) -> Result<(), Fault> {
        self.components = self.components.saturating_add(1);
        self.check(self.components)
    }

    /// Counts the memory of a component, in bytes.
    ///
    /// # Errors
    /// `too-many-components` if the components take more memory than the limit.
    #[inline]
    pub fn takes(&mut self, bytes: usize) -> Result<(), Fault> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes <= self.limits.max_bytes() { Ok(()) } else { self.within() }
    }

    /// Counts the memory of an integer, unless it fits into a machine word, whose memory is that of its component. A
    /// long integer is counted twice, since a value may be as long. The answer has both as texts.
    ///
    /// # Errors
    /// The same as for [`Self::takes`].
    #[inline]
    pub(crate) fn integer(&mut self, integer: &Natural) -> Result<(), Fault> {
        /// The bytes of two allocations, besides the bits.
        const ALLOCATED: usize = 48;
        if integer.to_u64().is_some() {
            return Ok(());
        }
        let bits = integer.bit_len();
        let digits = bits / 10 * 3;
        self.takes((ALLOCATED + bits / 8).saturating_add(digits).saturating_mul(2))
    }

    /// Counts one element of a list inside a position, or inside the definition of a game.
    ///
    /// # Errors
    /// The same as for [`Self::component`]. The limit is the same, since an element and a component take about the same
    /// work.
    #[inline]
    pub fn part(&mut self) -> Result<(), Fault> {
        self.parts = self.parts.saturating_add(1);
        self.check(self.parts)
    }

    /// Counts `count` elements of a list that a notation stands for.
    ///
    /// # Errors
    /// The same as for [`Self::part`].
    pub(crate) fn elements(&mut self, count: usize) -> Result<(), Fault> {
        self.parts = self.parts.saturating_add(count);
        meter::go_on_each(count, cost::NUMBER).map_err(Fault::spent)?;
        self.within()
    }

    /// Counts a string. Eight bytes count as one element, since an answer repeats the string.
    ///
    /// # Errors
    /// The same as for [`Self::part`].
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Fault> {
        self.elements(text.len() / 8)
    }

    /// Checks that a text may be expanded, before memory is taken for it. The text stands for at most `count`
    /// components or elements, which are counted later, when they are read.
    ///
    /// # Errors
    /// `too-many-components` if no position may have as many components or elements.
    pub(crate) fn expands_to(&mut self, count: usize) -> Result<(), Fault> {
        if count > self.limits.max_components {
            self.parts = count;
        }
        self.within()
    }

    /// Takes over the elements of lists that another counter has counted. The other counter began as a copy of this one.
    pub(crate) fn add_parts_of(&mut self, other: &Self) {
        self.parts = other.parts;
    }

    /// Returns whether more games, components or elements were counted than a request may have.
    pub(crate) fn are_over(&self) -> bool {
        self.within().is_err()
    }

    /// Returns the result of reading a value with these faults. If a limit is exceeded, reading ends.
    pub(crate) fn unread(&self, faults: impl Into<Faults>) -> Unread {
        if self.are_over() { Unread::ended(faults) } else { Unread::Faults(faults.into()) }
    }

    #[inline]
    fn check(&self, count: usize) -> Result<(), Fault> {
        meter::go_on(cost::NUMBER).map_err(Fault::spent)?;
        if count <= self.limits.max_components { Ok(()) } else { self.within() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_integer_counts_with_its_value_and_with_both_texts() {
        let limits = RequestLimits { max_components: 10_000, ..RequestLimits::default() };
        let mut counts = LimitCounter::new(&limits);
        assert!((0..1_000_000).all(|_| counts.integer(&u64::MAX.into()).is_ok()));
        let long = Natural::TWO.pow(100_000);
        let each = 2 * (long.bit_len() / 8 + long.to_string().len());
        let accepted = (0..limits.max_components).take_while(|_| counts.integer(&long).is_ok()).count();
        let taken = accepted * each;
        let most = limits.max_bytes();
        assert!(most / 10 * 9 < taken && taken <= most / 100 * 101, "{taken} of {most}");
        assert!(counts.are_over());
    }
}
