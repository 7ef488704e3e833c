//! Games on heaps of tokens in which heaps are independent: octal and hexadecimal codes, sets of removals, Grundy's
//! game.
//!
//! [`rules`] reads the text of the rules, from which the [`moves`] of a heap follow. [`growth`] computes a table of
//! Grundy values, and [`period`] proves its period if there is one. [`solved`] has the results for heaps of any size:
//! values, and the options with a given value, counted and numbered. [`kinds`] finds the kinds of tame heaps for misère
//! play. [`tables`] caches solved games.

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
