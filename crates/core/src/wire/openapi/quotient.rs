//! The schema of a request for a misère quotient.

use std::borrow::Cow;

use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::OwnGames;
use crate::wire::quotient::{LARGEST, QuotientRequest};
use crate::wire::schemas::{Component, Schemas, described, integer, list, reference, string};
use crate::wire::value_table::MAX_POSITIONS;

/// Returns the schema of the largest heap.
#[must_use]
pub fn largest() -> ObjectBuilder {
    integer().minimum(Some(1)).maximum(Some(LARGEST))
}

impl PartialSchema for QuotientRequest {
    fn schema() -> RefOr<Schema> {
        let positions = list(reference(<Component as ToSchema>::name())).max_items(Some(MAX_POSITIONS));
        let object = ObjectBuilder::new()
            .property("game", string().description(Some("The key of the game")))
            .property(
                "positions",
                described(positions.into(), "The positions; the quotient also covers all that moves reach from them"),
            )
            .property(
                "to",
                largest()
                    .description(Some("Instead of positions: the quotient covers the integers from 0 to this one")),
            )
            .property("games", reference(OwnGames::name()))
            .required("game")
            .examples([
                json!({"game": "octal(0.123)"}),
                json!({"game": "dawsons-kayles", "to": 12}),
                json!({"game": "notakto", "positions": [".........", "X...X...."]}),
            ])
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        object.into()
    }
}

impl ToSchema for QuotientRequest {
    fn name() -> Cow<'static, str> {
        "QuotientRequest".into()
    }

    fn schemas(schemas: &mut Schemas) {
        <Component as ToSchema>::schemas(schemas);
        OwnGames::schemas(schemas);
        schemas.push((<Component as ToSchema>::name().into_owned(), Component::schema()));
    }
}
