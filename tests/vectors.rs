//! Thousands of positions solved by brute force, through the live server: values, winners, all winning moves, and that the
//! recommended move is one of them; normal and misère. Every file of `tests/vectors/`, a JSON object a line:
//!
//! - `position`, as it is posted, and what is known of it, each field only where it is: `grundy`, `values`, `winner`,
//!   `winning_count`, `winning_moves`, `total_moves`;
//! - `misere_winner`, `misere_winning_count`, `misere_winning_moves`: the same of misère play;
//! - `misere_theory`: `"unknown"` where the service may say that it has no theory of the sum. A `grundy` of null says so of
//!   normal play.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod common;

use common::{Server, start};
use futures_util::{StreamExt, stream};
use grundy_core::catalogue;
use grundy_core::run::Run;
use grundy_core::wire::limits::Limits;
use grundy_core::wire::request::{Defaults, Explain, Request};
use serde_json::{Value, json};

/// Requests for moves at a time: enough for all cores.
const CONCURRENT: usize = 16;

/// So short that many listings have several.
const PAGE: usize = 5;

/// Positions that are asked for in one stream.
const STREAM: usize = 1000;

/// A convention: its name, and how the fields begin that are about it.
const CONVENTIONS: [(&str, &str); 2] = [("normal", ""), ("misere", "misere_")];

/// A move; two are the same iff game and index agree and `to` is the same position of that game.
struct Move {
    game: String,
    index: u64,
    to: Box<dyn Run>,
}

impl Move {
    fn of(json: &Value) -> Self {
        let game = json["game"].as_str().unwrap().to_owned();
        let splits = catalogue::find(&game).unwrap().rules.splits();
        let list = if splits { json["to"].clone() } else { json!([json["to"]]) };
        let request = json!({"position": {&*game: list}}).to_string();
        let limits = Limits::default();
        let request = Request::<Explain>::from_json(request.as_bytes(), Defaults::default(), &limits).unwrap();
        let to = request.position.parts().first().map(|part| part.run.copy());
        Self {
            index: json["index"].as_u64().unwrap(),
            to: to.unwrap_or_else(|| catalogue::find(&game).unwrap().rules),
            game,
        }
    }

    fn list(json: &Value) -> Vec<Self> {
        json.as_array().unwrap().iter().map(Self::of).collect()
    }

    /// Parts mean the same in any order.
    fn is(&self, other: &Self) -> bool {
        let count = |at: usize, of: &Self| (0..of.to.len()).filter(|part| of.to.is_same(*part, &*self.to, at)).count();
        (&self.game, self.index, self.to.len()) == (&other.game, other.index, other.to.len())
            && (0..self.to.len()).all(|at| count(at, self) == count(at, other))
    }

    fn is_in(&self, moves: &[Self]) -> bool {
        moves.iter().any(|other| self.is(other))
    }
}

/// The answers to all of these requests, in their order.
async fn analyze(server: &Server, requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let request = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let answers = request.body(lines).send().await.unwrap().text().await.unwrap();
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), requests.len());
    answers
}

/// May the service have no answer to this?
fn may_refuse(vector: &Value, play: &str, answer: &Value) -> bool {
    match answer["error"]["code"].as_str().unwrap() {
        "value-unknown" => vector["grundy"].is_null(),
        "misere-unsupported" => play == "misere" && vector["misere_theory"] == "unknown",
        _ => false,
    }
}

/// The winning moves that `/v1/moves` lists, page by page.
async fn check_listing(server: &Server, vector: &Value, (play, prefix): (&str, &str)) {
    let Some(expected) = vector.get(format!("{prefix}winning_moves")) else { return };
    let expected = Move::list(expected);
    let mut request = json!({"position": vector["position"], "play": play, "only": "winning", "limit": PAGE});
    let mut listed = Vec::new();
    loop {
        let page: Value = server.post("/v1/moves", request.to_string()).await.json().await.unwrap();
        for r#move in page["moves"].as_array().unwrap_or_else(|| panic!("{play} {vector}: {page}")) {
            assert_eq!(r#move["wins"], true, "{play} {vector}: {move}");
            let read = Move::of(r#move);
            assert!(read.is_in(&expected) && !read.is_in(&listed), "{play} {vector}: {move} is wrong or listed twice");
            listed.push(read);
        }
        if page["next"].is_null() {
            assert_eq!(
                (listed.len(), &page["winning_count"]),
                (expected.len(), &json!(listed.len())),
                "{play} {vector}"
            );
            assert_eq!(&page["count"], vector.get("total_moves").unwrap_or(&page["count"]), "{vector}");
            return;
        }
        request["cursor"] = page["next"].clone();
    }
}

fn check_analysis(vector: &Value, (play, prefix): (&str, &str), answer: &Value) {
    for field in ["grundy", "values"] {
        assert_eq!(&answer[field], vector.get(field).unwrap_or(&answer[field]), "{field}, {play} {vector}");
    }
    for field in ["winner", "winning_count"] {
        let expected = vector.get(format!("{prefix}{field}")).unwrap_or(&answer[field]);
        assert_eq!(&answer[field], expected, "{field}, {play} {vector}");
    }
    let Some(winning) = vector.get(format!("{prefix}winning_moves")) else { return };
    let winning = Move::list(winning);
    assert_eq!(answer["winning_count"], winning.len(), "{play} {vector}");
    match &answer["move"] {
        Value::Null => assert!(answer["after"].is_null() && winning.is_empty(), "{play} {vector}"),
        best => assert!(winning.is_empty() || Move::of(best).is_in(&winning), "{play} {vector}: {best}"),
    }
}

/// How many of the questions about these were answered.
async fn check(server: &Server, vectors: &[Value], convention: (&str, &str)) -> usize {
    let (play, _) = convention;
    let requests = vectors.iter().map(|vector| json!({"position": vector["position"], "play": play}));
    let answers = analyze(server, &requests.collect::<Vec<_>>()).await;
    let mut answered = Vec::new();
    for (vector, answer) in vectors.iter().zip(answers) {
        if answer.get("error").is_some() {
            assert!(may_refuse(vector, play, &answer), "{play} {vector}: {answer}");
        } else {
            check_analysis(vector, convention, &answer);
            answered.push(vector);
        }
    }
    let count = answered.len();
    let listings = stream::iter(answered).map(|vector| check_listing(server, vector, convention));
    listings.buffer_unordered(CONCURRENT).collect::<()>().await;
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_what_brute_force_found() {
    let server = start(&[]).await;
    let folder = format!("{}/tests/vectors", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(vectors.len() > 1000, "{}", path.display());
        for convention in CONVENTIONS {
            let mut answered = 0;
            for vectors in vectors.chunks(STREAM) {
                answered += check(&server, vectors, convention).await;
            }
            println!("{}, {}: {answered} of {} answered", path.display(), convention.0, vectors.len());
            assert!(answered > vectors.len() / 2, "{}: too few to tell anything", path.display());
        }
    }
}
