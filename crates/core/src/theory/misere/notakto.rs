//! Notakto on 3 × 3 boards. Both players write X. A board with a line of three is dead, and the player who makes the
//! last board dead loses. Plambeck and Whitehead (2013) found the misère quotient of this game, which has 18 elements.

use std::sync::OnceLock;

use super::names::ElementNames;
use super::quotient::Quotient;
use super::search::{ClosedPositions, ProvedQuotient, prove};
use crate::number::meter;

/// A board as bits: bit 3·row + column is set if that cell has an X.
pub type NotaktoBoard = u16;

/// The number of boards: each of the 9 cells has an X or not.
pub const BOARDS: NotaktoBoard = 512;
/// The eight lines of three cells.
const LINES: [NotaktoBoard; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Returns whether the board has a line of three. Nobody may write on such a board.
#[must_use]
pub fn is_dead(board: NotaktoBoard) -> bool {
    LINES.iter().any(|line| board & line == *line)
}

/// Returns all boards. Those with the most X come first.
fn named_boards() -> Vec<NotaktoBoard> {
    let mut boards: Vec<NotaktoBoard> = (0..BOARDS).collect();
    boards.sort_unstable_by_key(|board| (9 - board.count_ones(), *board));
    boards
}

/// The misère quotient of Notakto, for any number of boards.
#[derive(Debug)]
pub struct NotaktoQuotient {
    quotient: Quotient,
    /// The element of each board.
    elements: Vec<usize>,
}

impl NotaktoQuotient {
    /// Returns the quotient with the elements of all boards. The first call finds and proves the quotient and the
    /// elements. `None` only if the search has a bug.
    #[must_use]
    pub fn get() -> Option<&'static Self> {
        static NOTAKTO: OnceLock<Option<NotaktoQuotient>> = OnceLock::new();
        NOTAKTO.get_or_init(|| meter::for_all(Self::solve)).as_ref()
    }

    fn solve() -> Option<Self> {
        // Boards with more X come first, because the options of a board have more X and must come before the board.
        let boards: Vec<NotaktoBoard> = named_boards().into_iter().filter(|board| !is_dead(*board)).collect();
        let number = |board: NotaktoBoard| boards.iter().position(|other| *other == board);
        let mut objects = ClosedPositions::default();
        for board in &boards {
            let options = (0..9).map(|cell| *board | 1 << cell).filter(|option| option != board);
            let mut options: Vec<Vec<usize>> = options.map(|option| number(option).into_iter().collect()).collect();
            options.sort_unstable();
            options.dedup();
            objects.push(options);
        }
        let ProvedQuotient { quotient, elements } = prove(&objects)?;
        let elements = (0..BOARDS).map(|board| number(board).map_or(0, |number| elements[number])).collect();
        Some(Self { quotient, elements })
    }

    /// Returns the quotient.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// Returns the names of the elements. The boards with the most X come first.
    #[must_use]
    pub fn names(&self) -> ElementNames {
        ElementNames::new(&self.quotient, named_boards().into_iter().map(|board| self.element(board)))
    }

    /// Returns the boards whose elements are the generators a, b, c, …, as positions are written.
    pub fn generators(names: &ElementNames) -> impl Iterator<Item = String> {
        let boards = named_boards();
        let cell = |board: NotaktoBoard, place: u32| if board >> place & 1 == 1 { 'X' } else { '.' };
        let written =
            move |board: &NotaktoBoard| format!("“{}”", (0..9).map(|place| cell(*board, place)).collect::<String>());
        names.generators().iter().filter_map(move |place| boards.get(*place).map(&written))
    }

    /// Returns the element of a board. A dead board has the element of the empty sum.
    #[must_use]
    pub fn element(&self, board: NotaktoBoard) -> usize {
        self.elements.get(usize::from(board)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns whether the player to move loses a sum of boards, by the rules alone. The boards must be sorted, and
    /// none may be dead.
    fn lost(boards: &[NotaktoBoard], known: &mut HashMap<Vec<NotaktoBoard>, bool>) -> bool {
        if let Some(lost) = known.get(boards) {
            return *lost;
        }
        let moves =
            boards.iter().enumerate().flat_map(|(at, board)| (0..9).map(move |cell| (at, *board, *board | 1 << cell)));
        let mut any = false;
        let mut is_lost = true;
        for (at, _, after) in moves.filter(|(_, before, after)| before != after) {
            any = true;
            let mut next = boards.to_vec();
            next[at] = after;
            next.retain(|board| !is_dead(*board));
            next.sort_unstable();
            is_lost &= !lost(&next, known);
        }
        known.insert(boards.to_vec(), is_lost && any);
        is_lost && any
    }

    #[test]
    fn the_published_quotient_decides_every_pair_of_boards() {
        let notakto = NotaktoQuotient::get().unwrap();
        assert_eq!((notakto.quotient().order(), notakto.quotient().lost_count()), (18, 4));
        let boards: Vec<NotaktoBoard> = (0..BOARDS).filter(|board| !is_dead(*board)).collect();
        let mut known = HashMap::new();
        for a in &boards {
            for b in boards.iter().filter(|b| *b >= a) {
                let product = notakto.quotient().times(notakto.element(*a), notakto.element(*b));
                assert_eq!(notakto.quotient().is_lost(product), lost(&[*a, *b], &mut known), "{a:o} {b:o}");
            }
        }
        // On one board, the first player wins by writing in the centre. Dead boards do not change the sum.
        assert!(!notakto.quotient().is_lost(notakto.element(0)));
        assert!(notakto.quotient().is_lost(notakto.element(0o020)));
        assert_eq!(notakto.element(0o007), 0);
    }
}
