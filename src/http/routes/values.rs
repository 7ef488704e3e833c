//! `/v1/values`: the values of many positions of one game. The positions are separate and not a sum. All work on them is
//! done before the first byte is sent. A long answer is written while it is sent.

use grundy_core::number::cost;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use grundy_core::number::meter::{Meter, Stop};
use grundy_core::wire::engine::RequestText;
use grundy_core::wire::value_table::{Form, Pieces, ValueTable};

#[cfg(test)]
use super::annotations::{BodyRefusals, ValuesAnswer, ValuesLine, ValuesQuery, ValuesRefusals, ValuesRequest};
use crate::http::layers::answer::{NDJSON, UNBUFFERED, held};
use crate::http::layers::body::{self, is_json, is_lines};
use crate::http::layers::cache::{cacheable, has_tag};
use crate::http::layers::problem::Problem;
use crate::http::layers::service::Service;
use crate::work::budget::BudgetShare;
use crate::work::queue::{Account, SHORT_STEPS};

/// Ask for the values of many positions
///
/// Answers one request about many positions of one game. The positions are separate games, not a sum. For each
/// position, the answer has the Grundy value, the winner, and how long play lasts, as far as `of` asks for these. The
/// `positions` are a list of at most 100,000 positions, a range of at most 1,000,000 integers, a box, or `"all"`. A box
/// such as `{"box": [[0, 9], [0, 9]]}` has all lists of integers in its ranges that are positions. For a game that the
/// request defines, `"all"` means every vertex of its graph, or every position that moves reach from `starts`. With
/// `only`, the answer has only positions that are lost, won or drawn.
///
/// No moves are counted or chosen. So even positions with too many moves to count have an answer. A value that is not
/// known, or that the work of the request does not suffice for, is null. Then `known_to` says how far all is known of a
/// range or a box. For a range, the answer says how the values and the winners repeat: `proved` means that they repeat
/// for ever, and `observed` means that they repeat in the requested range.
///
/// The answer has a list for each column that `of` names, in the order of the positions. With `Accept:
/// application/x-ndjson`, the answer is a stream instead. Each line is an object with the values of one position, and
/// there is no period, no count and no `known_to`. If a certificate is requested, it is on a line of its own, the last.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/values", tag = "positions", operation_id = "values",
    request_body = ValuesRequest,
    responses(
        (
            status = 200, description = "The values",
            content((ValuesAnswer = "application/json"), (ValuesLine = "application/x-ndjson"))
        ),
        BodyRefusals
    )
))]
pub async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    let form = if wants_lines(request.headers()) { Form::Lines } else { Form::Columns };
    let opened = body::open_json(request, &service.body)?;
    let body = Arc::new(body::read(opened, &service.body, &service.workers).await?);
    let (bytes, whole) = (body.len(), Arc::clone(&body));
    let job = move |service: &Service, meter: &Meter| service.table(RequestText::Json(&whole), meter);
    let table = Arc::clone(&service).run(bytes, job).await?;
    written(service, table, form, body).await
}

/// Ask for the values of a range or a box in the URL
///
/// Answers the same request as POST, written as a query string. The positions are a range of integers or a box, and the
/// game is in the catalogue or in a family such as octal(0.77). The answer can be cached.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/values", tag = "positions", operation_id = "values_url",
    params(ValuesQuery),
    responses((status = 200, description = "The values", body = ValuesAnswer), ValuesRefusals)
))]
pub async fn get(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    let uri = request.uri().clone();
    let tag = service.tags.of(&uri);
    if has_tag(request.headers(), tag.as_ref()) {
        return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response(), tag));
    }
    drop(request);
    let job = move |service: &Service, meter: &Meter| {
        service.table(RequestText::Query(uri.query().unwrap_or_default()), meter)
    };
    let table = Arc::clone(&service).run(0, job).await?;
    Ok(cacheable(written(service, table, Form::Columns, ()).await?, tag))
}

/// Returns whether the client asks for lines instead of one object. A client that was generated from the contract
/// accepts both media types, but can read only the type that the contract lists first. Its `Accept` header names this
/// type first. So the type that the header names first is used.
fn wants_lines(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    let types = accepted.flat_map(|value| value.split(',')).filter_map(|range| range.split(';').next());
    let mut types = types.map(|media_type| media_type.trim().to_ascii_lowercase());
    types.find(|media_type| is_json(media_type) || is_lines(media_type)).is_some_and(|first| is_lines(&first))
}

/// The part of an answer that is not written yet, with its share of the memory. The request is kept, since it may
/// define the game.
struct Rest<K> {
    pieces: Pieces,
    service: Arc<Service>,
    account: Account,
    steps: u64,
    #[expect(dead_code, reason = "they are given back when they are dropped")]
    keeps: (BudgetShare, K),
}

impl<K> Rest<K> {
    async fn next(mut self) -> Result<Option<(Vec<u8>, Self)>, Problem> {
        let mut pieces = self.pieces;
        let job = move |_: &Stop| (pieces.next().transpose(), pieces);
        let (piece, pieces) = self.service.workers.run_piece(&self.account, self.steps, job).await?;
        self.pieces = pieces;
        Ok(piece.map_err(|error| Problem::unwritable(&error))?.map(|piece| (piece, self)))
    }
}

/// Writes the answer. It is sent as a whole if it is one piece, and otherwise as a stream.
async fn written<K: Send + 'static>(
    service: Arc<Service>,
    table: ValueTable,
    form: Form,
    asked_by: K,
) -> Result<Response, Problem> {
    let mut share = BudgetShare::default();
    let budget = service.body.budget.clone();
    budget.draw_whole(&mut share, table.bytes())?;
    let rows = u64::try_from(table.len()).unwrap_or(u64::MAX);
    let steps = rows.saturating_mul(cost::COMPONENT).min(SHORT_STEPS);
    let account = Account::default();
    let media_type = match form {
        Form::Columns => HeaderValue::from_static("application/json"),
        Form::Lines => HeaderValue::from_static(NDJSON),
    };
    let headers = [(header::CONTENT_TYPE, media_type)];
    let rest = Rest { pieces: table.pieces(form), service, account, steps, keeps: (share, asked_by) };
    // There is always at least one piece, even if it is empty.
    let Some((first, rest)) = rest.next().await? else { return Ok(headers.into_response()) };
    if rest.pieces.is_over() {
        return held((headers, first).into_response(), &budget);
    }
    let first = budget.hold(first)?;
    let rest = stream::try_unfold(rest, async |rest| {
        let Some((piece, rest)) = rest.next().await? else { return Ok(None) };
        let piece = rest.service.body.budget.hold(piece)?;
        Ok::<_, Problem>(Some((piece, rest)))
    });
    let pieces = stream::iter([Ok(first)]).chain(rest);
    Ok((headers, [UNBUFFERED], Body::from_stream(pieces)).into_response())
}
