//! Batches: many requests, each answered by itself, one failing without the others. An item of a JSON batch and a line
//! of a stream are the same.

use std::collections::BTreeMap;

use memchr::memmem;
use serde::Serialize;

use super::analysis::Analysis;
use super::fault::{Code, Fault};
use super::limits::Limits;
use super::lines::lines;
use super::problem::Document;
use super::question::Engine;
use super::request::{Defaults, Explain, Id, Rejected, Request};
use super::work::{self, Size, Weight};
use super::writer;
use crate::solve::cost;
use crate::theory::Tables;

/// About how many times as long as a short request its whole answer is.
const GROWTH: usize = 6;

/// What is in the place of an answer that there is not.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure<'a> {
    /// The request's own, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Id>, nullable = false))]
    id: Option<&'a Id>,
    /// What is wrong with the request; pointers are into it alone.
    #[cfg_attr(feature = "openapi", schema(value_type = Document))]
    error: Document<'a>,
}

/// An item of a JSON batch.
#[derive(Clone, Copy, Debug)]
pub enum Item<'i> {
    /// One that is answered.
    Affordable(&'i [u8]),
    /// One of which the batch's budget leaves nothing.
    TooCostly(&'i [u8]),
}

/// Reads a request that is within the limits.
fn read(text: &[u8], defaults: Defaults, limits: &Limits) -> Result<Request, Rejected> {
    let request: Request = Request::from_json(text, defaults, limits)?;
    let weight = Weight::of_analysis(request.play, request.own.explain);
    match work::check(request.squares, weight, limits.max_cost) {
        Ok(()) => Ok(request),
        Err(fault) => Err(Rejected { id: request.id, faults: fault.into() }),
    }
}

/// About how many steps an item takes, told from it alone: always the same, whatever others have asked for before.
#[must_use]
pub fn steps(text: &[u8], defaults: Defaults, limits: &Limits) -> u64 {
    let of_text = Size::of(text).steps(Weight::of_json(text, defaults.play));
    // Only these can want a table or a search of their own each time. All others would be read twice for nothing.
    let has = |word: &[u8]| memmem::find(text, word).is_some();
    if !(has(b"(") || has(b"games") || has(b"remoteness") || has(b"\\")) {
        return of_text;
    }
    let Ok(request) = Request::<Explain>::from_json(text, defaults, limits) else { return of_text };
    of_text.saturating_add(cost(&request.position, request.play, request.own.remoteness, &Tables::default()))
}

/// The failure of an item over the budget, under its own id if it can be read. A request that costs that
/// much is long, and to read it costs too; so the longest are not searched for their id.
fn too_costly(text: &[u8], defaults: Defaults, limits: &Limits) -> Rejected {
    /// Up to here reading costs little.
    const READ_BYTES: usize = 2048;
    let detail = "the requests before this one took what a batch may take in all: send it in another batch, or as a \
                  line of a stream";
    let read = (text.len() <= READ_BYTES).then(|| Request::<Explain>::from_json(text, defaults, limits));
    let id = match read {
        Some(Ok(request)) => request.id,
        Some(Err(rejected)) => rejected.id,
        None => None,
    };
    Rejected { id, faults: Fault::new(Code::TooCostly, detail).into() }
}

/// Answers to some of the items of a batch, in their order.
#[derive(Debug, Default)]
pub struct Answers {
    /// Their JSON, one after the other.
    pub json: Vec<u8>,
    /// How many of them are failures.
    pub failed: usize,
    /// How many are none.
    pub answered: usize,
    /// How many positions were asked about.
    pub positions: usize,
    /// How many components of each game they had, by the place of the game in the catalogue.
    pub components: BTreeMap<usize, usize>,
}

impl Answers {
    /// The answers to the items of a JSON batch, with commas between them; no more of them once none is wanted.
    ///
    /// # Errors
    /// If one can't be written, which is a fault of the code.
    pub fn to_items<'i>(
        items: impl IntoIterator<Item = Item<'i>>,
        defaults: Defaults,
        engine: &Engine,
        is_wanted: impl Fn() -> bool,
    ) -> serde_json::Result<Self> {
        let mut answers = Self::default();
        for item in items.into_iter().take_while(|_| is_wanted()) {
            if !answers.json.is_empty() {
                answers.json.push(b',');
            }
            let request = match item {
                Item::Affordable(item) => read(item, defaults, &engine.limits),
                Item::TooCostly(item) => Err(too_costly(item, defaults, &engine.limits)),
            };
            answers.add(request, &engine.tables)?;
        }
        Ok(answers)
    }

    /// The answers to the lines of a piece of a stream, a line each. Blank lines have none; and no more of them once none
    /// is wanted.
    ///
    /// # Errors
    /// If one can't be written, which is a fault of the code.
    pub fn to_lines(
        piece: &[u8],
        max_line: usize,
        engine: &Engine,
        is_wanted: impl Fn() -> bool,
    ) -> serde_json::Result<Self> {
        let mut answers = Self { json: Vec::with_capacity(piece.len().saturating_mul(GROWTH)), ..Self::default() };
        for line in lines(piece).take_while(|_| is_wanted()) {
            if line.len() > max_line {
                let detail = format!("the line is too long: it may have at most {max_line} bytes");
                answers.add(Err(Fault::new(Code::InvalidRequest, detail).into()), &engine.tables)?;
            } else if line.trim_ascii().is_empty() {
                continue;
            } else {
                answers.add(read(line, Defaults::default(), &engine.limits), &engine.tables)?;
            }
            answers.json.push(b'\n');
        }
        Ok(answers)
    }

    fn add(&mut self, request: Result<Request, Rejected>, tables: &Tables) -> serde_json::Result<()> {
        let request = match request {
            Ok(request) => request,
            Err(rejected) => return self.add_failure(&rejected),
        };
        self.positions = self.positions.saturating_add(1);
        for part in request.position.parts() {
            let count = self.components.entry(part.place).or_default();
            *count = count.saturating_add(part.run.len());
        }
        match Analysis::of(request, tables) {
            Ok(analysis) => {
                self.answered = self.answered.saturating_add(1);
                writer::append(&mut self.json, &analysis.answer())
            }
            Err(rejected) => self.add_failure(&rejected),
        }
    }

    fn add_failure(&mut self, Rejected { id, faults }: &Rejected) -> serde_json::Result<()> {
        self.failed = self.failed.saturating_add(1);
        writer::append(&mut self.json, &Failure { id: id.as_ref(), error: Document::of(faults) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn values(answers: &Answers) -> Vec<Value> {
        let text = std::str::from_utf8(&answers.json).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn lines_are_answered_one_by_one() {
        let piece = concat!(
            r#"{"position": {"euclid": [[5, 26]]}, "brief": true, "id": 1}"#,
            "\r\n\n  \r\n",
            r#"{"position": {"euclid": [5, 26]}, "id": "b"}"#,
            "\nnot JSON\n",
            r#"{"position": {"empty-and-divide": [[1, 999999]], "nim": [1]}, "play": "misere", "id": "c"}"#,
        );
        let answers = Answers::to_lines(piece.as_bytes(), 100, &Engine::default(), || true).unwrap();
        let lines = values(&answers);
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert_eq!((&lines[0]["id"], &lines[0]["grundy"]), (&json!(1), &json!(5)));
        assert_eq!(
            (&lines[1]["id"], &lines[1]["error"]["errors"][0]["pointer"]),
            (&json!("b"), &json!("/position/euclid"))
        );
        assert_eq!((lines[2].get("id"), &lines[2]["error"]["code"]), (None, &json!("invalid-json")));
        assert_eq!((&lines[3]["id"], &lines[3]["error"]["code"]), (&json!("c"), &json!("misere-unsupported")));
        assert_eq!(answers.failed, 3);
    }

    #[test]
    fn a_long_line_is_only_itself_refused() {
        let line = r#"{"position": {"nim": [1]}}"#;
        let piece = format!("{line} \r\n{line}\r\n{:60}\n{line}", "");
        let answers = Answers::to_lines(piece.as_bytes(), line.len(), &Engine::default(), || true).unwrap();
        let lines = values(&answers);
        let failed: Vec<bool> = lines.iter().map(|line| line.get("error").is_some()).collect();
        assert_eq!(failed, [true, false, true, false]);
        assert!(lines[0]["error"]["detail"].as_str().unwrap().contains(&line.len().to_string()), "{lines:?}");
    }

    #[test]
    fn items_have_defaults_and_their_own() {
        let items: [&[u8]; 3] = [
            br#"{"position": {"nim": [1]}}"#,
            br#"{"position": {"nim": [1]}, "play": "normal", "brief": false}"#,
            b"[]",
        ];
        let defaults = Defaults { play: crate::game::Convention::Misere, brief: true };
        let Answers { json, failed, answered, positions, components } =
            Answers::to_items(items.map(Item::Affordable), defaults, &Engine::default(), || true).unwrap();
        let results: Value = serde_json::from_slice(&[b"[", &json[..], b"]"].concat()).unwrap();
        assert_eq!((&results[0]["winner"], results[0].get("values")), (&json!("second"), None));
        assert_eq!((&results[1]["winner"], &results[1]["values"]), (&json!("first"), &json!({"nim": [1]})));
        assert_eq!((&results[2]["error"]["status"], failed), (&json!(422), 1));
        assert_eq!((positions, answered), (2, 2));
        assert_eq!(components.into_iter().collect::<Vec<_>>(), [(crate::catalogue::place("nim").unwrap(), 2)]);
    }
}
