//! [`Kept`]: a table that is worked out as far as a request needs it, and then kept.

use std::sync::{Arc, Mutex, PoisonError};

/// A table of a game that has no parameters. It costs nothing until a position is asked for; then it is made for a
/// power of two positions, so that all requests together make it at most twice as long as the longest needs.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Option<(usize, Arc<T>)>>);

/// The shortest table that is made.
const SHORTEST: usize = 64;

/// How long the table is made where positions up to `largest` are asked for.
pub(crate) fn length(largest: usize) -> usize {
    largest.saturating_add(1).next_power_of_two().max(SHORTEST)
}

impl<T> Kept<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// The table, reaching at least `largest`; where it does not yet, `make` makes one of a length.
    pub(crate) fn reaching(&self, largest: usize, make: impl FnOnce(usize) -> T) -> Arc<T> {
        // One request makes it, others that need it wait. A panic in `make` leaves the old table, which is whole.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((length, table)) if *length > largest => table.clone(),
            _ => {
                let length = length(largest);
                let table = Arc::new(make(length));
                *kept = Some((length, table.clone()));
                table
            }
        }
    }

    /// Does the table reach `largest` already?
    pub(crate) fn reaches(&self, largest: usize) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().is_some_and(|(length, _)| *length > largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_when_it_is_too_short_only() {
        let kept = Kept::new();
        let lengths = [0, 63, 64, 100, 5].map(|largest| *kept.reaching(largest, |length| length));
        assert_eq!(lengths, [64, 64, 128, 128, 128]);
        assert!(kept.reaches(127) && !kept.reaches(128));
    }
}
