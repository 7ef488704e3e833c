//! The contract: the OpenAPI document, made from the handlers and from the catalogue; and the page to try it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde_json::json;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat,
    SchemaType, Type,
};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, Response, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, OpenApi, PartialSchema, ToSchema};

use super::problem::Code;
use crate::answer::Values;
use crate::fault;
use crate::game::Card;
use crate::games::{Component, Kind};
use crate::limits::{Limits, Meter};
use crate::listing::{MAX_LIMIT, Paging};
use crate::map::{DEFAULT_RANGE, MAX_SIDE};
use crate::natural::Natural;
use crate::oracle::Play;
use crate::position::Position;
use crate::problem::Document;
use crate::request::{Explain, Extra, Id, Request};
use crate::shape::WIRE_INTEGER;
use crate::turn::CallersMove;

/// What the handlers' annotations do not say.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Plays impartial combinatorial games perfectly: winner, Grundy value and a move for any sum of games, \
            exactly, for integers of any size.\n\nA position is a sum: the id of a game → the list of that game's positions on \
            the table. Integers may be JSON numbers or strings of digits; answers use strings from 2^53 on. Requests are closed \
            (an unknown field is an error), answers are open: ignore fields that you do not know. Every call is pure, so every \
            call, POST too, may be retried. Every error is an RFC 9457 problem; unknown paths are 404, wrong methods 405 with \
            Allow.\n\nWhat a request may ask for is bounded, and what that costs is known before the work begins: \
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
    components(schemas(Document))
)]
pub struct Frame;

/// The name of the schema of a game's positions.
#[must_use]
pub fn schema_name(kind: Kind) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    let name: String = kind.id().split('-').map(capital).collect();
    format!("{name}Position")
}

fn reference(name: impl Into<String>) -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(name))
}

type Schemas = Vec<(String, RefOr<Schema>)>;

/// The decimal digits of an integer.
const DIGITS: &str = "(0|[1-9][0-9]*)";

impl PartialSchema for Natural {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .maximum(Some(i64::MAX));
        let digits = string().pattern(Some(format!("^{DIGITS}$")));
        let either = OneOfBuilder::new().item(number).item(digits).description(Some(
            "An integer of 0 or more, of any size. In: a JSON integer or a string of decimal digits, which is always accepted. \
             Out: a number up to 2^53 − 1, a string beyond.",
        ));
        RefOr::T(Schema::OneOf(either.build()))
    }
}

impl ToSchema for Natural {
    fn name() -> Cow<'static, str> {
        WIRE_INTEGER.into()
    }
}

impl PartialSchema for Component {
    fn schema() -> RefOr<Schema> {
        let any = AnyOfBuilder::new().description(Some("A position of one game, in the shape of that game"));
        let any = Kind::ALL.iter().fold(any, |any, kind| any.item(reference(schema_name(*kind))));
        RefOr::T(Schema::AnyOf(any.build()))
    }
}

impl ToSchema for Component {
    fn schemas(schemas: &mut Schemas) {
        schemas.push((Natural::name().into_owned(), Natural::schema()));
        schemas.extend(Kind::ALL.iter().map(|kind| (schema_name(*kind), describe(*kind))));
    }
}

/// The schema of a game's positions, with its words.
fn describe(kind: Kind) -> RefOr<Schema> {
    let words = format!("{}: {}", kind.card().name, kind.card().position);
    let mut schema = kind.schema();
    match &mut schema {
        RefOr::Ref(reference) => reference.description = words,
        RefOr::T(Schema::Array(list)) => list.description = Some(words),
        RefOr::T(Schema::Object(object)) => object.description = Some(words),
        RefOr::T(_) => {}
    }
    schema
}

/// An object with a list for each game.
fn per_game(description: &str, element: impl Fn(Kind) -> RefOr<Schema>) -> ObjectBuilder {
    let object = ObjectBuilder::new().description(Some(description));
    Kind::ALL.iter().fold(object, |object, kind| object.property(kind.id(), ArrayBuilder::new().items(element(*kind))))
}

impl PartialSchema for Position {
    fn schema() -> RefOr<Schema> {
        let words = "A sum of games: the id of a game → the list of its positions on the table";
        let builder = per_game(words, |kind| reference(schema_name(kind)));
        object(builder.additional_properties(Some(AdditionalProperties::FreeForm(false))))
    }
}

impl ToSchema for Position {
    fn schemas(schemas: &mut Schemas) {
        <Component as ToSchema>::schemas(schemas);
    }
}

impl PartialSchema for Values<'_> {
    fn schema() -> RefOr<Schema> {
        let words = "The Grundy value of each component, in the shape of the position";
        object(per_game(words, |_| reference(WIRE_INTEGER)))
    }
}

impl ToSchema for Values<'_> {}

impl PartialSchema for Id {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(Self::MAX_LENGTH));
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(i64::MIN))
            .maximum(Some(i64::MAX));
        let either = OneOfBuilder::new().item(text).item(number);
        let words = "The client's name for the question, which comes back with the answer as it was spelled: a string of \
                     at most 128 characters, or an integer (longer ones than these are taken, too)";
        RefOr::T(Schema::OneOf(either.description(Some(words)).build()))
    }
}

impl ToSchema for Id {}

/// A field of a request as the contract shows it.
struct Property {
    name: &'static str,
    words: &'static str,
    schema: RefOr<Schema>,
}

/// A kind of request as the contract shows it.
trait Described: Extra {
    /// The name of the schema.
    const NAME: &'static str;

    /// The fields that only this kind has.
    fn properties() -> Vec<Property>;

    /// Requests to try.
    fn examples() -> Vec<serde_json::Value>;
}

fn object(builder: ObjectBuilder) -> RefOr<Schema> {
    RefOr::T(Schema::Object(builder.build()))
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn flag() -> ObjectBuilder {
    // Without a default: generators make a field that has one required.
    ObjectBuilder::new().schema_type(Type::Boolean)
}

/// The fields of every request but its position.
fn common_properties() -> Vec<Property> {
    vec![
        Property { name: "play", words: "Who wins when nobody can move", schema: reference(Play::name()) },
        Property {
            name: "brief",
            words: "Leave out values, after and from, which are as long as the position; false unless said",
            schema: object(flag()),
        },
        Property {
            name: "id",
            words: "A name for the question; comes back with the answer",
            schema: reference(Id::name()),
        },
    ]
}

impl Described for Explain {
    const NAME: &'static str = "Request";

    fn properties() -> Vec<Property> {
        let words = "Say why, step by step, in at most 64 KiB: adds explanation; false unless said";
        vec![Property { name: "explain", words, schema: object(flag()) }]
    }

    fn examples() -> Vec<serde_json::Value> {
        examples()
    }
}

impl Described for Paging {
    const NAME: &'static str = "MovesRequest";

    fn properties() -> Vec<Property> {
        let limit = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(MAX_LIMIT));
        vec![
            Property {
                name: "only",
                words: "List the winning moves only",
                schema: object(string().enum_values(Some(["winning"]))),
            },
            Property { name: "limit", words: "Moves on a page, 100 unless said otherwise", schema: object(limit) },
            Property { name: "cursor", words: "The next of the page before", schema: object(string()) },
        ]
    }

    fn examples() -> Vec<serde_json::Value> {
        let winning = |position: &Position| json!({ "position": position, "only": "winning", "limit": 10 });
        let positions = Kind::ALL.iter().map(|kind| example(*kind));
        positions.flat_map(|position| [json!({ "position": position }), winning(&position)]).collect()
    }
}

impl Described for CallersMove {
    const NAME: &'static str = "PlayRequest";

    fn properties() -> Vec<Property> {
        vec![Property { name: "move", words: "The caller's move", schema: callers_move() }]
    }

    fn examples() -> Vec<serde_json::Value> {
        let turn = |kind: &Kind| {
            let position = example(*kind);
            let to = position.components().first()?.option(&Natural::ZERO)?;
            Some(json!({ "position": position, "move": { "game": kind.id(), "index": 0, "to": to } }))
        };
        Kind::ALL.iter().filter_map(turn).collect()
    }
}

/// A move as it may be posted: of what answers tell of one only the first three count.
fn callers_move() -> RefOr<Schema> {
    let ignored = |builder: ObjectBuilder, name| {
        let any =
            ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some("As answers have it; ignored"));
        builder.property(name, any)
    };
    let component = || reference(<Component as ToSchema>::name());
    let mut from = Ref::from_schema_name(<Component as ToSchema>::name());
    "What stands on the table, if it is said at all".clone_into(&mut from.description);
    let builder = ObjectBuilder::new()
        .property("game", string().description(Some("The id of the game")))
        .property(
            "index",
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(0))
                .description(Some("Which of its components")),
        )
        .property("from", RefOr::<Schema>::Ref(from))
        .property("to", component());
    let builder = ["text", "grundy", "wins"].into_iter().fold(builder, ignored);
    let builder = ["game", "index", "to"].into_iter().fold(builder, ObjectBuilder::required);
    object(builder.additional_properties(Some(AdditionalProperties::FreeForm(false))))
}

impl<E: Described> PartialSchema for Request<E> {
    fn schema() -> RefOr<Schema> {
        let closed = AdditionalProperties::FreeForm(false);
        let builder = ObjectBuilder::new()
            .property("position", reference(Position::name()))
            .required("position")
            .additional_properties(Some(closed))
            .examples(E::examples());
        let properties = common_properties().into_iter().chain(E::properties());
        let builder = properties.fold(builder, |builder, Property { name, words, mut schema }| {
            match &mut schema {
                RefOr::Ref(reference) => words.clone_into(&mut reference.description),
                RefOr::T(Schema::Object(object)) => object.description = Some(words.to_owned()),
                RefOr::T(_) => {}
            }
            builder.property(name, schema)
        });
        object(E::default().missing().into_iter().fold(builder, ObjectBuilder::required))
    }
}

impl<E: Described> ToSchema for Request<E> {
    fn name() -> Cow<'static, str> {
        E::NAME.into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Position as ToSchema>::schemas(schemas);
        schemas.push((Position::name().into_owned(), Position::schema()));
        schemas.push((Play::name().into_owned(), Play::schema()));
        schemas.push((Id::name().into_owned(), Id::schema()));
    }
}

/// Requests to try: each game's example, and all of them as one sum, in misère play too.
fn examples() -> Vec<serde_json::Value> {
    let positions: Vec<Position> = Kind::ALL.iter().map(|kind| example(*kind)).collect();
    let sum = Position::new(positions.iter().flat_map(Position::components).cloned().collect());
    let single = positions.iter().map(|position| json!({ "position": position }));
    let whole = json!({ "position": sum, "play": "normal", "brief": true, "id": "all" });
    let misere = positions.first().map(|position| json!({ "position": position, "play": "misere", "explain": true }));
    [whole].into_iter().chain(single).chain(misere).collect()
}

/// The catalogue's example of a game.
#[must_use]
pub fn example(kind: Kind) -> Position {
    // The examples are within any limits that still let one play.
    let component = kind.from_text(kind.card().example, &mut Meter::new(&Limits::default()));
    Position::new(component.into_iter().collect())
}

/// The query string of a kind of request.
pub struct QueryOf<E>(PhantomData<E>);

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
        let games = Kind::ALL.iter().enumerate().map(|(index, kind)| {
            let Card { name, text_form, example, .. } = kind.card();
            let words =
                format!("{name}, as {text_form}; repeated for several components. At least one game must be there.");
            let list = ArrayBuilder::new().items(string().pattern(text_pattern(&kind.schema())));
            // One game is enough to try it.
            let example = (index == 0).then(|| json!([example]));
            parameter(kind.id(), words, RefOr::T(Schema::Array(list.build())))
                .explode(Some(true))
                .example(example)
                .build()
        });
        let others = common_properties().into_iter().chain(E::properties());
        let others = others.map(|Property { name, words, schema }| parameter(name, words.to_owned(), schema).build());
        games.chain(others).collect()
    }
}

/// The pattern of the text form of what has this schema in JSON: an integer, a list of such, or a string.
fn text_pattern(schema: &RefOr<Schema>) -> Option<String> {
    match schema {
        RefOr::Ref(_) => Some(format!("^{DIGITS}$")),
        RefOr::T(Schema::Array(list)) => Some(format!("^{}$", vec![DIGITS; list.min_items.unwrap_or(1)].join(","))),
        RefOr::T(Schema::Object(object)) => object.pattern.clone(),
        RefOr::T(_) => None,
    }
}

/// The query string of a map.
pub struct MapQuery;

impl IntoParams for MapQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, words: String, schema: ObjectBuilder, example: &str| {
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(words))
                .schema(Some(object(schema)))
                .example(Some(example.into()))
                .build()
        };
        let side = |name, lines: &str| {
            let words =
                format!("The numbers of the {lines}, both ends included: at most {MAX_SIDE}, from 0 or more on");
            let range = string().pattern(Some(format!(r"^{DIGITS}\.\.{DIGITS}$"))).default(Some(DEFAULT_RANGE.into()));
            parameter(name, words, range, "1..5")
        };
        let format = string().enum_values(Some(["json", "svg"])).default(Some("json".into()));
        vec![
            side("a", "rows"),
            side("b", "columns"),
            parameter("format", "A table or a picture".into(), format, "json"),
        ]
    }
}

/// The errors of a GET without input.
pub struct FixedRefusals;

/// The errors of a GET that names something in its path.
pub struct PathRefusals;

/// The errors of a GET for a map.
pub struct MapRefusals;

/// The errors of a GET with a position in its query string.
pub struct QueryRefusals;

/// The errors of a POST.
pub struct BodyRefusals;

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

impl IntoResponses for MapRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use fault::Code::{InvalidQuery, TooCostly, TooManyDigits};
        refusals(|code| match code {
            Code::Fault(fault) => matches!(fault, InvalidQuery | TooCostly | TooManyDigits),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::http::batch::{BatchAnswer, Item};
    use crate::http::catalogue::{Catalogue, Entry};
    use crate::http::envelope::Envelope;
    use crate::listing::Listing;
    use crate::map::Map;
    use crate::turn::TurnAnswer;

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
        add::<Item>(&mut schemas);
        add::<Catalogue>(&mut schemas);
        add::<Entry>(&mut schemas);
        add::<Map>(&mut schemas);
        add::<Document>(&mut schemas);
        let json = |schema: &RefOr<Schema>| serde_json::to_string(schema).unwrap();
        let contract = serde_json::to_value(crate::http::contract()).unwrap();
        for (name, schema) in &schemas {
            let same = schemas.iter().filter(|(other, _)| other == name);
            assert!(same.map(|(_, other)| json(other)).all(|other| other == json(schema)), "{name} is two schemas");
            assert!(contract["components"]["schemas"].get(name).is_some(), "{name} is not in the contract");
        }
    }
}
