//! [`ValueRow`]: the Grundy values of consecutive integers, which are the positions of a game. It also tells how the
//! values repeat. [`plot`] draws the values.

use serde::Serialize;

use super::fault::{Code, Fault};
use super::grundy::{self, GrundyValues};
use super::known::{self, KnownPeriod};
use super::limits::{LimitCounter, RequestLimits};
use super::range::{self, Range};
use crate::game::Card;
use crate::game::shape::PlainValue;
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::Summand;
use crate::theory::Caches;

pub mod plot;

/// The largest number of values in one answer.
pub const MAX_VALUES: usize = 1 << 16;

/// The range of numbers if a request does not give any.
pub const DEFAULT_VALUES: &str = "0..100";

/// Reads the range of numbers from a parameter. Returns the default range if the parameter is not there.
///
/// # Errors
/// If the parameter is wrong.
pub fn numbers(text: Option<&str>, limits: &RequestLimits) -> Result<Range, Fault> {
    Range::from_text(text, DEFAULT_VALUES, MAX_VALUES, &mut LimitCounter::new(limits))
        .and_then(|n| range::check_digits([&n]).map(|()| n))
        .map_err(|fault| fault.under("n").of_parameter("n"))
}

/// The Grundy values of a game whose positions are integers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = GrundyValues, example = json!({"game": "nim", "n": [0, 4], "values": [0, 1, 2, 3, 4], "period": null}))
)]
pub struct ValueRow {
    /// The key of the game.
    game: String,
    /// The card of the game, for the picture.
    #[serde(skip)]
    card: &'static Card,
    /// The first and the last integer.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    n: Range,
    /// The Grundy value of each integer; null if the integer is not a position, or if the value is not known or needs
    /// more work than one request may take.
    #[serde(rename = "values")]
    grundy: Vec<Option<Natural>>,
    /// How the values repeat; null if the computed values do not prove a period.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    period: Option<KnownPeriod>,
}

impl ValueRow {
    /// Returns the value of the empty board of this size; `None` if the value is not known.
    ///
    /// # Errors
    /// If there is no such board, or it is too large.
    pub fn of_board(part: &Summand, rows: usize, columns: usize, tables: &Caches) -> Result<Option<Natural>, Fault> {
        let mut positions = part.components.ruleset().none();
        meter::work_at("the values");
        meter::charge_each(rows.saturating_mul(columns), cost::WORD);
        if rows.saturating_mul(columns) > MAX_VALUES {
            return Err(Fault::new(Code::IllegalPosition, format!("no board has {rows} × {columns} cells")));
        }
        let board = PlainValue::Rows(vec![".".repeat(columns); rows]);
        positions.push(board).map_err(|illegal| Fault::new(Code::IllegalPosition, illegal.reason))?;
        let solved = grundy::solve(positions, &part.key, tables)?;
        Ok(grundy::nimber(&*solved, 0))
    }

    /// Computes the Grundy value of each number in `n`, as a position of the given game.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` if no position can be solved.
    pub fn of(Summand { key, components: positions, .. }: &Summand, n: &Range, tables: &Caches) -> Result<Self, Fault> {
        meter::work_at("the values");
        let reach = known::reach(positions.ruleset(), tables).map_err(Fault::spent)?;
        // The heap `reach` is solved too, so that the values up to it can prove a period. It comes last, so that the
        // indices of the other numbers do not change.
        let numbers = n.numbers().chain(reach.map(Natural::from));
        let numbers = numbers.map(PlainValue::Integer);
        let GrundyValues { values: mut grundy, separate } =
            grundy::values(positions.ruleset().none(), key, numbers, tables)?;
        grundy.truncate(n.len);
        let period = separate.solved().and_then(KnownPeriod::of);
        Ok(Self { game: key.to_string(), card: positions.ruleset().card(), n: n.clone(), grundy, period })
    }

    /// Returns each number with its value; `None` if the number is not a position.
    pub fn each(&self) -> impl Iterator<Item = (Natural, Option<&Natural>)> {
        self.n.numbers().zip(self.grundy.iter().map(Option::as_ref))
    }
}
