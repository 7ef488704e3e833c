//! [`TableView`]: a table of one game, computed as far as a request needs it, and then cached.

use std::sync::Arc;

use super::cache::{Cache, CacheKind, Cached};
use crate::number::meter::Spent;

/// A table of a game, which all requests share.
pub(crate) trait Kept: Sized + Send + Sync + 'static {
    /// Returns the bytes that it has allocated.
    fn bytes(&self) -> usize;
}

impl<T: Kept> Cached for Arc<T> {
    const KIND: CacheKind = CacheKind::Tables;

    fn bytes(&self) -> usize {
        super::cache::allocated::<(T, [usize; 2])>(1) + T::bytes(self)
    }
}

/// A table of a game that has no parameters.
pub(crate) trait Tabled: Kept {
    /// Makes the table of `length` positions, a power of two.
    fn make(length: usize) -> Result<Self, Spent>;
}

/// Returns the length of the table that is made to reach `largest`. It is a power of two, so that the need and the
/// charge of a request never depend on what others have asked for.
pub(crate) fn length_to(largest: usize) -> usize {
    /// The shortest table that is made.
    const SHORTEST: usize = 64;
    largest.saturating_add(1).next_power_of_two().max(SHORTEST)
}

/// The part of a table that a game has ready: none before the positions of a request are known. It is made for a power
/// of two positions, once for each power that is asked for.
#[derive(Debug)]
pub(crate) struct TableView<T> {
    /// The table, with its number of positions.
    table: Option<(usize, Arc<T>)>,
}

impl<T> Clone for TableView<T> {
    fn clone(&self) -> Self {
        Self { table: self.table.clone() }
    }
}

impl<T: Tabled> TableView<T> {
    pub(crate) const NOTHING: Self = Self { table: None };

    /// Prepares a table that reaches at least `largest`. A table that reaches it already stays, and is not charged
    /// again: the positions of a line of play are smaller than its first one.
    ///
    /// # Errors
    /// If the meter is spent.
    pub(crate) fn reach(&mut self, largest: usize, cache: &Cache) -> Result<(), Spent> {
        if self.table.as_ref().is_none_or(|(length, _)| largest >= *length) {
            let length = length_to(largest);
            let table = cache.find("a table of the game", &length, || T::make(length).map(Arc::new))?;
            self.table = Some((length, table));
        }
        Ok(())
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.table.as_ref().map(|(_, table)| &**table)
    }

    /// Returns the table of a game that is prepared for all its positions.
    #[expect(clippy::expect_used, reason = "a game is prepared before it is solved")]
    pub(crate) fn table(&self) -> &T {
        self.get().expect("prepared")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::{self, Meter};

    /// A table of the length that was asked for, at a step for each position.
    #[derive(Debug)]
    struct Length(usize);

    impl Kept for Length {
        fn bytes(&self) -> usize {
            0
        }
    }

    impl Tabled for Length {
        fn make(length: usize) -> Result<Self, Spent> {
            meter::go_on(u64::try_from(length).unwrap()).map(|()| Self(length))
        }
    }

    #[test]
    fn a_table_is_made_once_and_charged_to_each_who_asks() {
        let cache = Cache::default();
        for (largest, length, is_made) in
            [(0, 64, true), (63, 64, false), (64, 128, true), (100, 128, false), (5, 64, false)]
        {
            let (meter, mut ready) = (Meter::new(1_000), TableView::<Length>::NOTHING);
            // Then a second one that is no larger: it is charged nothing.
            for (asked, charged) in [(largest, u64::try_from(length).unwrap()), (largest / 2, 0)] {
                meter.run(|| ready.reach(asked, &cache)).unwrap().unwrap();
                assert_eq!((ready.table().0, meter.charged()), (length, charged));
                assert_eq!(meter.done() > 0, is_made && charged > 0);
            }
        }
        // An unfinished table is not cached.
        for (limit, is_made) in [(499, false), (512, true)] {
            let mut ready = TableView::<Length>::NOTHING;
            assert_eq!(Meter::new(limit).run(|| ready.reach(500, &cache)).is_ok(), is_made);
            assert_eq!(ready.get().map(|table| table.0), is_made.then_some(512));
        }
    }
}
