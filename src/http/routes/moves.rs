//! `/v1/moves`: the options of a position, a page at a time.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use grundy_core::wire::engine::Question;

#[cfg(test)]
use super::annotations::{BodyRefusals, MovesPage, MovesRequest, Paging, QueryOf, QueryRefusals};
use crate::http::layers::problem::Problem;
use crate::http::layers::question::{asked, posted};
use crate::http::layers::service::Service;

/// List the moves
///
/// Counts all moves of a position exactly, and lists all moves, or only the winning moves, a page at a time. Moves are
/// listed component by component, in the order of the position. The moves of a component have a fixed order, which
/// depends on its game. The service goes straight to the moves of a page, however many moves come before them. A page
/// can have fewer than `limit` moves if its moves are very long or take much work. With `compound`, each listed move
/// has a `combined_move`, a list of moves.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/moves", tag = "positions", operation_id = "moves",
    request_body = MovesRequest,
    responses((status = 200, description = "A page of moves", body = MovesPage), BodyRefusals)
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    posted(service, request, Question::Moves).await
}

/// List the moves of a position in the URL
///
/// Answers the same request as POST, written as a query string.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/moves", tag = "positions", operation_id = "moves_url",
    params(QueryOf<Paging>),
    responses((status = 200, description = "A page of moves", body = MovesPage), QueryRefusals)
))]
pub async fn get(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    let answer = asked(service, &request, Question::Moves);
    drop(request);
    answer.await
}
