//! `/v1/batch`: many requests at once, as a JSON list or as a stream of lines.
//!
//! A list or a stream is cut into pieces. The pieces are answered on all cores, and the answers are sent in order. The
//! code is a chain of asynchronous Rust streams. The chain works only when the client reads the answer, so a client
//! that reads slowly slows down the whole chain. Only a bounded number of pieces is in work at a time, so the memory is
//! bounded, too. When the client leaves, the chain is dropped, with all pieces that wait in it.

use std::collections::VecDeque;
use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};
use grundy_core::number::cost;
use grundy_core::number::meter::{self, Meter, Stop};
use grundy_core::wire::batch::{Answers, BatchSettings, Bill, Item, Shared, Slice, StreamSection};
use grundy_core::wire::engine::{self, Engine};
use grundy_core::wire::games::Games;
use grundy_core::wire::lines::{self, Splitter};
use http_body_util::BodyExt;
use tokio::time::timeout;

#[cfg(test)]
use super::annotations::{BatchAnswer, BatchLine, BatchLineAnswer, BodyRefusals};
use crate::http::layers::answer::{NDJSON, UNBUFFERED, held};
use crate::http::layers::body;
use crate::http::layers::gzip::{Coding, Inflater};
use crate::http::layers::problem::{HttpProblem, Problem};
use crate::http::layers::service::Service;
use crate::work::budget::BudgetShare;
use crate::work::queue::{Account, ENDLESS_STEPS, IN_PLACE_STEPS, SHORT_STEPS, SLICE_STEPS, fits};
use crate::work::{WatchedTransfer, streams};
use envelope::Envelope;
use turns::{Go, Turns};

pub(super) mod envelope;
mod turns;

/// A batch may have this number of pieces in work or in the queue, for each worker. With two pieces, the next piece
/// already waits when a worker has answered one.
const PIECES_PER_WORKER: usize = 2;

/// The approximate number of bytes in a piece of a list. About as many bytes of a stream arrive at a time.
const PIECE_BYTES: usize = 32 * 1024;

/// A piece pauses when its unsent answers have this number of bytes. Its other requests are answered later. This is
/// necessary, since a line of 80 bytes can have an answer of two megabytes.
const MOST_WAITING: usize = 1 << 20;

/// The bytes of memory that games need for one byte of their text.
const BYTES_A_BYTE_OF_GAMES: usize = 4;

/// Answer many requests
///
/// Each request is answered separately. If a request fails, its answer is an error, and the other requests are still
/// answered. The pointers in the error are relative to the failed request.
///
/// Games that several requests share can be defined once, in the field `games` next to `requests`. If one of these
/// games has a fault, the whole batch fails. In a stream, a line `{"games": {…}}` defines games for the lines after it.
/// The answer to this line is a list of the games' names. If a request's own `games` have a game with the same name,
/// the request's game is used.
///
/// As JSON, a batch is a list of requests, and its answer is a list. The status is 200 even if all requests fail. All
/// requests of a list share one budget of work. Requests beyond the budget fail with `too-costly`. If the same list is
/// sent again, the same requests fail.
///
/// As a stream (`application/x-ndjson`, `application/ndjson` or `application/jsonl`), a batch has a request on each
/// line. The answer has a line for each request, in the same order. The length of a line is limited, but not the number
/// of lines. The first answers are sent before the last line has arrived, so read answers while you send requests. The
/// service stops reading from a client that does not read the answers. If the service has to cut a stream off, the
/// answer ends without its last chunk, and has fewer lines than the request.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/batch", tag = "positions", operation_id = "batch",
    request_body(content((Envelope = "application/json"), (BatchLine = "application/x-ndjson"))),
    responses(
        (
            status = 200, description = "The answers",
            content((BatchAnswer = "application/json"), (BatchLineAnswer = "application/x-ndjson"))
        ),
        BodyRefusals
    )
))]
pub(super) async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    match body::media_type(request.headers()).map(str::to_ascii_lowercase).as_deref() {
        Some(found) if body::is_lines(found) => answer_lines(&service, request).await,
        Some(found) if body::is_json(found) => answer_list(&service, request).await,
        found => {
            let advice = "send a list with the header Content-Type: application/json, or a request a line with \
                          application/x-ndjson";
            Err(body::unsupported(found, advice))
        }
    }
}

async fn answer_lines(service: &Arc<Service>, request: HttpRequest) -> Result<Response, Problem> {
    let place = service.streams.enter()?;
    let (head, body) = request.into_parts();
    let account = Account::of_stream();
    let inflater = match Coding::of(&head.headers)? {
        Coding::Identity => None,
        Coding::Gzip => Some(Inflater::new(service.body.max_ratio)),
    };
    let max_line = service.batch.max_line;
    let input = Input {
        body,
        inflater,
        packed: Bytes::new(),
        service: Arc::clone(service),
        account: account.clone(),
        splitter: Splitter::new(max_line),
        next_line: 1,
        share: BudgetShare::default(),
        cut: VecDeque::new(),
        shared: Shared::default(),
        shared_share: BudgetShare::default(),
        is_over: false,
        place,
        least_rate: LeastRate::new(service.streams.least_bytes(service.body.timeout), service.body.timeout),
    };
    let terms = BatchSettings::of_lines(max_line);
    let batch = Batch { service: Arc::clone(service), account, terms, budget: u64::MAX };
    let at_once = batch.at_once();
    let pieces = stream::try_unfold(Some(input), next_part).map(move |part| {
        let batch = batch.clone();
        async move {
            match part? {
                Part::Lines(lines) => batch.begin(Piece::Lines(lines)).await,
                Part::Defined(json, answers) => Ok(Due::of_answer(batch, json, answers)),
            }
        }
    });
    let parts = pieces.buffered(at_once).map_ok(Due::answers).try_flatten();
    let mut answers = Box::pin(parts.map_ok(|(json, _)| json));
    // In two cases, the first part is computed before the answer starts. A client that waits for 100 Continue, as curl
    // does, would not get this status after the start of the answer. And if a body turns out not to be gzip, the answer
    // can be an error only if it has not started.
    let waits = head.headers.contains_key(header::EXPECT) || head.headers.contains_key(header::CONTENT_ENCODING);
    let first = if waits { answers.next().await.transpose()? } else { None };
    let media_type = (header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    Ok(([media_type, UNBUFFERED], Body::from_stream(stream::iter(first.map(Ok)).chain(answers))).into_response())
}

/// A stream of lines as it arrives.
struct Input {
    body: Body,
    inflater: Option<Inflater>,
    /// Bytes that have arrived and are not inflated yet.
    packed: Bytes,
    service: Arc<Service>,
    account: Account,
    splitter: Splitter,
    /// The number that the next complete line gets.
    next_line: u64,
    /// The share of the memory budget for the incomplete line.
    share: BudgetShare,
    /// Lines that have arrived. Each element has consecutive requests, or one line that defines games.
    cut: VecDeque<Cut>,
    /// The games that the next lines can use, and the share of the memory budget for these games.
    shared: Shared,
    shared_share: BudgetShare,
    /// `true` once all bytes of the body have arrived.
    is_over: bool,
    place: WatchedTransfer,
    least_rate: LeastRate,
}

/// Consecutive lines of a stream: requests, or one line that defines games.
struct Cut {
    text: Vec<u8>,
    first: u64,
    defines: bool,
    share: BudgetShare,
}

/// The next part of a stream: requests, or the answer to a line that defines games.
enum Part {
    Lines(Arc<Lines>),
    Defined(Bytes, Answers),
}

/// Returns the next part of a stream, and the rest of the input.
async fn next_part(input: Option<Input>) -> Result<Option<(Part, Option<Input>)>, Problem> {
    let Some(mut input) = input else { return Ok(None) };
    while input.cut.is_empty() {
        let is_last = input.next_lines().await?;
        if is_last && input.cut.is_empty() {
            return Ok(None);
        }
        if is_last {
            input.is_over = true;
        }
    }
    let Some(cut) = input.cut.pop_front() else { return Ok(None) };
    let part = if cut.defines { input.define(cut).await? } else { Part::Lines(Arc::new(input.requests(cut))) };
    let is_over = input.is_over && input.cut.is_empty();
    Ok(Some((part, (!is_over).then_some(input))))
}

impl Input {
    /// Waits for the next lines, and adds them to `cut`. Returns `true` if these lines are the last.
    async fn next_lines(&mut self) -> Result<bool, Problem> {
        // A megabyte of gzip may contain only blank lines. Reading them must not occupy the thread, which also serves
        // other clients.
        tokio::task::coop::consume_budget().await;
        let data = if self.packed.is_empty() { self.frame().await? } else { Some(self.packed.split_off(0)) };
        let is_last = data.is_none();
        let lines = match (data, self.inflater.take()) {
            (Some(data), None) => self.splitter.push(&data),
            (Some(mut data), Some(mut inflater)) => {
                let step = Inflater::step(&mut data);
                self.packed = data;
                let steps = inflater.steps(step.len());
                let job = move |_: &Stop| inflater.push(&step).map(|lines| (lines, inflater));
                let (lines, inflater) = self.service.workers.run_piece(&self.account, steps, job).await??;
                self.inflater = Some(inflater);
                self.splitter.push(&lines)
            }
            (None, mut inflater) => {
                let rest = inflater.as_mut().map(Inflater::finish).transpose()?.unwrap_or_default();
                let mut splitter = std::mem::replace(&mut self.splitter, Splitter::new(0));
                [splitter.push(&rest), splitter.finish()].concat()
            }
        };
        self.service.body.budget.draw_part(&mut self.share, lines.len().max(self.splitter.begun()))?;
        if !lines.is_empty() {
            let first = self.next_line;
            self.next_line = first.saturating_add(lines::ends(&lines));
            let share = std::mem::take(&mut self.share);
            self.cut(lines, first, share).await?;
        }
        Ok(is_last)
    }

    /// Cuts lines into sections. Each section is one line that defines games, or consecutive requests. Most streams
    /// define no games.
    async fn cut(&mut self, text: Vec<u8>, first: u64, share: BudgetShare) -> Result<(), Problem> {
        if !StreamSection::may_define(&text) {
            self.cut.push_back(Cut { text, first, defines: false, share });
            return Ok(());
        }
        let steps = u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_mul(cost::BYTE);
        let job = move |_: &Stop| {
            let sections = StreamSection::of_lines(&text, first).into_iter();
            sections.map(|section| (section.text.to_vec(), section.first, section.defines)).collect::<Vec<_>>()
        };
        let sections = self.service.workers.run_piece(&self.account, steps, job).await?;
        // One share of the budget covers all sections. The last section holds this share, since that section is dropped
        // last.
        let (mut share, last) = (Some(share), sections.len().saturating_sub(1));
        for (place, (text, first, defines)) in sections.into_iter().enumerate() {
            let share = if place == last { share.take().unwrap_or_default() } else { BudgetShare::default() };
            self.cut.push_back(Cut { text, first, defines, share });
        }
        Ok(())
    }

    /// Returns these lines of requests, with the games that earlier lines define.
    fn requests(&self, Cut { text, first, share, .. }: Cut) -> Lines {
        Lines { text, first, games: Arc::clone(self.shared.games()), share }
    }

    /// Answers a line that defines games for the lines after it.
    async fn define(&mut self, Cut { text, first, .. }: Cut) -> Result<Part, Problem> {
        let budget = &self.service.body.budget;
        // In memory, games need several times as many bytes as their text has.
        let bytes = self.shared.bytes().saturating_add(text.len()).saturating_mul(BYTES_A_BYTE_OF_GAMES);
        budget.draw_part(&mut self.shared_share, bytes)?;
        let (mut shared, service) = (self.shared.clone(), Arc::clone(&self.service));
        let job = move |stop: &Stop| {
            let line = Item { text: text.trim_ascii_end(), line: Some(first) };
            let answers = shared.define(line, service.body.max_bytes, &service.engine, stop);
            service.metrics.work(answers.as_ref().map_or(0, |answers| answers.done));
            answers.map(|answers| (answers, shared))
        };
        let defined = self.service.workers.run_piece(&self.account, ENDLESS_STEPS, job).await?;
        let (mut answers, shared) = defined.map_err(|error| Problem::unwritable(&error))?;
        self.shared = shared;
        Ok(Part::Defined(self.service.body.budget.hold(std::mem::take(&mut answers.json))?, answers))
    }

    /// Returns the next bytes; `None` at the end.
    ///
    /// # Errors
    /// 408 if the bytes arrive too slowly. 503 if this stream is the slowest, and another stream needs its place. 400
    /// if the client stopped in the middle.
    async fn frame(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            let start = Instant::now();
            let frame = tokio::select! {
                frame = timeout(self.least_rate.left(), self.body.frame()) => frame.map_err(|_| self.least_rate.too_slow())?,
                () = self.place.dismissed() => return Err(streams::dismissed().into()),
            };
            let Some(frame) = frame else { return Ok(None) };
            let Ok(data) = frame.map_err(body::broken)?.into_data() else { continue };
            self.place.came(data.len());
            self.least_rate.came(data.len(), start.elapsed());
            if !data.is_empty() {
                return Ok(Some(data));
            }
        }
    }
}

/// The least rate of a stream: `least_bytes` in the time `within`. The clock runs only while the service waits for
/// bytes from the client. It stops while the service computes answers, and while the client reads answers.
struct LeastRate {
    least_bytes: usize,
    within: Duration,
    waited: Duration,
    bytes: usize,
}

impl LeastRate {
    fn new(least_bytes: usize, within: Duration) -> Self {
        Self { least_bytes, within, waited: Duration::ZERO, bytes: 0 }
    }

    /// Returns how long the service may still wait for more bytes.
    fn left(&self) -> Duration {
        self.within.saturating_sub(self.waited)
    }

    fn came(&mut self, bytes: usize, waited: Duration) {
        self.waited = self.waited.saturating_add(waited);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes >= self.least_bytes {
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
    }

    fn too_slow(&self) -> Problem {
        let (bytes, seconds) = (self.least_bytes, self.within.as_secs_f32());
        let detail = format!("a stream has to send at least {bytes} bytes in {seconds} s, while it is waited for");
        Problem::new(HttpProblem::RequestTimeout, detail)
    }
}

async fn answer_list(service: &Arc<Service>, request: HttpRequest) -> Result<Response, Problem> {
    let opened = body::open(request, &service.body)?;
    let body = Arc::new(body::read(opened, &service.body, &service.workers).await?);
    let (bytes, whole) = (body.len(), Arc::clone(&body));
    let read = move |service: &Service, meter: &Meter| {
        engine::run(meter, || {
            meter::charge_each(whole.len(), cost::BYTE);
            Ok(Envelope::read(&whole, service.batch.max_items, &service.engine.limits)?)
        })
    };
    let Envelope { items, defaults, games } = Arc::clone(service).run(bytes, read).await?;
    let terms = BatchSettings { defaults, max_bytes: usize::MAX, separator: b',' };
    let budget = u64::try_from(service.batch.max_work.as_nanos()).unwrap_or(u64::MAX);
    let batch = Batch { service: Arc::clone(service), account: Account::default(), terms, budget };
    let pieces = into_pieces(items, &games);
    let is_short = pieces.len() == 1;

    let turns = Turns::of(budget);
    let at_once = batch.at_once();
    let pieces = stream::iter(pieces.into_iter().enumerate());
    let pieces = pieces.map(move |(place, piece)| batch.clone().begin_in_turn(place, piece, turns.clone()));
    let failed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&failed);
    let parts = pieces.buffered(at_once).map_ok(Due::answers).try_flatten().enumerate();
    let results = parts.map(move |(place, part)| {
        let (json, failed) = part?;
        count.fetch_add(failed, Ordering::Relaxed);
        let without_last_comma = json.slice(..json.len().saturating_sub(1));
        let comma = Bytes::from_static(if place == 0 { b"" } else { b"," });
        let parts = [comma, without_last_comma].into_iter().filter(|bytes| !bytes.is_empty());
        Ok::<_, Problem>(stream::iter(parts.map(Ok::<_, Problem>)))
    });
    let opening = stream::once(ready(Ok(Bytes::from_static(br#"{"results":["#))));
    let ending = stream::once(async move {
        // The body and its share of the memory are kept until the last piece is answered.
        drop(body);
        Ok(Bytes::from(format!(r#"],"failed":{}}}"#, failed.load(Ordering::Relaxed))))
    });
    let mut json = Box::pin(opening.chain(results.try_flatten()).chain(ending));
    let media_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    let mut parts: Vec<Bytes> = Vec::new();
    while is_short && parts.iter().map(Bytes::len).sum::<usize>() < MOST_WAITING {
        let Some(part) = json.next().await.transpose()? else {
            let whole = parts.concat();
            // The parts are dropped first, so that the whole answer can use their share of the memory.
            drop(parts);
            return held((media_type, whole).into_response(), &service.body.budget);
        };
        parts.push(part);
    }
    Ok((media_type, Body::from_stream(stream::iter(parts.into_iter().map(Ok)).chain(json))).into_response())
}

/// Requests that one worker answers without a break, unless they take too long.
#[derive(Clone)]
enum Piece {
    Lines(Arc<Lines>),
    Items(Arc<Items>),
}

/// Whole lines of a stream. Each line is a request or blank.
struct Lines {
    text: Vec<u8>,
    /// The number of the first line, counted from 1.
    first: u64,
    /// The games that earlier lines define.
    games: Arc<Games>,
    /// The share of the memory budget for the lines. It is given back when the lines are dropped.
    #[expect(dead_code, reason = "it is given back when it is dropped")]
    share: BudgetShare,
}

/// Some requests of a list, and the games that all requests of the list share.
#[derive(Default)]
struct Items {
    items: Vec<Bytes>,
    games: Arc<Games>,
}

/// Cuts items into pieces. There is at least one piece.
fn into_pieces(items: Vec<Bytes>, games: &Arc<Games>) -> Vec<Piece> {
    let of = |items| Piece::Items(Arc::new(Items { items, games: Arc::clone(games) }));
    let (mut pieces, mut piece, mut bytes) = (Vec::new(), Vec::new(), 0_usize);
    for item in items {
        if bytes >= PIECE_BYTES {
            pieces.push(of(std::mem::take(&mut piece)));
            bytes = 0;
        }
        bytes = bytes.saturating_add(item.len());
        piece.push(item);
    }
    pieces.push(of(piece));
    pieces
}

impl Piece {
    /// Answers the requests that follow the first `answered` requests.
    fn answers(
        &self,
        answered: usize,
        terms: BatchSettings,
        slice: Slice,
        engine: &Engine,
    ) -> serde_json::Result<Answers> {
        let bytes = self.bytes();
        match self {
            Self::Lines(lines) => {
                let requests = Item::of_lines(&lines.text, lines.first).skip(answered);
                Answers::of(requests, bytes, terms.with_games(&lines.games), slice, engine)
            }
            Self::Items(piece) => {
                let Items { items, games } = &**piece;
                let requests = items.iter().skip(answered).map(|item| Item::of_list(item));
                Answers::of(requests, bytes, terms.with_games(games), slice, engine)
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.text.len(),
            Self::Items(piece) => piece.items.iter().map(Bytes::len).sum(),
        }
    }

    /// Returns how many steps the next attempt to answer the piece may take. Each attempt continues the one before it,
    /// and may take more steps. Returns `None` after the attempt with the most steps: then the piece waits in the queue
    /// like long work.
    fn room(&self, begun: &Begun) -> Option<u64> {
        let rooms = [IN_PLACE_STEPS, SHORT_STEPS, SLICE_STEPS];
        let mut rooms = rooms.into_iter().filter(|room| fits(self.bytes(), cost::LOOK_UP, *room));
        rooms.nth(begun.slices)
    }
}

/// The progress of answering one piece of a batch.
#[derive(Default)]
struct Begun {
    /// Answers that are not sent yet: their JSON, and their counts. The JSON holds its share of the memory budget.
    parts: VecDeque<(Bytes, Answers)>,
    /// The number of attempts to answer the piece so far. Each call of [`Batch::go_on`] is one attempt.
    slices: usize,
    /// The number of answered requests.
    count: usize,
    bill: Bill,
    is_whole: bool,
}

impl Begun {
    /// Returns `true` if the whole piece is answered. Also returns `true` if the answers that wait in `parts` have at
    /// least [`MOST_WAITING`] bytes, because they must be sent first.
    fn is_full(&self) -> bool {
        self.is_whole || self.parts.iter().map(|(json, _)| json.len()).sum::<usize>() >= MOST_WAITING
    }
}

/// The number of steps that [`Batch::go_on`] took, and how many of these steps led to no answer.
struct Done {
    all: u64,
    in_vain: u64,
}

/// A piece whose turn it is: its answers are sent next.
struct Due {
    batch: Batch,
    piece: Piece,
    begun: Begun,
    /// The bill of all pieces before this piece.
    before: Arc<Bill>,
    /// For a piece of a list: the list's [`Turns`], and the number of steps that the piece used for answers before its
    /// turn. When this piece is answered, the next piece gets its turn.
    turns: Option<(Turns, u64)>,
}

impl Due {
    /// Creates a piece that is answered already.
    fn of_answer(batch: Batch, json: Bytes, answers: Answers) -> Self {
        let piece = Piece::Items(Arc::default());
        let begun = Begun { parts: [(json, answers)].into(), is_whole: true, ..Begun::default() };
        Self { batch, piece, begun, before: Arc::default(), turns: None }
    }

    /// Streams the JSON of the answers part by part, each with its number of failures. First come the parts that are
    /// ready, then further parts as soon as they are computed. Each part is counted when it is sent.
    fn answers(self) -> impl Stream<Item = Result<(Bytes, usize), Problem>> {
        stream::try_unfold(self, async |mut due| {
            loop {
                if let Some((json, answers)) = due.begun.parts.pop_front() {
                    due.batch.service.metrics.batch(&answers);
                    if !json.is_empty() {
                        return Ok(Some(((json, answers.failed), due)));
                    }
                } else if due.begun.is_whole {
                    if let Some((turns, at_stake)) = &due.turns {
                        turns.next(&due.begun.bill, *at_stake);
                    }
                    return Ok(None);
                } else {
                    let room = due.piece.room(&due.begun);
                    due.batch.go_on(&mut due.begun, &due.piece, room, &due.before).await?;
                }
            }
        })
    }
}

/// The values that all pieces of a batch share.
#[derive(Clone)]
struct Batch {
    service: Arc<Service>,
    account: Account,
    terms: BatchSettings<'static>,
    /// The number of steps that a list may be charged. A stream has no such limit.
    budget: u64,
}

impl Batch {
    /// Returns how many pieces may be in work or in the queue at a time.
    fn at_once(&self) -> usize {
        self.service.workers.count().saturating_mul(PIECES_PER_WORKER)
    }

    /// Answers a piece of a stream, until [`MOST_WAITING`] bytes of answers wait to be sent. [`Due::answers`] answers
    /// the rest of the piece.
    async fn begin(self, piece: Piece) -> Result<Due, Problem> {
        let mut begun = Begun::default();
        while !begun.is_full() {
            let room = piece.room(&begun);
            self.go_on(&mut begun, &piece, room, &Bill::default()).await?;
        }
        Ok(Due { batch: self, piece, begun, before: Arc::default(), turns: None })
    }

    /// Answers a piece of a list, and returns the piece at its turn. Before this turn, pauses while [`Begun::is_full`]
    /// is true, or while [`Turns`] permits no more steps at stake.
    async fn begin_in_turn(self, place: usize, piece: Piece, turns: Turns) -> Result<Due, Problem> {
        let (mut begun, mut at_stake) = (Begun::default(), 0_u64);
        loop {
            let room = piece.room(&begun);
            let most = room.unwrap_or_else(|| SLICE_STEPS.saturating_add(self.service.engine.limits.max_steps));
            match turns.wait(place, (!begun.is_full()).then_some(most)).await {
                Go::ItsTurn { before } if before.steps_of(&begun.bill) > self.budget.saturating_sub(before.steps()) => {
                    (begun, at_stake) = (Begun::default(), 0);
                }
                Go::ItsTurn { before } if begun.is_full() => {
                    return Ok(Due { batch: self, piece, begun, before, turns: Some((turns, at_stake)) });
                }
                Go::ItsTurn { before } => {
                    self.go_on(&mut begun, &piece, room, &before).await?;
                }
                Go::Ahead { stake, before } => {
                    let Done { all, in_vain } = self.go_on(&mut begun, &piece, room, &before).await?;
                    let used = all.min(stake);
                    // Steps that led to no answer are lost. `turns` counts them as steps at stake until the list ends.
                    // This limits how many steps the whole list may lose.
                    at_stake = at_stake.saturating_add(used.saturating_sub(in_vain));
                    turns.give_back(stake - used);
                }
            }
        }
    }

    /// Answers the next requests of a piece in at most `room` steps. If `room` is `None`, begins no further request
    /// after [`SLICE_STEPS`] steps, since other requests wait for the worker.
    async fn go_on(&self, begun: &mut Begun, piece: &Piece, room: Option<u64>, before: &Bill) -> Result<Done, Problem> {
        let Self { service, terms, budget, .. } = self.clone();
        let (piece, answered) = (piece.clone(), begun.count);
        let mut before = before.clone();
        before.add(&begun.bill);
        let job = move |stop: &Stop| {
            let slice =
                Slice { steps: room.unwrap_or(SLICE_STEPS), is_strict: room.is_some(), budget, before: &before, stop };
            let answers = piece.answers(answered, terms, slice, &service.engine);
            let mut answers = answers.map_err(|error| Problem::unwritable(&error))?;
            service.metrics.work(answers.done);
            Ok::<_, Problem>((service.body.budget.hold(std::mem::take(&mut answers.json))?, answers))
        };
        let steps = room.unwrap_or(ENDLESS_STEPS);
        let (json, answers) = self.service.workers.run_piece(&self.account, steps, job).await??;
        begun.count = begun.count.saturating_add(answers.count);
        begun.bill.add(&answers.bill);
        begun.is_whole = answers.is_whole;
        begun.slices = begun.slices.saturating_add(1);
        let done = Done { all: answers.done, in_vain: answers.in_vain };
        begun.parts.push_back((json, answers));
        Ok(done)
    }
}
