//! A page of the combined moves of a compound.

use super::{combined, solve};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::Filter;
use crate::solve::compound::{CompoundSolution, RatedCombinedMove};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};
use crate::theory::graphs::MoveResult;
use crate::wire::analysis::OrNull;
use crate::wire::fault::Faults;
use crate::wire::json;
use crate::wire::limits::RequestLimits;
use crate::wire::moves::page::{ListedMove, MovesPage, MovesRequest, PageBounds, Paging, raw, unknown_cursor};
use crate::wire::request::Request;

/// Returns the page of combined moves that a request asks for.
///
/// # Errors
/// `value-unknown`, `too-costly` or `invalid-cursor`.
pub(in crate::wire) fn page(
    request: MovesRequest,
    compound: Compound,
    tables: &Caches,
    limits: &RequestLimits,
) -> Result<MovesPage, Faults> {
    let Request { position, rewritten, play, brief, id, own: Paging { filter, limit, cursor }, .. } = request;
    // A cursor is for one listing only, since the rank in the cursor has no meaning in another listing.
    let listing = json::digest(&(&position, play, compound, filter == Filter::Winning));
    let begun = meter::charged();
    let solution = solve(position, CompoundRule { compound, play }, tables)?;
    let (count, winning_count) = (solution.count(), OrNull(Some(solution.winning_count())));
    let start = match cursor {
        None => Natural::ZERO,
        Some(cursor) => rank_of(&cursor, listing, &count).ok_or_else(unknown_cursor)?,
    };
    let (moves, next) = PageBounds::new(limit, begun, limits).fill(
        || solution.moves(filter, start),
        |listed| format!("{listing:x}-{}", listed.rank),
        |listed| serde_json::value::to_raw_value(&of(&solution, &listed)),
    );
    let drawing_count = solution.can_be_drawn().then(|| solution.drawing_count());
    let position = if rewritten && !brief { raw(solution.position()) } else { None };
    Ok(MovesPage { id, position, compound: Some(compound), count, winning_count, drawing_count, moves, next })
}

/// Returns a combined move as a page lists it.
fn of<'a>(
    solution: &'a CompoundSolution,
    RatedCombinedMove { combined: moves, outcome, .. }: &'a RatedCombinedMove,
) -> ListedMove<'a> {
    ListedMove {
        game: None,
        index: None,
        to: None,
        combined_move: Some(combined(solution.position(), moves, false)),
        text: solution.describe(moves),
        grundy: None,
        wins: *outcome == MoveResult::Win,
        outcome: solution.can_be_drawn().then_some(*outcome),
    }
}

/// Reads a cursor: the digest of a listing in hexadecimal, a hyphen, and the rank at which the listing goes on. Returns
/// the rank; `None` if the cursor is malformed or belongs to another listing.
fn rank_of(cursor: &str, listing: u64, count: &Natural) -> Option<Natural> {
    let (own, rank) = cursor.split_once('-')?;
    // A rank is less than `count`. A decimal digit stands for more than 3 bits, so `count` has at most `most` digits.
    let most = count.bit_len() / 3 + 1;
    let rank = Natural::from_decimal(rank, most).ok()?;
    (u64::from_str_radix(own, 16).ok()? == listing).then_some(rank)
}
