//! `/v1/games/{game}/map`: the Grundy values of a rectangle, as numbers or as a picture.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::contract::{MapQuery, MapRefusals};
use super::problem::{Code, Problem};
use super::question::{cacheable, has_current_version};
use super::{Service, json};
use crate::games::Kind;
use crate::map::svg::Picture;
use crate::map::{Format, Map, MapRequest};
use crate::oracle::Play;
use crate::position;
use crate::work::Weight;

/// Map a game of two numbers
///
/// The Grundy values of a rectangle of positions (a, b), at most 256 × 256, as a table or as a picture of it. Rows are a,
/// the first number as the game writes its positions; columns are b. A game whose positions are not two numbers has no
/// map, which is a 404 not-found.
#[utoipa::path(
    get, path = "/v1/games/{game}/map", tag = "catalogue", operation_id = "map",
    params(("game" = String, Path, description = "The id of the game", example = "euclid"), MapQuery),
    responses(
        (
            status = 200, description = "The map",
            content(
                (Map = "application/json"),
                (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\">…</svg>")
            )
        ),
        MapRefusals
    )
)]
pub async fn show(
    State(service): State<Arc<Service>>,
    id: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Path(id) = id.map_err(Problem::unreadable_path)?;
    let kind = Kind::from_id(&id).ok_or_else(|| Problem::in_path(position::unknown_game(&id)))?;
    let position = kind.from_pair().ok_or_else(|| {
        let detail = format!("positions of {} are not two numbers, so there is no map of them", kind.id());
        Problem::new(Code::NotFound, detail)
    })?;
    let request = MapRequest::from_query(kind, position, &query.unwrap_or_default(), &service.limits)?;
    if has_current_version(&headers) {
        return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response()));
    }
    let steps = request.size().steps(Weight::of_analysis(Play::Normal, false));
    let job = move |service: &Service| service.body.budget.hold_answer(cacheable(answer(request)?));
    service.run(steps, job).await
}

fn answer(request: MapRequest) -> Result<Response, Problem> {
    let format = request.format();
    let map = Map::of(request);
    match format {
        Format::Json => json(&map),
        Format::Svg => {
            let media_type = HeaderValue::from_static("image/svg+xml");
            Ok(([(header::CONTENT_TYPE, media_type)], Picture::new(&map).to_string()).into_response())
        }
    }
}
