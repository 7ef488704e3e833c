//! An axum handler that does no work. It accepts the same bodies as the service, and always answers with the same
//! bytes.

use axum::extract::Query;
use axum::routing::post;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Request {
    position: Position,
}

#[derive(Deserialize)]
struct Position {
    euclid: Vec<(u64, u64)>,
}

#[derive(Deserialize)]
struct Question {
    euclid: String,
}

#[derive(Serialize)]
struct Answer {
    winner: &'static str,
    grundy: u64,
    values: Values,
    winning_count: u64,
    r#move: Move,
    after: After,
}

#[derive(Serialize)]
struct Values {
    euclid: [u64; 1],
}

#[derive(Serialize)]
struct Move {
    game: &'static str,
    index: u64,
    from: (u64, u64),
    to: (u64, u64),
    text: &'static str,
}

#[derive(Serialize)]
struct After {
    euclid: [(u64, u64); 1],
}

fn answer(from: (u64, u64)) -> Json<Answer> {
    let to = (5, 6);
    Json(Answer {
        winner: "first",
        grundy: 5,
        values: Values { euclid: [5] },
        winning_count: 1,
        r#move: Move { game: "euclid", index: 0, from, to, text: "subtract 4 × 5 from 26" },
        after: After { euclid: [to] },
    })
}

async fn posted(Json(request): Json<Request>) -> Json<Answer> {
    answer(request.position.euclid[0])
}

async fn asked(Query(question): Query<Question>) -> Json<Answer> {
    let (a, b) = question.euclid.split_once(',').unwrap();
    answer((a.parse().unwrap(), b.parse().unwrap()))
}

#[tokio::main]
async fn main() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("bare listens on http://{}", listener.local_addr().unwrap());
    axum::serve(listener, Router::new().route("/v1/analyze", post(posted).get(asked))).await.unwrap();
}
