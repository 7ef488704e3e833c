//! `/v1/analyze`: one position, as a body or as a query string.

use std::sync::Arc;

use axum::extract::{RawQuery, Request as HttpRequest, State};
use axum::response::Response;

use super::contract::{AnalyzeQuery, BodyRefusals, QueryRefusals};
use super::problem::Problem;
use super::{Service, body, json};
use crate::answer::Answer;
use crate::oracle::Solution;
use crate::request::{Defaults, Rejected, Request};

/// Analyse a position
///
/// Who wins with perfect play, the Grundy value, and the move to make. A position is a sum: everything in it is on the
/// table at once. Separate questions are separate requests.
#[utoipa::path(
    post, path = "/v1/analyze", tag = "positions", operation_id = "analyze",
    request_body = Request,
    responses((status = 200, description = "The analysis", body = Answer), BodyRefusals)
)]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    let body = body::read_json(request, &service.body).await?;
    let limits = service.limits;
    service.workers.run(body.len(), move || analyze(Request::from_json(&body, Defaults::default(), &limits))).await
}

/// Analyse a position in the URL
///
/// The same question as a query string, for browsers, caches and plain curl. Each game is a parameter, repeated for
/// several components.
#[utoipa::path(
    get, path = "/v1/analyze", tag = "positions", operation_id = "analyze_url",
    params(AnalyzeQuery),
    responses((status = 200, description = "The analysis", body = Answer), QueryRefusals)
)]
pub async fn get(State(service): State<Arc<Service>>, RawQuery(query): RawQuery) -> Result<Response, Problem> {
    let query = query.unwrap_or_default();
    let limits = service.limits;
    service.workers.run(query.len(), move || analyze(Request::from_query(&query, &limits))).await
}

fn analyze(request: Result<Request, Rejected>) -> Result<Response, Problem> {
    let request = request.map_err(|rejected| rejected.faults)?;
    let solution = Solution::of(&request.position, request.play)?;
    json(&Answer::new(&request, &solution))
}
