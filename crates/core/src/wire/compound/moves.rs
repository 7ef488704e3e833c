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
    /// The `id` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    id: Option<Id>,
    /// The position as it was read. It is here if a part was written in another notation; not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::solve::Sum>, nullable = false))]
    position: Option<Box<RawValue>>,
    /// The kind of compound.
    compound: Compound,
    /// How many combined moves the position has, listed or not.
    count: Natural,
    /// How many of the combined moves win.
    winning_count: Natural,
    /// How many of the combined moves keep a draw, if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    drawing_count: Option<Natural>,
    /// The moves of this page. They are sorted by the option of the first component, then by that of the second, and so
    /// on. A move that leaves a component unchanged comes after the options of this component.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ListedCombinedMove>))]
    pub moves: Vec<Box<RawValue>>,
    /// The cursor of the next page; null on the last page.
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
    /// The move in words. If it changes many components, only the first of them are in the text.
    text: String,
    /// Always null, because Grundy values decide only sums.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    grundy: Option<Natural>,
    /// Whether the move wins.
    wins: bool,
    /// The outcome of the move for the player who makes it. It is absent if no draw is possible, because `wins` then
    /// tells the outcome.
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
        // A cursor is for one listing only, since its rank has no meaning in another listing.
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
        // This fails only if the meter is spent. Then the request ends anyway.
        let position = position.and_then(Result::ok);
        Ok(Self { id, position, compound, count, winning_count, drawing_count, moves, next })
    }
}

/// Reads the rank at which a listing goes on. The cursor holds nothing but this rank.
fn rank_of(cursor: &str, listing: u64, count: &Natural) -> Option<Natural> {
    let (own, rank) = cursor.split_once('-')?;
    // A rank has at most as many digits as the count. Each decimal digit has more than 3 bits, so this many digits
    // suffice.
    let most = count.bit_len() / 3 + 1;
    let rank = Natural::from_decimal(rank, most).ok()?;
    (u64::from_str_radix(own, 16).ok()? == listing).then_some(rank)
}
