//! The types that handlers name in their annotations. They describe query strings, errors and answers in the contract.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use axum::http::StatusCode;
use grundy_core::catalogue::{all, cards};
use grundy_core::game::shape::Shape;
use grundy_core::game::{Card, Play, Tag};
use grundy_core::solve::Winner;
pub(super) use grundy_core::wire::analysis::AnalysisAnswer;
use grundy_core::wire::batch::BatchFailure;
pub(super) use grundy_core::wire::catalogue::{CatalogueAnswer, KnownEntry};
use grundy_core::wire::certificate::Certificate;
use grundy_core::wire::fault::Code::{
    IllegalMove, InvalidCursor, InvalidGame, InvalidJson, InvalidQuery, InvalidRequest, MisereUnsupported, TooCostly,
    TooManyComponents, TooManyDigits, UnknownGame, ValueUnknown,
};
use grundy_core::wire::genus::GenusAnswer;
use grundy_core::wire::map::{DEFAULT_RANGE, MAX_SIDE, ValueMap};
pub(super) use grundy_core::wire::moves::{MovesPage, MovesRequest, Paging};
use grundy_core::wire::openapi::quotient::largest;
use grundy_core::wire::openapi::values::{CERTIFICATE, CONJECTURE, ONLY, SUBTRACT, only};
use grundy_core::wire::openapi::{Described, OwnGames, Property, common_properties};
pub(super) use grundy_core::wire::play::{PlayRequest, TurnAnswer};
use grundy_core::wire::position::example as example_position;
use grundy_core::wire::problem::Document;
pub(super) use grundy_core::wire::quotient::QuotientAnswer;
pub(super) use grundy_core::wire::request::{Explain, Request};
use grundy_core::wire::schemas::{Component, ComponentValue, DIGITS, asked_pattern, reference, string};
pub(super) use grundy_core::wire::value_table::ValuesRequest;
use grundy_core::wire::value_table::{self, MAX_RANGE, names};
use grundy_core::wire::values::{DEFAULT_VALUES, MAX_VALUES, ValueRow};
use serde::Serialize;
use serde_json::json;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, RefOr, Required, Response, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, PartialSchema, ToSchema};

use super::batch::envelope::Envelope;
use crate::http::layers::problem::{HttpProblem, Problem};

/// The query string of a request about a position. `E` has the fields that only this kind of request has.
pub(super) struct QueryOf<E>(PhantomData<E>);

impl<E: Described> IntoParams for QueryOf<E> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        // The keys of families are not listed, since a family has infinitely many keys.
        let games = all().iter().filter(|game| game.card().parameters.is_none()).enumerate().map(|(index, game)| {
            let Card { id, name, text_form, notation, example, .. } = game.card();
            let commas = if game.shape() == Shape::Integer { " or write commas between them" } else { "" };
            let pattern = asked_pattern(*game);
            let also = notation.map_or_else(String::new, |notation| format!(" Also written as {}.", notation.text()));
            let words = format!(
                "{name}, written as {text_form}.{also} For several components, repeat the parameter{commas}. A request needs \
                 at least one game."
            );
            let list = ArrayBuilder::new().items(string().pattern(pattern));
            // One game with an example is enough to try the call.
            let example = (index == 0).then(|| json!([example]));
            parameter(id, words, list).explode(Some(true)).example(example).build()
        });
        let others = common_properties().into_iter().chain(E::properties());
        let others = others.map(|Property { name, words, schema }| parameter(name, words.to_owned(), schema).build());
        games.chain(others).collect()
    }
}

/// The query string of a map.
pub(super) struct MapQuery;

impl IntoParams for MapQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        // The schema has no defaults, since clients that are generated from the contract send every default. A game
        // whose positions are integers n would refuse the defaults of a and b.
        let range = |name: &str, words: String, default: &str| {
            let range = string().pattern(Some(format!(r"^{DIGITS}\.\.{DIGITS}$")));
            parameter(name, format!("{words}. The default is {default}"), range)
        };
        let side = |name, which: &str, line: &str| {
            let words = format!(
                "For a game whose positions are pairs: the range of the {which} number, with a {line} for each number. Both \
                 ends are included. The range has at most {MAX_SIDE} numbers"
            );
            range(name, words, DEFAULT_RANGE).example(Some("1..5".into())).build()
        };
        let n = format!(
            "For a game whose positions are integers: the range of these integers. Both ends are included. The range has at \
             most {MAX_VALUES} integers"
        );
        let format = string().enum_values(Some(["json", "svg"])).default(Some("json".into()));
        let format = parameter("format", "The form of the answer: numbers or a picture".into(), format)
            .example(Some("json".into()));
        vec![
            side("a", "first", "row"),
            side("b", "second", "column"),
            range("n", n, DEFAULT_VALUES).build(),
            format.build(),
        ]
    }
}

/// The query string of a request for the misère quotient of a game of heaps.
pub(super) struct QuotientQuery;

impl IntoParams for QuotientQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let words = "The largest heap. Without it, the quotient covers all heaps";
        vec![parameter("to", words.into(), largest()).example(Some(12.into())).build()]
    }
}

/// The query string of a request for the values of a range.
pub(super) struct ValuesQuery;

impl IntoParams for ValuesQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let integer = || string().pattern(Some(format!("^{DIGITS}$")));
        let game = "The key of a game whose positions are integers, or for a box lists of integers";
        let column = names().join("|");
        let columns = string().pattern(Some(format!("^({column})(,({column}))*$")));
        let last = format!("The last integer. The range has at most {MAX_RANGE} integers");
        let sides =
            "Instead of a range: for each integer of a position, its smallest and its largest value, such as 0..9,0..9";
        let side = format!("{DIGITS}\\.\\.{DIGITS}");
        let words = "The columns of the answer, with commas between them. The default is grundy,winner";
        vec![
            parameter("game", game.into(), string()).required(Required::True).example(Some("kayles".into())).build(),
            parameter("from", "The first integer".into(), integer()).example(Some("0".into())).build(),
            parameter("to", last, integer()).example(Some("12".into())).build(),
            parameter("box", sides.into(), string().pattern(Some(format!("^{side}(,{side})*$")))).build(),
            parameter(
                "play",
                "The rule for a player who cannot move. The default is normal".into(),
                reference(Play::name()),
            )
            .build(),
            parameter("of", words.into(), columns).build(),
            parameter("only", ONLY.into(), only()).build(),
            parameter(
                "find",
                "Whether to look for formulas of the columns".into(),
                ObjectBuilder::new().schema_type(Type::Boolean),
            )
            .build(),
            parameter("conjecture", CONJECTURE.into(), string()).build(),
            parameter("subtract", SUBTRACT.into(), string()).build(),
            parameter("certificate", CERTIFICATE.into(), ObjectBuilder::new().schema_type(Type::Boolean)).build(),
        ]
    }
}

/// The query string of a search for games.
pub(super) struct SearchQuery;

impl IntoParams for SearchQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let words = "Search words, such as matchsticks, in any form and spelling, or a problem with its judge, such as POJ 1704. \
                     Words are looked for in ids, names, problems, rules and sources. Any word counts, and rare words \
                     count more. The best match comes first";
        let tags = string().enum_values(Some(Tag::ALL.map(Tag::as_str)));
        vec![
            parameter("q", words.into(), string()).example(Some("heap".into())).build(),
            parameter("tag", "The kind of the games".into(), tags).example(Some("heaps".into())).build(),
        ]
    }
}

/// An optional parameter of a query string.
fn parameter(name: &str, words: String, schema: impl Into<RefOr<Schema>>) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(words))
        .schema(Some(schema))
}

/// Declares a type for each kind of call. The type describes the errors with which such a call may be answered.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $applies:expr;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                refusals($applies)
            }
        }
    )*};
}

refusals! {
    /// The errors of a GET whose path is fixed and that has no query string.
    FixedRefusals: |code| matches!(code, HttpProblem::UriTooLong | HttpProblem::Internal);

    /// The errors of a GET that names something in its path.
    PathRefusals: |code| matches!(code, HttpProblem::NotFound | HttpProblem::UriTooLong | HttpProblem::Internal);

    /// The errors of a GET that searches for games.
    SearchRefusals: |code| matches!(code, HttpProblem::Fault(InvalidQuery) | HttpProblem::UriTooLong | HttpProblem::Internal);

    /// The errors of a GET that asks about one game.
    GameRefusals: |code| match code {
        HttpProblem::Fault(fault) => matches!(fault, InvalidGame | InvalidQuery | TooCostly | UnknownGame),
        HttpProblem::NotFound | HttpProblem::UriTooLong | HttpProblem::Internal | HttpProblem::Overloaded => true,
        _ => false,
    };

    /// The errors of a GET for a map.
    MapRefusals: |code| match code {
        HttpProblem::Fault(fault) => {
            matches!(fault, InvalidGame | InvalidQuery | TooCostly | TooManyDigits | UnknownGame | ValueUnknown)
        }
        HttpProblem::NotFound | HttpProblem::UriTooLong | HttpProblem::Internal | HttpProblem::Overloaded => true,
        _ => false,
    };

    /// The errors of a GET for the misère quotient of a game.
    GameQuotientRefusals: |code| match code {
        HttpProblem::Fault(fault) => matches!(fault, InvalidGame | InvalidQuery | InvalidRequest | TooCostly | UnknownGame),
        HttpProblem::NotFound | HttpProblem::UriTooLong | HttpProblem::Internal | HttpProblem::Overloaded => true,
        _ => false,
    };

    /// The errors of a GET for the values of a range.
    ValuesRefusals: |code| match code {
        HttpProblem::Fault(fault) => {
            !matches!(fault, InvalidJson | IllegalMove | InvalidCursor | MisereUnsupported | TooManyComponents | ValueUnknown)
        }
        HttpProblem::UriTooLong | HttpProblem::Internal | HttpProblem::Overloaded => true,
        _ => false,
    };

    /// The errors of a GET with a position in its query string.
    QueryRefusals: |code| match code {
        HttpProblem::Fault(fault) => !matches!(fault, InvalidJson | InvalidRequest | UnknownGame | IllegalMove),
        HttpProblem::UriTooLong | HttpProblem::Internal | HttpProblem::Overloaded => true,
        _ => false,
    };

    /// The errors of a POST.
    BodyRefusals: |code| !matches!(code, HttpProblem::Fault(InvalidQuery) | HttpProblem::NotFound | HttpProblem::MethodNotAllowed);
}

fn refusals(applies: impl Fn(&HttpProblem) -> bool) -> BTreeMap<String, RefOr<Response>> {
    let mut codes: BTreeMap<u16, Vec<HttpProblem>> = BTreeMap::new();
    for code in HttpProblem::ALL.iter().copied().filter(&applies) {
        // If calls of this kind name a game in their path, these errors say that nothing is at the path.
        let is_of_path =
            matches!(code, HttpProblem::Fault(InvalidGame | UnknownGame)) && applies(&HttpProblem::NotFound);
        let status = if is_of_path { StatusCode::NOT_FOUND } else { code.status() };
        codes.entry(status.as_u16()).or_default().push(code);
    }
    let by_status = codes.into_iter().map(|(status, codes)| {
        let words = codes.iter().map(|code| code.as_str()).collect::<Vec<_>>().join(", ");
        (status, words, codes.first().copied().unwrap_or(HttpProblem::Internal))
    });
    let by_proxy = (
        429,
        "overloaded: a proxy in front of the service gets too many requests from this address".to_owned(),
        HttpProblem::Overloaded,
    );
    by_status
        .chain([by_proxy])
        .map(|(status, words, code)| (status.to_string(), refusal(status, words, code)))
        .collect()
}

/// Describes the error answers with this status, for the contract. The example is the error answer with the code
/// `code`.
fn refusal(status: u16, words: String, code: HttpProblem) -> RefOr<Response> {
    let problem = Problem::new(code, code.advice());
    let document = Document { status, ..problem.document(Some("10413386735870362041")) };
    let content =
        ContentBuilder::new().schema(Some(reference(Document::name()))).example(Some(json!(document))).build();
    let response = ResponseBuilder::new().description(words).content("application/problem+json", content);
    let response = if code == HttpProblem::Overloaded {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
        let header = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("The number of seconds to wait before the next try"));
        response.header("Retry-After", header.build())
    } else {
        response
    };
    RefOr::T(response.build())
}

/// The Grundy values of a game whose positions are pairs of integers, or of a game whose positions are integers.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted, as of the next two")]
pub(super) enum MapAnswer {
    Rectangle(ValueMap),
    Line(ValueRow),
}

/// The values of many positions. Each requested column is a list, in the order of the positions.
#[derive(ToSchema)]
#[expect(dead_code, reason = "they are written piece by piece")]
pub(super) struct ValuesAnswer {
    /// The key of the game.
    game: String,
    /// The positions. The list is empty if `of` asks only for their number.
    #[schema(value_type = Vec<Component>)]
    positions: Vec<()>,
    /// The value of each position in normal play, even if the request is about misère play; null if the value is not
    /// known.
    #[schema(value_type = Option<Vec<ComponentValue>>, nullable = false)]
    grundy: Option<Vec<()>>,
    /// The winner of each position with perfect play; null if the winner is not known.
    #[schema(nullable = false)]
    winner: Option<Vec<Option<Winner>>>,
    /// How many moves play lasts from each position if the winner hurries and the loser delays; null if play never ends
    /// or the number is not known.
    #[schema(nullable = false)]
    remoteness: Option<Vec<Option<u32>>>,
    /// The genus of each position; null if it is not known.
    #[schema(value_type = Option<Vec<Option<GenusAnswer>>>, nullable = false)]
    genus: Option<Vec<()>>,
    /// For a box: the rows whose values repeat. A row has all positions that differ only in their last integer. Only
    /// answers with `grundy` have this.
    #[schema(nullable = false)]
    rows: Option<Vec<value_table::RowPeriod>>,
    /// The number of positions in the answer, if `of` asks for it.
    #[schema(nullable = false)]
    count: Option<usize>,
    /// The last position before the first one for which something is not known; null if this is the first position.
    /// Only answers about a range or a box have this, and only if something is not known.
    #[schema(value_type = Option<Component>)]
    known_to: Option<()>,
    /// How the values of a range repeat, if that is known. Only answers with `grundy` have this.
    #[schema(nullable = false)]
    period: Option<value_table::Period>,
    /// How the winners of a range repeat, if that is known. Only answers with `winner` have this.
    #[schema(nullable = false)]
    winner_period: Option<value_table::Period>,
    /// How the genera repeat in the requested range, if they repeat.
    #[schema(nullable = false)]
    genus_period: Option<value_table::GenusPeriod>,
    /// If `find` is true: the formulas that hold for all values in the answer, for each column the shortest first.
    #[schema(nullable = false)]
    conjectures: Option<Vec<value_table::FoundConjecture>>,
    /// If `find` is true: formulas that were found for the first values, and that later values or steps refute.
    #[schema(nullable = false)]
    refuted: Option<Vec<value_table::RefutedConjecture>>,
    /// If `find` is true: how many formulas were tested.
    #[schema(nullable = false)]
    tried: Option<u64>,
    /// If there is a `conjecture`: what became of it.
    #[schema(nullable = false)]
    checked: Option<value_table::CheckedConjecture>,
    /// If requested: a certificate of the values, or in misère play of the winners.
    #[schema(nullable = false)]
    certificate: Option<Certificate>,
}

/// A line of a stream of values. If a certificate is requested, it is on the last line.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "as above")]
pub(super) enum ValuesLine {
    Row(ValuesRow),
    Certificate(ValuesProof),
}

/// The last line of a stream of values, if a certificate is requested.
#[derive(Serialize, ToSchema)]
pub(super) struct ValuesProof {
    /// A certificate of the values, or in misère play of the winners.
    certificate: Certificate,
}

/// The values of one position, as a line of a stream.
#[derive(Serialize, ToSchema)]
pub(super) struct ValuesRow {
    /// The position.
    #[schema(value_type = Component)]
    position: (),
    /// The position's value in normal play, even if the request is about misère play; null if the value is not known.
    #[schema(value_type = Option<ComponentValue>, nullable = false)]
    grundy: Option<()>,
    /// The position's winner with perfect play; null if the winner is not known.
    winner: Option<Winner>,
    /// How many moves play lasts from this position if the winner hurries and the loser delays; null if play never ends
    /// or the number is not known.
    remoteness: Option<u32>,
    /// The position's genus; null if it is not known.
    #[schema(value_type = Option<GenusAnswer>)]
    genus: Option<()>,
}

/// The answer to a JSON batch.
#[derive(ToSchema)]
#[expect(dead_code, reason = "they are written piece by piece")]
pub(super) struct BatchAnswer<'a> {
    /// An answer to each request, in the order of the requests.
    results: Vec<BatchItem<'a>>,
    /// The number of requests that failed.
    failed: usize,
}

/// The answer to one request of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "as above")]
pub(super) enum BatchItem<'a> {
    #[schema(no_recursion)]
    Answer(Box<AnalysisAnswer<'a>>),
    Failure(BatchFailure<'a>),
}

/// A line of a stream.
pub(super) struct BatchLine;

impl PartialSchema for BatchLine {
    fn schema() -> RefOr<Schema> {
        let games = ObjectBuilder::new()
            .description(Some("Games for the lines after this line"))
            .property("games", reference(OwnGames::name()))
            .required("games")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        let words = "A line of a stream: a request, or games for the lines after this line.";
        let line = OneOfBuilder::new().item(reference(Request::<Explain>::name())).item(games);
        RefOr::T(Schema::OneOf(line.description(Some(words)).build()))
    }
}

impl ToSchema for BatchLine {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Envelope::schemas(schemas);
    }
}

/// The answer to one line of a stream.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "as above")]
pub(super) enum BatchLineAnswer<'a> {
    #[schema(no_recursion)]
    Answer(Box<AnalysisAnswer<'a>>),
    Failure(BatchFailure<'a>),
    Games(DefinedGames),
}

/// The answer to a line that defines games.
#[derive(Serialize, ToSchema)]
pub(super) struct DefinedGames {
    /// The names of the games.
    games: Vec<String>,
}

impl PartialSchema for Envelope {
    fn schema() -> RefOr<Schema> {
        let requests = ArrayBuilder::new().items(reference(Request::<Explain>::name()));
        let words = "The value of brief for requests that do not set it";
        let brief = ObjectBuilder::new().schema_type(Type::Boolean).description(Some(words));
        let object = ObjectBuilder::new()
            .property("requests", requests)
            .property("games", reference(OwnGames::name()))
            .property("play", reference(Play::name()))
            .property("brief", brief)
            .required("requests")
            .examples([example_of_batch()])
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        RefOr::T(Schema::Object(object.build()))
    }
}

/// Returns a batch that has a request about an example of each game.
fn example_of_batch() -> serde_json::Value {
    let request = |card: &Card| json!({ "position": example_position(card), "id": card.id });
    let requests: Vec<_> = cards().map(request).collect();
    json!({ "requests": requests, "brief": true })
}

impl ToSchema for Envelope {
    fn name() -> Cow<'static, str> {
        "Batch".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Request::<Explain>::name().into_owned(), Request::<Explain>::schema()));
        <Request as ToSchema>::schemas(schemas);
    }
}
