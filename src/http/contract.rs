//! The contract: the OpenAPI document, made from the handlers and from the catalogue; and the page to try it.

use std::borrow::Cow;
use std::collections::BTreeMap;

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
use crate::games::{Component, Kind};
use crate::limits::{Limits, Meter};
use crate::natural::Natural;
use crate::oracle::Play;
use crate::position::Position;
use crate::problem::Document;
use crate::request::{Id, Request};
use crate::shape::WIRE_INTEGER;

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
            Allow.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This service")),
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

impl PartialSchema for Natural {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .maximum(Some(i64::MAX));
        let digits = ObjectBuilder::new().schema_type(Type::String).pattern(Some("^(0|[1-9][0-9]*)$"));
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
        let object = per_game(words, |kind| reference(schema_name(kind)));
        RefOr::T(Schema::Object(object.additional_properties(Some(AdditionalProperties::FreeForm(false))).build()))
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
        RefOr::T(Schema::Object(per_game(words, |_| reference(WIRE_INTEGER)).build()))
    }
}

impl ToSchema for Values<'_> {}

impl PartialSchema for Id {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(Self::MAX_BYTES));
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        let either = OneOfBuilder::new().item(text).item(number);
        let words = "The client's name for the question: at most 128 bytes; comes back with the answer";
        RefOr::T(Schema::OneOf(either.description(Some(words)).build()))
    }
}

impl ToSchema for Id {}

impl PartialSchema for Request {
    fn schema() -> RefOr<Schema> {
        let flag = || ObjectBuilder::new().schema_type(Type::Boolean).default(Some(false.into()));
        let object = ObjectBuilder::new()
            .property("position", reference(Position::name()))
            .property("play", reference(Play::name()))
            .property(
                "brief",
                flag().description(Some("Leave out values, after and from, which are as long as the position")),
            )
            .property("id", reference(Id::name()))
            .required("position")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .examples(examples());
        RefOr::T(Schema::Object(object.build()))
    }
}

/// Requests to try: each game's example, and all of them as one sum, in misère play too.
fn examples() -> Vec<serde_json::Value> {
    let positions: Vec<Position> = Kind::ALL.iter().map(|kind| example(*kind)).collect();
    let sum = Position::new(positions.iter().flat_map(Position::components).cloned().collect());
    let single = positions.iter().map(|position| json!({ "position": position }));
    let whole = json!({ "position": sum, "play": "normal", "brief": true, "id": "all" });
    let misere = positions.first().map(|position| json!({ "position": position, "play": "misere" }));
    [whole].into_iter().chain(single).chain(misere).collect()
}

/// The catalogue's example of a game.
#[must_use]
pub fn example(kind: Kind) -> Position {
    // The examples are within any limits that still let one play.
    let component = kind.from_text(kind.card().example, &mut Meter::new(&Limits::default()));
    Position::new(component.into_iter().collect())
}

impl ToSchema for Request {
    fn schemas(schemas: &mut Schemas) {
        <Position as ToSchema>::schemas(schemas);
        schemas.push((Position::name().into_owned(), Position::schema()));
        schemas.push((Play::name().into_owned(), Play::schema()));
        schemas.push((Id::name().into_owned(), Id::schema()));
    }
}

/// The query string of an analysis.
pub struct AnalyzeQuery;

impl IntoParams for AnalyzeQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, words: String, schema: RefOr<Schema>| {
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(words))
                .schema(Some(schema))
        };
        let string = || ObjectBuilder::new().schema_type(Type::String);
        let games = Kind::ALL.iter().enumerate().map(|(index, kind)| {
            let card = kind.card();
            let words = format!(
                "{}, as {}; repeated for several components. At least one game must be there.",
                card.name, card.text_form
            );
            let list = ArrayBuilder::new().items(string());
            // One game is enough to try it.
            let example = (index == 0).then(|| json!([card.example]));
            parameter(kind.id(), words, RefOr::T(Schema::Array(list.build())))
                .explode(Some(true))
                .example(example)
                .build()
        });
        let others = [
            parameter("play", "Who wins when nobody can move".to_owned(), reference(Play::name())),
            parameter(
                "brief",
                "Leave out values, after and from".to_owned(),
                RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean)).build())),
            ),
            parameter(
                "id",
                "A name for the question; comes back with the answer".to_owned(),
                RefOr::T(Schema::Object(string().max_length(Some(Id::MAX_BYTES)).build())),
            ),
        ];
        games.chain(others.map(ParameterBuilder::build)).collect()
    }
}

/// The errors of a GET without input.
pub struct FixedRefusals;

/// The errors of a GET that names something in its path.
pub struct PathRefusals;

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

impl IntoResponses for QueryRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        use fault::Code::{InvalidJson, InvalidRequest, UnknownGame};
        refusals(|code| match code {
            Code::Fault(fault) => !matches!(fault, InvalidJson | InvalidRequest | UnknownGame),
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
    use crate::http::catalogue::{Catalogue, Entry};

    /// utoipa lets the last of two schemas with one name win, silently.
    #[test]
    fn no_two_schemas_share_a_name() {
        fn add<T: ToSchema>(schemas: &mut Schemas) {
            schemas.push((T::name().into_owned(), T::schema()));
            T::schemas(schemas);
        }
        let mut schemas = Schemas::new();
        add::<Request>(&mut schemas);
        add::<Answer>(&mut schemas);
        add::<Catalogue>(&mut schemas);
        add::<Entry>(&mut schemas);
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
