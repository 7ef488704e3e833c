//! [`Fuel`]: the work that a script may do. The caller of the script implements it, and is asked often.

/// Counts the steps of a script, and ends it.
///
/// A step takes 0.2 to 5 ns. Scripts charge after about [`STRIDE`] steps, and before each operation that takes more.
pub trait Fuel {
    /// Takes steps that are going to be done.
    ///
    /// # Errors
    /// If there is no more fuel, or nobody waits for the script any more.
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel>;
}

/// There is no more fuel. The implementation of [`Fuel`] knows the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfFuel;

/// The steps between two charges, about 0.05 ms. This is much less than the 5 ms in which a stop must take effect, and
/// enough to make the cost of charging negligible.
pub const STRIDE: i64 = 20_000;

/// A fixed number of steps.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    left: u64,
    spent: u64,
}

impl Steps {
    /// Starts with `limit` steps.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self { left: limit, spent: 0 }
    }

    /// Returns how many steps were taken.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

impl Fuel for Steps {
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel> {
        self.left = self.left.checked_sub(steps).ok_or(OutOfFuel)?;
        self.spent = self.spent.saturating_add(steps);
        Ok(())
    }
}
