//! The OpenAPI schemas that cannot be derived from types: the schemas of requests, and of the values in answers.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    AdditionalProperties, AnyOfBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
};
use utoipa::{PartialSchema, ToSchema};

use super::analysis::ValuesByComponent;
use super::compound::ComponentNumbers;
use super::id::Id;
use super::moves::{MAX_LIMIT, Paging};
use super::play::CallersMove;
use super::position::example;
use super::request::{Explain, Fields, MAX_LINE, Request};
use super::schemas::{
    ASKED, Component, ComponentValue, Schemas, WIRE_INTEGER, described, flag, integer, list, other_keys, per_game,
    reference, string,
};
use crate::catalogue::cards;
use crate::game::{Card, Play};
use crate::solve::{Solution, Sum};
use crate::theory::Caches;
use crate::theory::compounds::{Compound, DISJUNCTIVE};

mod games;
pub mod quotient;
pub mod values;

pub use self::games::OwnGames;

impl PartialSchema for ValuesByComponent<'_> {
    fn schema() -> RefOr<Schema> {
        let words = "The values of the components: a list for each key of the position";
        let value = || reference(<ComponentValue as ToSchema>::name());
        per_game(words, |_| value()).additional_properties(Some(other_keys(value()))).into()
    }
}

impl ToSchema for ValuesByComponent<'_> {
    fn name() -> Cow<'static, str> {
        "Values".into()
    }

    fn schemas(schemas: &mut Schemas) {
        schemas.push((<ComponentValue as ToSchema>::name().into_owned(), ComponentValue::schema()));
    }
}

impl PartialSchema for Compound {
    fn schema() -> RefOr<Schema> {
        string().enum_values(Some(Self::ALL.map(Self::as_str))).into()
    }
}

impl ToSchema for Compound {}

impl PartialSchema for ComponentNumbers<'_> {
    fn schema() -> RefOr<Schema> {
        let words = "The labels of the components: a list for each key of the position. A label is about the component alone. \
                     conjunctive: the remoteness. continued-conjunctive: the suspense. selective and shortened-selective: P if the \
                     player to move loses, N if this player wins, or draw. diminished-disjunctive: the foreclosed value; at once, if \
                     a move can end the component; or over, if it has ended. If play may go on for ever and no number is right: N or \
                     draw";
        let word = || string().enum_values(Some(["N", "P", "draw", "at once", "over"]));
        let number = || AnyOfBuilder::new().item(word()).item(reference(WIRE_INTEGER));
        let object = ObjectBuilder::new().description(Some(words));
        object.additional_properties(Some(RefOr::T(list(number()).into()))).into()
    }
}

impl ToSchema for ComponentNumbers<'_> {
    fn name() -> Cow<'static, str> {
        "ComponentNumbers".into()
    }
}

impl PartialSchema for Id {
    fn schema() -> RefOr<Schema> {
        let text = string().max_length(Some(Self::MAX_LENGTH));
        let number = integer();
        let either = OneOfBuilder::new().item(text).item(number);
        let words = "The client's name for the request: a string of at most 128 characters, or an integer of at most 128 \
                     digits. The answer repeats it, spelled as in the request";
        either.description(Some(words)).into()
    }
}

impl ToSchema for Id {}

/// A field of a request, as the OpenAPI document describes it.
pub struct Property {
    /// The name of the field.
    pub name: &'static str,
    /// A description of the field.
    pub words: &'static str,
    /// The schema of the field.
    pub schema: RefOr<Schema>,
}

/// A kind of request, as the OpenAPI document describes it.
pub trait Described: Fields {
    /// The name of the schema.
    const NAME: &'static str;

    /// Returns the fields that only this kind of request has.
    fn properties() -> Vec<Property>;

    /// Returns which of the [properties](Self::properties) are required.
    #[must_use]
    fn required() -> Vec<&'static str> {
        Self::default().missing().into_iter().map(|(name, _)| name).collect()
    }

    /// Returns examples of requests.
    fn examples() -> Vec<serde_json::Value>;
}

/// Returns the fields of every request except its position.
#[must_use]
pub fn common_properties() -> Vec<Property> {
    vec![
        Property {
            name: "play",
            words: "Who wins at the end. In normal play (normal, the default) who cannot move loses. In misère play (misere) who cannot move wins, \
                    so the player who makes the last move loses. Grundy values are always those of normal play",
            schema: reference(Play::name()),
        },
        Property {
            name: "compound",
            words: "In which components a player moves, and when the game ends. disjunctive, the default, is a sum: in one, until all have \
                    ended. conjunctive: in all, until one has ended. continued-conjunctive: in all that have not ended, until all have \
                    ended. selective: in one or more, until all have ended. shortened-selective: in one or more, until one has ended. \
                    diminished-disjunctive: in one, until one has ended. If it is not a sum, answers have combined_move",
            schema: compound().into(),
        },
        Property {
            name: "brief",
            words: "Leave out values, after and from, which are as long as the position; false by default",
            schema: flag().into(),
        },
        Property {
            name: "id",
            words: "A name for the request, which the answer repeats",
            schema: reference(Id::name()),
        },
    ]
}

/// Returns the schema of the kinds of compounds, including sums.
fn compound() -> ObjectBuilder {
    string().enum_values(Some([DISJUNCTIVE].into_iter().chain(Compound::ALL.map(Compound::as_str))))
}

/// Returns the fields that tell how the move is chosen.
fn choice() -> [Property; 2] {
    let probability = ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0)).maximum(Some(1));
    [
        Property {
            name: "seed",
            words: "Seed for drawing the recommended move evenly from all that are as good as the position allows",
            schema: reference(WIRE_INTEGER),
        },
        Property {
            name: "mistakes",
            words: "Probability that it is drawn from all moves instead; needs seed",
            schema: probability.into(),
        },
    ]
}

impl Described for Explain {
    const NAME: &'static str = "Request";

    fn properties() -> Vec<Property> {
        let line = integer().minimum(Some(1)).maximum(Some(MAX_LINE));
        let own = [
            Property {
                name: "explain",
                words: "Add explanation: reasons, step by step, in at most 64 KiB; false by default",
                schema: flag().into(),
            },
            Property {
                name: "terms",
                words: "Add explanation, and say what each of its terms means, before its first use",
                schema: flag().into(),
            },
            Property {
                name: "remoteness",
                words: "Add remoteness: how many moves a perfect game lasts. Recommends the winner's fastest move",
                schema: flag().into(),
            },
            Property {
                name: "genus",
                words: "Add genus: the genus of each component and of the sum, if it is known",
                schema: flag().into(),
            },
            Property { name: "certificate", words: "Add certificate: a proof", schema: flag().into() },
            Property {
                name: "line",
                words: "Add line: this many of the moves that follow if both sides play as recommended",
                schema: line.into(),
            },
        ];
        own.into_iter().chain(choice()).collect()
    }

    /// Returns examples of requests. The first request has the sum of all games' examples, without the examples that
    /// have no Grundy value. Then comes a request for each single game, and then a few requests with other fields.
    fn examples() -> Vec<serde_json::Value> {
        let positions: Vec<Sum> = cards().map(example).collect();
        let has_value = |card: &&Card| {
            let solution = Solution::of(example(card), Play::Normal, &Caches::default());
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
        let genus = json!({ "position": {"octal(0.77)": [5], "nim": [4]}, "play": "misere", "genus": true });
        let certificate = json!({ "position": {"kayles": [5, 1]}, "certificate": true });
        let compound = json!({ "position": {"square-nim": [7, 13]}, "compound": "conjunctive", "remoteness": true });
        [whole].into_iter().chain(single).chain(misere).chain([own, length, genus, certificate, compound]).collect()
    }
}

impl Described for Paging {
    const NAME: &'static str = "MovesRequest";

    fn properties() -> Vec<Property> {
        let limit = integer().minimum(Some(1)).maximum(Some(MAX_LIMIT));
        vec![
            Property {
                name: "only",
                words: "List the winning moves only",
                schema: string().enum_values(Some(["winning"])).into(),
            },
            Property { name: "limit", words: "The most moves on a page, 100 by default", schema: limit.into() },
            Property { name: "cursor", words: "The field next of the previous page", schema: string().into() },
        ]
    }

    fn examples() -> Vec<serde_json::Value> {
        let winning = |position: &Sum| json!({ "position": position, "only": "winning", "limit": 10 });
        let compound = json!({ "position": {"nim": [2, 5]}, "compound": "selective", "limit": 10 });
        let positions = cards().map(example);
        let sums = positions.flat_map(|position| [json!({ "position": position }), winning(&position)]);
        sums.chain([compound]).collect()
    }
}

impl Described for CallersMove {
    const NAME: &'static str = "PlayRequest";

    /// A request about a sum has a `move`, and one about another compound has a `combined_move`. So neither is always
    /// required.
    fn required() -> Vec<&'static str> {
        Vec::new()
    }

    fn properties() -> Vec<Property> {
        let combined =
            "With a compound other than a sum: the caller's move, as a list of one move for each changed component";
        [
            Property { name: "move", words: "The caller's move in a sum", schema: callers_move() },
            Property { name: "combined_move", words: combined, schema: list(callers_move()).into() },
        ]
        .into_iter()
        .chain(choice())
        .collect()
    }

    fn examples() -> Vec<serde_json::Value> {
        let turn = |card: &Card| {
            let position = example(card);
            let part = position.parts().first()?;
            let to = part.components.options(0).into_iter().next()?;
            Some(json!({ "position": position, "move": { "game": part.key, "index": 0, "to": to } }))
        };
        let combined = json!({
            "position": {"nim": [2, 5]}, "compound": "conjunctive",
            "combined_move": [{"game": "nim", "index": 0, "to": 1}, {"game": "nim", "index": 1, "to": 4}]
        });
        cards().filter_map(turn).chain([combined]).collect()
    }
}

/// Returns the schema of a move in a request. The move may have every field that a move in an answer has. The service
/// ignores the fields `text`, `grundy`, `wins` and `outcome`.
fn callers_move() -> RefOr<Schema> {
    let ignored = |builder: ObjectBuilder, name| {
        let any =
            ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some("A field of answers; ignored"));
        builder.property(name, any)
    };
    let component = || reference(<Component as ToSchema>::name());
    let builder = ObjectBuilder::new()
        .property("game", string().description(Some("The key of the game")))
        .property("index", integer().minimum(Some(0)).description(Some("The index of the component")))
        .property("from", described(component(), "The component before the move; optional"))
        .property("to", component());
    let builder = ["text", "grundy", "wins", "outcome"].into_iter().fold(builder, ignored);
    let builder = ["game", "index", "to"].into_iter().fold(builder, ObjectBuilder::required);
    builder.additional_properties(Some(AdditionalProperties::FreeForm(false))).into()
}

impl<E: Described> PartialSchema for Request<E> {
    fn schema() -> RefOr<Schema> {
        let closed = AdditionalProperties::FreeForm(false);
        let builder = ObjectBuilder::new()
            .property("position", reference(ASKED))
            .required("position")
            .property("games", reference(OwnGames::name()))
            .additional_properties(Some(closed))
            .examples(E::examples());
        let properties = common_properties().into_iter().chain(E::properties());
        let builder = properties.fold(builder, |builder, Property { name, words, schema }| {
            builder.property(name, described(schema, words))
        });
        E::required().into_iter().fold(builder, ObjectBuilder::required).into()
    }
}

impl<E: Described> ToSchema for Request<E> {
    fn name() -> Cow<'static, str> {
        E::NAME.into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Sum as ToSchema>::schemas(schemas);
        schemas.push((Sum::name().into_owned(), Sum::schema()));
        schemas.extend(super::schemas::asked());
        OwnGames::schemas(schemas);
        schemas.push((Play::name().into_owned(), Play::schema()));
        schemas.push((Id::name().into_owned(), Id::schema()));
    }
}
