//! The games: a file each, and a line each in the list below. Everything else follows from the trait.

use crate::catalogue::{Entry, Single};
use crate::theory::search::Searched;

mod aliquot;
mod bachet;
mod chocolate_bar;
mod chomp;
mod cutting_game;
mod dim;
mod empty_and_divide;
mod euclid;
mod euclid_zero;
mod fibonacci_nim;
mod hackenbush;
mod king;
mod knight;
mod moore;
mod nim;
mod nimble;
mod poisoned_bar;
mod power_pile;
mod red_blue;
mod sequential_nim;
mod silver_dollar;
mod square_nim;
mod staircase_nim;
mod take_between;
mod turning_turtles;
mod twins;
mod wizards;
mod wythoff;

/// All games, in the order of the catalogue, in which sums are answered too.
pub(crate) static GAMES: &[&dyn Entry] = &[
    &Single(euclid::Euclid),
    &Single(wizards::Wizards),
    &Single(red_blue::RedBlue),
    &Single(empty_and_divide::EmptyAndDivide),
    &Single(power_pile::PowerPile),
    &Single(nim::Nim),
    &Single(bachet::Bachet),
    &Single(take_between::TakeBetween),
    &Single(aliquot::Aliquot),
    &Single(dim::Dim),
    &Single(square_nim::SquareNim::new()),
    &Single(sequential_nim::SequentialNim),
    &Single(staircase_nim::StaircaseNim),
    &Single(silver_dollar::SilverDollar),
    &Single(nimble::Nimble),
    &Single(poisoned_bar::PoisonedBar),
    &Single(euclid_zero::EuclidZero),
    &Single(chomp::Chomp::new()),
    &Single(wythoff::Wythoff::new()),
    &Single(Searched::new(knight::Knight)),
    &Single(chocolate_bar::ChocolateBar),
    &Single(cutting_game::CuttingGame),
    &Single(fibonacci_nim::FibonacciNim::new()),
    &Single(moore::Moore),
    &Single(turning_turtles::TurningTurtles),
    &Single(twins::Twins),
    &Single(king::King),
    &Single(hackenbush::Hackenbush),
];
