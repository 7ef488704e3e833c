//! `/v1/analyze`: one position, as a body or as a query string.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use grundy_core::wire::engine::Question;

#[cfg(test)]
use super::annotations::{AnalysisAnswer, BodyRefusals, Explain, QueryOf, QueryRefusals, Request};
use crate::http::layers::problem::Problem;
use crate::http::layers::question::{asked, posted};
use crate::http::layers::service::Service;

/// Analyse a position
///
/// Returns the winner with perfect play, the Grundy value, and the move to make. A position is a sum: all its
/// components are played together, as one game. For separate positions, send separate requests. With `compound`, the
/// components form another kind of compound, and the move to make is `combined_move`, a list of moves. In such a
/// compound, `remoteness` is known only if the compound is conjunctive or the game is over.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/analyze", tag = "positions", operation_id = "analyze",
    request_body = Request,
    responses((status = 200, description = "The analysis", body = AnalysisAnswer), BodyRefusals)
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    posted(service, request, Question::Analysis).await
}

/// Analyse a position in the URL
///
/// Answers the same request as POST, written as a query string, for browsers, caches and plain curl. The key of each
/// game is the name of a parameter. If the game has several components, the parameter is repeated.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/analyze", tag = "positions", operation_id = "analyze_url",
    params(QueryOf<Explain>),
    responses((status = 200, description = "The analysis", body = AnalysisAnswer), QueryRefusals)
))]
pub async fn get(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    let answer = asked(service, &request, Question::Analysis);
    drop(request);
    answer.await
}
