//! `/v1/games/{game}/map`: the Grundy values of a rectangle, or of a range of integers, as numbers or as a picture.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::Meter;
use grundy_core::theory::Caches;
use grundy_core::wire::chart::{ChartRequest, Format, no_chart};
use grundy_core::wire::engine::{self, NoAnswer};
use grundy_core::wire::position;

#[cfg(test)]
use super::annotations::{MapAnswer, MapQuery, MapRefusals};
use crate::http::layers::answer::held;
use crate::http::layers::cache::{cacheable, has_tag};
use crate::http::layers::problem::{HttpProblem, Problem};
use crate::http::layers::service::Service;

/// Map the values of a game
///
/// If the positions of the game are pairs (a, b), the answer has the Grundy values of a rectangle of at most 256 × 256
/// positions, as a table or as a picture. All positions in a row have the same a. All positions in a column have the
/// same b.
///
/// If the positions are integers n, the answer has the Grundy values of at most 65,536 consecutive integers, as a list
/// or as a plot. This includes families such as octal(0.77). If the values are proved to repeat, the answer also has
/// the period with its proof.
///
/// Other games have no map, and the answer is 404 not-found.
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
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let tag = service.tags.of(&uri);
    if has_tag(&headers, tag.as_ref()) {
        return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response(), tag));
    }
    let Path(key) = key.map_err(Problem::unreadable_path)?;
    let part = position::part(&key).map_err(Problem::in_path)?;
    let no_chart = no_chart(&part.key);
    let request = ChartRequest::from_query(part, uri.query().unwrap_or_default(), &service.engine.limits)?;
    let request = request.ok_or_else(|| Problem::new(HttpProblem::NotFound, no_chart))?;
    let budget = service.body.budget.clone();
    let job = move |service: &Service, meter: &Meter| engine::run(meter, || answer(&request, &service.engine.tables));
    let (media_type, body) = service.run(0, job).await?;
    let response = ([(header::CONTENT_TYPE, HeaderValue::from_static(media_type))], body).into_response();
    held(cacheable(response, tag), &budget)
}

/// Returns the media type of an answer, and the answer.
fn answer(request: &ChartRequest, tables: &Caches) -> Result<(&'static str, Vec<u8>), NoAnswer> {
    let chart = request.answer(tables)?;
    Ok(match request.format {
        Format::Json => ("application/json", engine::json(&chart)?),
        Format::Svg => ("image/svg+xml", chart.picture().into_bytes()),
    })
}
