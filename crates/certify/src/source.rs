//! [`OptionSource`]: the options of positions.

use std::rc::Rc;

/// The options of positions.
pub trait OptionSource {
    /// Returns the options of a position, each as the positions that a move leaves.
    ///
    /// # Errors
    /// Finding them takes too much work.
    fn options(&mut self, position: usize) -> Result<Rc<[Vec<usize>]>, TooMuch>;

    /// Charges steps of work, each of which is some nanoseconds.
    ///
    /// # Errors
    /// The work takes too much.
    fn work(&mut self, steps: usize) -> Result<(), TooMuch>;
}

/// There is too much to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;
