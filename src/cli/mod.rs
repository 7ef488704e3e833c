//! The command line. For containers, every setting of `serve` also has an environment variable.

use std::error::Error;
use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use grundy_core::game::Tag;
use grundy_core::wire::fault::for_shell;
use grundy_core::wire::search;
use grundy_core::wire::value_table::OnlyOutcome;
use tracing_subscriber::filter::Targets;

use crate::http::layers::body::BodyLimits;
use crate::http::layers::cache::Tags;
use crate::http::layers::metrics::Metrics;
use crate::http::layers::service::{BatchLimits, Service};
use crate::server::{Drain, RuntimeThreads, ServerOptions, Tally};
use crate::work::budget::Budget;
use crate::work::queue::Workers;
use crate::work::streams::Streams;

use limits::{LimitFlags, STRANGERS};
use parse::{address, bytes, log_filter, positive, positive_bytes, positive_seconds, seconds, workers};
use position::{GameFiles, PositionArgs};
use settings::Settings;

pub mod analyze;
pub mod asking;
pub mod board;
pub mod catalogue;
pub mod certificate;
pub mod check;
pub mod healthcheck;
pub mod limits;
pub mod lines;
mod literal;
pub mod moves;
pub mod packaging;
mod parse;
pub mod play;
pub mod position;
mod progress;
pub mod quotient;
mod report;
pub mod rules;
pub mod serve;
mod settings;
pub mod site;
pub mod survey;
mod terminal;
mod value_form;
pub mod values;
mod variables;

/// Plays impartial combinatorial games perfectly.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command to run; serve if none is given
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The flags of `serve`, if no command is named.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// The commands of the program.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Serve the HTTP API (the default)
    Serve(Box<ServeArgs>),
    /// Ask a running service whether it is alive; exit code 0 says yes, 1 no
    Healthcheck(HealthcheckArgs),
    /// Analyse one position: the winner, the Grundy values, the move to make
    Analyze(Box<AnalyzeArgs>),
    /// Print a certificate of who wins a position. A short program checks it from the rules alone. Exit code 1 says that
    /// there is none
    Certify(Box<CertifyArgs>),
    /// Check a certificate, and say what it proves of which game. Exit code 0 says that it is proved, 1 that it is
    /// refused, 2 that it was not read
    Verify(VerifyArgs),
    /// Go through a family of games of heaps, and write what is found of each, with its certificate, into a folder
    Survey(survey::SurveyArgs),
    /// Answer requests from standard input, one on each line, in the same way as POST /v1/batch. This uses all cores
    Batch(Box<BatchArgs>),
    /// List the moves of a position, with the value after each move, and whether the move wins
    Moves(Box<MovesArgs>),
    /// Show what moves leave of the first positions of a rule in Python, to see whether the rule says what you mean
    Rules(RulesArgs),
    /// Play against the oracle, in the terminal or from a program that reads and writes lines
    Play(Box<PlayArgs>),
    /// List the Grundy values of a game whose positions are integers, or of empty boards of many sizes. With --of, list
    /// the requested values of any positions
    Values(Box<ValuesArgs>),
    /// Print the misère quotient of a game of heaps, or of positions: it decides misère play of all their sums
    Quotient(Box<QuotientArgs>),
    /// Compare a formula in Python with a game whose rules are in Python, and test it far beyond; exit code 1 if the
    /// formula is wrong
    Check(Box<CheckArgs>),
    /// List the games with their rules and what is known about them, or show one game
    Games(GamesArgs),
    /// Write the playground as a folder that any web server can serve, with the engine in the page
    Site(SiteArgs),
    /// Speak the Model Context Protocol on standard input and output: the same tools as POST /mcp, for a language model
    /// on this machine
    Mcp(LimitFlags),
    /// Print the OpenAPI document of the API
    Openapi {
        /// YAML or JSON
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
    },
    /// Print a script that lets a shell complete commands and flags: source <(grundy completions bash)
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page: grundy man | man -l -
    Man,
}

/// The arguments of `healthcheck`. The command reads the environment variables of `serve`, so it needs no arguments in
/// a container.
#[derive(Args, Debug)]
pub struct HealthcheckArgs {
    /// The address on which the service listens
    #[arg(long, env = "GRUNDY_LISTEN", default_value = "127.0.0.1:8080", value_parser = address, value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// The address on which the service listens for probes. If it is given, it is used instead of --listen
    #[arg(long, env = "GRUNDY_ADMIN_LISTEN", value_parser = address, value_name = "ADDR:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// The longest time to connect, and the longest time to wait for the answer, in seconds each
    #[arg(long, default_value = "2", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,
}

/// The arguments of `analyze`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command, and any may go with any")]
pub struct AnalyzeArgs {
    /// The position to analyse.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// Explain the answer, step by step
    #[arg(long)]
    pub explain: bool,
    /// Explain the answer, and say what each term means, before its first use
    #[arg(long)]
    pub terms: bool,
    /// Say how many moves a perfect game lasts
    #[arg(long)]
    pub remoteness: bool,
    /// Show the genus of each component and of the sum. A genus describes a position in misère play
    #[arg(long)]
    pub genus: bool,
    /// With --json: add a certificate, which `grundy verify` checks from the rules alone
    #[arg(long, requires = "json")]
    pub certificate: bool,
    /// Show the moves of a game in which both sides play as recommended, up to this number of moves
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub line: Option<u8>,
    /// Print the JSON of the API's answer
    #[arg(long)]
    pub json: bool,
    /// Limits of the request.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The arguments of `certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// The position whose winner is proved.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// Limits of the request.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The arguments of `verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// A file with a certificate, or with a whole answer that has one, or a folder that `grundy survey` has written; -
    /// reads standard input
    #[arg(value_name = "FILE")]
    pub certificate: PathBuf,
    /// The file of the rules, if the certificate is about a game that is defined by rules
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// A file with the JSON of a request to POST /v1/analyze. The certificate is refused if it answers another question
    #[arg(long, value_name = "FILE")]
    pub question: Option<PathBuf>,
    /// The most work, in seconds of one core. Default: 60
    #[arg(long, value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Option<Duration>,
}

/// The arguments of `moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// The position whose moves are listed.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// List only winning moves
    #[arg(long)]
    pub winning: bool,
    /// The most moves to list. Default: 100, or all moves with --json
    #[arg(long, value_parser = positive::<usize>, value_name = "COUNT")]
    pub limit: Option<usize>,
    /// Print the JSON of the API's answers, with one line for each page of moves
    #[arg(long)]
    pub json: bool,
    /// Limits of the request.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The arguments of `rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// A Python file that defines the rules of a game by a function options(position)
    #[arg(value_name = "FILE")]
    pub file: std::path::PathBuf,
    /// Positions to show, such as 12, "'xo'" or '(3, 4)'. Default: 0 to 8, or what start returns for
    /// these
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The position to begin with.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// How well the oracle plays. At the level easy, it chooses six of ten moves at random, and at the level hard, one
    /// of ten
    #[arg(long, value_enum, default_value_t = Level::Perfect)]
    pub level: Level,
    /// Let the oracle make the first move
    #[arg(long)]
    pub second: bool,
    /// The seed of the oracle's mistakes. With the same seed, the same match can be played again. Default: a new seed
    /// each time
    #[arg(long, value_name = "INTEGER")]
    pub seed: Option<u64>,
    /// Limits of each turn.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// How well the oracle plays.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The oracle chooses most of its moves at random.
    Easy,
    /// The oracle chooses three moves in ten at random.
    Medium,
    /// The oracle chooses one move in ten at random.
    Hard,
    /// The oracle wins whenever it can.
    Perfect,
}

/// The arguments of `values`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
pub struct ValuesArgs {
    /// The key of the game, such as kayles or 'octal(0.77)', or a Python file with its rules
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The range of integers, with both ends. Default: 0..100. For positions of several integers, a range for each of
    /// them, such as 0..20,0..20. For a game on boards, the sizes of the boards, such as 4x1..4x7; they have no default.
    /// With --of, --only, --misere, --games or --rules, also a list of positions, or the word all, which means every
    /// vertex of your own graph
    #[arg(value_name = "FROM..TO")]
    pub positions: Vec<String>,
    /// The columns to list for each position, with commas between them: grundy, winner, remoteness, genus. The word
    /// count adds the number of positions
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub of: Vec<String>,
    /// List only positions that the player to move loses (lost), wins (won), or neither (drawn)
    #[arg(long, value_name = "OUTCOME", value_parser = OnlyOutcome::ALL.map(OnlyOutcome::as_str))]
    pub only: Option<String>,
    /// Misère play: the player who cannot move wins instead of losing
    #[arg(long)]
    pub misere: bool,
    /// The games that the user defines.
    #[command(flatten)]
    pub own: GameFiles,
    /// The positions where play begins. The word all then means every position that moves reach from these positions
    #[arg(long, value_name = "POSITION")]
    pub start: Vec<String>,
    /// Look for formulas of the columns, and say how far they were tested
    #[arg(long)]
    pub find: bool,
    /// A Python file with a formula of your own, which is compared with the values: def value(n) gives the Grundy value,
    /// def lost(n) says whether the player to move loses
    #[arg(long, value_name = "FILE")]
    pub conjecture: Option<std::path::PathBuf>,
    /// The numbers that a move takes from a heap, so that formulas can be proved. '1, 2, 3+4i' means 1, 2, 3, 7, 11, and so
    /// on
    #[arg(long, value_name = "NUMBERS")]
    pub subtract: Option<String>,
    /// With --json: add a certificate of the values, or in misère play of the winners
    #[arg(long, requires = "json")]
    pub certificate: bool,
    /// Print a table: of integers ten in a row, of pairs a row for each first integer
    #[arg(long, group = "form")]
    pub table: bool,
    /// Print a b-file of OEIS: the integer and its value on each line. With --only, the positions are the terms
    #[arg(long, group = "form")]
    pub bfile: bool,
    /// Print comma-separated values, with the names of the columns on the first line
    #[arg(long, group = "form")]
    pub csv: bool,
    /// Print the JSON of the API's answer, which also has the period. For boards, one line of JSON is printed for each
    /// board
    #[arg(long, group = "form")]
    pub json: bool,
    /// Limits of the request. For boards, the work is limited only if --max-work is given.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// Whether the user gave a limit of work.
    #[arg(skip)]
    pub is_work_limited: bool,
}

/// The arguments of `quotient`.
#[derive(Args, Debug)]
pub struct QuotientArgs {
    /// The key of the game, such as kayles or 'octal(0.77)', or a Python file with its rules
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The positions; the quotient also covers all positions that moves reach from them. Default: all heaps of a game of
    /// heaps
    #[arg(value_name = "POSITION", conflicts_with = "to")]
    pub positions: Vec<String>,
    /// The largest heap, or for another game the largest integer, that the quotient covers
    #[arg(long, value_name = "HEAP", value_parser = clap::value_parser!(u16).range(1..=599))]
    pub to: Option<u16>,
    /// The games that the user defines.
    #[command(flatten)]
    pub own: GameFiles,
    /// Print the JSON of the API's answer, which also has the table of products
    #[arg(long)]
    pub json: bool,
    /// Limits of the request.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The arguments of `check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// A Python file that defines the rules of a game by a function options(position)
    #[arg(value_name = "RULES")]
    pub rules: std::path::PathBuf,
    /// A Python file that defines value(n), the Grundy value, or lost(n), whether the player to move loses. For pairs,
    /// it defines value(a, b) or lost(a, b)
    #[arg(value_name = "FORMULA")]
    pub formula: std::path::PathBuf,
    /// The range of integers, with both ends. For pairs, both integers are in this range
    #[arg(value_name = "FROM..TO")]
    pub range: String,
    /// Misère play: the player who cannot move wins instead of losing
    #[arg(long)]
    pub misere: bool,
    /// Print the JSON of what became of the formula
    #[arg(long)]
    pub json: bool,
    /// Limits of the request.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The flags of `games`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// The key of one game, such as kayles or 'octal(0.77)', to print all that is known about it
    #[arg(value_name = "GAME", conflicts_with_all = ["search", "tag", "markdown"])]
    pub game: Option<String>,
    /// List only games that have some of these words in their names, rules or problems, such as matchsticks or
    /// 'POJ 1704'; the best match comes first
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub search: String,
    /// List only games of one kind: heaps, coins, strips, boards, graphs, arithmetic or contest
    #[arg(long, value_name = "TAG", value_parser = search::tag)]
    pub tag: Option<Tag>,
    /// Print the games as a table in Markdown
    #[arg(long)]
    pub markdown: bool,
}

/// The arguments of `site`.
#[derive(Args, Debug)]
pub struct SiteArgs {
    /// The folder to write. Files with the same names as files of the page are replaced
    #[arg(value_name = "DIR")]
    pub folder: std::path::PathBuf,
    /// The folder of the npm package of this version: where npm install puts it, or bindings/js once the package is
    /// built
    #[arg(long, default_value = site::PACKAGE, value_name = "DIR")]
    pub module: std::path::PathBuf,
}

/// The flags of `batch`.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// End with exit status 1 if any line failed. Without this flag, the exit status is 0 even then
    #[arg(long)]
    pub strict: bool,
    /// Games that all lines may use. A line that defines games replaces games with the same names.
    #[command(flatten)]
    pub own: GameFiles,
    /// The longest line in bytes. A longer line fails
    #[arg(long, env = "GRUNDY_MAX_LINE", default_value_t = BatchLimits::default().max_line, value_parser = positive_bytes, value_name = "BYTES")]
    pub max_line: usize,
    /// Limits of one position.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The format of the OpenAPI document.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum DocumentFormat {
    /// YAML, for people and for the repository.
    Yaml,
    /// JSON, for programs.
    Json,
}

/// The format of the log.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum LogFormat {
    /// Lines for a terminal.
    Text,
    /// A JSON object on each line, for log collectors.
    Json,
}

/// The names of this machine. By default, calls of /mcp under all other host names are refused, which suffices against
/// DNS rebinding. An attacker can let a page's host name resolve to this machine, but the browser still sends the
/// page's host name.
const MCP_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The flags of `serve`.
#[derive(Args, Debug, Clone)]
pub struct ServeArgs {
    /// The address and port to listen on. With port 0, the system chooses a free port, which is printed. 127.0.0.1 is
    /// reached only from this machine, and 0.0.0.0 from everywhere, which containers need
    #[arg(long, env = "GRUNDY_LISTEN", default_value = "127.0.0.1:8080", value_parser = address, value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// The address and port of a second listener, which answers only /healthz, /readyz and /metrics. No limits apply to
    /// it, so that a flood of requests does not get a healthy process killed. Keep this address private. Without this
    /// listener, these paths are at --listen
    #[arg(long, env = "GRUNDY_ADMIN_LISTEN", value_parser = address, value_name = "ADDR:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// Serve strangers: use stricter defaults for limits that are not set. These defaults suffice for any game that
    /// people play: 1,000 digits, bodies of 1 MiB, 10,000 components, a quarter of a second of work, 1,000 requests and
    /// a second of work for a batch, 1,024 connections, 64 streams, and shorter times. docs/operations.md has the
    /// numbers
    // Only true and false are accepted. The defaults of other flags depend on the exact word true, so 1 or yes would
    // not change them.
    #[arg(long, env = "GRUNDY_OPEN_INTERNET", value_parser = clap::builder::BoolValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub open_internet: bool,
    /// The host names under which POST /mcp may be called, each with a port or for any port. Pages of these hosts may
    /// call it, too. Other names are refused. Otherwise a page whose host name is changed to lead to this machine could
    /// make calls in the name of its visitor
    #[arg(long, env = "GRUNDY_MCP_HOSTS", value_delimiter = ',', default_values = MCP_HOSTS, value_name = "HOST,…")]
    pub mcp_hosts: Vec<grundy_mcp::Host>,
    /// Flags of the log.
    #[command(flatten)]
    pub logs: LogFlags,
    /// The longest body in bytes, after decompression. A larger limit admits larger sums, but each open request may
    /// hold several times this limit in memory. Streams of lines have no such limit
    #[arg(long, env = "GRUNDY_MAX_BODY", default_value_if(STRANGERS.0, STRANGERS.1, "1MiB"), default_value_t = BodyLimits::default().max_bytes, value_parser = positive_bytes, value_name = "BYTES")]
    pub max_body: usize,
    /// The largest ratio of a body's length to the length of its gzip, for bodies of over 64 KiB. The ratio of text is
    /// 5 to 30. A larger limit also admits gzip bombs: 64 KB of gzip can be 64 MiB of zeros
    #[arg(long, env = "GRUNDY_MAX_GZIP_RATIO", default_value_t = BodyLimits::default().max_ratio, value_name = "TIMES")]
    pub max_gzip_ratio: usize,
    /// The most bytes of all bodies and answers in memory together. The first 64 KiB of each body or answer do not
    /// count. Over this limit, clients are told to come back later, and streams are cut off. A body that is longer than
    /// this limit can never be sent
    #[arg(long, env = "GRUNDY_BODY_BUDGET", default_value_if(STRANGERS.0, STRANGERS.1, "64MiB"), default_value_t = Budget::DEFAULT, value_parser = bytes, value_name = "BYTES")]
    pub body_budget: usize,
    /// The most requests of a JSON batch. For more requests there are streams of lines, which need not hold all
    /// requests in memory
    #[arg(long, env = "GRUNDY_MAX_BATCH_ITEMS", default_value_if(STRANGERS.0, STRANGERS.1, "1000"), default_value_t = BatchLimits::default().max_items, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_batch_items: usize,
    /// The most work of a whole JSON batch, in seconds of one core, counted like the work of one request. Requests
    /// beyond this limit are too-costly. With a larger limit, one client can keep the workers busy for longer, though
    /// other clients still get their turn
    #[arg(long, env = "GRUNDY_MAX_BATCH_WORK", default_value_if(STRANGERS.0, STRANGERS.1, "1"), default_value = "10", value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_batch_work: Duration,
    /// The longest line of a stream in bytes. A stream may hold a few times as many bytes in memory for each worker
    #[arg(long, env = "GRUNDY_MAX_LINE", default_value_if(STRANGERS.0, STRANGERS.1, "64KiB"), default_value_t = BatchLimits::default().max_line, value_parser = positive_bytes, value_name = "BYTES")]
    pub max_line: usize,
    /// Limits of one position.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// The most streams of lines at a time. Over this limit, the slowest stream is ended if it is slow, and otherwise
    /// the new one is refused. Default: a quarter of --max-connections. A larger limit leaves fewer connections for
    /// short requests
    #[arg(long, env = "GRUNDY_MAX_STREAMS", default_value_if(STRANGERS.0, STRANGERS.1, "64"), value_name = "COUNT")]
    pub max_streams: Option<usize>,
    /// The least rate of a stream in bytes per second, averaged over --body-timeout and only while the service waits
    /// for the client. A higher rate ends streams that are idle or nearly so, and also the streams of people who type.
    /// With 0, a stream is kept if it sends a byte within --body-timeout
    #[arg(long, env = "GRUNDY_STREAM_MIN_RATE", default_value_if(STRANGERS.0, STRANGERS.1, "256"), default_value = "32", value_parser = bytes, value_name = "BYTES")]
    pub stream_min_rate: usize,
    /// How many requests with work of over 0.1 ms are worked on at once. Further such requests wait. Default: the
    /// number of cores. A larger number is not faster
    #[arg(long, env = "GRUNDY_WORKERS", value_parser = workers, value_name = "COUNT")]
    pub workers: Option<usize>,
    /// How long a client may take to send a body, or the next part of a stream, in seconds. A shorter time frees
    /// connections from slow clients, but also cuts off honest clients with slow connections
    #[arg(long, env = "GRUNDY_BODY_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub body_timeout: Duration,
    /// How long a client may take to send the head of a request, and how long a connection may stay idle, in seconds. A
    /// proxy in front should close its idle connections earlier
    #[arg(long, env = "GRUNDY_HEADER_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub header_timeout: Duration,
    /// How long the service waits for a client that reads nothing of its answer, in seconds
    #[arg(long, env = "GRUNDY_WRITE_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub write_timeout: Duration,
    /// The least rate at which a client must read an answer that waits for it, in bytes per second, averaged over
    /// --write-timeout. A higher rate cuts off clients that hold memory by reading slowly, but also honest clients with
    /// very slow connections. With 0, a client is kept if it reads a byte within --write-timeout
    #[arg(long, env = "GRUNDY_ANSWER_MIN_RATE", default_value_if(STRANGERS.0, STRANGERS.1, "4KiB"), default_value_t = ServerOptions::default().answer_min_rate, value_parser = bytes, value_name = "BYTES")]
    pub answer_min_rate: usize,
    /// The most open connections. Over this limit, a connection that is idle or slow is closed, preferably one that has
    /// been idle for 5 s or whose client sends and reads next to nothing. Keep this limit below the limit of open files
    #[arg(long, env = "GRUNDY_MAX_CONNECTIONS", default_value_if(STRANGERS.0, STRANGERS.1, "1024"), default_value_t = ServerOptions::default().max_connections, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_connections: usize,
    /// How long to go on accepting connections after SIGTERM, while /readyz fails, in seconds. 0 stops at once. A load
    /// balancer must notice within this time that /readyz fails
    #[arg(long, env = "GRUNDY_DRAIN_DELAY", default_value = "0", value_parser = seconds, value_name = "SECONDS")]
    pub drain_delay: Duration,
    /// How long open requests may take after --drain-delay before they are cut off, in seconds. Keep the sum of both
    /// times below the time after which the orchestrator kills the process
    #[arg(long, env = "GRUNDY_DRAIN_DEADLINE", default_value = "25", value_parser = seconds, value_name = "SECONDS")]
    pub drain_deadline: Duration,
    /// Print every setting with its value, and whether a flag, a variable or the default set it. Do not serve
    #[arg(long)]
    pub print_config: bool,
    /// The values of all flags and their sources.
    #[arg(skip)]
    pub settings: Settings,
}

/// Flags of the log.
#[derive(Args, Debug, Clone)]
pub struct LogFlags {
    /// The format of the log: text for a terminal, json for a log collector
    #[arg(long, env = "GRUNDY_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Log a line for each request: the request, its route, the client's address, its user agent, its traceparent, the
    /// status, the bytes of the answer before compression, and the seconds. The level is info. This costs about a tenth of the throughput. The level debug logs these lines, too, and much else
    #[arg(long, env = "GRUNDY_ACCESS_LOG", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub access_log: bool,
    /// Log the last address of X-Forwarded-For as well. Use this only behind a proxy that sets this header, since any
    /// client can send it
    #[arg(long, env = "GRUNDY_TRUST_FORWARDED", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub trust_forwarded: bool,
    /// The level of the log: off, error, warn, info, debug, trace, or a filter such as `warn,grundy=debug`. The level
    /// info logs when the service starts or stops. It also logs each request that failed or took over a second, with
    /// the first 4 KiB of its body. The level debug logs every request, which costs about a tenth of the throughput
    #[arg(long, env = "GRUNDY_LOG", default_value = "info", value_parser = log_filter, value_name = "FILTER")]
    pub log: Targets,
}

impl Cli {
    /// Reads the environment variables of this process, and `arguments`, which begin with the program's name. Ends the
    /// process if one of them is wrong, or if an argument asks for help.
    #[must_use]
    pub fn read_from(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Self {
        let mut command = variables::without_empty(Self::command());
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let matches = command.try_get_matches_from_mut(&arguments);
        let read = matches.and_then(|matches| {
            let mut cli = Self::from_arg_matches(&matches)?;
            match (&mut cli.command, matches.subcommand()) {
                (Some(Command::Serve(serve)), Some((name, matches))) => {
                    serve.settings =
                        command.find_subcommand(name).map(|command| Settings::of(command, matches)).unwrap_or_default();
                }
                (Some(Command::Values(values)), Some((_, matches))) => {
                    let source = matches.value_source("max_work");
                    values.is_work_limited = !matches!(source, None | Some(ValueSource::DefaultValue));
                }
                _ => cli.serve.settings = Settings::of(&command, &matches),
            }
            Ok(cli)
        });
        let cli = read.unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
                && word.contains('=')
            {
                let tip = format!("a position is analysed by: grundy analyze {}", for_shell(word));
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            if error.kind() == ErrorKind::UnknownArgument {
                let called = arguments.get(1).and_then(|name| command.find_subcommand(name));
                give_tip(&mut error, called.unwrap_or(&command));
            }
            error.format(&mut command).exit()
        });
        if cli.reads_variables() {
            variables::check(&command).unwrap_or_else(|error| error.exit());
        }
        cli
    }

    /// Returns whether the command has flags for limits, which may also be set by environment variables.
    fn reads_variables(&self) -> bool {
        use Command::{Analyze, Batch, Certify, Check, Mcp, Moves, Play, Quotient, Serve, Values};
        matches!(
            self.command,
            None | Some(
                Analyze(_)
                    | Batch(_)
                    | Certify(_)
                    | Check(_)
                    | Mcp(_)
                    | Moves(_)
                    | Play(_)
                    | Quotient(_)
                    | Serve(_)
                    | Values(_)
            )
        )
    }
}

/// Replaces clap's tip about an argument that `command` does not know. Its tip for a flag is to write `--` before it,
/// which would make the flag a position.
fn give_tip(error: &mut clap::Error, command: &clap::Command) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return };
    let has = |flag: &str| command.get_arguments().any(|known| known.get_long() == Some(flag));
    let tip = match word.as_str() {
        "--only" if has("winning") => "winning moves are listed by '--winning'".to_owned(),
        "--winner" | "--remoteness" | "--genus" if has("of") => {
            format!("a column is listed by '--of {}'", word.trim_start_matches('-'))
        }
        "--port" if has("listen") => "the port stands behind an address: '--listen 127.0.0.1:8080'".to_owned(),
        word if has("listen") && address(word).is_ok() => format!("the address is given by '--listen {word}'"),
        word if word.starts_with("--") => {
            error.remove(ContextKind::Suggested);
            return;
        }
        _ => return,
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
}

impl ServeArgs {
    /// Returns the largest number of streams at a time.
    fn max_streams(&self) -> usize {
        self.max_streams.unwrap_or((self.max_connections / 4).max(1))
    }

    /// Returns the number of workers.
    fn workers(&self) -> usize {
        self.workers.unwrap_or_else(|| cores().get())
    }

    /// Returns all settings. If a flag was not given and has no default, it gets the value that the program derives.
    fn settings(&self) -> Settings {
        let mut settings = self.settings.clone();
        settings.come_to("workers", self.workers());
        settings.come_to("max_streams", self.max_streams());
        settings
    }

    /// Builds the state that the handlers share.
    ///
    /// # Errors
    /// If metrics conflict with each other, which is a fault of the code, or if the system has no more threads.
    pub fn service(&self, drain: Drain, connections: Arc<Tally>) -> Result<Service, Box<dyn Error + Send + Sync>> {
        let engine = Arc::new(self.limits.engine());
        Ok(Service {
            catalogue: OnceLock::new(),
            tags: Tags::new(&engine),
            engine,
            body: BodyLimits {
                max_bytes: self.max_body,
                max_ratio: self.max_gzip_ratio,
                timeout: self.body_timeout,
                budget: Budget::new(self.body_budget),
            },
            batch: BatchLimits {
                max_items: self.max_batch_items,
                max_line: self.max_line,
                max_work: self.max_batch_work,
            },
            streams: Streams::new(self.max_streams(), self.stream_min_rate),
            workers: Workers::new(self.workers())?,
            drain,
            metrics: Arc::new(Metrics::new()?),
            connections,
            mcp_hosts: grundy_mcp::Hosts::new(self.mcp_hosts.clone()),
            trusts_forwarded: self.logs.trust_forwarded,
            public_metrics: self.admin_listen.is_none(),
        })
    }

    /// Returns the options of the listener, and starts the threads that serve its connections.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn options(&self, tally: Arc<Tally>) -> io::Result<ServerOptions> {
        Ok(ServerOptions {
            tally,
            lanes: RuntimeThreads::new(cores())?,
            max_connections: self.max_connections,
            header_timeout: self.header_timeout,
            write_timeout: self.write_timeout,
            answer_min_rate: self.answer_min_rate,
            drain_delay: self.drain_delay,
            drain_deadline: self.drain_deadline,
            ..ServerOptions::default()
        })
    }
}

/// Returns the number of threads that can run at the same time, or 1 if the system does not report it.
fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
