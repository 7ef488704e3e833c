//! A page of the combined moves of a compound.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{combined, solve};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::Filter;
use crate::solve::compound::{CompoundSolution, RatedCombinedMove};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, CompoundRule};
use crate::theory::graphs::Outcome;
use crate::wire::analysis::MoveAnswer;
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::id::Id;
use crate::wire::json;
use crate::wire::limits::RequestLimits;
use crate::wire::moves::{MovesRequest, PageBounds, Paging};
use crate::wire::request::Request;

/// A page of combined moves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CompoundMoves))]
pub struct CompoundMovesPage {
    /// The request's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    id: Option<Id>,
    /// The position as it was read, where a part of it was written in another notation; not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::solve::Sum>, nullable = false))]
    position: Option<Box<RawValue>>,
    /// The kind of compound.
    compound: Compound,
    /// How many combined moves the position has, whatever is listed.
    count: Natural,
    /// How many of them win.
    winning_count: Natural,
    /// How many of them keep a draw, where play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    drawing_count: Option<Natural>,
    /// The moves of this page: by the first component's options in their order, then by the second's, and so on; leaving a
    /// component as it is comes last.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ListedCombinedMove>))]
    pub moves: Vec<Box<RawValue>>,
    /// The cursor of the next page, null on the last.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub next: Option<String>,
}

/// A combined move of a listing.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedCombinedMove<'a> {
    /// A move for each component that is changed.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<MoveAnswer>))]
    combined_move: Vec<MoveAnswer<'a>>,
    /// The move in words; of many components those of the first ones.
    text: String,
    /// Null: Grundy values decide sums alone.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    grundy: Option<Natural>,
    /// Whether the move wins.
    wins: bool,
    /// The outcome of the move for the player who makes it; absent if no draw is possible, as `wins` then says all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    outcome: Option<Outcome>,
}

impl<'a> ListedCombinedMove<'a> {
    fn new(
        solution: &'a CompoundSolution,
        RatedCombinedMove { combined: moves, outcome, .. }: &'a RatedCombinedMove,
    ) -> Self {
        Self {
            combined_move: combined(solution.position(), moves, false),
            text: solution.describe(moves),
            grundy: None,
            wins: *outcome == Outcome::Win,
            outcome: solution.can_be_drawn().then_some(*outcome),
        }
    }
}

impl CompoundMovesPage {
    /// The page that a request asks for.
    ///
    /// # Errors
    /// `value-unknown`, `too-costly` or `invalid-cursor`.
    pub fn of(
        request: MovesRequest,
        compound: Compound,
        tables: &Caches,
        limits: &RequestLimits,
    ) -> Result<Self, Faults> {
        let Request { position, rewritten, play, brief, id, own: Paging { filter, limit, cursor }, .. } = request;
        // A cursor is for one listing only, since its ranks have no meaning in another.
        let listing = json::digest(&(&position, play, compound, filter == Filter::Winning));
        let begun = meter::charged();
        let solution = solve(position, CompoundRule { compound, play }, tables)?;
        let (count, winning_count) = (solution.count(), solution.winning_count());
        let start = match cursor {
            None => Natural::ZERO,
            Some(cursor) => rank_of(&cursor, listing, &count).ok_or_else(|| {
                Fault::new(Code::InvalidCursor, "this cursor is of another listing, or none").under("cursor")
            })?,
        };
        let (moves, next) = PageBounds::new(limit, begun, limits).fill(
            || solution.moves(filter, start),
            |listed| format!("{listing:x}-{}", listed.rank),
            |listed| serde_json::value::to_raw_value(&ListedCombinedMove::new(&solution, &listed)),
        );
        let drawing_count = solution.can_be_drawn().then(|| solution.drawing_count());
        let position = (rewritten && !brief).then(|| serde_json::value::to_raw_value(solution.position()));
        // Only a spent meter makes this fail, which ends the request.
        let position = position.and_then(Result::ok);
        Ok(Self { id, position, compound, count, winning_count, drawing_count, moves, next })
    }
}

/// The rank at which a listing goes on. The cursor has nothing else.
fn rank_of(cursor: &str, listing: u64, count: &Natural) -> Option<Natural> {
    let (own, rank) = cursor.split_once('-')?;
    // No rank is longer than the count. Each digit of the count has more than 3 bits.
    let most = count.bit_len() / 3 + 1;
    let rank = Natural::from_decimal(rank, most).ok()?;
    (u64::from_str_radix(own, 16).ok()? == listing).then_some(rank)
}
