//! [`Listing`]: a page of the moves of a position, and the cursor that leads to the next page.

use std::fmt::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::digest::Digest;
use crate::fault::{Code, Fault};
use crate::games::Component;
use crate::json;
use crate::limits::Limits;
use crate::natural::{Natural, WireInteger};
use crate::oracle::{Filter, Listed, Play, Solution, Spot};
use crate::position::Position;
use crate::request::{Extra, Id, Request};
use crate::work::{Size, Weight};

/// The longest page, in moves.
pub const MAX_LIMIT: usize = 1000;

/// Moves on a page unless the request says otherwise.
const DEFAULT_LIMIT: usize = 100;

/// A page ends when it has so many bytes of moves, though not before its first one.
const MAX_PAGE_BYTES: usize = 1 << 20;

/// A page of so many bytes of long integers takes up to about so many steps, 200 ms.
const MOST_STEPS_PER_PAGE: u64 = 200_000_000;

/// A question for the moves of a position.
pub type MovesRequest = Request<Paging>;

/// What a listing asks besides the position.
#[derive(Debug, Clone)]
pub struct Paging {
    filter: Filter,
    limit: usize,
    cursor: Option<String>,
}

impl Default for Paging {
    fn default() -> Self {
        Self { filter: Filter::All, limit: DEFAULT_LIMIT, cursor: None }
    }
}

impl Paging {
    fn set_only(&mut self, code: Code, only: &str) -> Result<(), Fault> {
        if only != "winning" {
            return Err(Fault::new(code, r#"only can be "winning"; without it all moves are listed"#));
        }
        self.filter = Filter::Winning;
        Ok(())
    }

    fn set_limit(&mut self, code: Code, limit: Option<usize>) -> Result<(), Fault> {
        let fits = limit.filter(|limit| (1..=MAX_LIMIT).contains(limit));
        self.limit = fits.ok_or_else(|| Fault::new(code, format!("limit is an integer from 1 to {MAX_LIMIT}")))?;
        Ok(())
    }
}

impl Extra for Paging {
    const FIELDS: &'static [&'static str] = &["only", "limit", "cursor"];

    fn set(&mut self, name: &'static str, value: &RawValue) -> Result<(), Fault> {
        match name {
            "only" => self.set_only(Code::InvalidRequest, &json::read::<String>(value, "a string", r#""winning""#)?),
            "limit" => {
                let limit = match json::read(value, "a number", "an integer")? {
                    WireInteger::Number(limit) => usize::try_from(limit).ok(),
                    _ => None,
                };
                self.set_limit(Code::InvalidRequest, limit)
            }
            _ => {
                self.cursor = Some(json::read(value, "a string", "a cursor")?);
                Ok(())
            }
        }
    }

    fn set_from_text(&mut self, name: &'static str, value: &str) -> Result<(), Fault> {
        match name {
            "only" => self.set_only(Code::InvalidQuery, value),
            // A number may have a sign for std, an integer of the contract has none.
            "limit" => {
                let plain = Some(value).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
                self.set_limit(Code::InvalidQuery, plain.and_then(|limit| limit.parse().ok()))
            }
            _ => {
                self.cursor = Some(value.to_owned());
                Ok(())
            }
        }
    }
}

/// A page of moves.
#[derive(Serialize, ToSchema)]
#[schema(as = Moves)]
pub struct Listing {
    /// The request's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    id: Option<Id>,
    /// How many moves the position has, whatever is listed.
    count: Natural,
    /// How many of them win.
    winning_count: Natural,
    /// The moves of this page: component by component, in each in the game's own order.
    #[schema(value_type = Vec<ListedMove>)]
    moves: Vec<Box<RawValue>>,
    /// The cursor of the next page, null on the last.
    #[schema(required = true)]
    next: Option<String>,
}

/// A move of a listing.
#[derive(Serialize, ToSchema)]
pub struct ListedMove {
    /// The id of the game.
    game: &'static str,
    /// Which of its components.
    index: usize,
    /// The component after.
    to: Component,
    /// The move in words; numbers over 40 digits are shortened.
    text: String,
    /// The Grundy value of the whole sum after the move.
    grundy: Natural,
    /// Does the move win?
    wins: bool,
}

impl Listing {
    /// The page that a request of this size asks for, or as much of it as the limit of work allows.
    ///
    /// # Errors
    /// `misere-unsupported`, or `invalid-cursor`.
    pub fn of(request: &MovesRequest, size: Size, limits: &Limits) -> Result<Self, Fault> {
        let Request { position, play, id, extra: Paging { filter, limit, cursor }, .. } = request;
        let solution = Solution::of(position, *play)?;
        let listing = name_of(position, *play, *filter);
        let start = match cursor {
            None => Spot::START,
            Some(cursor) => Cursor::read(cursor, listing, limits).ok_or_else(|| {
                Fault::new(Code::InvalidCursor, "this cursor is of another listing, or none").under("cursor")
            })?,
        };
        let limit = size.moves_within(limits.max_cost).min(*limit);
        let mut moves = Vec::new();
        let mut bytes = 0_usize;
        let mut next = None;
        for listed in solution.moves(*filter, start) {
            if moves.len() == limit || bytes >= MAX_PAGE_BYTES {
                next = Some(Cursor { listing, spot: listed.spot }.to_string());
                break;
            }
            // Nothing in a move can fail to be written.
            if let Ok(json) = serde_json::value::to_raw_value(&ListedMove::new(&solution, listed)) {
                bytes = bytes.saturating_add(json.get().len());
                moves.push(json);
            }
        }
        Ok(Self { id: id.clone(), count: solution.count(), winning_count: solution.winning_count(), moves, next })
    }
}

/// About how many steps the page takes that a request of this size asks for.
#[must_use]
pub fn steps(request: &MovesRequest, size: Size, limits: &Limits) -> u64 {
    let Request { position, play, extra: Paging { limit, .. }, .. } = request;
    let all = position.components().iter().map(Component::option_count).fold(Natural::ZERO, |sum, count| &sum + &count);
    let all = all.to_usize().unwrap_or(usize::MAX);
    let most = all.min(*limit).min(size.moves_within(limits.max_cost));
    let moves = u64::try_from(most).unwrap_or(u64::MAX).saturating_mul(size.steps_per_move());
    // The bytes of a page are bounded, too.
    let page = MOST_STEPS_PER_PAGE.max(size.steps_per_move().saturating_mul(2));
    size.steps(Weight::of_analysis(*play, false)).saturating_add(moves.min(page))
}

/// A name for a listing. A cursor is for that alone: its ranks mean nothing in another. All builds agree on it.
fn name_of(position: &Position, play: Play, filter: Filter) -> u64 {
    let mut digest = Digest::default();
    digest.write(&[u8::from(play == Play::Misere), u8::from(filter == Filter::Winning)]);
    for component in position.components() {
        // Writing to a digest does not fail.
        let _ = writeln!(digest, "{}={component}", component.kind().id());
    }
    digest.finish()
}

impl ListedMove {
    fn new(solution: &Solution, Listed { r#move, grundy, wins, .. }: Listed) -> Self {
        let position = solution.position();
        let component = position.components().get(r#move.place);
        Self {
            game: r#move.to.kind().id(),
            index: position.index_in_game(r#move.place),
            text: component.map_or_else(String::new, |component| component.describe(&r#move.to)),
            to: r#move.to,
            grundy,
            wins,
        }
    }
}

/// Where a listing goes on. It is opaque to clients, and needs no memory here.
struct Cursor {
    /// The listing that it belongs to.
    listing: u64,
    spot: Spot,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{}-{}", self.listing, self.spot.place, self.spot.rank)
    }
}

impl Cursor {
    fn read(text: &str, listing: u64, limits: &Limits) -> Option<Spot> {
        let (own, spot) = text.split_once('-')?;
        let (place, rank) = spot.split_once('-')?;
        // A component has at most as many options as a number of the position says, or a few more.
        let rank = Natural::from_decimal(rank, limits.max_digits.saturating_add(1)).ok()?;
        let place = place.parse().ok()?;
        (u64::from_str_radix(own, 16) == Ok(listing)).then_some(Spot { place, rank })
    }
}
