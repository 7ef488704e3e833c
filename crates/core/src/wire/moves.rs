//! A page of the moves of a position, and the cursor that leads to the next page.

pub(super) mod page;

use std::fmt;

use serde_json::value::to_raw_value;

use super::analysis::{OrNull, combined, solve};
use super::fault::Faults;
use super::json;
use super::limits::RequestLimits;
use super::request::Request;
use crate::number::Natural;
use crate::number::meter;
use crate::solve::compound::{CompoundSolution, RatedCombinedMove};
use crate::solve::{AnySolution, ComponentIndex, Filter, ListingStart, RatedMove, Solution};
use crate::theory::Caches;
use crate::theory::graphs::MoveResult;
pub use page::{DEFAULT_LIMIT, ListedMove, MAX_LIMIT, MovesPage, MovesRequest, Paging};
use page::{PageBounds, raw, unknown_cursor};

impl MovesPage {
    /// Returns the page that a request asks for.
    ///
    /// # Errors
    /// `misere-unsupported`, `value-unknown`, `too-costly` or `invalid-cursor`.
    pub fn of(request: MovesRequest, tables: &Caches, limits: &RequestLimits) -> Result<Self, Faults> {
        let Request { position, rewritten, play, compound, brief, id, own: Paging { filter, limit, cursor }, .. } =
            request;
        // A cursor is for one listing only, since the rank in the cursor has no meaning in another listing. A client
        // that invents a cursor does no harm: it only gets another page of the same moves.
        let is_winning = filter == Filter::Winning;
        let listing = match compound {
            None => json::digest(&(&position, play, is_winning)),
            Some(compound) => json::digest(&(&position, play, compound, is_winning)),
        };
        let begun = meter::charged();
        let solution = solve(position, play, compound, filter, tables)?;
        let (moves, next) = match &solution {
            AnySolution::Sum(solution) => {
                let start = cursor.map(|cursor| Cursor::read(&cursor, listing, limits).ok_or_else(unknown_cursor));
                let start = start.transpose()?.unwrap_or(ListingStart::START);
                PageBounds::new(limit, begun, limits).fill(
                    || solution.moves(filter, start),
                    |listed| Cursor { listing, mark: listed.mark }.to_string(),
                    |listed| to_raw_value(&ListedMove::new(solution, listed)),
                )
            }
            AnySolution::Compound(solution) => {
                let count = solution.count();
                let start = cursor.map(|cursor| rank_of(&cursor, listing, &count).ok_or_else(unknown_cursor));
                let start = start.transpose()?.unwrap_or(Natural::ZERO);
                PageBounds::new(limit, begun, limits).fill(
                    || solution.moves(filter, start),
                    |listed| format!("{listing:x}-{}", listed.rank),
                    |listed| to_raw_value(&ListedMove::combined(solution, listed)),
                )
            }
        };
        let drawing_count = solution.drawing_count();
        let position = if rewritten && !brief { raw(solution.position()) } else { None };
        let (count, winning_count) = (solution.count(), OrNull(solution.winning_count()));
        Ok(Self { id, position, compound, count, winning_count, drawing_count, moves, next })
    }
}

impl<'a> ListedMove<'a> {
    fn new(solution: &'a Solution, RatedMove { r#move, left, value, outcome, .. }: RatedMove) -> Self {
        let ComponentIndex { part, index } = r#move.place;
        let part = &solution.position().parts()[part];
        Self {
            game: Some(&part.key),
            index: Some(index),
            text: part.components.describe(index, &r#move.made),
            to: Some(left),
            combined_move: None,
            grundy: value,
            wins: outcome == MoveResult::Win,
            outcome: solution.can_be_drawn().then_some(outcome),
        }
    }

    fn combined(
        solution: &'a CompoundSolution,
        RatedCombinedMove { combined: moves, outcome, .. }: RatedCombinedMove,
    ) -> Self {
        Self {
            game: None,
            index: None,
            to: None,
            combined_move: Some(combined(solution.position(), &moves, false)),
            text: moves.describe(solution.position()),
            grundy: None,
            wins: outcome == MoveResult::Win,
            outcome: solution.can_be_drawn().then_some(outcome),
        }
    }
}

/// The place at which a listing goes on. A client sends it back unchanged, so the service need not remember it.
struct Cursor {
    /// A digest that identifies the listing to which the cursor belongs.
    listing: u64,
    mark: ListingStart,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ListingStart { place: ComponentIndex { part, index }, rank } = &self.mark;
        write!(f, "{:x}-{part}-{index}-{rank}", self.listing)
    }
}

impl Cursor {
    fn read(text: &str, listing: u64, limits: &RequestLimits) -> Option<ListingStart> {
        let mut parts = text.splitn(4, '-');
        let own = u64::from_str_radix(parts.next()?, 16).ok()?;
        let place = ComponentIndex { part: parts.next()?.parse().ok()?, index: parts.next()?.parse().ok()? };
        // The rank is the index of a move among the moves of its component. A component may have a few times as many
        // moves as the largest number in it, so a rank may have one digit more than a number of the position.
        let rank = Natural::from_decimal(parts.next()?, limits.max_digits.saturating_add(1)).ok()?;
        (own == listing).then_some(ListingStart { place, rank })
    }
}

/// Reads a cursor of a compound that is no sum: the digest of a listing in hexadecimal, a hyphen, and the rank at which
/// the listing goes on. Returns the rank; `None` if the cursor is malformed or belongs to another listing.
fn rank_of(cursor: &str, listing: u64, count: &Natural) -> Option<Natural> {
    let (own, rank) = cursor.split_once('-')?;
    // A rank is less than `count`. A decimal digit stands for more than 3 bits, so `count` has at most `most` digits.
    let most = count.bit_len() / 3 + 1;
    let rank = Natural::from_decimal(rank, most).ok()?;
    (u64::from_str_radix(own, 16).ok()? == listing).then_some(rank)
}
