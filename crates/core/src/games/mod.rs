//! The games: a file each, and a line each in the list below. Everything else follows from the trait.

use std::marker::PhantomData;

use crate::catalogue::{Entry, Family, Single};
use crate::heap_game::{HeapGame, Heaps};

mod all_but;
mod couples_are_forever;
mod daisies;
mod dawsons_chess;
mod dawsons_kayles;
mod empty_and_divide;
mod euclid;
mod grundys_game;
mod guiles;
mod hexadecimal;
mod kayles;
mod kenyons_game;
mod lasker_nim;
mod nim;
mod octal;
mod officers;
mod power_pile;
mod red_blue;
mod stalking;
mod subtraction;
mod treblecross;
mod wizards;

/// All games, in the order of the catalogue, in which sums are answered too.
pub(crate) static GAMES: &[&dyn Entry] = &[
    &Single(euclid::Euclid),
    &Single(wizards::Wizards),
    &Single(red_blue::RedBlue),
    &Single(empty_and_divide::EmptyAndDivide),
    &Single(power_pile::PowerPile),
    &Single(nim::Nim),
    &Heaps::<kayles::Kayles>(PhantomData),
    &Heaps::<dawsons_kayles::DawsonsKayles>(PhantomData),
    &Heaps::<dawsons_chess::DawsonsChess>(PhantomData),
    &Heaps::<treblecross::Treblecross>(PhantomData),
    &Heaps::<lasker_nim::LaskerNim>(PhantomData),
    &Heaps::<grundys_game::GrundysGame>(PhantomData),
    &Heaps::<officers::Officers>(PhantomData),
    &Heaps::<guiles::Guiles>(PhantomData),
    &Heaps::<stalking::Stalking>(PhantomData),
    &Heaps::<daisies::Daisies>(PhantomData),
    &Heaps::<kenyons_game::KenyonsGame>(PhantomData),
    &Heaps::<couples_are_forever::CouplesAreForever>(PhantomData),
    &Family::<HeapGame<subtraction::Subtraction>>(PhantomData),
    &Family::<HeapGame<all_but::AllBut>>(PhantomData),
    &Family::<HeapGame<octal::Octal>>(PhantomData),
    &Family::<HeapGame<hexadecimal::Hexadecimal>>(PhantomData),
];
