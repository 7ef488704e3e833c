//! The games. Each game has a file and a line in the list below. A new game needs nothing more, because everything else
//! follows from the trait that it implements.

use crate::game::entry::{Family, Single};
use crate::game::kinds::coins::TwoCoins;
use crate::game::kinds::geography::Geography;
use crate::game::kinds::last_take::LastTake;
use crate::game::kinds::two_heaps::TwoHeaps;
use crate::game::search::Searched;

mod aliquot;
mod all_but;
mod arc_kayles;
mod at_least_half;
mod bachet;
mod chocolate_bar;
mod chomp;
mod circular;
mod clobber;
mod coprime_take_away;
mod couples_are_forever;
mod cram;
mod cutting_game;
mod daisies;
mod dawsons_chess;
mod dawsons_kayles;
mod dim;
mod edge_geography;
mod empty_and_divide;
mod end_nim;
mod equal_split;
mod euclid;
mod euclid_zero;
mod even_if_not_all;
#[cfg(test)]
mod examples;
pub(crate) mod fibonacci_nim;
mod floor_divide;
mod grim;
mod grundys_game;
mod guiles;
mod hackenbush;
mod hexadecimal;
mod kayles;
mod kenyons_game;
mod king;
mod knight;
mod lasker_nim;
mod lieges;
mod mark;
mod mock_turtles;
mod moore;
mod multiplication_game;
mod nim;
mod nimble;
mod node_kayles;
mod notakto;
mod octal;
mod officers;
mod poisoned_bar;
mod poker_nim;
mod poset;
mod power_pile;
mod prim;
mod prime_nim;
mod queens;
mod red_blue;
mod rims;
mod ruler;
mod sequential_nim;
mod silver_dollar;
mod square_nim;
mod staircase_nim;
mod stalking;
mod strange_nim;
mod subset_take_away;
mod subtraction;
mod t_wythoff;
pub(crate) mod take_away;
mod take_between;
mod tower_breakers;
mod treblecross;
mod turning_corners;
mod turning_turtles;
mod twins;
mod vertex_geography;
mod welter;
mod wizards;
mod wythoff;
mod zero_move_nim;
mod zero_one;

/// All games, in the order of the catalogue. Responses list the components of a sum in this order, too.
pub(crate) static GAMES: &[&dyn Family] = &[
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
    &Single(square_nim::SquareNim),
    &Single(sequential_nim::SequentialNim),
    &Single(staircase_nim::StaircaseNim),
    &Single(silver_dollar::SilverDollar),
    &Single(nimble::Nimble),
    &Single(poisoned_bar::PoisonedBar),
    &Single(euclid_zero::EuclidZero),
    &Single(even_if_not_all::EvenIfNotAll),
    &Single(at_least_half::AtLeastHalf),
    &Single(king::King),
    &Single(floor_divide::FloorDivide),
    &Single(multiplication_game::MultiplicationGame),
    &Single(mark::Mark),
    &Single(prime_nim::PrimeNim),
    &Single(equal_split::EqualSplit),
    &Single(rims::Rims),
    &Single(zero_one::ZeroOne),
    &Single(welter::Welter),
    &Single(end_nim::EndNim),
    &Single(prim::Prim),
    &Single(coprime_take_away::CoprimeTakeAway),
    &Single(hackenbush::Hackenbush),
    &Single(chomp::Chomp),
    &Single(TwoHeaps::<wythoff::Wythoff>::new()),
    &Single(TwoHeaps::<t_wythoff::TWythoff>::new()),
    &Single(Searched::new(knight::Knight)),
    &Single(chocolate_bar::ChocolateBar),
    &Single(cutting_game::CuttingGame),
    &Single(LastTake::<fibonacci_nim::Doubled>::new()),
    &Single(LastTake::<take_away::TakeAway>::new()),
    &Single(moore::Moore),
    &Single(TwoCoins(turning_turtles::TurningTurtles)),
    &Single(TwoCoins(twins::Twins)),
    &Single(lieges::Lieges),
    &Single(tower_breakers::TowerBreakers),
    &Single(zero_move_nim::ZeroMoveNim),
    &Single(poker_nim::PokerNim),
    &Single(mock_turtles::MockTurtles),
    &Single(ruler::Ruler),
    &Single(strange_nim::StrangeNim),
    &Single(turning_corners::TurningCorners),
    &Single(notakto::Notakto),
    &Single(Searched::new(clobber::Clobber)),
    &Single(Geography::<vertex_geography::VertexGeography>::new()),
    &Single(Searched::new(Geography::<edge_geography::EdgeGeography>::new())),
    &cram::CRAM,
    &node_kayles::NODE_KAYLES,
    &arc_kayles::ARC_KAYLES,
    &grim::GRIM,
    &poset::POSET,
    &subset_take_away::SUBSET_TAKE_AWAY,
    &queens::QUEENS,
    &kayles::KAYLES,
    &dawsons_kayles::DAWSONS_KAYLES,
    &dawsons_chess::DAWSONS_CHESS,
    &treblecross::TREBLECROSS,
    &lasker_nim::LASKER_NIM,
    &grundys_game::GRUNDYS_GAME,
    &officers::OFFICERS,
    &guiles::GUILES,
    &stalking::STALKING,
    &daisies::DAISIES,
    &kenyons_game::KENYONS_GAME,
    &couples_are_forever::COUPLES_ARE_FOREVER,
    &subtraction::SUBTRACTION,
    &all_but::ALL_BUT,
    &octal::OCTAL,
    &hexadecimal::HEXADECIMAL,
    &circular::CIRCULAR,
];
