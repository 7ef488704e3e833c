//! Makes certificates of impartial games: lists of positions in an order in which each is proved from those before it.
//! A checker needs the rules alone.
//!
//! Positions are numbers here, and [`OptionSource`] has their options. All positions that play can reach are explored, and
//! then only those are kept that the proof needs.
//!
//! ```
//! use std::rc::Rc;
//!
//! use grundy_certify::{OptionSource, TooMuch, labels};
//!
//! /// Heaps from which one or two stones are taken.
//! struct OneOrTwo;
//!
//! impl OptionSource for OneOrTwo {
//!     fn options(&mut self, heap: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
//!         Ok((1..=heap.min(2)).map(|taken| vec![heap - taken]).collect())
//!     }
//!
//!     fn work(&mut self, _: usize) -> Result<(), TooMuch> {
//!         Ok(())
//!     }
//! }
//!
//! let proof = labels(&mut OneOrTwo, &[4]).unwrap();
//! // The option 2 of 4 needs no value: it can be answered by a move to 1, which has the value of 4.
//! assert_eq!(proof.values, [(1, 1), (3, 0), (4, 1)]);
//! ```
#![forbid(unsafe_code)]

mod certificate;
mod explore;
mod game;
mod labels;
mod lost;
mod mask;
mod prove;
#[cfg(feature = "openapi")]
mod schema;
mod source;
mod text;

pub use certificate::{Certificate, Unproved};
pub use game::{ExploredPosition, ReachedGame};
pub use labels::{LabelProof, labels};
pub use lost::{WinnerProof, winner};
pub use prove::{CertifiedGames, HeapProofs, prove};
pub use source::{OptionSource, TooMuch};
pub use text::{Claim, HeapPeriod, HeapQuotient, catalogue_game, has_digits, joined_up_to, list};

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    /// Rows of Kayles: take one or two adjacent pins.
    struct Kayles;

    impl OptionSource for Kayles {
        fn options(&mut self, pins: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
            let rests = (1..=pins.min(2)).map(|taken| pins - taken);
            Ok(rests.flat_map(|rest| (0..=rest / 2).map(move |left| vec![left, rest - left])).collect())
        }

        fn work(&mut self, _: usize) -> Result<(), TooMuch> {
            Ok(())
        }
    }

    /// A graph, which may have cycles.
    struct Graph(Vec<Vec<usize>>);

    impl OptionSource for Graph {
        fn options(&mut self, vertex: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
            Ok(self.0[vertex].iter().map(|to| vec![*to]).collect())
        }

        fn work(&mut self, _: usize) -> Result<(), TooMuch> {
            Ok(())
        }
    }

    /// A path that is longer than what is explored.
    struct Path;

    impl OptionSource for Path {
        fn options(&mut self, at: usize) -> Result<Rc<[Vec<usize>]>, TooMuch> {
            Ok([vec![at + 1]].into())
        }

        fn work(&mut self, _: usize) -> Result<(), TooMuch> {
            Ok(())
        }
    }

    #[test]
    fn a_proof_has_fewer_positions_than_the_search() {
        let proof = labels(&mut Kayles, &[12, 7]).unwrap();
        assert!(proof.values.contains(&(12, 4)) && proof.values.contains(&(7, 2)));
        let winner = winner(&mut Kayles, &[9, 5, 4], true).unwrap();
        assert_eq!((winner.wins, winner.drawn.len()), (Some(true), 0));
        assert!(winner.lost.len() < 60, "{}", winner.lost.len());
    }

    #[test]
    fn play_that_can_come_back() {
        // From the hall to the garden and back; from the garden through the gate to the street, where play ends.
        let mut walk = Graph(vec![vec![1], vec![0, 2], vec![3], vec![]]);
        let drawn = winner(&mut walk, &[0], false).unwrap();
        assert_eq!((drawn.wins, drawn.drawn.len()), (None, 2));
        let endless = labels(&mut walk, &[0]).unwrap();
        assert_eq!(endless.infinite.len(), 2);
        // Back and forth, with an end beside one of the two: the value 0 is proved by the move back.
        let mut pair = Graph(vec![vec![1], vec![0, 2], vec![]]);
        assert_eq!(labels(&mut pair, &[0]).unwrap().values, [(0, 0)]);
        assert_eq!(winner(&mut pair, &[0], false).unwrap().wins, Some(false));
    }

    #[test]
    fn too_much_is_not_explored() {
        assert_eq!(labels(&mut Path, &[0]), Err(TooMuch));
        assert_eq!(winner(&mut Path, &[0], false), Err(TooMuch));
    }
}
