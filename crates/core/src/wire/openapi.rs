//! The OpenAPI schemas of requests, and of answers' values, that their types do not say by themselves.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::analysis::Values;
use super::catalogue::example;
use super::id::Id;
use super::moves::{MAX_LIMIT, Paging};
use super::play::CallersMove;
use super::request::{Explain, Fields, MAX_LINE, Request};
use super::schemas::{
    Component, ComponentValue, Schemas, WIRE_INTEGER, flag, object, other_keys, per_game, reference, string,
};
use crate::catalogue::cards;
use crate::game::{Card, Convention};
use crate::solve::{Position, Solution};
use crate::theory::Tables;

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
    // Where a graph has no cycle, a list of vertices is an option, too.
    let options = |vertex: RefOr<Schema>| {
        list(RefOr::T(Schema::OneOf(OneOfBuilder::new().item(vertex.clone()).item(list(vertex)).build())))
    };
    let named = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(options(object(string())))))
        .description(Some("Vertex → the vertices that a move leads to, or lists of them: it leaves their sum"));
    let index = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
    let rows = ArrayBuilder::new()
        .items(options(object(index)))
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
    let name = || AnyOfBuilder::new().item(object(string())).item(reference(WIRE_INTEGER));
    let cells = || ArrayBuilder::new().items(name());
    let pairs =
        |words: &str| ArrayBuilder::new().items(cells().min_items(Some(2)).max_items(Some(2))).description(Some(words));
    let rows = || list(object(string().pattern(Some("^[.x]*$"))));
    let size = ArrayBuilder::new().items(integer()).min_items(Some(2)).max_items(Some(2));
    let board = ObjectBuilder::new()
        .property(
            "board",
            OneOfBuilder::new().item(rows()).item(size).description(Some(
                "The rows of the board, a dot for a cell and x for a hole; or the numbers of rows and columns",
            )),
        )
        .property(
            "pieces",
            ArrayBuilder::new()
                .items(rows())
                .description(Some("Pictures of pieces, in x: a move puts one on free cells, as it lies")),
        )
        .property("turn", flag().description(Some("May pieces be turned and turned over? false unless said")))
        .required("board")
        .required("pieces")
        .additional_properties(closed());
    let rule = string().enum_values(Some(["arc-kayles", "node-kayles", "grim"]));
    let edges = ObjectBuilder::new()
        .property("edges", pairs("The edges of a graph"))
        .property("rule", rule.description(Some(
            "A move takes two neighbours (arc-kayles), a vertex with its neighbours (node-kayles), or a vertex that has a neighbour \
             (grim)",
        )))
        .property("vertices", cells().description(Some("Vertices besides those of edges")))
        .required("edges")
        .required("rule")
        .additional_properties(closed());
    let order = ObjectBuilder::new()
        .property("order", pairs("Pairs of elements, the lower one first: a move takes an element and all above it"))
        .property("elements", cells().description(Some("Elements besides those of pairs")))
        .required("order")
        .additional_properties(closed());
    let needs = ObjectBuilder::new()
        .property("needs", cells())
        .property("takes", cells())
        .required("needs")
        .required("takes")
        .additional_properties(closed());
    let one = OneOfBuilder::new().item(cells()).item(needs).description(Some(
        "The cells that a move takes; or those that it needs, all of them free, and those that it takes",
    ));
    let cells = ObjectBuilder::new()
        .property(
            "cells",
            OneOfBuilder::new().item(integer()).item(cells()).description(Some("Their number, or their names")),
        )
        .property("moves", ArrayBuilder::new().items(RefOr::T(Schema::OneOf(one.build()))))
        .required("cells")
        .required("moves")
        .additional_properties(closed());
    let definition =
        OneOfBuilder::new().item(graph).item(moves).item(board).item(edges).item(order).item(cells).build();
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
