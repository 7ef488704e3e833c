//! Games played on heaps of tokens, each heap for itself: octal and hexadecimal codes, sets of removals, Grundy's game.

pub mod growth;
pub mod moves;
pub mod period;
pub mod rules;
