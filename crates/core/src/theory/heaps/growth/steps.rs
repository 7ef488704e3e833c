//! [`TableSteps`]: the steps for computing one table.

use crate::number::meter;

/// The steps for computing one table. The steps are charged to the request for which the table grows. A table that has
/// used up its steps never grows again. So the final length of the table depends only on the rules.
///
/// One step reads one split, or compares about a dozen splits with vector instructions.
#[derive(Debug)]
pub(super) struct TableSteps {
    pub(super) spent: u64,
    pub(super) most: u64,
}

impl TableSteps {
    pub(super) fn spend(&mut self, count: usize, each: u64) {
        let steps = meter::steps_of(count, each);
        self.spent = self.spent.saturating_add(steps);
        meter::charge(steps);
    }

    pub(super) fn left(&self) -> bool {
        self.spent < self.most && meter::go_on(0).is_ok()
    }
}
