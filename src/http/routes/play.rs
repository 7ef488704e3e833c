//! `/v1/play`: a move and the reply.

use std::sync::Arc;

use axum::extract::{Request as HttpRequest, State};
use axum::response::Response;
use grundy_core::wire::engine::Question;

#[cfg(test)]
use super::annotations::{BodyRefusals, PlayRequest, TurnAnswer};
use crate::http::layers::problem::Problem;
use crate::http::layers::question::posted;
use crate::http::layers::service::Service;

/// Make a move and get the reply
///
/// Checks the caller's move against the rules, makes it, and replies with the oracle's: one call a turn is all that a
/// bot's back end needs. The `move` may be any move object that an answer gave; only `game`, `index` and `to` count, and
/// `from`, if it is there, must be what is on the table. With `compound` the move is `combined_move`, a list of such objects,
/// and the answer is `CompoundTurn`.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/play", tag = "positions", operation_id = "play",
    request_body = PlayRequest,
    responses((status = 200, description = "The position after the move, and the reply; with `compound` a CompoundTurn", body = TurnAnswer), BodyRefusals)
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    posted(service, request, Question::Turn).await
}
