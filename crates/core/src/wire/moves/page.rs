//! A page of moves, and the request for it. The position may be a sum or another compound.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::game::{Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Filter, SolvedSum};
use crate::theory::compounds::Compound;
use crate::theory::graphs::MoveResult;
use crate::wire::analysis::{MoveAnswer, OrNull};
use crate::wire::fault::{Code, Fault};
use crate::wire::field_value::FieldValue;
use crate::wire::id::Id;
use crate::wire::limits::RequestLimits;
use crate::wire::request::{Fields, Request};

/// The longest page, in moves.
pub const MAX_LIMIT: usize = 1000;

/// The number of moves on a page, unless the request says otherwise.
pub const DEFAULT_LIMIT: usize = 100;

/// The number of bytes of moves after which a page ends. A page has at least one move.
const MAX_PAGE_BYTES: usize = 1 << 20;

/// A page also ends once its moves have taken 1 / `PART_OF_REST` of the steps that remain after solving. Shorter pages
/// would need more requests, and each request solves the position again.
const PART_OF_REST: u64 = 2;

/// A request for the moves of a position.
pub type MovesRequest = Request<Paging>;

/// The fields that only a request for a list of moves has.
#[derive(Debug, Clone)]
pub struct Paging {
    /// Which moves are listed.
    pub filter: Filter,
    /// The largest number of moves that the page may have.
    pub limit: usize,
    /// The place where the page begins, if it is not the first move.
    pub cursor: Option<String>,
}

impl Default for Paging {
    fn default() -> Self {
        Self { filter: Filter::All, limit: DEFAULT_LIMIT, cursor: None }
    }
}

impl Fields for Paging {
    const FIELDS: &'static [&'static str] = &["only", "limit", "cursor"];

    fn set(&mut self, name: &'static str, value: FieldValue) -> Result<(), Fault> {
        match name {
            "only" => {
                if value.string(r#""winning""#)? != "winning" {
                    return Err(value.fault(r#"only can be "winning"; without it all moves are listed"#));
                }
                self.filter = Filter::Winning;
            }
            "limit" => self.limit = value.count("limit", MAX_LIMIT)?,
            _ => self.cursor = Some(value.string("a cursor")?.into_owned()),
        }
        Ok(())
    }
}

/// A page of moves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Moves))]
pub struct MovesPage {
    /// The `id` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) id: Option<Id>,
    /// The position as it was read, if the request wrote a part of it in a notation, such as IXXI for two rows of pins.
    /// `index` refers to this position. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::solve::Sum>, nullable = false))]
    pub(in crate::wire) position: Option<Box<RawValue>>,
    /// The kind of compound; absent for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) compound: Option<Compound>,
    /// How many moves the position has, on this page or not.
    pub(in crate::wire) count: Natural,
    /// How many moves of the position win; null if they can't be counted.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Natural>, required = true))]
    pub(in crate::wire) winning_count: OrNull<Natural>,
    /// How many moves of the position keep a draw, if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) drawing_count: Option<Natural>,
    /// The moves of this page, component by component. Each game lists the moves of a component in an order of its own.
    /// Combined moves are sorted by the option of the first component, then by that of the second, and so on. Leaving a
    /// component unchanged comes after all its options.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ListedMove>))]
    pub moves: Vec<Box<RawValue>>,
    /// The cursor of the next page; null on the last page.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub next: Option<String>,
}

/// A move on a page. In a sum, it has `game`, `index` and `to`. In another kind of compound, it has `combined_move`.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedMove<'a> {
    /// The key of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) game: Option<&'a str>,
    /// The index of the component among the components of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) index: Option<usize>,
    /// The component after the move. In a game that splits components, this is the list of positions that the component
    /// becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::wire::schemas::Component>, nullable = false))]
    pub(in crate::wire) to: Option<Box<dyn Solved>>,
    /// With `compound`: a list of one move for each changed component.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<MoveAnswer>>, nullable = false))]
    pub(in crate::wire) combined_move: Option<Vec<MoveAnswer<'a>>>,
    /// The move in words. Numbers of more than 40 digits are shortened. If the move changes many components, the text
    /// has only the first few.
    pub(in crate::wire) text: String,
    /// The value of the whole sum after the move. Null if the value is not known, or if the compound is not a sum.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::wire::schemas::ComponentValue))]
    pub(in crate::wire) grundy: Option<Value>,
    /// Whether the move wins.
    pub(in crate::wire) wins: bool,
    /// The outcome of the move for the player who makes it. It is absent if no draw is possible, since `wins` is enough
    /// then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(in crate::wire) outcome: Option<MoveResult>,
}

/// Returns the fault of a cursor that does not belong to the listing of the request, or of a text that is not a cursor.
pub(in crate::wire) fn unknown_cursor() -> Fault {
    Fault::new(Code::InvalidCursor, "this cursor is of another listing, or none").under("cursor")
}

/// Returns the JSON of a position. `None` if the meter is spent. Then the request ends anyway.
pub(in crate::wire) fn raw(position: &SolvedSum) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(position).ok()
}

/// The largest number of moves on a page, and the amount of work after which no further move is added. The first move
/// is always added.
pub(in crate::wire) struct PageBounds {
    limit: usize,
    end: u64,
}

impl PageBounds {
    /// Returns the bounds of a page of moves of a position that has just been solved. The meter had charged `begun`
    /// steps before the position was solved.
    pub(in crate::wire) fn new(limit: usize, begun: u64, limits: &RequestLimits) -> Self {
        meter::work_at("the moves");
        let solved = meter::charged();
        let left = limits.max_steps.saturating_sub(solved.saturating_sub(begun));
        Self { limit, end: solved.saturating_add(left / PART_OF_REST) }
    }

    /// Writes moves of a listing as long as they fit on the page. Returns these moves, and the cursor of the first move
    /// that does not fit.
    pub(in crate::wire) fn fill<L, I: Iterator<Item = L>>(
        self,
        listed: impl FnOnce() -> I,
        cursor: impl Fn(L) -> String,
        write: impl Fn(L) -> serde_json::Result<Box<RawValue>>,
    ) -> (Vec<Box<RawValue>>, Option<String>) {
        let (mut moves, mut bytes) = (Vec::new(), 0_usize);
        for listed in listed() {
            let is_full = !moves.is_empty() && meter::charged() >= self.end;
            if moves.len() == self.limit || bytes >= MAX_PAGE_BYTES || is_full {
                return (moves, Some(cursor(listed)));
            }
            // Writing a move never fails.
            if let Ok(json) = write(listed) {
                bytes = bytes.saturating_add(json.get().len());
                meter::charge(cost::POSITION);
                meter::charge_each(json.get().len(), cost::WORD);
                moves.push(json);
            }
        }
        (moves, None)
    }
}
