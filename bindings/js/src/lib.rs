//! The calls of the service without HTTP. A call has a path and the JSON of a body. Its answer is the same JSON as that
//! of the service, byte for byte. The modules that users import are in the folder of this crate.

mod graph;

use std::sync::{Arc, LazyLock};

use grundy_core::wire::catalogue::{CatalogueAnswer, Lookup};
use grundy_core::wire::chart::{ChartRequest, no_chart};
use grundy_core::wire::engine::{self, Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::fault::{Fault, Faults};
use grundy_core::wire::position;
use grundy_core::wire::problem::Document;
use grundy_core::wire::quotient::QuotientRequest;
use grundy_core::wire::request::Defaults;
use grundy_core::wire::search::CatalogueSearch;
use percent_encoding::percent_decode_str;
use serde_json::value::{RawValue, to_raw_value};
use wasm_bindgen::prelude::wasm_bindgen;

/// The engine, with the default limits of the service. It keeps its tables as long as the module lives.
static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

/// Answers a call of the API. With a body, the path is `v1/analyze`, `v1/moves`, `v1/play`, `v1/values` or
/// `v1/quotient`. Without a body, the path is `v1/games/{game}`, or it has a query string after `v1/analyze`,
/// `v1/moves`, `v1/values`, `v1/games`, `v1/games/{game}/map` or `v1/games/{game}/quotient`.
///
/// # Errors
/// Returns the JSON of the problem.
#[wasm_bindgen]
pub fn call(path: &str, body: Option<String>) -> Result<String, String> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let segments: Vec<&str> = path.split('/').collect();
    let answer = match (&*segments, body) {
        (["v1", "analyze"], Some(body)) => posted(Question::Analysis, &body),
        (["v1", "analyze"], None) => asked(Question::Analysis, query),
        (["v1", "moves"], Some(body)) => posted(Question::Moves, &body),
        (["v1", "moves"], None) => asked(Question::Moves, query),
        (["v1", "play"], Some(body)) => posted(Question::Turn, &body),
        (["v1", "values"], Some(body)) => posted(Question::Values, &body),
        (["v1", "values"], None) => asked(Question::Values, query),
        (["v1", "quotient"], Some(body)) => posted(Question::Quotient, &body),
        (["v1", "games"], None) => games(query),
        (["v1", "games", key], None) => game(&decoded(key)),
        (["v1", "games", key, "map"], None) => map(&decoded(key), query),
        (["v1", "games", key, "quotient"], None) => quotient(&decoded(key), query),
        _ => Err(Problem::NothingHere("there is nothing at this path".to_owned())),
    };
    let json = answer.and_then(|json| String::from_utf8(json).map_err(|error| Problem::Internal(error.to_string())));
    json.map_err(|problem| problem.json())
}

/// Decodes the percent-encoding of a path's segment. Bytes that are not UTF-8 become U+FFFD, which is in no game's key.
fn decoded(segment: &str) -> String {
    percent_decode_str(segment).decode_utf8_lossy().into_owned()
}

/// The JSON of an answer, or the problem if there is no answer.
type Answer = Result<Vec<u8>, Problem>;

fn posted(question: Question, body: &str) -> Answer {
    let games = Arc::new(graph::take_games());
    let asked = RequestText::JsonWith(body.as_bytes(), Defaults { games: Some(&games), ..Defaults::default() });
    Ok(ENGINE.answer(question, asked, &ENGINE.meter()).answer?)
}

fn asked(question: Question, query: &str) -> Answer {
    Ok(ENGINE.answer(question, RequestText::Query(query), &ENGINE.meter()).answer?)
}

fn games(query: &str) -> Answer {
    metered(|| {
        let search = CatalogueSearch::from_query(query)?;
        let catalogue = CatalogueAnswer::of(&search, env!("CARGO_PKG_VERSION"), &limits()?).map_err(Problem::InPath)?;
        Ok(engine::json(&catalogue)?)
    })
}

fn game(key: &str) -> Answer {
    metered(|| {
        let lookup = Lookup::of(key, &limits()?).map_err(Problem::InPath)?;
        Ok(engine::json(&lookup.answer(&ENGINE.tables).map_err(NoAnswer::from)?)?)
    })
}

/// Computes an answer within the limit of work for one request.
fn metered(answer: impl FnOnce() -> Answer) -> Answer {
    ENGINE.meter().run(answer).unwrap_or_else(|spent| Err(NoAnswer::from(spent).into()))
}

/// Returns the JSON of the limits, without those of HTTP.
fn limits() -> Result<Box<RawValue>, Problem> {
    to_raw_value(&ENGINE.limits).map_err(|error| Problem::Internal(error.to_string()))
}

fn map(key: &str, query: &str) -> Answer {
    metered(|| {
        let part = position::part(key).map_err(Problem::InPath)?;
        let no_chart = no_chart(&part.key);
        let request = ChartRequest::from_query(part, query, &ENGINE.limits)?;
        let request = request.ok_or(Problem::NothingHere(no_chart))?;
        Ok(engine::json(&request.answer(&ENGINE.tables)?)?)
    })
}

fn quotient(key: &str, query: &str) -> Answer {
    metered(|| {
        let part = position::part(key).map_err(Problem::InPath)?;
        Ok(engine::json(&QuotientRequest::in_path(part, query)?.answer(&ENGINE.tables)?)?)
    })
}

/// The reason why there is no answer.
enum Problem {
    /// The data of the request is wrong.
    Faults(Faults),
    /// The path names a game that does not exist.
    InPath(Fault),
    /// The API has no call at this path, or a map is asked for and the game has none.
    NothingHere(String),
    /// The code failed.
    Internal(String),
}

impl Problem {
    fn json(&self) -> String {
        let plain = |code, title, status, detail| Document {
            r#type: Document::type_of(code),
            title,
            status,
            detail,
            code,
            request_id: None,
            errors: &[],
            errors_omitted: 0,
        };
        let document = match self {
            Self::Faults(faults) => Document::of(faults),
            Self::InPath(Fault { code, detail, .. }) => plain(code.as_str(), code.title(), 404, detail.into()),
            Self::NothingHere(detail) => plain("not-found", "There is nothing here", 404, detail.into()),
            Self::Internal(detail) => plain("internal", "The service failed", 500, detail.into()),
        };
        serde_json::to_string(&document).unwrap_or_default()
    }
}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Faults(fault.into())
    }
}

impl From<NoAnswer> for Problem {
    fn from(reason: NoAnswer) -> Self {
        match reason {
            NoAnswer::Faults(faults) => Self::Faults(faults),
            NoAnswer::Stopped(spent) => Self::Internal(spent.to_string()),
            NoAnswer::Unwritable(error) => Self::Internal(error.to_string()),
        }
    }
}
