//! [`OutOfWork`]: the end of a search that takes too long.

/// The caller ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfWork;

/// Charges steps of about a nanosecond before they are done, or ends the work.
pub type Charge<'a> = &'a mut dyn FnMut(u64) -> Result<(), OutOfWork>;
