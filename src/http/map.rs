//! `/v1/games/{game}/map`: the Grundy values of a rectangle, as numbers or as a picture.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::game::Convention;
use grundy_core::wire::map::svg::Picture;
use grundy_core::wire::map::{Format, Map, MapRequest};
use grundy_core::wire::position;
use grundy_core::wire::work::Weight;

use super::contract::{MapQuery, MapRefusals};
use super::problem::{Code, Problem};
use super::question::{cacheable, has_current_version};
use super::{Service, json};

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
    let part = position::part(&id).map_err(Problem::in_path)?;
    if !Map::is_for(part.run.shape()) {
        let detail = format!("positions of {} are not two numbers, so there is no map of them", part.key);
        return Err(Problem::new(Code::NotFound, detail));
    }
    let request = MapRequest::from_query(part, &query.unwrap_or_default(), &service.limits)?;
    if has_current_version(&headers) {
        return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response()));
    }
    let steps = request.size().steps(Weight::of_analysis(Convention::Normal, false));
    let job = move |service: &Service| service.body.budget.hold_answer(cacheable(answer(request, service)?));
    service.run(steps, job).await
}

fn answer(request: MapRequest, service: &Service) -> Result<Response, Problem> {
    let format = request.format();
    let map = Map::of(request, &service.tables)?;
    match format {
        Format::Json => json(&map),
        Format::Svg => {
            let media_type = HeaderValue::from_static("image/svg+xml");
            Ok(([(header::CONTENT_TYPE, media_type)], Picture::new(&map).to_string()).into_response())
        }
    }
}
