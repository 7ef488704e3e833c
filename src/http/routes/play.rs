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
/// Checks the caller's move against the rules, makes the move, and replies with the oracle's move. So the back end of a
/// bot needs only one call for each turn. The `move` can be copied from an answer. Only `game`, `index` and `to` are
/// needed. A `from`, if it is there, must be the component before the move. With `compound`, `combined_move` has a list
/// of such moves, and the reply is `combined_reply`.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/play", tag = "positions", operation_id = "play",
    request_body = PlayRequest,
    responses((status = 200, description = "The position after the move, and the reply", body = TurnAnswer), BodyRefusals)
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    posted(service, request, Question::Turn).await
}
