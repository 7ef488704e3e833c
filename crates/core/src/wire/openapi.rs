//! The OpenAPI schemas of requests and answers that their types do not say by themselves.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayBuilder, KnownFormat, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat,
    SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::analysis::Values;
use super::catalogue::{cards, example, schema_name};
use super::moves::{MAX_LIMIT, Paging};
use super::play::CallersMove;
use super::request::{Explain, Fields, Id, MAX_LINE, Request};
use crate::game::{Card, Convention};
use crate::natural::Natural;
use crate::shape::Shape;
use crate::solve::{Position, Solution};
use crate::theory::Tables;

/// The name of the integers' schema.
pub const WIRE_INTEGER: &str = "WireInteger";

/// The name of the schema of the limits.
pub const LIMITS: &str = "Limits";

/// The decimal digits of an integer, as a pattern.
pub const DIGITS: &str = "(0|[1-9][0-9]*)";

/// Named schemas.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// A reference to a named schema.
#[must_use]
pub fn reference(name: impl Into<String>) -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(name))
}

/// The schema that a builder makes.
#[must_use]
pub fn object(builder: ObjectBuilder) -> RefOr<Schema> {
    RefOr::T(Schema::Object(builder.build()))
}

/// The schema of a string.
#[must_use]
pub fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// The schema of a flag. It has no default: generated types would make the flag required.
#[must_use]
pub fn flag() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Boolean)
}

/// The schema of how much one request may ask for, which who answers names [`LIMITS`].
pub(super) fn limits() -> RefOr<Schema> {
    let mut limits = Ref::from_schema_name(LIMITS);
    limits.description.push_str("How much one request may ask for.");
    RefOr::Ref(limits)
}

/// The schema of positions of a shape.
#[must_use]
pub fn of_shape(shape: Shape) -> RefOr<Schema> {
    let list = |items: RefOr<Schema>| ArrayBuilder::new().items(items);
    match shape {
        Shape::Integer => reference(WIRE_INTEGER),
        Shape::Text { pattern } => object(string().pattern(Some(pattern))),
        Shape::Pair => {
            RefOr::T(Schema::Array(list(reference(WIRE_INTEGER)).min_items(Some(2)).max_items(Some(2)).build()))
        }
        Shape::List(of) => RefOr::T(Schema::Array(list(of_shape(*of)).build())),
        Shape::Coordinates => {
            let either = AnyOfBuilder::new().item(reference(WIRE_INTEGER)).item(list(reference(WIRE_INTEGER)));
            RefOr::T(Schema::AnyOf(either.build()))
        }
        Shape::Tuple(parts) => {
            let same = parts.windows(2).all(|pair| pair[0] == pair[1]);
            let items = match parts.first() {
                Some(first) if same => of_shape(*first),
                _ => {
                    let any = parts.iter().fold(AnyOfBuilder::new(), |any, part| any.item(of_shape(*part)));
                    RefOr::T(Schema::AnyOf(any.build()))
                }
            };
            let length = Some(parts.len());
            RefOr::T(Schema::Array(list(items).min_items(length).max_items(length).build()))
        }
    }
}

/// The pattern of a parameter's text in a shape, where one pattern says it all.
#[must_use]
pub fn text_pattern(shape: Shape) -> Option<String> {
    match shape {
        Shape::Pair => Some(format!("^{DIGITS},{DIGITS}$")),
        Shape::Tuple(parts) if parts.iter().all(|part| *part == Shape::Integer) => {
            Some(format!("^{}$", vec![DIGITS; parts.len()].join(",")))
        }
        Shape::List(Shape::Pair) => Some(format!("^({DIGITS}\\.{DIGITS}(,{DIGITS}\\.{DIGITS})*)?$")),
        Shape::List(Shape::Integer) => Some(format!("^({DIGITS}(,{DIGITS})*)?$")),
        Shape::Integer | Shape::Tuple([Shape::Integer, Shape::List(Shape::Integer)]) => {
            Some(format!("^{DIGITS}(,{DIGITS})*$"))
        }
        Shape::Text { pattern } => Some(pattern.to_owned()),
        Shape::Tuple(_) | Shape::List(_) | Shape::Coordinates => None,
    }
}

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

/// The schema of what a component is.
pub struct Component;

impl PartialSchema for Component {
    fn schema() -> RefOr<Schema> {
        let words = "A position of one game, in the shape of that game; of a game that splits, `to` is the list of what is left";
        let any = AnyOfBuilder::new().description(Some(words));
        let mut seen = Vec::new();
        let any = cards().fold(any, |any, card| {
            // Of games whose positions look alike the first stands for all.
            if seen.contains(&card.shape) {
                return any;
            }
            seen.push(card.shape);
            any.item(reference(schema_name(card)))
        });
        RefOr::T(Schema::AnyOf(any.build()))
    }
}

impl ToSchema for Component {
    fn schemas(schemas: &mut Schemas) {
        schemas.push((Natural::name().into_owned(), Natural::schema()));
        schemas.extend(cards().map(|card| (schema_name(card), describe(card))));
    }
}

/// The schema of a game's positions, with its words.
fn describe(card: &Card) -> RefOr<Schema> {
    let words = format!("{}: {}", card.name, card.position);
    let mut schema = of_shape(card.shape);
    match &mut schema {
        RefOr::Ref(reference) => reference.description = words,
        RefOr::T(Schema::Array(list)) => list.description = Some(words),
        RefOr::T(Schema::Object(object)) => object.description = Some(words),
        RefOr::T(_) => {}
    }
    schema
}

/// An object with a list for each game.
fn per_game(description: &str, element: impl Fn(&Card) -> RefOr<Schema>) -> ObjectBuilder {
    let object = ObjectBuilder::new().description(Some(description));
    let games = cards().filter(|card| card.parameters.is_none());
    games.fold(object, |object, card| object.property(card.id, ArrayBuilder::new().items(element(card))))
}

/// What an object may have under keys that no schema lists: those of families, and of games that the request defines.
fn other_keys(element: RefOr<Schema>) -> AdditionalProperties<Schema> {
    let list = ArrayBuilder::new().items(element).build();
    AdditionalProperties::RefOr(RefOr::T(Schema::Array(list)))
}

impl PartialSchema for Position {
    fn schema() -> RefOr<Schema> {
        let words = "A sum of games: the key of a game → the list of its positions on the table. A key is an id of the \
                     catalogue, or the id of a family with its parameters in parentheses, such as octal(0.77)";
        let builder = per_game(words, |card| reference(schema_name(card)));
        object(builder.additional_properties(Some(other_keys(reference(<Component as ToSchema>::name())))))
    }
}

impl ToSchema for Position {
    fn schemas(schemas: &mut Schemas) {
        <Component as ToSchema>::schemas(schemas);
        schemas.push((<Component as ToSchema>::name().into_owned(), Component::schema()));
    }
}

/// The schema of what a component is worth.
pub struct ComponentValue;

impl PartialSchema for ComponentValue {
    fn schema() -> RefOr<Schema> {
        let options = ArrayBuilder::new().items(reference(WIRE_INTEGER));
        let infinite = ObjectBuilder::new().property("infinite", options).required("infinite").description(Some(
            "No Grundy value, since play can go on for ever: the Grundy values of the options (Smith 1966)",
        ));
        let null = ObjectBuilder::new().schema_type(Type::Null).description(Some("Only the winner is known"));
        let any = OneOfBuilder::new()
            .item(reference(WIRE_INTEGER))
            .item(infinite)
            .item(null)
            .description(Some("The value of a component or of a sum: its Grundy value, where it has one"));
        RefOr::T(Schema::OneOf(any.build()))
    }
}

impl ToSchema for ComponentValue {}

impl PartialSchema for Values<'_> {
    fn schema() -> RefOr<Schema> {
        let words = "The value of each component, in the shape of the position";
        let value = || reference(<ComponentValue as ToSchema>::name());
        object(per_game(words, |_| value()).additional_properties(Some(other_keys(value()))))
    }
}

impl ToSchema for Values<'_> {
    fn schemas(schemas: &mut Schemas) {
        schemas.push((<ComponentValue as ToSchema>::name().into_owned(), ComponentValue::schema()));
    }
}

impl PartialSchema for Id {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(Self::MAX_LENGTH));
        let number = ObjectBuilder::new().schema_type(Type::Integer);
        let either = OneOfBuilder::new().item(text).item(number);
        let words = "The client's name for the question, which comes back with the answer as it was spelled: a string of \
                     at most 128 characters, or an integer of at most as many digits";
        RefOr::T(Schema::OneOf(either.description(Some(words)).build()))
    }
}

impl ToSchema for Id {}

/// A field of a request as the contract shows it.
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub words: &'static str,
    /// Its schema.
    pub schema: RefOr<Schema>,
}

/// A kind of request as the contract shows it.
pub trait Described: Fields {
    /// The name of the schema.
    const NAME: &'static str;

    /// The fields that only this kind has.
    fn properties() -> Vec<Property>;

    /// Requests to try.
    fn examples() -> Vec<serde_json::Value>;
}

/// The fields of every request but its position.
#[must_use]
pub fn common_properties() -> Vec<Property> {
    vec![
        Property { name: "play", words: "Who wins when nobody can move", schema: reference(Convention::name()) },
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

/// The fields of a choice among moves.
fn choice() -> [Property; 2] {
    let probability = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0)).maximum(Some(1));
    [
        Property {
            name: "seed",
            words: "Draw the recommended move evenly from those that are as good as the position, by this integer",
            schema: reference(WIRE_INTEGER),
        },
        Property {
            name: "mistakes",
            words: "With this probability draw it from all moves instead; needs seed",
            schema: object(probability),
        },
    ]
}

/// The schema of the games that a request defines.
fn games() -> RefOr<Schema> {
    let list = |items: RefOr<Schema>| RefOr::T(Schema::Array(ArrayBuilder::new().items(items).build()));
    let vertices = list(object(string()));
    let named = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(vertices)))
        .description(Some("Vertex → the vertices that a move leads to"));
    let index = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
    let rows = ArrayBuilder::new()
        .items(list(object(index)))
        .description(Some("For each vertex, by index, those that a move leads to: the form for large graphs"));
    let graph = OneOfBuilder::new().item(named).item(rows);
    let integer = || object(ObjectBuilder::new().schema_type(Type::Integer));
    let vectors = |words: &str| ArrayBuilder::new().items(list(integer())).description(Some(words));
    let closed = || Some(AdditionalProperties::FreeForm(false));
    let graph = ObjectBuilder::new().property("graph", graph).required("graph").additional_properties(closed());
    let moves = ObjectBuilder::new()
        .property("steps", vectors("A move subtracts one of these once"))
        .property("rides", vectors("A move subtracts a positive multiple of one of these"))
        .additional_properties(closed());
    let definition = OneOfBuilder::new().item(graph).item(moves).build();
    let words = "Games of the client's own, by name: lower case, digits and hyphens, no id of the catalogue";
    object(
        ObjectBuilder::new()
            .description(Some(words))
            .additional_properties(Some(AdditionalProperties::RefOr(RefOr::T(Schema::OneOf(definition))))),
    )
}

impl Described for Explain {
    const NAME: &'static str = "Request";

    fn properties() -> Vec<Property> {
        let line = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(MAX_LINE));
        let own = [
            Property {
                name: "explain",
                words: "Say why, step by step, in at most 64 KiB: adds explanation; false unless said",
                schema: object(flag()),
            },
            Property {
                name: "remoteness",
                words: "Say how many moves a perfect game lasts, and recommend the winner's fastest move: adds remoteness",
                schema: object(flag()),
            },
            Property {
                name: "line",
                words: "Show so many of the moves that follow if both sides play as recommended: adds line",
                schema: object(line),
            },
        ];
        own.into_iter().chain(choice()).collect()
    }

    /// Each game's example, and all that have values as one sum, in misère play too.
    fn examples() -> Vec<serde_json::Value> {
        let positions: Vec<Position> = cards().map(example).collect();
        let has_value = |card: &&Card| {
            let solution = Solution::of(example(card), Convention::Normal, &Tables::default());
            solution.is_ok_and(|solution| solution.grundy().is_some())
        };
        let sum = cards().filter(has_value).map(example).fold(serde_json::Map::new(), |mut sum, position| {
            if let Ok(serde_json::Value::Object(games)) = serde_json::to_value(position) {
                sum.extend(games);
            }
            sum
        });
        let single = positions.iter().map(|position| json!({ "position": position }));
        let whole = json!({ "position": sum, "play": "normal", "brief": true, "id": "all" });
        let misere =
            positions.first().map(|position| json!({ "position": position, "play": "misere", "explain": true }));
        let own = json!({
            "games": {"mine": {"graph": {"a": ["b"], "b": ["a", "c"], "c": []}}, "queen": {"rides": [[1, 0], [0, 1], [1, 1]]}},
            "position": {"mine": ["a"], "queen": [[3, 5]], "nim": [1]},
            "line": 3
        });
        let length = json!({ "position": {"kayles": [7]}, "remoteness": true, "seed": 7, "mistakes": 0.25 });
        [whole].into_iter().chain(single).chain(misere).chain([own, length]).collect()
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
        let positions = cards().map(example);
        positions.flat_map(|position| [json!({ "position": position }), winning(&position)]).collect()
    }
}

impl Described for CallersMove {
    const NAME: &'static str = "PlayRequest";

    fn properties() -> Vec<Property> {
        [Property { name: "move", words: "The caller's move", schema: callers_move() }]
            .into_iter()
            .chain(choice())
            .collect()
    }

    fn examples() -> Vec<serde_json::Value> {
        let turn = |card: &Card| {
            let position = example(card);
            let part = position.parts().first()?;
            let to = part.run.options(0).into_iter().next()?;
            let to = super::position::To(&*to);
            Some(json!({ "position": position, "move": { "game": part.key, "index": 0, "to": to } }))
        };
        cards().filter_map(turn).collect()
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
    "What is on the table, if it is said at all".clone_into(&mut from.description);
    let builder = ObjectBuilder::new()
        .property("game", string().description(Some("The key of the game")))
        .property(
            "index",
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(0))
                .description(Some("Which of its components")),
        )
        .property("from", RefOr::<Schema>::Ref(from))
        .property("to", component());
    let builder = ["text", "grundy", "wins", "outcome"].into_iter().fold(builder, ignored);
    let builder = ["game", "index", "to"].into_iter().fold(builder, ObjectBuilder::required);
    object(builder.additional_properties(Some(AdditionalProperties::FreeForm(false))))
}

impl<E: Described> PartialSchema for Request<E> {
    fn schema() -> RefOr<Schema> {
        let closed = AdditionalProperties::FreeForm(false);
        let builder = ObjectBuilder::new()
            .property("position", reference(Position::name()))
            .required("position")
            .property("games", games())
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
        let missing = E::default().missing().into_iter().map(|(name, _)| name);
        object(missing.fold(builder, ObjectBuilder::required))
    }
}

impl<E: Described> ToSchema for Request<E> {
    fn name() -> Cow<'static, str> {
        E::NAME.into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Position as ToSchema>::schemas(schemas);
        schemas.push((Position::name().into_owned(), Position::schema()));
        schemas.push((Convention::name().into_owned(), Convention::schema()));
        schemas.push((Id::name().into_owned(), Id::schema()));
    }
}
