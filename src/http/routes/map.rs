//! `/v1/games/{game}/map`: the Grundy values of a rectangle, or of a range of integers, as numbers or as a picture.

use std::fmt::Display;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::{self, Meter};
use grundy_core::theory::Tables;
use grundy_core::wire::engine::{self, NoAnswer};
use grundy_core::wire::map::svg::Picture;
use grundy_core::wire::map::{Format, Map, MapRequest};
use grundy_core::wire::position;
use grundy_core::wire::values::plot::Plot;
use grundy_core::wire::values::{Values, ValuesRequest};
use serde::Serialize;

#[cfg(test)]
use super::annotations::{MapAnswer, MapQuery, MapRefusals};
use crate::http::layers::answer::held;
use crate::http::layers::cache::{cacheable, has_current_version};
use crate::http::layers::problem::{Code, Problem};
use crate::http::layers::service::Service;

/// A question for either.
enum Question {
    Rectangle(MapRequest),
    Line(ValuesRequest),
}

/// Map the values of a game
///
/// Of a game of two numbers: the Grundy values of a rectangle of positions (a, b), at most 256 × 256, as a table or as a
/// picture of it. Rows are a, the first number as the game writes its positions; columns are b.
///
/// Of a game of one integer, families such as octal(0.77) too: the values of n, at most 65,536 of them, as a list or as a
/// plot; and the period with its proof, if the values are proved to repeat.
///
/// Any other game has no map, which is a 404 not-found.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/games/{game}/map", tag = "catalogue", operation_id = "map",
    params(("game" = String, Path, description = "The key of the game", example = "euclid"), MapQuery),
    responses(
        (
            status = 200, description = "The map",
            content(
                (MapAnswer = "application/json"),
                (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\">…</svg>")
            )
        ),
        MapRefusals
    )
))]
pub async fn show(
    State(service): State<Arc<Service>>,
    key: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(key) = key.map_err(Problem::unreadable_path)?;
    let part = position::part(&key).map_err(Problem::in_path)?;
    let (query, shape) = (query.unwrap_or_default(), part.run.shape());
    let question = if Map::is_for(shape) {
        Question::Rectangle(MapRequest::from_query(part, &query, &service.engine.limits)?)
    } else if Values::is_for(shape) {
        Question::Line(ValuesRequest::from_query(part, &query, &service.engine.limits)?)
    } else {
        let detail = format!("positions of {} are neither one integer nor two, so there is no map of them", part.key);
        return Err(Problem::new(Code::NotFound, detail));
    };
    if has_current_version(&headers) {
        return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response()));
    }
    let budget = service.body.budget.clone();
    let job = move |service: &Service, meter: &Meter| engine::run(meter, || answer(&question, &service.engine.tables));
    let (media_type, body) = service.run(0, job).await?;
    let response = ([(header::CONTENT_TYPE, HeaderValue::from_static(media_type))], body).into_response();
    held(cacheable(response), &budget)
}

/// What writing a byte of a picture takes: nearly all of them are digits of numbers.
const STEPS_A_BYTE_OF_PICTURE: u64 = 20;

/// The media type of an answer, and the answer.
fn answer(question: &Question, tables: &Tables) -> Result<(&'static str, Vec<u8>), NoAnswer> {
    match question {
        Question::Rectangle(request) => {
            let map = Map::of(request, tables)?;
            written(request.format(), &map, || Picture::new(&map))
        }
        Question::Line(request) => {
            let values = Values::of(request, tables)?;
            written(request.format(), &values, || Plot::new(&values))
        }
    }
}

fn written<P: Display>(
    format: Format,
    values: &impl Serialize,
    picture: impl FnOnce() -> P,
) -> Result<(&'static str, Vec<u8>), NoAnswer> {
    match format {
        Format::Json => engine::json(values).map(|json| ("application/json", json)),
        Format::Svg => {
            let picture = picture().to_string();
            meter::charge_each(picture.len(), STEPS_A_BYTE_OF_PICTURE);
            Ok(("image/svg+xml", picture.into_bytes()))
        }
    }
}
