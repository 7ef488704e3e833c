//! Finds formulas for sequences and tables of small integers, and tests them.
//!
//! ```
//! let values: Vec<u64> = (1..200_u64).map(|n| n.trailing_zeros().into()).collect();
//! let findings = grundy_patterns::find(&values, 1, 10_000, &mut |_| Ok(())).unwrap();
//! let found = &findings.conjectures[0];
//! assert_eq!(found.text, "the exponent of 2 in n");
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
//! **How it works:** each module in `forms` fits its forms to the values (`values`), and a
//! search (`search`) tests what it finds. The formulas are trees (`expression`) of operators and of
//! named functions (`function`). One row of a table says of each function how it is computed, and how it is
//! written in Python and in words. `helpers.py` defines the named functions in Python.

// The example of the README is tested, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![expect(clippy::similar_names, reason = "first, last, least and list are the plain words")]

mod answer;
mod arithmetic;
mod bits;
mod expression;
mod forms;
mod function;
mod search;
mod step;
mod values;
mod work;

pub use answer::{Conjecture, Findings, Refuted, find, find_pairs};
pub use step::{FormulaMeaning, StepFailure, StepPositions, StepTest, integers_beyond, pairs_beyond};
pub use work::{Charge, OutOfWork};
