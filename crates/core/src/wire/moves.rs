//! A page of the moves of a position, and the cursor that leads to the next page.

use std::fmt;

use serde::Serialize;
use serde_json::value::RawValue;

use super::analysis::{MoveAnswer, solve};
use super::compound::moves as combined;
use super::fault::{Code, Fault, Faults};
use super::given::Given;
use super::id::Id;
use super::json;
use super::limits::RequestLimits;
use super::request::{Fields, Request};
use crate::game::{Solved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{ComponentIndex, Filter, ListingStart, RatedMove, Solution, SolvedSum};
use crate::theory::Caches;
use crate::theory::compounds::Compound;
use crate::theory::graphs::Outcome;

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

    fn set(&mut self, name: &'static str, value: Given) -> Result<(), Fault> {
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
    pub(super) id: Option<Id>,
    /// The position as it was read, if the request wrote a part of it in a notation, such as IXXI for two rows of pins.
    /// `index` refers to this position. Not in brief answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::solve::Sum>, nullable = false))]
    pub(super) position: Option<Box<RawValue>>,
    /// The kind of compound; absent for a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) compound: Option<Compound>,
    /// How many moves the position has, on this page or not.
    pub(super) count: Natural,
    /// How many moves of the position win.
    pub(super) winning_count: Natural,
    /// How many moves of the position keep a draw, if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) drawing_count: Option<Natural>,
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
    pub(super) game: Option<&'a str>,
    /// The index of the component among the components of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) index: Option<usize>,
    /// The component after the move. In a game that splits components, this is the list of positions that the component
    /// becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<super::schemas::Component>, nullable = false))]
    pub(super) to: Option<Box<dyn Solved>>,
    /// With `compound`: a list of one move for each changed component.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<MoveAnswer>>, nullable = false))]
    pub(super) combined_move: Option<Vec<MoveAnswer<'a>>>,
    /// The move in words. Numbers of more than 40 digits are shortened. If the move changes many components, the text
    /// has only the first few.
    pub(super) text: String,
    /// The value of the whole sum after the move. Null if the value is not known, or if the compound is not a sum.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::ComponentValue))]
    pub(super) grundy: Option<Value>,
    /// Whether the move wins.
    pub(super) wins: bool,
    /// The outcome of the move for the player who makes it. It is absent if no draw is possible, since `wins` is enough
    /// then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(super) outcome: Option<Outcome>,
}

impl MovesPage {
    /// Returns the page that a request asks for.
    ///
    /// # Errors
    /// `misere-unsupported`, `value-unknown`, `too-costly` or `invalid-cursor`.
    pub fn of(request: MovesRequest, tables: &Caches, limits: &RequestLimits) -> Result<Self, Faults> {
        if let Some(compound) = request.compound {
            return combined::page(request, compound, tables, limits);
        }
        let Request { position, rewritten, play, brief, id, own: Paging { filter, limit, cursor }, .. } = request;
        // A cursor is for one listing only, since the rank in the cursor has no meaning in another listing. A client
        // that invents a cursor does no harm: it only gets another page of the same moves.
        let listing = json::digest(&(&position, play, filter == Filter::Winning));
        let begun = meter::charged();
        let solution = solve(position, play, tables)?;
        let start = match cursor {
            None => ListingStart::START,
            Some(cursor) => Cursor::read(&cursor, listing, limits).ok_or_else(unknown_cursor)?,
        };
        let (moves, next) = PageBounds::new(limit, begun, limits).fill(
            || solution.moves(filter, start),
            |listed| Cursor { listing, mark: listed.mark }.to_string(),
            |listed| serde_json::value::to_raw_value(&ListedMove::new(&solution, listed)),
        );
        let drawing_count = solution.can_be_drawn().then(|| solution.drawing_count());
        let position = if rewritten && !brief { raw(solution.position()) } else { None };
        let (count, winning_count) = (solution.count(), solution.winning_count());
        Ok(Self { id, position, compound: None, count, winning_count, drawing_count, moves, next })
    }
}

/// Returns the fault of a cursor that does not belong to the listing of the request, or of a text that is not a cursor.
pub(super) fn unknown_cursor() -> Fault {
    Fault::new(Code::InvalidCursor, "this cursor is of another listing, or none").under("cursor")
}

/// Returns the JSON of a position. `None` if the meter is spent. Then the request ends anyway.
pub(super) fn raw(position: &SolvedSum) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(position).ok()
}

/// The largest number of moves on a page, and the amount of work after which no further move is added. The first move
/// is always added.
pub(super) struct PageBounds {
    limit: usize,
    end: u64,
}

impl PageBounds {
    /// Returns the bounds of a page of moves of a position that has just been solved. The meter had charged `begun`
    /// steps before the position was solved.
    pub(super) fn new(limit: usize, begun: u64, limits: &RequestLimits) -> Self {
        meter::work_at("the moves");
        let solved = meter::charged();
        let left = limits.max_steps.saturating_sub(solved.saturating_sub(begun));
        Self { limit, end: solved.saturating_add(left / PART_OF_REST) }
    }

    /// Writes moves of a listing as long as they fit on the page. Returns these moves, and the cursor of the first move
    /// that does not fit.
    pub(super) fn fill<L, I: Iterator<Item = L>>(
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
            wins: outcome == Outcome::Win,
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
