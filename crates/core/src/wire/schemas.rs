//! The OpenAPI schemas that requests and answers share: integers, positions, values.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ArrayBuilder, ArrayItems, KnownFormat, ObjectBuilder, OneOfBuilder, Schema,
    SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

use crate::catalogue::{all, cards, schema_name};
use crate::game::Card;
use crate::game::entry::Family;
use crate::game::shape::Shape;
use crate::number::Natural;
use crate::solve::Sum;
use crate::wire::rules_position::SUM;

/// The name of the integers' schema.
pub const WIRE_INTEGER: &str = "WireInteger";

/// The largest integer in a position of a game that is defined by rules, 2⁵³ − 1.
const MAX_EXACT: i64 = (1 << 53) - 1;

/// The name of the schema of the limits.
pub const LIMITS: &str = "Limits";

/// The pattern of the decimal digits of an integer.
pub const DIGITS: &str = "(0|[1-9][0-9]*)";

/// Schemas with their names.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// Returns a reference to a named schema.
#[must_use]
pub fn reference(name: impl Into<String>) -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(name))
}

/// Returns the schema of a string.
#[must_use]
pub fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Returns the schema of JSON's integers.
#[must_use]
pub fn integer() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer)
}

/// Returns the schema of a list of any length.
pub fn list(items: impl Into<ArrayItems>) -> ArrayBuilder {
    ArrayBuilder::new().items(items)
}

/// Returns the schema of a flag. The schema has no default, because with a default, generated types would require the
/// flag.
#[must_use]
pub fn flag() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Boolean)
}

/// Adds a description to the schema of a list, an object or a reference.
pub(super) fn described(mut schema: RefOr<Schema>, words: impl Into<String>) -> RefOr<Schema> {
    match &mut schema {
        RefOr::Ref(reference) => reference.description = words.into(),
        RefOr::T(Schema::Array(list)) => list.description = Some(words.into()),
        RefOr::T(Schema::Object(object)) => object.description = Some(words.into()),
        RefOr::T(_) => {}
    }
    schema
}

/// Returns a reference to the schema of a request's limits. The server must define this schema under the name
/// [`LIMITS`].
pub(super) fn limits() -> RefOr<Schema> {
    described(reference(LIMITS), "How much one request may ask for.")
}

/// Returns the schema of positions that have this shape.
#[must_use]
pub fn of_shape(shape: Shape) -> RefOr<Schema> {
    match shape {
        Shape::Integer => reference(WIRE_INTEGER),
        Shape::CircleOrRow => {
            let row = ObjectBuilder::new().property("row", reference(WIRE_INTEGER)).required("row");
            AnyOfBuilder::new().item(reference(WIRE_INTEGER)).item(row).into()
        }
        Shape::Text { pattern } => string().pattern(Some(pattern)).into(),
        Shape::Comparison => {
            let name = format!("[^<>,{}]+", blanks());
            string().pattern(Some(format!("^{name}([<>]{name})?$"))).into()
        }
        Shape::Pair => list(reference(WIRE_INTEGER)).min_items(Some(2)).max_items(Some(2)).into(),
        Shape::List(of) => list(of_shape(*of)).into(),
        Shape::Board => list(string().pattern(Some("^[.x]*$"))).into(),
        Shape::Names => {
            let name = AnyOfBuilder::new().item(string()).item(reference(WIRE_INTEGER));
            list(name).into()
        }
        Shape::Literal => reference(<RulesPosition as ToSchema>::name()),
        Shape::Coordinates => {
            let either = AnyOfBuilder::new().item(reference(WIRE_INTEGER)).item(list(reference(WIRE_INTEGER)));
            either.into()
        }
        Shape::Tuple(parts) => {
            let same = parts.windows(2).all(|pair| pair[0] == pair[1]);
            let items = match parts.first() {
                Some(first) if same => of_shape(*first),
                _ => {
                    let any = parts.iter().fold(AnyOfBuilder::new(), |any, part| any.item(of_shape(*part)));
                    any.into()
                }
            };
            let length = Some(parts.len());
            list(items).min_items(length).max_items(length).into()
        }
    }
}

/// Returns the characters for which [`char::is_whitespace`] is true, as a part of a class in a regular expression. The
/// characters are spelled out, since `\s` stands for different characters in different languages.
fn blanks() -> String {
    let blanks: Vec<char> = ('\0'..='\u{ffff}').filter(|letter| letter.is_whitespace()).collect();
    let escaped = |letter: char| format!("\\u{:04x}", u32::from(letter));
    let runs = blanks.chunk_by(|one, next| u32::from(*one) + 1 == u32::from(*next));
    let range = |run: &[char]| match run {
        [first, .., last] => format!("{}-{}", escaped(*first), escaped(*last)),
        _ => run.iter().copied().map(escaped).collect(),
    };
    runs.map(range).collect()
}

/// Returns the pattern of the text form of positions that have this shape, if one pattern describes them all.
#[must_use]
pub fn text_pattern(shape: Shape) -> Option<String> {
    match shape {
        Shape::Pair => Some(format!("^{DIGITS},{DIGITS}$")),
        Shape::CircleOrRow => Some(format!("^(row)?{DIGITS}$")),
        Shape::Tuple(parts) if parts.iter().all(|part| *part == Shape::Integer) => {
            Some(format!("^{}$", vec![DIGITS; parts.len()].join(",")))
        }
        Shape::List(Shape::Pair) => Some(format!("^({DIGITS}\\.{DIGITS}(,{DIGITS}\\.{DIGITS})*)?$")),
        Shape::List(Shape::Integer) => Some(format!("^({DIGITS}(,{DIGITS})*)?$")),
        Shape::Integer | Shape::Tuple([Shape::Integer, Shape::List(Shape::Integer)]) => {
            Some(format!("^{DIGITS}(,{DIGITS})*$"))
        }
        Shape::List(Shape::Coordinates | Shape::List(Shape::Integer)) => {
            let part = format!("{DIGITS}(\\.{DIGITS})*");
            Some(format!("^({part}(,{part})*)?$"))
        }
        Shape::Text { pattern } => Some(pattern.to_owned()),
        Shape::Board => Some("^[.x]*(/[.x]*)*$".to_owned()),
        Shape::List(Shape::Comparison) => {
            let (name, pair) = (format!("[^<>:,{}-]+", blanks()), "[<>:]");
            Some(format!("^({name}({pair}{name})?(,{name}({pair}{name})?)*)?$"))
        }
        Shape::Names | Shape::Tuple(_) | Shape::List(_) | Shape::Coordinates | Shape::Comparison | Shape::Literal => {
            None
        }
    }
}

impl PartialSchema for Natural {
    fn schema() -> RefOr<Schema> {
        let number = integer()
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0))
            .maximum(Some(i64::MAX));
        let digits = string().pattern(Some(format!("^{DIGITS}$")));
        let either = OneOfBuilder::new().item(number).item(digits).description(Some(
            "An integer of 0 or more, of any size. In requests, it is a JSON integer or a string of decimal digits; the string is \
             always accepted. In answers, it is a number up to 2^53 − 1, and a string beyond.",
        ));
        either.into()
    }
}

impl ToSchema for Natural {
    fn name() -> Cow<'static, str> {
        WIRE_INTEGER.into()
    }
}

/// The schema of a component.
pub struct Component;

impl PartialSchema for Component {
    fn schema() -> RefOr<Schema> {
        let words = "A position of one game, in the form of that game. In a game that splits, `to` is the list of the positions \
                     that a move leaves. If rules give such a list, `to` is an object with the list as `sum`";
        let any = AnyOfBuilder::new().description(Some(words));
        let mut seen = Vec::new();
        let any = all().iter().fold(any, |any, game| {
            // If positions of several games have the same shape, the schema of the first game stands for all of them.
            if seen.contains(&game.shape()) {
                return any;
            }
            seen.push(game.shape());
            any.item(reference(schema_name(game.card())))
        });
        let vertex = string().description(Some("A vertex of a graph that the request defines"));
        let positions = list(reference(<RulesPosition as ToSchema>::name()));
        let sum = ObjectBuilder::new().property(SUM, positions).required(SUM).description(Some(
            "The sum of the positions that a move of rules leaves, unless it leaves exactly one. It is an object, because a list \
             would be one position",
        ));
        any.item(vertex).item(reference(<RulesPosition as ToSchema>::name())).item(sum).into()
    }
}

/// The schema of a position of a game that is defined by rules.
pub struct RulesPosition;

impl PartialSchema for RulesPosition {
    fn schema() -> RefOr<Schema> {
        let integer = integer()
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(-MAX_EXACT))
            .maximum(Some(MAX_EXACT));
        let words = "A position of rules that the request defines: an integer, a string, or a list of positions. The rules see a \
                     list as a tuple. Lists may be nested at most 12 deep";
        // A list in a position should refer to this same schema, but generators of clients fail on types that refer to
        // themselves.
        let items = list(
            ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some("A position of the same kind")),
        );
        AnyOfBuilder::new().item(integer).item(string()).item(items).description(Some(words)).into()
    }
}

impl ToSchema for RulesPosition {
    fn schemas(schemas: &mut Schemas) {
        schemas.push((Self::name().into_owned(), Self::schema()));
    }
}

impl ToSchema for Component {
    fn schemas(schemas: &mut Schemas) {
        schemas.push((Natural::name().into_owned(), Natural::schema()));
        <RulesPosition as ToSchema>::schemas(schemas);
        schemas.extend(all().iter().map(|game| (schema_name(game.card()), positions(*game))));
    }
}

/// Returns the schema of a game's positions, with its description.
fn positions(game: &dyn Family) -> RefOr<Schema> {
    let Card { name, position, .. } = game.card();
    described(of_shape(game.shape()), format!("{name}: {position}"))
}

/// Returns the schema of an object that has a list under the id of each game. `element` returns the schema of the
/// elements of a list. Families of games are left out.
pub(super) fn per_game(description: &str, element: impl Fn(&Card) -> RefOr<Schema>) -> ObjectBuilder {
    let object = ObjectBuilder::new().description(Some(description));
    let games = cards().filter(|card| card.parameters.is_none());
    games.fold(object, |object, card| object.property(card.id, list(element(card))))
}

/// Returns the schema of the values under keys that [`per_game`] does not list: the keys of families, and the names of
/// games that the request defines.
pub(super) fn other_keys(element: RefOr<Schema>) -> AdditionalProperties<Schema> {
    AdditionalProperties::RefOr(list(element).into())
}

/// The description of a position.
const POSITION: &str = "A sum of games: an object with the key of each game and the list of its positions on the table. A key is an id of \
                   the catalogue, or the id of a family with its parameters in parentheses, such as octal(0.77)";

/// The name of the schema of a position as requests may write it.
pub const ASKED: &str = "AskedPosition";

/// Returns the schema [`ASKED`] of a position in a request. Requests may write positions in more forms than answers.
pub(super) fn asked() -> Schemas {
    let words = "The position as a URL writes it";
    let component = |card: &Card| {
        let game = all().iter().find(|game| game.card().id == card.id);
        let position = reference(schema_name(card));
        match game.and_then(|game| asked_pattern(*game)) {
            Some(pattern) => {
                let text = string().pattern(Some(pattern)).description(Some(words));
                AnyOfBuilder::new().item(position).item(text).into()
            }
            None => position,
        }
    };
    let description = format!(
        "{POSITION}. A position may also be a string, which is read as in a URL: in the text form, such as 5,26, or in a notation that \
         people use, such as IXXI for two rows of pins, 4x5 for a board, or 3 4 5 for three heaps. If a string stands for several \
         components, it is read as several, and the answer has the position as it was read"
    );
    let others = reference(<Component as ToSchema>::name());
    let position = per_game(&description, component).additional_properties(Some(other_keys(others)));
    vec![(ASKED.to_owned(), position.into())]
}

/// Returns a pattern for the text of a position of this game, in the text form or in the game's notation. `None` if no
/// pattern describes the text form.
#[must_use]
pub fn asked_pattern(game: &dyn Family) -> Option<String> {
    let shape = game.shape();
    let pattern = text_pattern(shape)?;
    let form = pattern.strip_prefix('^').and_then(|pattern| pattern.strip_suffix('$')).unwrap_or(&pattern);
    // Numbers may have blanks between them instead of commas.
    let form = if matches!(shape, Shape::Text { .. } | Shape::Board | Shape::List(Shape::Comparison)) {
        form.to_owned()
    } else {
        form.replace(',', "[, ]")
    };
    Some(match game.card().notation {
        Some(notation) => format!("^({form}|{})$", notation.pattern()),
        None => format!("^({form})$"),
    })
}

impl PartialSchema for Sum {
    fn schema() -> RefOr<Schema> {
        let builder = per_game(POSITION, |card| reference(schema_name(card)));
        // The keys of families. utoipa has no field for patterns of properties, but it writes extensions of a schema as
        // they are.
        let families = cards().filter(|card| card.parameters.is_some());
        let families: serde_json::Map<String, serde_json::Value> = families
            .map(|card| (format!(r"^{}\(", card.id), json!(list(reference(schema_name(card))).build())))
            .collect();
        let families = [("patternProperties", families)].into_iter().collect();
        let others = other_keys(reference(<Component as ToSchema>::name()));
        builder.extensions(Some(families)).additional_properties(Some(others)).into()
    }
}

impl ToSchema for Sum {
    fn name() -> Cow<'static, str> {
        "Position".into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Component as ToSchema>::schemas(schemas);
        schemas.push((<Component as ToSchema>::name().into_owned(), Component::schema()));
    }
}

/// The schema of a component's value.
pub struct ComponentValue;

impl PartialSchema for ComponentValue {
    fn schema() -> RefOr<Schema> {
        let options = list(reference(WIRE_INTEGER));
        let infinite = ObjectBuilder::new().property("infinite", options).required("infinite").description(Some(
            "There is no Grundy value, since play can go on for ever. The list has the Grundy values of the options (Smith 1966)",
        ));
        let null = ObjectBuilder::new().schema_type(Type::Null).description(Some("Only the winner is known"));
        let any = OneOfBuilder::new()
            .item(reference(WIRE_INTEGER))
            .item(infinite)
            .item(null)
            .description(Some("The value of a component or of a sum: its Grundy value, if it has one"));
        any.into()
    }
}

impl ToSchema for ComponentValue {}
