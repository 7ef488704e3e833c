//! Games played on heaps of tokens, each heap for itself: octal and hexadecimal codes, sets of removals, Grundy's game.
//!
//! [`rules`] reads the rules, which say the [`moves`] of a heap. A table of Grundy values grows in [`growth`], where a [`period`]
//! is proved if there is one. What follows for heaps of any size is [`solved`]: values, and the options that have a
//! value, counted and numbered; and for misère play the [`kinds`] of tame heaps. [`tables`] keeps what was solved.

mod block;
#[cfg(test)]
pub(crate) mod by_the_rules;
pub mod circles;
pub mod growth;
pub mod kinds;
pub mod labels;
mod lasker;
mod leaving;
pub mod listing;
mod mixed;
pub mod moves;
mod nearly_all;
mod pairs;
pub mod period;
pub mod rules;
pub mod solved;
pub mod tables;
mod triples;
