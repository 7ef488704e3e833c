//! The schema of a request for the values of many positions.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, AllOfBuilder, ObjectBuilder, OneOfBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::OwnGames;
use crate::game::Play;
use crate::wire::known::KnownPeriod;
use crate::wire::schemas::{Component, Schemas, WIRE_INTEGER, described, flag, list, reference, string};

use crate::wire::value_table::{MAX_POSITIONS, MAX_RANGE, Observed, OnlyOutcome, Period, ValuesRequest, names};

/// Returns the schema of the list of columns in a request.
#[must_use]
pub fn columns() -> RefOr<Schema> {
    list(string().enum_values(Some(names()))).max_items(Some(names().len())).unique_items(true).into()
}

/// Returns the schema of the outcome that positions in the answer have.
#[must_use]
pub fn only() -> RefOr<Schema> {
    string().enum_values(Some(OnlyOutcome::ALL.map(OnlyOutcome::as_str))).into()
}

/// The description of the outcome that positions in the answer have.
pub const ONLY: &str =
    "Answer only with positions that the player to move loses (lost), wins (won), or neither (drawn)";

/// Returns the schema of a list of positions.
fn positions() -> RefOr<Schema> {
    list(reference(<Component as ToSchema>::name())).max_items(Some(MAX_POSITIONS)).into()
}

/// The description of a conjecture in the contract.
pub const CONJECTURE: &str = "Your formula in Python, to be compared: def value(n) or def lost(n), of (a, b) for pairs";

/// The description of what a move takes in the contract.
pub const SUBTRACT: &str = "What a move takes from a heap, such as 1, 2, 3+4i for 1, 2, 3, 7, 11, and so on, or primes and \
                            powers-of-2. Proofs of formulas use it. Without it, the syntax of the rules is read";

/// The description of the wish for a certificate in the contract.
pub const CERTIFICATE: &str = "Add certificate: a proof of the values, or in misère play of the winners";

/// Returns the schema of a client's formula.
#[must_use]
pub fn conjecture() -> RefOr<Schema> {
    string().into()
}

impl PartialSchema for ValuesRequest {
    fn schema() -> RefOr<Schema> {
        let end = || reference(WIRE_INTEGER);
        let words = format!("At most {MAX_RANGE} integers, both ends included");
        let range = ObjectBuilder::new()
            .property("from", end())
            .property("to", end())
            .required("from")
            .required("to")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .description(Some(words));
        let side = list(end()).min_items(Some(2)).max_items(Some(2));
        let sides =
            list(side).min_items(Some(1)).description(Some("For each integer: its smallest and its largest value"));
        let words = format!(
            "At most {MAX_RANGE} lists of integers. The last integer runs fastest. What is no position is left out"
        );
        let cuboid = ObjectBuilder::new()
            .property("box", sides)
            .required("box")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .description(Some(words));
        let all = string()
            .enum_values(Some(["all"]))
            .description(Some("For a graph in games: all vertices, or with starts, all that moves reach from them"));
        let asked = OneOfBuilder::new().item(positions()).item(range).item(cuboid).item(all);
        let asked = asked.description(Some("A list, a range, a box, or all"));
        let object = ObjectBuilder::new()
            .property("game", string().description(Some("The key of the game")))
            .property("positions", asked)
            .property("starts", described(positions(), "With all: the vertices where play begins"))
            .property("play", described(reference(Play::name()), "Normal play by default"))
            .property("of", described(columns(), "grundy and winner by default. count is the number of positions"))
            .property("only", described(only(), ONLY))
            .property("games", reference(OwnGames::name()))
            .property("find", described(flag().into(), "Whether to look for formulas of the columns"))
            .property("conjecture", described(conjecture(), CONJECTURE))
            .property("subtract", described(string().into(), SUBTRACT))
            .property("certificate", described(flag().into(), CERTIFICATE))
            .required("game")
            .required("positions")
            .examples([
                json!({"game": "kayles", "positions": {"from": 0, "to": 20}}),
                json!({"game": "wythoff", "positions": {"box": [[0, 8], [0, 8]]}, "only": "lost", "of": ["grundy", "winner", "count"]}),
                json!({"game": "cram", "positions": ["3x3", "3x4", ["...", ".x."]], "of": ["grundy"]}),
                json!({
                    "game": "mark", "positions": {"from": 0, "to": 200}, "of": ["winner"], "find": true,
                    "conjecture": "def lost(n):\n    return n % 4 == 0"
                }),
                json!({
                    "games": {"walk": {"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}}},
                    "game": "walk", "positions": "all", "play": "misere", "of": ["winner", "remoteness"]
                }),
            ])
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        object.into()
    }
}

impl ToSchema for ValuesRequest {
    fn name() -> Cow<'static, str> {
        "ValuesRequest".into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Component as ToSchema>::schemas(schemas);
        OwnGames::schemas(schemas);
        schemas.push((<Component as ToSchema>::name().into_owned(), Component::schema()));
        schemas.push((Play::name().into_owned(), Play::schema()));
    }
}

/// Returns the schema of a period whose status is this word.
fn with_status(period: Cow<'static, str>, status: &str, words: &str) -> RefOr<Schema> {
    let status = ObjectBuilder::new().property("status", string().enum_values(Some([status]))).required("status");
    AllOfBuilder::new().item(reference(period)).item(status).description(Some(words)).into()
}

/// The names of the two forms of a period. They are schemas of their own, since some generators of clients read no
/// `allOf` inside of a union.
const PROVED: &str = "ProvedPeriod";
const REPEATING: &str = "RepeatingPeriod";

impl PartialSchema for Period {
    fn schema() -> RefOr<Schema> {
        let forms = OneOfBuilder::new().item(reference(PROVED)).item(reference(REPEATING));
        forms.description(Some("How the values of a range repeat.")).into()
    }
}

impl ToSchema for Period {
    fn name() -> Cow<'static, str> {
        "ValuesPeriod".into()
    }

    fn schemas(schemas: &mut Schemas) {
        KnownPeriod::schemas(schemas);
        Observed::schemas(schemas);
        let (proved, repeating) = (KnownPeriod::name(), Observed::name());
        schemas.push((proved.to_string(), KnownPeriod::schema()));
        schemas.push((repeating.to_string(), Observed::schema()));
        schemas.push((PROVED.to_owned(), with_status(proved, "proved", "The values repeat for ever, by a theorem.")));
        let words = "The values repeat in the requested range. Nothing is known beyond it.";
        schemas.push((REPEATING.to_owned(), with_status(repeating, "observed", words)));
    }
}
