//! grundy plays impartial combinatorial games perfectly. For any sum of games, it finds the winner, the Grundy value
//! and a move. The results are exact, and integers may have any size.
//!
//! # Ten lines
//!
//! A [`Sum`](solve::Sum) is a whole position: a sum of games of the catalogue and of games that you define. It is read
//! from JSON or from a query string, and solved once. The solution then answers any number of questions:
//!
//! ```
//! use grundy_core::solve::{Filter, ListingStart, Solution, Winner};
//! use grundy_core::theory::Caches;
//! use grundy_core::wire::{limits::RequestLimits, request::Defaults, request::Explain, request::Request};
//!
//! let body = br#"{"games": {"walk": {"graph": {"hall": ["garden", "gate"], "garden": ["gate"], "gate": []}}},
//!                 "position": {"walk": ["hall"], "kayles": [12], "nim": [3, 4]}}"#;
//! let request = Request::<Explain>::from_json(body, Defaults::default(), &RequestLimits::default()).unwrap();
//! let tables = Caches::default(); // tables of values; keep it, so that they are worked out once
//! let solution = Solution::of(request.position, request.play, &tables).unwrap();
//! for listed in solution.moves(Filter::Winning, ListingStart::START) {
//!     println!("{}", solution.describe(&listed.r#move)); // walk 0: move from hall to garden, and so on
//! }
//! assert_eq!(solution.winner(), Winner::First);
//! assert_eq!(solution.winning_count().to_string(), solution.moves(Filter::Winning, ListingStart::START).count().to_string());
//! ```
//!
//! # Requests and answers
//!
//! An [`Engine`](wire::engine::Engine) gives the same answers as the service. Requests and answers are JSON. A
//! [`Meter`](number::meter::Meter) counts the steps of the work, and ends the work when too many steps are needed:
//!
//! ```
//! use grundy_core::wire::engine::{Engine, Question, RequestText};
//!
//! let engine = Engine::default();
//! let asked = RequestText::Json(br#"{"position": {"octal(0.77)": [9], "nim": [2]}}"#);
//! let json = engine.answer(Question::Analysis, asked, &engine.meter()).answer.unwrap();
//! let answer: serde_json::Value = serde_json::from_slice(&json).unwrap();
//! assert_eq!(answer["grundy"], 6);
//! assert_eq!(answer["move"]["text"], "take 2 of 9");
//! ```
//!
//! # A tour
//!
//! Folders are layers. A layer uses the layers below it, and never a layer above it.
//!
//! | layer | modules | content |
//! |---|---|---|
//! | the wire | [`wire`] | requests and answers as JSON and as text, their faults, and limits |
//! | solving | [`solve`] | who wins a sum, by which moves, and why; one theory is chosen for each sum |
//! | games | [`catalogue`] | the games by their keys, such as `nim` or `octal(0.77)` |
//! | | `games` | one file for each game, and the list of games |
//! | | [`own`] | games that a client describes |
//! | a game | [`game`] | the traits of games: [`Rules`](game::Rules), and [`Game`](game::Game) for rules with a theory; how positions are written |
//! | theory | [`theory`] | theory that several games share, such as heap games, graphs with cycles, misère quotients and vectors |
//! | numbers | [`number`] | integers of any size, and the [`Meter`](number::meter::Meter) of all work |
//!
//! A new game needs a file in `games`, and a line in the list of games there. The traits provide the JSON and the URL
//! form of positions, and the use of the game in sums. The tests in `solve::laws` compare the theory of every game with
//! brute force over the rules.
//!
//! # What it promises
//!
//! Answers are exact: there is no floating point, and an overflow is a panic, never a wrong answer. If an answer is not
//! known, you get an error that says so: a [`Refusal`](solve::Refusal), or in JSON a fault with a code. Answers never
//! depend on what [`Caches`](theory::Caches) holds.
//!
//! Versions follow semantic versioning. The JSON of requests and answers is the contract of the service. This contract
//! only grows: no release removes a request, a field or a code. The Rust API may change from one 0.*x* to the next, but
//! not within the same 0.*x*, as Cargo expects. The order of moves, the recommended move and the results for a given
//! `seed` do not change within the same 0.*x* either.
// The example of the README is tested, too.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod game;
mod games;
pub mod number;
pub mod own;
pub mod solve;
pub mod theory;
pub mod wire;
