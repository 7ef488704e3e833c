//! [`Fuel`]: a limit for the work that a script may do. The caller of the script implements this trait. Scripts charge
//! their steps at short intervals.

/// Counts the steps of a script, and can end the script.
///
/// One step takes 0.2 to 5 ns. Scripts charge after every [`STRIDE`] steps or so, and before each operation that needs
/// more steps than that.
pub trait Fuel {
    /// Charges steps that are about to be done.
    ///
    /// # Errors
    /// If there is no more fuel, or if the result of the script is no longer needed.
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel>;
}

/// There is no more fuel. The implementation of [`Fuel`] knows the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfFuel;

/// The number of steps between two charges. These steps take about 0.05 ms. This is far below the 5 ms within which a
/// stop must take effect. The number is also large enough to make the cost of charging negligible.
pub const STRIDE: i64 = 20_000;

/// Fuel with a fixed number of steps.
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

    /// Returns how many steps were charged so far.
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
