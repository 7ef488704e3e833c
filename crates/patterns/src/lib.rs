//! Finds formulas for sequences and tables of small integers, and tests them.
//!
//! ```
//! let values: Vec<u64> = (1..200_u64).map(|n| n.trailing_zeros().into()).collect();
//! let findings = grundy_patterns::find(&values, 1, 10_000, &mut |_| Ok(())).unwrap();
//! let found = &findings.conjectures[0];
//! assert_eq!(found.text(), "the exponent of 2 in n");
//! assert!(found.code("value").ends_with("def value(n):\n    return exponent(2, n)\n"));
//! assert_eq!(found.value(&[96]), Some(5));
//! ```
//!
//! A formula is fitted to the first half of the values, and tested on the others. It is kept if it takes fewer bits than
//! the values that it explains. So values without a pattern get no formula: none is shorter than the values. Formulas
//! found on the first values only are refuted by later values. [`StepTest`] tests a formula far beyond all values.
//!
//! A formula is a conjecture. It says nothing about values that were not seen, unless it is proved.
//!
//! **How it works:** `find` asks each file in `forms` to fit its forms to a `ValueSequence`. The formulas are trees
//! (`expression`) of operators and of named functions (`feature`, `helpers.py`). Each tree is computed here and written
//! in Python from the same nodes, so that both give the same numbers. `pairs` looks for formulas of two numbers.

#![expect(clippy::similar_names, reason = "first, last, least and list are the plain words")]

mod answer;
mod arithmetic;
mod bits;
mod describe;
mod expression;
mod feature;
mod find;
mod forms;
mod pairs;
mod proof;
mod sequence;
mod step;
mod table;
mod work;

pub use answer::{Conjecture, Findings, Refuted, find, find_pairs};
pub use proof::{Removals, WindowProof};
pub use step::{FormulaMeaning, StepFailure, StepTest};
pub use work::{Charge, OutOfWork};
