//! The forms of formulas for sequence. Each file fits its forms to the known values of a sequence, and tests them.

pub(crate) mod digits;
pub(crate) mod features;
pub(crate) mod period;
pub(crate) mod sets;
