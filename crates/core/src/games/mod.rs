//! The games: a file each, and a line each in the list below. Everything else follows from the trait.

use crate::catalogue::{Entry, Single};

mod empty_and_divide;
mod euclid;
mod nim;
mod power_pile;
mod red_blue;
mod wizards;

/// All games, in the order of the catalogue, in which sums are answered too.
pub(crate) static GAMES: &[&dyn Entry] = &[
    &Single(euclid::Euclid),
    &Single(wizards::Wizards),
    &Single(red_blue::RedBlue),
    &Single(empty_and_divide::EmptyAndDivide),
    &Single(power_pile::PowerPile),
    &Single(nim::Nim),
];
