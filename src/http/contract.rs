//! The contract: the OpenAPI document, made from the handlers and from the catalogue.
//!
//! A test makes it, and writes the file `openapi.yaml`, which the service then has ([`super::openapi`]). So neither
//! what makes it nor its libraries are in the program, of which they would be a tenth.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::marker::PhantomData;

use grundy_core::catalogue::cards;
use grundy_core::game::shape::Shape;
use grundy_core::game::{Card, Convention, Tag};
pub(super) use grundy_core::wire::analysis::Answer;
use grundy_core::wire::batch::Failure;
pub(super) use grundy_core::wire::catalogue::{Catalogue, KnownEntry};
use grundy_core::wire::catalogue::{Entry, example as example_position};
use grundy_core::wire::fault;
use grundy_core::wire::map::{DEFAULT_RANGE, MAX_SIDE, Map};
pub(super) use grundy_core::wire::moves::{Listing, MovesRequest, Paging};
use grundy_core::wire::openapi::{Described, Property, common_properties};
use grundy_core::wire::play::CallersMove;
pub(super) use grundy_core::wire::play::{PlayRequest, TurnAnswer};
use grundy_core::wire::problem::Document;
pub(super) use grundy_core::wire::request::{Explain, Request};
use grundy_core::wire::schemas::{DIGITS, Schemas, object, reference, string, text_pattern};
use grundy_core::wire::values::{DEFAULT_VALUES, MAX_VALUES, Values};
use serde::Serialize;
use serde_json::json;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{ContentBuilder, RefOr, Required, Response, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, OpenApi, PartialSchema, ToSchema};

use super::catalogue::ServiceLimits;
use super::envelope::Envelope;
use super::problem::Code;
use super::{contract, openapi};

/// What the handlers' annotations do not say.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Plays impartial combinatorial games perfectly: winner, Grundy value and a move for any sum of games, \
            exactly, for integers of any size.\n\nA position is a sum: the key of a game → the list of that game's positions on \
            the table. Integers may be JSON numbers or strings of digits; answers use strings from 2^53 on. Requests are closed \
            (an unknown field is an error), answers are open: ignore fields that you do not know. Every call is pure, so every \
            call, POST too, may be retried. Every error is an RFC 9457 problem; unknown paths are 404, wrong methods 405 with \
            Allow.\n\nWhat a request may ask for is bounded, and so is its work, which is counted while it is done: \
            `GET /v1/games` has this service's `limits`. Over them a request is 413, 414 or 422; a service that has too \
            much to do says 503 with Retry-After, a body that comes too slowly is 408.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = ".", description = "This service, wherever this document is")),
    tags(
        (name = "positions", description = "Who wins, and how"),
        (name = "catalogue", description = "What can be played"),
        (name = "errors", description = "What errors mean"),
        (name = "operations", description = "Probes")
    ),
    components(schemas(Document, ServiceLimits))
)]
pub(super) struct Frame;

/// The query string of a kind of request.
pub(super) struct QueryOf<E>(PhantomData<E>);

impl<E: Described> IntoParams for QueryOf<E> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, words: String, schema: RefOr<Schema>| {
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(words))
                .schema(Some(schema))
        };
        // The keys of families are without number.
        let games = cards().filter(|card| card.parameters.is_none()).enumerate().map(|(index, card)| {
            let Card { id, name, text_form, example, shape, .. } = card;
            let commas = if *shape == Shape::Integer { ", or with commas," } else { "" };
            let words = format!(
                "{name}, as {text_form}; repeated{commas} for several components. At least one game must be there."
            );
            let list = ArrayBuilder::new().items(string().pattern(text_pattern(*shape)));
            // One game is enough to try it.
            let example = (index == 0).then(|| json!([example]));
            parameter(id, words, RefOr::T(Schema::Array(list.build()))).explode(Some(true)).example(example).build()
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
        let range = |name: &str, words: String, default: &str| {
            let range = string().pattern(Some(format!(r"^{DIGITS}\.\.{DIGITS}$"))).default(Some(default.into()));
            parameter(name, words, range)
        };
        let side = |name, lines: &str| {
            let words = format!(
                "Of a game of two numbers: the numbers of the {lines}, both ends included: at most {MAX_SIDE}, from 0 or \
                 more on"
            );
            range(name, words, DEFAULT_RANGE).example(Some("1..5".into())).build()
        };
        let n = format!(
            "Of a game of one integer: the integers, both ends included: at most {MAX_VALUES}, from 0 or more on"
        );
        let format = string().enum_values(Some(["json", "svg"])).default(Some("json".into()));
        let format = parameter("format", "Numbers or a picture".into(), format).example(Some("json".into()));
        vec![side("a", "rows"), side("b", "columns"), range("n", n, DEFAULT_VALUES).build(), format.build()]
    }
}

/// The query string of a search for games.
pub(super) struct SearchQuery;

impl IntoParams for SearchQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let words = "Words that are all in the id, the names or the rules, in any spelling";
        let tags = string().enum_values(Some(Tag::ALL.map(Tag::as_str)));
        vec![
            parameter("q", words.into(), string()).example(Some("heap".into())).build(),
            parameter("tag", "What kind of game".into(), tags).example(Some("heaps".into())).build(),
        ]
    }
}

/// An optional parameter of a query string.
fn parameter(name: &str, words: String, schema: ObjectBuilder) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(words))
        .schema(Some(object(schema)))
}

/// The errors of a GET without input.
pub(super) struct FixedRefusals;

/// The errors of a GET that names something in its path.
pub(super) struct PathRefusals;

/// The errors of a GET for games.
pub(super) struct SearchRefusals;

/// The errors of a GET for a game.
pub(super) struct GameRefusals;

/// The errors of a GET for a map.
pub(super) struct MapRefusals;

/// The errors of a GET with a position in its query string.
pub(super) struct QueryRefusals;

/// The errors of a POST.
pub(super) struct BodyRefusals;

impl IntoResponses for FixedRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals(|code| matches!(code, Code::UriTooLong | Code::Internal))
    }
}

impl IntoResponses for PathRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals(|code| matches!(code, Code::NotFound | Code::UriTooLong | Code::Internal))
    }
}

impl IntoResponses for SearchRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals(|code| matches!(code, Code::Fault(fault::Code::InvalidQuery) | Code::UriTooLong | Code::Internal))
    }
}

impl IntoResponses for GameRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refusals(|code| matches!(code, Code::NotFound | Code::UriTooLong | Code::Internal | Code::Overloaded))
    }
}

impl IntoResponses for MapRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use fault::Code::{InvalidQuery, TooCostly, TooManyDigits, ValueUnknown};
        refusals(|code| match code {
            Code::Fault(fault) => matches!(fault, InvalidQuery | TooCostly | TooManyDigits | ValueUnknown),
            Code::NotFound | Code::UriTooLong | Code::Internal | Code::Overloaded => true,
            _ => false,
        })
    }
}

impl IntoResponses for QueryRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use fault::Code::{IllegalMove, InvalidJson, InvalidRequest, UnknownGame};
        refusals(|code| match code {
            Code::Fault(fault) => !matches!(fault, InvalidJson | InvalidRequest | UnknownGame | IllegalMove),
            Code::UriTooLong | Code::Internal | Code::Overloaded => true,
            _ => false,
        })
    }
}

impl IntoResponses for BodyRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use Code::{Fault, MethodNotAllowed, NotFound};
        refusals(|code| !matches!(code, Fault(fault::Code::InvalidQuery) | NotFound | MethodNotAllowed))
    }
}

fn refusals(applies: impl Fn(&Code) -> bool) -> BTreeMap<String, RefOr<Response>> {
    let mut codes: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in Code::ALL.iter().copied().filter(applies) {
        codes.entry(code.status().as_u16()).or_default().push(code.as_str());
    }
    let response = |(status, codes): (u16, Vec<&str>)| {
        let content = ContentBuilder::new().schema(Some(reference(Document::name()))).build();
        let response =
            ResponseBuilder::new().description(codes.join(", ")).content("application/problem+json", content);
        (status.to_string(), RefOr::T(response.build()))
    };
    codes.into_iter().map(response).collect()
}

/// What a map is: of a game of two numbers, or of one.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted, as of the next two")]
pub(super) enum MapAnswer {
    Rectangle(Map),
    Line(Values),
}

/// Answers to a batch.
#[derive(ToSchema)]
#[expect(dead_code, reason = "they are written piece by piece")]
pub(super) struct BatchAnswer<'a> {
    /// An answer for each request, in order.
    results: Vec<BatchItem<'a>>,
    /// How many of them are failures.
    failed: usize,
}

/// An answer to one of many requests.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "as above")]
pub(super) enum BatchItem<'a> {
    #[schema(no_recursion)]
    Answer(Answer<'a>),
    Failure(Failure<'a>),
}

impl PartialSchema for Envelope {
    fn schema() -> RefOr<Schema> {
        let requests = ArrayBuilder::new().items(reference(Request::<Explain>::name()));
        let words = "For requests that don't say otherwise";
        let brief = ObjectBuilder::new().schema_type(Type::Boolean).description(Some(words));
        let object = ObjectBuilder::new()
            .property("requests", requests)
            .property("play", reference(Convention::name()))
            .property("brief", brief)
            .required("requests")
            .examples([example_of_batch()])
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        RefOr::T(Schema::Object(object.build()))
    }
}

/// A question about each game.
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

/// Like a snapshot: what the code says otherwise goes into the file, and the test fails this once, so that somebody looks
/// at the difference.
#[test]
fn the_file_is_what_the_code_says() {
    let (path, contract) = (concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml"), contract().to_yaml().unwrap());
    if fs::read_to_string(path).unwrap() != contract {
        fs::write(path, contract).unwrap();
        panic!("openapi.yaml was stale, and is written anew");
    }
}

#[test]
fn its_json_is_the_same() {
    let json: serde_json::Value = serde_json::from_str(&openapi::json().unwrap()).unwrap();
    assert_eq!(json, serde_json::to_value(contract()).unwrap());
}

/// utoipa lets the last of two schemas with one name win, silently.
#[test]
fn no_two_schemas_share_a_name() {
    fn add<T: ToSchema>(schemas: &mut Schemas) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
    let mut schemas = Schemas::new();
    add::<Request>(&mut schemas);
    add::<Request<Paging>>(&mut schemas);
    add::<Request<CallersMove>>(&mut schemas);
    add::<Listing>(&mut schemas);
    add::<TurnAnswer>(&mut schemas);
    add::<Answer>(&mut schemas);
    add::<Envelope>(&mut schemas);
    add::<BatchAnswer>(&mut schemas);
    add::<BatchItem>(&mut schemas);
    add::<Catalogue>(&mut schemas);
    add::<Entry>(&mut schemas);
    add::<Map>(&mut schemas);
    add::<Values>(&mut schemas);
    add::<Document>(&mut schemas);
    let json = |schema: &RefOr<Schema>| serde_json::to_string(schema).unwrap();
    let contract = serde_json::to_value(contract()).unwrap();
    for (name, schema) in &schemas {
        let same = schemas.iter().filter(|(other, _)| other == name);
        assert!(same.map(|(_, other)| json(other)).all(|other| other == json(schema)), "{name} is two schemas");
        assert!(contract["components"]["schemas"].get(name).is_some(), "{name} is not in the contract");
    }
}
