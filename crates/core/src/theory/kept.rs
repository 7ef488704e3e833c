//! [`Tabled`]: a table of one game. The table is computed as far as a request needs, and then cached.

use std::sync::Arc;

use super::cache::{Cache, CacheKind, Cached};
use crate::number::meter::Spent;

/// A table of a game, shared by all requests.
pub(crate) trait Kept: Sized + Send + Sync + 'static {
    /// Returns the bytes that the table has allocated.
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
    /// Computes the table of the first `length` positions; `length` must be a power of two.
    fn make(length: usize) -> Result<Self, Spent>;
}

/// Returns the length of the table that is computed to reach the position `largest`. The length is a power of two that
/// depends only on `largest`. So the charge of a request never depends on earlier requests.
pub(crate) fn length_to(largest: usize) -> usize {
    /// The length of the shortest table.
    const SHORTEST: usize = 64;
    largest.saturating_add(1).next_power_of_two().max(SHORTEST)
}

/// Returns a table that reaches at least the position `largest`. The length of the table is a power of two. For each
/// such length, the table is computed only once.
pub(crate) fn reaching<T: Tabled>(largest: usize, cache: &Cache) -> Result<Arc<T>, Spent> {
    let length = length_to(largest);
    cache.find("a table of the game", &length, || T::make(length).map(Arc::new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::{self, Meter};

    /// A table that is as long as requested, and costs one step for each position.
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
            let meter = Meter::new(1_000);
            let table = meter.run(|| reaching::<Length>(largest, &cache)).unwrap().unwrap();
            assert_eq!((table.0, meter.charged()), (length, u64::try_from(length).unwrap()));
            assert_eq!(meter.done() > 0, is_made);
        }
        // A table that was not finished is not cached.
        for (limit, is_made) in [(499, false), (512, true)] {
            let table = Meter::new(limit).run(|| reaching::<Length>(500, &cache)).and_then(|table| table);
            assert_eq!(table.ok().map(|table| table.0), is_made.then_some(512));
        }
    }
}
