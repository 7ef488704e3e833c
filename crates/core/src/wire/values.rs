//! [`Values`]: the Grundy values of a game of one integer, one after the other, and whether they repeat. [`plot`] draws
//! them.

use serde::Serialize;

use super::fault::{Fault, Faults};
use super::known::{self, Repetition};
use super::limits::{Limits, Meter};
use super::map::{Format, unreached};
use super::parameters;
use super::range::{self, Range};
use super::work::{Size, Weight};
use crate::game::{Card, Convention, Value};
use crate::natural::Natural;
use crate::run::Run;
use crate::shape::{Shape, Written};
use crate::solve::Part;
use crate::theory::Tables;

pub mod plot;

/// The most values at a time.
pub const MAX_VALUES: usize = 1 << 16;

/// The numbers where a request names none.
pub const DEFAULT_VALUES: &str = "0..100";

/// So many numbers, or one more, are tried to estimate how much work all are.
const TRIED: usize = 64;

/// A question for values.
#[derive(Debug)]
pub struct ValuesRequest {
    part: Part,
    n: Range,
    format: Format,
    /// Up to which heap they are worked out at the least, to find out whether they repeat.
    reach: Option<usize>,
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
        let mut meter = Meter::new(limits);
        let [n, format] = parameters::read(query, Self::PARAMETERS, &mut faults);
        let n = Range::from_text(n.as_deref(), DEFAULT_VALUES, MAX_VALUES, &mut meter)
            .and_then(|n| range::check_cost([&n], meter).map(|()| n))
            .map_err(|fault| faults.push(fault.under("n").of_parameter("n")));
        let format = Format::from_text(format.as_deref()).map_err(|fault| faults.push(fault));
        match (n, format) {
            (Ok(n), Ok(format)) if faults.is_empty() => Ok(Self { reach: known::reach(&*part.run), part, n, format }),
            _ => Err(faults),
        }
    }

    /// How the answer is to be written.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// About how many steps the answer takes.
    #[must_use]
    pub fn steps(&self, tables: &Tables) -> u64 {
        // The last number of which there is a position costs as much as all, or nearly it.
        let mut run = self.part.run.none();
        let every = self.n.len().div_ceil(TRIED);
        let tried = self.n.numbers().step_by(every).chain([self.n.last().clone()]);
        for number in tried.chain(self.reach.map(Natural::from)) {
            let _ = run.push(Written::Integer(number));
        }
        let size = Size::of_positions(self.n.len(), [self.n.digits()]);
        size.steps(Weight::of_analysis(Convention::Normal, false)).saturating_add(run.cost(tables))
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

    /// The values that a request asks for.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` where the theory does not reach one.
    pub fn of(request: ValuesRequest, tables: &Tables) -> Result<Self, Fault> {
        let ValuesRequest { part: Part { key, mut run, .. }, n, reach, .. } = request;
        let legal: Vec<bool> = n.numbers().map(|number| run.push(Written::Integer(number)).is_ok()).collect();
        if let Some(reach) = reach {
            // After all others, whose places stay.
            let _ = run.push(Written::Integer(reach.into()));
        }
        run.prepare(tables).map_err(|unsolved| unreached(&key, unsolved))?;
        run.solve();
        let mut found = (0..run.len()).map(|index| nimber(&*run, index));
        let grundy = legal.iter().map(|legal| if *legal { found.next().flatten() } else { None }).collect();
        let last = n.last().to_usize().unwrap_or(usize::MAX);
        let period = Repetition::of(&*run, reach.map_or(last, |reach| reach.max(last)));
        Ok(Self { game: key.into_owned(), card: run.card(), n, grundy, period })
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
