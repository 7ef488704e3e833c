//! grundy plays impartial combinatorial games perfectly: the winner, the Grundy value and a move for any sum of games,
//! exactly, for integers of any size.
//!
//! # A sum
//!
//! A [`Position`](solve::Position) is everything on the table, one sum of games. It is read from JSON or from a query
//! string, solved once, and then asked as often as you like:
//!
//! ```
//! use grundy_core::solve::{Filter, Mark, Solution, Winner};
//! use grundy_core::theory::Tables;
//! use grundy_core::wire::{limits::Limits, request::Explain, request::Request};
//!
//! let request = Request::<Explain>::from_query("kayles=12&nim=3&nim=4", &Limits::default()).unwrap();
//! let tables = Tables::default(); // tables of values; keep it, so that they are worked out once
//! let solution = Solution::of(request.position, request.play, &tables).unwrap();
//! assert_eq!(solution.winner(), Winner::First);
//! for listed in solution.moves(Filter::Winning, Mark::START) {
//!     let place = listed.r#move.place;
//!     let part = &solution.position().parts()[place.part];
//!     println!("{} {}: {}", part.key, place.index, part.run.describe(place.index, &*listed.r#move.to));
//! }
//! assert_eq!(solution.winning_count().to_string(), solution.moves(Filter::Winning, Mark::START).count().to_string());
//! ```
//!
//! # A game of your own
//!
//! A request can define games: as a graph of positions, cycles allowed, or as vectors that a move subtracts.
//! [`Analysis`](wire::analysis::Analysis) has the answer as the service sends it:
//!
//! ```
//! use grundy_core::theory::Tables;
//! use grundy_core::wire::{analysis::Analysis, limits::Limits, request::Defaults, request::Request};
//!
//! let body = br#"{
//!     "games": {"walk": {"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"],
//!                                  "street": []}}},
//!     "position": {"walk": ["gate"], "nim": [2]}
//! }"#;
//! let request = Request::from_json(body, Defaults::default(), &Limits::default()).unwrap();
//! let analysis = Analysis::of(request, &Tables::default()).unwrap();
//! let answer = serde_json::to_value(analysis.answer()).unwrap();
//! assert_eq!(answer["winner"], "first");
//! assert_eq!(answer["move"]["text"], "take 1 of 2");
//! ```
//!
//! # A tour
//!
//! Four floors, and data flows down: what is above uses what is below, never the other way round.
//!
//! | floor | modules | what it is |
//! |---|---|---|
//! | the wire | [`wire`] | requests and answers as JSON and as text, what is wrong with them, limits |
//! | | [`explain`] | why an answer is what it is, step by step |
//! | solving | [`solve`] | who wins a sum, and how: the theory that fits is chosen once, and all moves follow |
//! | | [`columns`] | Grundy values of arrays of machine words, a position each |
//! | | [`run`] | some components of one ruleset, whichever it is: what solving knows of games |
//! | games | [`game`] | what a game is: [`Rules`](game::Rules), and with a theory a [`Game`](game::Game) |
//! | | [`catalogue`] | the games by their keys, such as `nim` or `octal(0.77)` |
//! | | `games`, `heap_game` | a file a game, and the list of them; games of heaps by a code |
//! | | [`own`] | games that a client describes |
//! | theory | [`theory`] | what games share: heap games, graphs with cycles, misère quotients, vectors |
//! | | [`natural`], [`shape`] | integers of any size; how positions are written |
//!
//! A new game is a file in `games` and a line in its list; its JSON, its URL form, its place in sums and the tests that
//! compare it with brute force over its rules (`laws`) follow from the traits.
//!
//! # What it promises
//!
//! Answers are exact: no floating point, and an overflow is a panic, never a wrong answer. What is not known is an
//! error that says so: a [`Refusal`](solve::Refusal), or a fault with a code on the wire. Answers never depend on what
//! [`Tables`](theory::Tables) holds.
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod columns;
pub mod digest;
pub mod explain;
pub mod game;
mod games;
mod heap_game;
#[cfg(test)]
mod laws;
pub mod natural;
mod options;
pub mod own;
pub mod run;
pub mod shape;
pub mod solve;
pub(crate) mod sources;
pub mod step;
pub mod theory;
pub mod wire;
pub mod words;
