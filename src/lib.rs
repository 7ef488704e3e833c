//! grundy plays impartial combinatorial games perfectly: the winner, the Grundy value and a move for any sum of games,
//! exactly, for integers of any size. It is an HTTP service and, below that, a library.
//!
//! ```
//! use grundy::games::Kind;
//! use grundy::limits::{Limits, Meter};
//! use grundy::oracle::{Play, Solution, Winner};
//! use grundy::position::Position;
//!
//! let limits = Limits::default();
//! let read = |game, text| Kind::from_id(game).unwrap().from_text(text, &mut Meter::new(&limits)).unwrap();
//! let position = Position::new(vec![read("euclid", "5,26"), read("nim", "5")]);
//! let solution = Solution::of(&position, Play::Normal).unwrap();
//! assert_eq!(solution.winner(), Winner::Second);
//! ```
//!
//! # A tour
//! Three floors; each knows only what is below it.
//!
//! **Games.** [`game`] has the trait: what every game answers about a position of it. [`games`] is the catalogue, one
//! file a game. They stand on [`natural`], integers of any size; [`shape`], the ways to write a position; [`powers`] and
//! [`quotients`], theory that games share.
//!
//! **The oracle.** [`position`] is a sum of components, and how it is read; [`oracle`] finds who wins it and how;
//! `misere` is its theory of misère play, [`winning`] the moves that win. [`request`] is a question in JSON; [`answer`],
//! [`listing`] and [`turn`] are the answers; [`batch`] answers many, from a stream that [`lines`] cuts into pieces; [`map`]
//! is a table of values, in numbers or as a picture. [`explanation`] says why, from the [`step`]s that each game gives
//! and their [`source`]s. [`fault`] is what can be wrong with a question, [`problem`] how that is said, [`limits`] how much one may ask for,
//! [`work`] how long that takes, [`digest`] a name for it, and [`json`] helps to find faults.
//!
//! **The service.** [`http`] has a file for each resource; [`server`] is the listener; [`seldom`] keeps logs short;
//! [`cli`], [`report`] and [`bulk`] are the command line.
//! The floors below use neither tokio nor axum.
#![forbid(unsafe_code)]

pub mod answer;
pub mod batch;
pub mod bulk;
pub mod cli;
pub mod digest;
pub mod explanation;
pub mod fault;
pub mod game;
pub mod games;
pub mod http;
pub mod json;
pub mod limits;
pub mod lines;
pub mod listing;
pub mod map;
mod misere;
pub mod natural;
pub mod oracle;
pub mod position;
pub mod powers;
pub mod problem;
pub mod quotients;
pub mod report;
pub mod request;
pub mod seldom;
pub mod server;
pub mod shape;
pub mod source;
pub mod step;
pub mod turn;
pub mod winning;
pub mod work;
