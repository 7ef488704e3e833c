//! Games on independent heaps of tokens: octal and hexadecimal codes, sets of removals, Grundy's game.
//!
//! [`rules`] reads the text of the rules. [`moves`] has the moves of one heap. [`growth`] computes a table of Grundy
//! values. [`period`] searches the table for a period that holds for ever. [`solved`] gives the values of heaps of any
//! size. It also counts the options that have a given value, and finds each of them by its number. [`kinds`] finds
//! which heaps are tame, and which of these are fickle in misère play. [`tables`] caches solved games.

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
pub(crate) mod named_sets;
mod nearly_all;
mod pairs;
pub mod period;
pub mod rules;
pub mod solved;
pub mod tables;
mod triples;
