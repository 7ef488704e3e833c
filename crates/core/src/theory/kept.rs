//! [`Kept`]: a table that is worked out as far as a request needs it, and then kept.

use std::sync::{Arc, Mutex};

use super::cache::Worked;
use crate::number::meter::{self, Spent};

/// A table of a game that has no parameters. It costs nothing until a position is asked for; then it is made for a power
/// of two positions, and for each other power that is asked for another one: so what a request needs, and is charged,
/// never depends on what others have asked for.
#[derive(Debug)]
pub(crate) struct Kept<T>([Mutex<Worked<Arc<T>>>; LENGTHS]);

/// The shortest table that is made.
const SHORTEST: usize = 64;

/// So many powers of two: beyond the longest no machine has the memory.
const LENGTHS: usize = 40;

impl<T> Kept<T> {
    pub(crate) const fn new() -> Self {
        Self([const { Mutex::new(Worked::NOTHING) }; LENGTHS])
    }

    /// The table that reaches at least `largest`; where there is none yet, `make` makes one of a length.
    ///
    /// # Errors
    /// The meter is spent.
    pub(crate) fn reaching(
        &self,
        largest: usize,
        make: impl FnOnce(usize) -> Result<T, Spent>,
    ) -> Result<Arc<T>, Spent> {
        let length = largest.saturating_add(1).next_power_of_two().max(SHORTEST);
        let place = usize::try_from(length.ilog2()).unwrap_or(LENGTHS).min(LENGTHS - 1);
        // One request makes it, others that need it wait.
        let mut kept = meter::lock(&self.0[place])?;
        kept.or_find(|| make(length).map(Arc::new))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;

    #[test]
    fn a_table_is_made_once_and_charged_each_time() {
        let kept = Kept::new();
        let mut made = 0;
        for (largest, length) in [(0, 64), (63, 64), (64, 128), (100, 128), (5, 64)] {
            let meter = Meter::new(1_000);
            let table = meter.run(|| {
                kept.reaching(largest, |length| {
                    made += 1;
                    meter::go_on(u64::try_from(length).unwrap())?;
                    Ok(length)
                })
            });
            assert_eq!((*table.unwrap().unwrap(), meter.charged()), (length, u64::try_from(length).unwrap()));
        }
        assert_eq!(made, 2);
        // What was not finished is not kept.
        let long = |limit| {
            Meter::new(limit)
                .run(|| kept.reaching(500, |length| meter::go_on(100).map(|()| length)).map(|table| *table))
        };
        assert!(long(99).is_err());
        assert_eq!(long(100), Ok(Ok(512)));
    }
}
