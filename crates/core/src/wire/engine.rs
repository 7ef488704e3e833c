//! [`Engine`]: answers requests. A request is JSON or a query string, and the answer is JSON. The service, the command
//! and the packages all use it. All reading, solving and writing here is charged to a [`Meter`].

use serde::Serialize;
use smallvec::SmallVec;

use super::analysis::Analysis;
use super::fault::{Fault, Faults};
use super::json;
use super::limits::RequestLimits;
use super::moves::{MovesPage, MovesRequest};
use super::play::{PlayRequest, Turn};
use super::quotient::QuotientRequest;
pub use super::request::RequestText;
use super::request::{self, Fields, Rejected, Request};
use super::value_table::{Form, ValueTable, ValuesRequest};
use crate::number::meter::{Meter, Spent};
use crate::solve::Sum;
use crate::theory::Caches;
use crate::theory::cache;
use crate::theory::graphs::product::ProductLimits;
use crate::theory::heaps::growth::TableLimits;

/// Answers requests. It holds the limits of one request, and the tables that all requests share.
#[derive(Debug)]
pub struct Engine {
    /// The limits of one request.
    pub limits: RequestLimits,
    /// Tables that earlier requests have computed. Answers never depend on them.
    pub tables: Caches,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(RequestLimits::default(), cache::DEFAULT_MAX_BYTES, ProductLimits::default())
    }
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Asks for the winner, the value and the recommended move. The answer is an
    /// [`AnalysisAnswer`](super::analysis::AnalysisAnswer).
    Analysis,
    /// Asks for the moves, one page at a time. The answer is a [`MovesPage`].
    Moves,
    /// Asks for a reply to a move. The answer is a [`TurnAnswer`](super::play::TurnAnswer).
    Turn,
    /// Asks for the misère quotient of some positions of a game. The answer is a
    /// [`QuotientAnswer`](super::quotient::QuotientAnswer).
    Quotient,
    /// Asks for the values of many positions, each of which is a separate game. The answer is a [`ValueTable`].
    Values,
}

/// The answer to a request, and the components in the request.
#[derive(Debug)]
pub struct Reply<T = Vec<u8>> {
    /// The answer as JSON, or a table that must still be written.
    pub answer: Result<T, NoAnswer>,
    /// The components in the request, as far as they could be read.
    pub asked: Components,
}

/// For each game of a position: its [`Summand::place`](crate::solve::Summand::place), and the number of its components.
pub type Components = SmallVec<[(usize, usize); 1]>;

/// Counts the components of each game of a position.
pub(super) fn components(position: &Sum) -> Components {
    position.parts().iter().map(|part| (part.place, part.components.len())).collect()
}

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The request is wrong.
    #[error("{0}")]
    Faults(#[from] Faults),
    /// The work ended early, because of [`Spent::Room`] or [`Spent::Stopped`].
    #[error("{0}")]
    Stopped(#[source] Spent),
    /// The answer can't be written, which is a fault of the code.
    #[error("{0}")]
    Unwritable(#[from] serde_json::Error),
}

impl Engine {
    /// Creates an engine with these limits. The engine keeps at most `max_bytes` of tables. It searches a sum as a
    /// whole if the sum is within the limits of `search`.
    #[must_use]
    pub fn new(limits: RequestLimits, max_bytes: usize, search: ProductLimits) -> Self {
        // A table of heaps may take only two thirds of the steps of a request. If a heap lies beyond the table, enough
        // steps are left to say how far values are known.
        let max_steps = limits.max_steps - limits.max_steps / 3;
        let of_heaps = TableLimits { max_heaps: limits.max_heaps, max_steps };
        Self { limits, tables: Caches::new(max_bytes, of_heaps, search) }
    }

    /// Returns a meter for one request, with all the steps that it may take.
    #[must_use]
    pub fn meter(&self) -> Meter<'static> {
        Meter::new(self.limits.max_steps)
    }

    /// Answers a request.
    #[must_use]
    pub fn answer(&self, question: Question, asked: RequestText, meter: &Meter) -> Reply {
        reply(asked, meter, |read| match question {
            Question::Analysis => {
                let request = self.read(asked, read)?;
                let mut json = Vec::with_capacity(JSON_BYTES);
                append_analysis(&mut json, request, &self.tables)??;
                Ok(json)
            }
            Question::Moves => {
                let request: MovesRequest = self.read(asked, read)?;
                json(&MovesPage::of(request, &self.tables, &self.limits)?)
            }
            Question::Turn => {
                let request: PlayRequest = self.read(asked, read)?;
                json(&Turn::of(request, &self.tables, &self.limits)?.answer())
            }
            Question::Quotient => {
                let request = QuotientRequest::read(asked, &self.limits)?;
                read.push(request.asked());
                json(&request.answer(&self.tables)?)
            }
            Question::Values => {
                let table = self.read_table(asked, read)?;
                let mut json = Vec::with_capacity(table.bytes());
                for piece in table.pieces(Form::Columns) {
                    json.append(&mut piece?);
                }
                Ok(json)
            }
        })
    }

    /// Answers a request for the values of many positions. The answer may be long, so the caller writes it piece by
    /// piece.
    #[must_use]
    pub fn table(&self, asked: RequestText, meter: &Meter) -> Reply<ValueTable> {
        reply(asked, meter, |read| self.read_table(asked, read))
    }

    fn read_table(&self, asked: RequestText, read: &mut Components) -> Result<ValueTable, NoAnswer> {
        let mut request = ValuesRequest::read(asked, &self.limits)?;
        request.explore(&self.tables)?;
        read.push(request.asked());
        Ok(ValueTable::of(request, self.limits.max_find, &self.tables)?)
    }

    fn read<E: Fields>(&self, asked: RequestText, read: &mut Components) -> Result<Request<E>, NoAnswer> {
        let request = request::read(asked, &self.limits)?;
        *read = components(&request.position);
        Ok(request)
    }
}

/// Answers a request by `work`, which notes the components that it reads. Faults of a query string get their parameters.
fn reply<T>(asked: RequestText, meter: &Meter, work: impl FnOnce(&mut Components) -> Result<T, NoAnswer>) -> Reply<T> {
    let mut components = Components::new();
    let answer = run(meter, || work(&mut components)).map_err(|none| match (none, asked) {
        (NoAnswer::Faults(faults), RequestText::Query(_)) => faults.of_parameters().into(),
        (none, _) => none,
    });
    Reply { answer, asked: components }
}

/// Does work that ends in an answer, and charges it to a meter.
///
/// # Errors
/// If there is no answer, or the meter was spent.
pub fn run<T>(meter: &Meter, work: impl FnOnce() -> Result<T, NoAnswer>) -> Result<T, NoAnswer> {
    meter.run(work).unwrap_or_else(|spent| Err(spent.into()))
}

impl From<Spent> for NoAnswer {
    fn from(spent: Spent) -> Self {
        match spent {
            Spent::Limit { .. } => Self::Faults(Fault::spent(spent).into()),
            Spent::Room | Spent::Stopped => Self::Stopped(spent),
        }
    }
}

/// The capacity that is reserved for an answer. Without it, a usual answer would be copied twice while it grows.
const JSON_BYTES: usize = 512;

/// Writes an answer.
///
/// # Errors
/// If the answer can't be written.
pub fn json(answer: &impl Serialize) -> Result<Vec<u8>, NoAnswer> {
    let mut json = Vec::with_capacity(JSON_BYTES);
    json::append(&mut json, answer)?;
    Ok(json)
}

/// Appends the analysis of the position in a request. The position may be a sum or another compound.
///
/// # Errors
/// If the answer can't be written. The faults of the request are in the inner result.
pub(super) fn append_analysis(
    json: &mut Vec<u8>,
    request: Request,
    tables: &Caches,
) -> serde_json::Result<Result<(), Rejected>> {
    match Analysis::of(request, tables) {
        Ok(analysis) => json::append(json, &analysis.answer()).map(Ok),
        Err(rejected) => Ok(Err(rejected)),
    }
}

impl From<Rejected> for NoAnswer {
    fn from(rejected: Rejected) -> Self {
        Self::Faults(rejected.faults)
    }
}

impl From<Fault> for NoAnswer {
    fn from(fault: Fault) -> Self {
        Self::Faults(fault.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The answer, or the JSON of the faults.
    fn ask(question: Question, body: &Value) -> Result<Value, Value> {
        let (engine, body) = (Engine::default(), body.to_string());
        match engine.answer(question, RequestText::Json(body.as_bytes()), &engine.meter()).answer {
            Ok(answer) => Ok(serde_json::from_slice(&answer).unwrap()),
            Err(NoAnswer::Faults(faults)) => Err(serde_json::to_value(faults.listed()).unwrap()),
            Err(other) => panic!("{body}: {other}"),
        }
    }

    /// Checks that a request is refused at this place, with these words.
    fn assert_refused(question: Question, body: &Value, pointer: &str, words: &str) {
        let faults = ask(question, body).unwrap_err();
        assert_eq!(faults[0]["pointer"], pointer, "{body}: {faults}");
        assert!(faults[0]["detail"].as_str().unwrap().contains(words), "{body}: {faults}");
    }

    #[test]
    fn a_genus_never_contradicts_the_value() {
        for position in [json!({"end-nim": [[2, 1, 3]]}), json!({"moore": [[2, [1, 2, 1, 2]]]})] {
            for play in ["normal", "misere"] {
                let found =
                    ask(Question::Analysis, &json!({"position": position, "play": play, "genus": true})).unwrap();
                assert!(found["grundy"].is_u64(), "{found}");
                assert_eq!(found["grundy"], found["genus"]["sum"]["normal"], "{found}");
                let (key, values) = found["values"].as_object().unwrap().iter().next().unwrap();
                assert_eq!(values[0], found["genus"]["values"][key][0]["normal"], "{found}");
            }
        }
        let table = json!({"game": "end-nim", "positions": [[2, 1, 3], [1, 1]], "of": ["grundy", "genus"]});
        let found = ask(Question::Values, &table).unwrap();
        for (value, genus) in found["grundy"].as_array().unwrap().iter().zip(found["genus"].as_array().unwrap()) {
            assert_eq!(value, &genus["normal"], "{found}");
        }
    }

    #[test]
    fn counts_are_read_as_other_integers_are() {
        let line = |line: Value| ask(Question::Analysis, &json!({"position": {"nim": [3, 5]}, "line": line}));
        assert_eq!(line(json!("3")), line(json!(3)));
        assert_eq!(line(json!(3.0)).unwrap()["line"].as_array().unwrap().len(), 3);
        for wrong in [json!("03"), json!("0"), json!(-1), json!("101")] {
            assert_refused(Question::Analysis, &json!({"position": {"nim": [3]}, "line": wrong}), "/line", "1 to 100");
        }
        let to = |to: Value| ask(Question::Quotient, &json!({"game": "kayles", "to": to}));
        assert_eq!(to(json!("4")).unwrap(), to(json!(4)).unwrap());
        let index = |index: Value| {
            let made = json!({"game": "nim", "index": index, "to": 2});
            ask(Question::Turn, &json!({"position": {"nim": [3]}, "move": made}))
        };
        assert_eq!(index(json!("0")).unwrap(), index(json!(0)).unwrap());
    }

    #[test]
    fn an_empty_list_is_not_all_heaps() {
        let asked = |positions: Value| json!({"game": "kayles", "positions": positions});
        assert_refused(Question::Quotient, &asked(json!([])), "/positions", "the list has no position");
        let with_to = ask(Question::Quotient, &json!({"game": "kayles", "positions": [], "to": 4}));
        assert_eq!(with_to.unwrap(), ask(Question::Quotient, &json!({"game": "kayles", "to": 4})).unwrap());
    }

    #[test]
    fn a_range_that_is_refused_leads_on() {
        for (positions, pointer, words) in [
            (json!({"from": -2, "to": 3}), "/positions/from", "list other positions, such as [-2, -1]"),
            (json!({"box": [[0, 3], [-1, 2]]}), "/positions/box/1/0", "list other positions, such as [-2, -1]"),
            (json!({"box": vec![[0, 1]; 19]}), "/positions", "make one of its ranges shorter"),
            (json!({"box": vec![[0, 1]; 20]}), "/positions", "make one of its ranges shorter"),
            (json!({"from": 0, "to": 1_000_000}), "/positions", "ask for the others in another request"),
        ] {
            let game = if positions["from"].is_null() { "nimble" } else { "nim" };
            assert_refused(Question::Values, &json!({"game": game, "positions": positions}), pointer, words);
        }
    }

    /// A number whose divisors can't be found, since it is the product of two large primes.
    const HARD: &str = "340282366920938460843936948965011886881";

    #[test]
    fn moves_that_cannot_be_counted_are_listed_or_lead_on() {
        let huge = "1180591620717411303424";
        let won = json!({"turning-corners": [[[3, huge], [7, 9], [huge, 1]]]});
        let lost = json!({"turning-corners": [[[huge, "1180591620717411303425"], ["1180591620717411303425", huge]]]});
        for position in [&won, &lost] {
            let page = ask(Question::Moves, &json!({"position": position, "limit": 2})).unwrap();
            assert!(page["moves"].as_array().unwrap().len() == 2 && page["next"].is_string(), "{page}");
        }
        let page = ask(Question::Moves, &json!({"position": lost, "limit": 2})).unwrap();
        assert!(page["winning_count"].is_null(), "{page}");
        let drawn = ask(Question::Analysis, &json!({"position": lost, "seed": 1})).unwrap();
        assert!(drawn["move"].is_object(), "{drawn}");
        for position in
            [json!({"aliquot": [HARD]}), json!({"dim": [HARD]}), json!({"prime-nim": ["18446744073709551614"]})]
        {
            let proved = ask(Question::Analysis, &json!({"position": position, "certificate": true})).unwrap();
            assert!(proved["winning_count"].is_null() && proved["certificate"]["refused"].is_string(), "{proved}");
            let place = format!("/position/{}/0", position.as_object().unwrap().keys().next().unwrap());
            let words = "has the value, the winner and a move";
            assert_refused(Question::Moves, &json!({"position": position}), &place, words);
            assert_refused(Question::Analysis, &json!({"position": position, "seed": 1}), &place, words);
        }
    }
}
