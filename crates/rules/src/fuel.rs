//! [`Fuel`]: what a script may work. Who runs scripts decides, and is asked often.

/// Counts the steps of a script, and ends it.
///
/// A step takes 0.2 to 5 ns. Scripts ask after about [`STRIDE`] steps, and before each operation that takes more.
pub trait Fuel {
    /// Takes steps that are about to be done.
    ///
    /// # Errors
    /// There is no more fuel, or nobody waits for the script any more.
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel>;
}

/// There is no more fuel. Whoever implements [`Fuel`] knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfFuel;

/// The steps between two questions, about 0.05 ms: short beside the 5 ms in which a stop has to work, and long enough that
/// asking costs nothing.
pub const STRIDE: i64 = 20_000;

/// A fixed number of steps.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    left: u64,
    spent: u64,
}

impl Steps {
    /// So many steps.
    #[must_use]
    pub fn new(limit: u64) -> Self {
        Self { left: limit, spent: 0 }
    }

    /// How many steps were taken.
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
