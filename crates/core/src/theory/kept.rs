//! [`Kept`]: a table that is worked out as far as a request needs it, and then kept.

use std::sync::{Arc, Mutex};

use super::cache::Worked;
use crate::number::meter::{self, Spent};

/// A table of a game that has no parameters. It costs nothing until a position is asked for; then it is made for a power
/// of two positions, and for each other power that is asked for another one: so what a request needs, and is charged,
/// never depends on what others have asked for.
#[derive(Debug)]
pub(crate) struct Kept<T> {
    make: Make<T>,
    lengths: [Mutex<Worked<Arc<T>>>; LENGTHS],
}

/// Makes a table of so many positions.
type Make<T> = fn(usize) -> Result<T, Spent>;

/// The shortest table that is made.
const SHORTEST: usize = 64;

/// So many powers of two: beyond the longest no machine has the memory.
const LENGTHS: usize = 40;

impl<T> Kept<T> {
    pub(crate) const fn new(make: Make<T>) -> Self {
        Self { make, lengths: [const { Mutex::new(Worked::NOTHING) }; LENGTHS] }
    }

    /// The table of a power of two positions.
    fn of(&self, length: usize) -> Result<Arc<T>, Spent> {
        let place = usize::try_from(length.ilog2()).unwrap_or(LENGTHS).min(LENGTHS - 1);
        // One request makes it, others that need it wait.
        let mut kept = meter::lock(&self.lengths[place])?;
        kept.or_find(|| (self.make)(length).map(Arc::new))
    }
}

/// What a game has ready of such a table: nothing before the positions of a request are known.
#[derive(Debug)]
pub(crate) struct Ready<T: 'static> {
    kept: &'static Kept<T>,
    /// With how many positions it has.
    table: Option<(usize, Arc<T>)>,
}

impl<T> Clone for Ready<T> {
    fn clone(&self) -> Self {
        Self { kept: self.kept, table: self.table.clone() }
    }
}

impl<T> Ready<T> {
    pub(crate) const fn of(kept: &'static Kept<T>) -> Self {
        Self { kept, table: None }
    }

    /// Gets a table ready that reaches at least `largest`. What reaches it already stays, and is charged no second time:
    /// the positions of a line of play are smaller than its first one.
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn reach(&mut self, largest: usize) -> Result<(), Spent> {
        if self.table.as_ref().is_none_or(|(length, _)| largest >= *length) {
            let length = largest.saturating_add(1).next_power_of_two().max(SHORTEST);
            self.table = Some((length, self.kept.of(length)?));
        }
        Ok(())
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.table.as_ref().map(|(_, table)| &**table)
    }

    /// The table of a game that is prepared for all its positions.
    #[expect(clippy::expect_used, reason = "a game is prepared before it is solved")]
    pub(crate) fn table(&self) -> &T {
        self.get().expect("prepared")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::number::meter::Meter;

    /// As long as what was asked for, at a step for each position.
    fn make(length: usize) -> Result<usize, Spent> {
        MADE.fetch_add(1, Relaxed);
        meter::go_on(u64::try_from(length).unwrap()).map(|()| length)
    }

    static MADE: AtomicUsize = AtomicUsize::new(0);
    static KEPT: Kept<usize> = Kept::new(make);

    #[test]
    fn a_table_is_made_once_and_charged_to_each_who_asks() {
        for (largest, length) in [(0, 64), (63, 64), (64, 128), (100, 128), (5, 64)] {
            let (meter, mut ready) = (Meter::new(1_000), Ready::of(&KEPT));
            // Again for one that is no larger: that is charged nothing.
            for (asked, charged) in [(largest, u64::try_from(length).unwrap()), (largest / 2, 0)] {
                meter.run(|| ready.reach(asked)).unwrap().unwrap();
                assert_eq!((*ready.table(), meter.charged()), (length, charged));
            }
        }
        assert_eq!(MADE.load(Relaxed), 2);
        // What was not finished is not kept.
        for (limit, is_made) in [(499, false), (512, true)] {
            let mut ready = Ready::of(&KEPT);
            assert_eq!(Meter::new(limit).run(|| ready.reach(500)).is_ok(), is_made);
            assert_eq!(ready.get(), is_made.then_some(&512));
        }
    }
}
