//! Misère play that is not tame, by misère quotients.
//!
//! [`search`] guesses a [`quotient`] of finitely many positions and proves it by a [`closure`]. [`heaps`] extends it to
//! heaps of any size if the elements of heaps repeat, and [`quotients`] caches the results. [`notakto`] is a game of
//! another kind. [`sums`] without a quotient are searched as [`multisets`]. [`super::tame`] handles the sums that need
//! no quotient.

mod closure;
pub mod heaps;
pub mod multisets;
pub mod notakto;
pub mod quotient;
pub mod quotients;
pub mod search;
pub mod sums;
