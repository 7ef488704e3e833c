//! The games that CONTRIBUTING.md explains. The tests compile them and check the laws of games. That file shows the code
//! of the first.

use crate::game::entry::Family;
use crate::game::search::{Search, Searched};
use crate::game::shape::PlainValue;
use crate::game::{Card, Follower, Illegal, Position, Rules};
use crate::number::meter::Meter;
use crate::solve::laws;
use dominoes::{Board, Dominoes};

mod dominoes;
mod fringes;
mod halves;
mod one_two_four;

#[test]
fn the_examples_keep_the_laws() {
    laws::check(&one_two_four::OneTwoFour);
    laws::check(&Searched::new(halves::Halves));
    laws::check(&Searched::new(Dominoes));
    laws::check(&*fringes::FRINGES.rules(None).unwrap());
}

#[test]
fn contributing_shows_the_first_as_it_is() {
    // If the crate is built from its package, this file does not exist.
    let Ok(text) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md")) else {
        return;
    };
    let example = include_str!("one_two_four.rs");
    assert!(text.contains(&format!("```rust\n{example}```")), "CONTRIBUTING shows another:\n{example}");
}

fn board(rows: &[&str]) -> Board {
    Board::read(PlainValue::Rows(rows.iter().map(|row| (*row).to_owned()).collect())).unwrap()
}

/// Returns the number of positions that a search stores, and the steps of the search.
fn searched<R: Rules<Position = Board>>(rules: &R, rows: &[&str]) -> (usize, u64) {
    let meter = Meter::new(u64::MAX);
    let search = meter.run(|| Search::of(rules, &[board(rows)]).map(|search| search.len()));
    (search.unwrap().unwrap(), meter.charged())
}

#[test]
fn regions_and_keys_spare_most_of_the_work() {
    let rows = ["....", "....", "....", "...."];
    let (all, steps) = searched(&Planted::Plain, &rows);
    let (parts, steps_of_parts) = searched(&Dominoes, &rows);
    assert!(all > 10 * parts, "{all} positions, and by regions {parts}");
    assert!(steps > 10 * steps_of_parts, "{steps} steps, and by regions {steps_of_parts}");
}

/// Variants of the Dominoes rules, as a contributor could simplify them or get them wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Planted {
    /// The game without regions. Each board is its own key.
    Plain,
    /// If there are several regions, the last one is missing.
    LosesRegion,
    /// Boards with about the same number of squares have the same key, which is wrong.
    Merges,
}

impl Rules for Planted {
    type Position = Board;
    type Move = <Dominoes as Rules>::Move;

    const CARD: Card = Dominoes::CARD;

    fn legal(&self, board: &Board) -> Result<(), Illegal> {
        Dominoes.legal(board)
    }

    fn moves(&self, board: &Board) -> impl Iterator<Item = Self::Move> {
        Dominoes.moves(board)
    }

    fn after(&self, board: &Board, made: &Self::Move) -> Follower<Board> {
        Dominoes.after(board, made)
    }

    fn describe(&self, board: &Board, made: &Self::Move) -> String {
        Dominoes.describe(board, made)
    }

    fn regions(&self, board: &Board) -> Vec<Board> {
        let mut regions = if *self == Self::Plain { Vec::new() } else { Dominoes.regions(board) };
        if *self == Self::LosesRegion && regions.len() > 1 {
            regions.pop();
        }
        regions
    }

    fn key(&self, at: &Board) -> Board {
        match self {
            Self::Plain => at.clone(),
            Self::LosesRegion => Dominoes.key(at),
            Self::Merges => board(&[&".".repeat(at.weight().saturating_sub(1) * 4)]),
        }
    }

    fn small(&self) -> Vec<Board> {
        Dominoes.small()
    }
}

#[test]
#[should_panic(expected = "of dominoes: not true: The options and their values")]
fn the_laws_see_a_lost_region() {
    laws::check(&Searched::new(Planted::LosesRegion));
}

#[test]
#[should_panic(expected = "of dominoes: not true: The options and their values")]
fn the_laws_see_a_key_that_merges() {
    laws::check(&Searched::new(Planted::Merges));
}
