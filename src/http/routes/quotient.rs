//! `/v1/quotient` and `/v1/games/{game}/quotient`: misère quotients as data.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request as HttpRequest, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{self, Question};
use grundy_core::wire::position;
use grundy_core::wire::quotient::QuotientRequest;

#[cfg(test)]
use super::annotations::{BodyRefusals, GameQuotientRefusals, QuotientAnswer, QuotientQuery};
use crate::http::layers::answer::{held, json_bytes};
use crate::http::layers::cache::{cacheable, has_tag};
use crate::http::layers::problem::Problem;
use crate::http::layers::question::posted;
use crate::http::layers::service::Service;

/// Ask for the misère quotient of positions
///
/// Finds the misère quotient of some positions of one game, and proves it. The positions are a list, or with `to` the
/// integers up to it, and all positions that moves reach from them. Without both, they are all heaps of a game of heaps.
/// The game may be defined by the request.
///
/// The quotient decides misère play of each sum of these positions: the player to move loses if the product of the
/// elements is in the P-portion.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/quotient", tag = "positions", operation_id = "quotient",
    request_body = QuotientRequest,
    responses((status = 200, description = "The quotient", body = QuotientAnswer), BodyRefusals)
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    posted(service, request, Question::Quotient).await
}

/// Ask for the misère quotient of a game of heaps
///
/// Finds the misère quotient of the heaps of a game, such as kayles or octal(0.77), and proves it: of all heaps, or with
/// `to` of the heaps up to it. If the elements of the heaps are proved to repeat, the answer has their period. Whether
/// a game has a finite quotient is not known in advance. If none is found within the work of a request, the answer is
/// too-costly.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/games/{game}/quotient", tag = "catalogue", operation_id = "game_quotient",
    params(("game" = String, Path, description = "The key of the game", example = "kayles"), QuotientQuery),
    responses((status = 200, description = "The quotient", body = QuotientAnswer), GameQuotientRefusals)
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
    let request = QuotientRequest::in_path(part, uri.query().unwrap_or_default())?;
    let budget = service.body.budget.clone();
    let job = move |service: &Service, meter: &Meter| {
        engine::run(meter, || engine::json(&request.answer(&service.engine.tables)?))
    };
    let json = service.run(0, job).await?;
    held(cacheable(json_bytes(json), tag), &budget)
}
