//! Games played on heaps of tokens, with independent heaps: octal and hexadecimal codes, sets of removals, Grundy's
//! game.
//!
//! [`rules`] reads the rules, which give the [`moves`] of a heap. A table of Grundy values grows in [`growth`], and a
//! [`period`] is proved if there is one. [`solved`] has the results for heaps of any size: values, and the options of a
//! value, counted and numbered. [`kinds`] has the kinds of tame heaps for misère play. [`tables`] caches solved games.

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
