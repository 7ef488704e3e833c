//! [`Values`]: the Grundy values of a game of one integer, one after the other, and whether they repeat. [`plot`] draws
//! them.

use serde::Serialize;

use super::fault::{Code, Fault, Faults};
use super::known::{self, Repetition};
use super::limits::{Counts, Limits};
use super::map::{Format, STEPS_A_VALUE, unreached};
use super::parameters;
use super::range::{self, Range};
use crate::game::run::Run;
use crate::game::shape::{Shape, Written};
use crate::game::{Card, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::Part;
use crate::theory::Tables;

pub mod plot;

/// The most values at a time.
pub const MAX_VALUES: usize = 1 << 16;

/// The numbers where a request names none.
pub const DEFAULT_VALUES: &str = "0..100";

/// A question for values.
#[derive(Debug)]
pub struct ValuesRequest {
    part: Part,
    n: Range,
    format: Format,
}

impl ValuesRequest {
    /// The names of the parameters.
    pub const PARAMETERS: [&str; 2] = ["n", "format"];

    /// Reads a query string, percent-encoded, without its question mark, that asks about a game whose positions are
    /// integers.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_query(part: Part, query: &str, limits: &Limits) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut counts = Counts::new(limits);
        let [n, format] = parameters::read(query, Self::PARAMETERS, &mut faults);
        let n = Range::from_text(n.as_deref(), DEFAULT_VALUES, MAX_VALUES, &mut counts)
            .and_then(|n| range::check_digits([&n]).map(|()| n))
            .map_err(|fault| faults.push(fault.under("n").of_parameter("n")));
        let format = Format::from_text(format.as_deref()).map_err(|fault| faults.push(fault));
        match (n, format) {
            (Ok(n), Ok(format)) if faults.is_empty() => Ok(Self { part, n, format }),
            _ => Err(faults),
        }
    }

    /// How the answer is to be written.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }
}

/// The Grundy values of a game of one integer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = GrundyValues, example = json!({"game": "nim", "n": [0, 4], "values": [0, 1, 2, 3, 4], "period": null}))
)]
pub struct Values {
    /// The key of the game.
    game: String,
    /// What the picture says of it.
    #[serde(skip)]
    card: &'static Card,
    /// The first and the last number.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    n: Range,
    /// The Grundy value of each number; null where it is no position.
    #[serde(rename = "values")]
    grundy: Vec<Option<Natural>>,
    /// How the values repeat, if that is proved by those asked for or by not many more; else null.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    period: Option<Repetition>,
}

impl Values {
    /// Are positions of this shape integers, so that there are such values?
    #[must_use]
    pub fn is_for(shape: Shape) -> bool {
        shape == Shape::Integer
    }

    /// Are they boards, which have sizes?
    #[must_use]
    pub fn is_of_boards(shape: Shape) -> bool {
        shape == Shape::Board
    }

    /// The value of the board with so many rows and columns, all free; none where it is not known.
    ///
    /// # Errors
    /// There is no such board, or it is too large.
    pub fn of_board(part: &Part, rows: usize, columns: usize, tables: &Tables) -> Result<Option<Natural>, Fault> {
        let mut run = part.run.none();
        meter::work_at("the values");
        meter::charge_each(rows.saturating_mul(columns), 1);
        if rows.saturating_mul(columns) > MAX_VALUES {
            return Err(Fault::new(Code::IllegalPosition, format!("no board has {rows} × {columns} cells")));
        }
        let board = Written::Rows(vec![".".repeat(columns); rows]);
        run.push(board).map_err(|illegal| Fault::new(Code::IllegalPosition, illegal.reason))?;
        run.prepare(tables).map_err(|unsolved| unreached(&part.key, unsolved))?;
        run.solve().map_err(Fault::spent)?;
        Ok(nimber(&*run, 0))
    }

    /// The values that a request asks for.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` where the theory does not reach one.
    pub fn of(request: &ValuesRequest, tables: &Tables) -> Result<Self, Fault> {
        let ValuesRequest { part: Part { key, run, .. }, n, .. } = request;
        let mut run = run.none();
        meter::work_at("the values");
        let reach = known::reach(&*run, tables).map_err(Fault::spent)?;
        let legal: Vec<bool> = n
            .numbers()
            .take_while(|_| meter::go_on(STEPS_A_VALUE).is_ok())
            .map(|number| run.push(Written::Integer(number)).is_ok())
            .collect();
        if let Some(reach) = reach {
            // After all others, whose places stay.
            let _ = run.push(Written::Integer(reach.into()));
        }
        run.prepare(tables).map_err(|unsolved| unreached(key, unsolved))?;
        run.solve().map_err(Fault::spent)?;
        let mut found = (0..run.len()).map(|index| nimber(&*run, index));
        let grundy = legal.iter().map(|legal| if *legal { found.next().flatten() } else { None }).collect();
        let last = n.last().to_usize().unwrap_or(usize::MAX);
        let period = Repetition::of(&*run, reach.map_or(last, |reach| reach.max(last)));
        Ok(Self { game: key.to_string(), card: run.card(), n: n.clone(), grundy, period })
    }

    /// Each number with its value, none where it is no position.
    pub fn each(&self) -> impl Iterator<Item = (Natural, Option<&Natural>)> {
        self.n.numbers().zip(self.grundy.iter().map(Option::as_ref))
    }
}

fn nimber(run: &dyn Run, index: usize) -> Option<Natural> {
    match run.value(index) {
        Value::Nimber(value) => Some(value),
        _ => None,
    }
}
