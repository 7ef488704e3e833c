//! Misère play of games that are not tame, by misère quotients.
//!
//! [`search`] guesses a [`quotient`] for finitely many positions and proves it by a [`closure`]. [`heaps`] extends the
//! quotient to heaps of any size if the elements of the heaps repeat. [`quotients`] caches the results. [`names`] writes
//! elements as products. [`notakto`] applies quotients to a game without heaps. [`sums`] searches sums for which no
//! quotient is known, and stores them as [`multisets`]. [`bounded`] decides all sums of a game up to a certain weight by
//! classes, of which there are far fewer. [`super::tame`] handles the tame sums, which need no quotient.

pub mod bounded;
mod closure;
pub mod heaps;
pub mod multisets;
pub mod names;
pub mod notakto;
pub mod quotient;
pub mod quotients;
pub mod search;
pub mod sums;
