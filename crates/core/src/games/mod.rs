//! The games: a file each, and a line each in the list below. Everything else follows from the trait.

use crate::catalogue::{Entry, Single};
use crate::theory::search::Searched;

mod aliquot;
mod at_least_half;
mod bachet;
mod chocolate_bar;
mod chomp;
mod cutting_game;
mod dim;
mod empty_and_divide;
mod end_nim;
mod equal_split;
mod euclid;
mod euclid_zero;
mod even_if_not_all;
mod fibonacci_nim;
mod floor_divide;
mod hackenbush;
mod king;
mod knight;
mod lieges;
mod mark;
mod mock_turtles;
mod moore;
mod multiplication_game;
mod nim;
mod nimble;
mod poisoned_bar;
mod poker_nim;
mod power_pile;
mod prime_nim;
mod red_blue;
mod rims;
mod ruler;
mod sequential_nim;
mod silver_dollar;
mod square_nim;
mod staircase_nim;
mod strange_nim;
mod take_between;
mod tower_breakers;
mod turning_corners;
mod turning_turtles;
mod twins;
mod welter;
mod wizards;
mod wythoff;
mod zero_move_nim;
mod zero_one;

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
    &Single(mark::Mark),
    &Single(floor_divide::FloorDivide),
    &Single(multiplication_game::MultiplicationGame),
    &Single(lieges::Lieges),
    &Single(tower_breakers::TowerBreakers),
    &Single(zero_move_nim::ZeroMoveNim),
    &Single(poker_nim::PokerNim),
    &Single(mock_turtles::MockTurtles),
    &Single(ruler::Ruler),
    &Single(at_least_half::AtLeastHalf),
    &Single(even_if_not_all::EvenIfNotAll),
    &Single(equal_split::EqualSplit),
    &Single(prime_nim::PrimeNim::new()),
    &Single(rims::Rims),
    &Single(zero_one::ZeroOne),
    &Single(end_nim::EndNim),
    &Single(strange_nim::StrangeNim),
    &Single(welter::Welter),
    &Single(turning_corners::TurningCorners),
];
