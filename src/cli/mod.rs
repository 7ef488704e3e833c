//! The command line. Every flag of `serve` has an environment variable too, for containers.

use std::error::Error;
use std::ffi::OsString;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use grundy_core::game::Tag;
use grundy_core::theory::cache;
use grundy_core::theory::compounds::{Compound, DISJUNCTIVE};
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::Engine;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::search;
use tracing_subscriber::filter::Targets;

use crate::http::layers::body::BodyLimits;
use crate::http::layers::cache::Tags;
use crate::http::layers::metrics::Metrics;
use crate::http::layers::service::{BatchLimits, Service};
use crate::server::{Drain, RuntimeThreads, ServerOptions, Tally};
use crate::work::budget::Budget;
use crate::work::queue::Workers;
use crate::work::streams::Streams;

use parse::{address, log_filter, positive, positive_seconds, seconds};
use settings::Settings;

pub mod analyze;
pub mod asking;
pub mod board;
pub mod catalogue;
mod compound_report;
pub mod healthcheck;
mod known;
pub mod lines;
pub mod moves;
pub mod packaging;
mod parse;
pub mod play;
mod progress;
mod report;
pub mod serve;
mod settings;
pub mod site;
mod terminal;
pub mod values;
mod variables;

/// Plays impartial combinatorial games perfectly.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// The command to run; without one: serve
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The flags of serve, when it is not named.
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
    /// Analyse one position: who wins, the Grundy values, the move to make
    Analyze(AnalyzeArgs),
    /// Answer requests from standard input, one a line, on all cores: the NDJSON of POST /v1/batch without HTTP
    Batch(BatchArgs),
    /// List the moves of a position: to what values they lead, and which of them win
    Moves(MovesArgs),
    /// Play against the oracle, in the terminal or by a program's lines
    Play(PlayArgs),
    /// List the Grundy values of a game of one integer, or of the empty boards of many sizes; or what is asked of any
    /// positions, each for itself
    Values(ValuesArgs),
    /// List the games: their rules, and what is known of them; or tell of one
    Games(GamesArgs),
    /// Write the playground as a folder that any web server can serve, with the engine in the page
    Site(SiteArgs),
    /// Speak the Model Context Protocol on standard input and output: the tools of POST /mcp, for a language model on
    /// this machine
    Mcp(LimitFlags),
    /// Print the OpenAPI document of the API
    Openapi {
        /// YAML or JSON
        #[arg(long, value_enum, default_value_t = DocumentFormat::Yaml)]
        format: DocumentFormat,
    },
    /// Print the script that completes commands and flags in a shell: source <(grundy completions bash)
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the page of the manual: grundy man | man -l -
    Man,
}

/// The arguments of `healthcheck`. It reads the variables of `serve`, so it needs none in a container.
#[derive(Args, Debug)]
pub struct HealthcheckArgs {
    /// Where the service was told to listen
    #[arg(long, env = "GRUNDY_LISTEN", default_value = "127.0.0.1:8080", value_parser = address, value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// Where it was told to listen for probes; asked instead, if there is one
    #[arg(long, env = "GRUNDY_ADMIN_LISTEN", value_parser = address, value_name = "ADDR:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// How long the connection may take, and then the answer, in seconds
    #[arg(long, default_value = "2", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,
}

/// The position that a command is about.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The components, as in a URL: euclid=5,26 red-blue=RBBR nim=3,4,5
    #[arg(required = true, value_name = "GAME=POSITION")]
    pub components: Vec<String>,
    /// Misère play: the player who cannot move wins instead of losing
    #[arg(long)]
    pub misere: bool,
    /// How the components are one game, if not a sum: a move in all of them, ending with the first (conjunctive) or the last
    /// (continued-conjunctive); in one or more, ending with the last (selective) or the first (shortened-selective); in one,
    /// ending with the first (diminished-disjunctive)
    #[arg(long, value_name = "KIND", value_parser = compounds())]
    pub compound: Option<String>,
    /// Games of the user's own.
    #[command(flatten)]
    pub own: GameFiles,
}

/// The files with games of the user's own.
#[derive(Args, Debug)]
pub struct GameFiles {
    /// A file with games of your own, as the "games" of a request: {"mine": {"graph": {"a": ["b"], "b": []}}}
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::doc_link_with_quotes, reason = "no link: the help shows it as it is")]
    pub games: Option<std::path::PathBuf>,
    /// A file with a function options(position) in Python, the rules of a game called as the file: mine.py defines mine.
    /// It comes before one of --games with that name
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<std::path::PathBuf>,
}

/// The kinds of compounds, sums among them.
fn compounds() -> clap::builder::PossibleValuesParser {
    [DISJUNCTIVE].into_iter().chain(Compound::ALL.map(Compound::as_str)).collect::<Vec<_>>().into()
}

/// The arguments of `analyze`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command, and any may go with any")]
pub struct AnalyzeArgs {
    /// The position to analyse.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// Say why, step by step
    #[arg(long)]
    pub explain: bool,
    /// Say how many moves a perfect game lasts
    #[arg(long)]
    pub remoteness: bool,
    /// Tell the genus of each component and of the sum, which is for misère play
    #[arg(long)]
    pub genus: bool,
    /// Show that many of the moves that follow
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u8).range(1..=100))]
    pub line: Option<u8>,
    /// Print the JSON that the API answers
    #[arg(long)]
    pub json: bool,
    /// Most work, as the time of one core in seconds. Default: 1.5
    #[arg(long, value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Option<Duration>,
    /// Most heaps of the table of a game of heaps. Default: 5000000
    #[arg(long, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_heaps: Option<usize>,
}

/// The arguments of `moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// The position whose moves are listed.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// Winning moves only
    #[arg(long)]
    pub winning: bool,
    /// The most moves to list. Default: 100; in JSON all
    #[arg(long, value_name = "COUNT")]
    pub limit: Option<NonZeroUsize>,
    /// Print the JSON that the API answers, page after page, a line each
    #[arg(long)]
    pub json: bool,
    /// Most work, as the time of one core in seconds. Default: 1.5
    #[arg(long, value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Option<Duration>,
    /// Most heaps of the table of a game of heaps. Default: 5000000
    #[arg(long, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_heaps: Option<usize>,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The position to begin with.
    #[command(flatten)]
    pub asked: PositionArgs,
    /// How well the oracle plays: easy errs at six moves of ten, hard at one
    #[arg(long, value_enum, default_value_t = Level::Perfect)]
    pub level: Level,
    /// The oracle makes the first move
    #[arg(long)]
    pub second: bool,
    /// The seed of the oracle's mistakes, to play the same match again. Default: another each time
    #[arg(long, value_name = "INTEGER")]
    pub seed: Option<u64>,
}

/// How well the oracle plays.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Most of its moves are drawn at random.
    Easy,
    /// One move in three is drawn at random.
    Medium,
    /// One move in ten is drawn at random.
    Hard,
    /// It wins whenever a win is possible.
    Perfect,
}

/// The arguments of `values`.
#[derive(Args, Debug)]
pub struct ValuesArgs {
    /// The key of the game, such as kayles or 'octal(0.77)'
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The integers, both ends included. Default: 0..100; for a game on boards their sizes, such as 4x1..4x7, without a
    /// default. With --of, --misere, --games or --rules also positions, or all for all vertices of a graph of your own
    #[arg(value_name = "FROM..TO")]
    pub positions: Vec<String>,
    /// The columns to list for each position: grundy, winner, remoteness, genus, with commas between
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub of: Vec<String>,
    /// Misère play: the player who cannot move wins instead of losing
    #[arg(long)]
    pub misere: bool,
    /// Games of the user's own.
    #[command(flatten)]
    pub own: GameFiles,
    /// The vertices where play begins: "all" then means those that moves lead to from there
    #[arg(long, value_name = "POSITION")]
    pub start: Vec<String>,
    /// Print the JSON that the API answers, which has the period too; of boards a line for each
    #[arg(long)]
    pub json: bool,
    /// Most work, as the time of one core in seconds. Default: 1.5, and for boards no limit
    #[arg(long, value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Option<Duration>,
    /// Most heaps of the table of a game of heaps. Default: 5000000
    #[arg(long, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_heaps: Option<usize>,
}

/// The flags of `games`.
#[derive(Args, Debug)]
pub struct GamesArgs {
    /// The key of one game, such as kayles or 'octal(0.77)': all that is known of it
    #[arg(value_name = "GAME", conflicts_with_all = ["search", "tag", "markdown"])]
    pub game: Option<String>,
    /// Only games with all these words in their names, rules or problems, such as matchsticks or 'POJ 1704'; the best
    /// match first
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub search: String,
    /// Only games of a kind: heaps, coins, strips, boards, graphs, arithmetic or contest
    #[arg(long, value_name = "TAG", value_parser = search::tag)]
    pub tag: Option<Tag>,
    /// Print them as a table in Markdown
    #[arg(long)]
    pub markdown: bool,
}

/// The arguments of `site`.
#[derive(Args, Debug)]
pub struct SiteArgs {
    /// The folder to write; files in it that the page has are replaced
    #[arg(value_name = "DIR")]
    pub folder: std::path::PathBuf,
    /// The npm package of this version: where npm install puts it, or bindings/js once it is built
    #[arg(long, default_value = site::PACKAGE, value_name = "DIR")]
    pub module: std::path::PathBuf,
}

/// The flags of `batch`.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// End with status 1 if any line failed; without it that is not an error of the command's
    #[arg(long)]
    pub strict: bool,
    /// Games that all lines may name. A line that defines games replaces those of the same names.
    #[command(flatten)]
    pub own: GameFiles,
    /// Longest line in bytes; a longer one fails
    #[arg(long, env = "GRUNDY_MAX_LINE", default_value_t = BatchLimits::default().max_line, value_parser = positive::<usize>, value_name = "BYTES")]
    pub max_line: usize,
    /// Limits of one position.
    #[command(flatten)]
    pub limits: LimitFlags,
}

/// The format of the contract.
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
    /// A JSON object a line, for collectors.
    Json,
}

/// The flag for the open internet, and the value that sets it.
const STRANGERS: (&str, &str) = ("open_internet", "true");

/// This machine alone. An attacker's page that points its name here (DNS rebinding) still sends that other name.
const MCP_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The flags of `serve`.
#[derive(Args, Debug, Clone)]
pub struct ServeArgs {
    /// Address and port to listen on. Port 0 takes any free one and prints it. 127.0.0.1 is reached from this machine
    /// only; 0.0.0.0 from everywhere, as containers need it
    #[arg(long, env = "GRUNDY_LISTEN", default_value = "127.0.0.1:8080", value_parser = address, value_name = "ADDR:PORT")]
    pub listen: SocketAddr,
    /// Address and port of a second listener, for /healthz, /readyz and /metrics alone: outside all caps, so that a
    /// flood does not get a healthy process killed, and not for the public. Without it they are at the first
    #[arg(long, env = "GRUNDY_ADMIN_LISTEN", value_parser = address, value_name = "ADDR:PORT")]
    pub admin_listen: Option<SocketAddr>,
    /// For strangers: limits that are enough for any game that people play, in the place of the defaults for all that
    /// is not said otherwise: 1,000 digits, bodies of 1 MiB, 10,000 components, a quarter of a second of work, 1,000
    /// requests and a second of work a batch, 1,024 connections, 64 streams, and less patience. docs/operations.md has the numbers
    // Only true and false are accepted. The defaults of other flags depend on this exact word, and 1 or yes would not
    // change them.
    #[arg(long, env = "GRUNDY_OPEN_INTERNET", value_parser = clap::builder::BoolValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub open_internet: bool,
    /// The names under which POST /mcp may be called, each with a port or for any; pages of these hosts may call it, too.
    /// Others are refused: a page whose name suddenly leads to this machine would otherwise speak for its visitor
    #[arg(long, env = "GRUNDY_MCP_HOSTS", value_delimiter = ',', default_values = MCP_HOSTS, value_name = "HOST,…")]
    pub mcp_hosts: Vec<String>,
    /// Flags of the log.
    #[command(flatten)]
    pub logs: LogFlags,
    /// Longest body in bytes, after decompression. More lets larger sums in; each request in flight may hold several
    /// times as much memory. Streams of lines have no such limit
    #[arg(long, env = "GRUNDY_MAX_BODY", default_value_if(STRANGERS.0, STRANGERS.1, "1048576"), default_value_t = BodyLimits::default().max_bytes, value_parser = positive::<usize>, value_name = "BYTES")]
    pub max_body: usize,
    /// How many times as long a body may be inside of its gzip, beyond 64 KiB. Text gets 5 to 30 times shorter; more
    /// lets in what compresses better, and bombs: 64 KB of gzip can be 64 MiB of zeros
    #[arg(long, env = "GRUNDY_MAX_GZIP_RATIO", default_value_t = BodyLimits::default().max_ratio, value_name = "TIMES")]
    pub max_gzip_ratio: usize,
    /// Most bytes of all bodies and answers in memory together, beyond 64 KiB of each. Over it clients are told to come
    /// back, and streams are cut off. If it is less than the longest body, such a body can never be sent
    #[arg(long, env = "GRUNDY_BODY_BUDGET", default_value_if(STRANGERS.0, STRANGERS.1, "67108864"), default_value_t = Budget::DEFAULT, value_name = "BYTES")]
    pub body_budget: usize,
    /// Most requests of a JSON batch. More is for streams of lines, which need no memory for them
    #[arg(long, env = "GRUNDY_MAX_BATCH_ITEMS", default_value_if(STRANGERS.0, STRANGERS.1, "1000"), default_value_t = BatchLimits::default().max_items, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_batch_items: usize,
    /// Most work of a JSON batch in all, as the time of one core in seconds, counted as that of one request is. The
    /// requests over it are too-costly. More lets one client keep the workers busy for longer, though others get their turn
    #[arg(long, env = "GRUNDY_MAX_BATCH_WORK", default_value_if(STRANGERS.0, STRANGERS.1, "1"), default_value = "10", value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_batch_work: Duration,
    /// Longest line of a stream in bytes. A stream may hold a few times as much for each worker
    #[arg(long, env = "GRUNDY_MAX_LINE", default_value_if(STRANGERS.0, STRANGERS.1, "65536"), default_value_t = BatchLimits::default().max_line, value_parser = positive::<usize>, value_name = "BYTES")]
    pub max_line: usize,
    /// Limits of one position.
    #[command(flatten)]
    pub limits: LimitFlags,
    /// Most streams of lines at a time; over it the slowest gives way, or the new one is refused. Default: a quarter of
    /// --max-connections. More leaves fewer connections for short questions
    #[arg(long, env = "GRUNDY_MAX_STREAMS", default_value_if(STRANGERS.0, STRANGERS.1, "64"), value_name = "COUNT")]
    pub max_streams: Option<usize>,
    /// Least rate of a stream in bytes a second, over --body-timeout and while the service waits for it. More drops
    /// idle and dripping streams, and those of people who type; 0 keeps all that send a byte in that time
    #[arg(long, env = "GRUNDY_STREAM_MIN_RATE", default_value_if(STRANGERS.0, STRANGERS.1, "256"), default_value = "32", value_name = "BYTES")]
    pub stream_min_rate: usize,
    /// Work that takes over 0.1 ms, and how much of it is done at once; more waits. Default: the number of cores. More
    /// does not go faster
    #[arg(long, env = "GRUNDY_WORKERS", value_parser = positive::<usize>, value_name = "COUNT")]
    pub workers: Option<usize>,
    /// How long a client may take to send a body, or the next part of a stream, in seconds. Shorter frees connections
    /// from slow clients, and cuts off honest ones on slow lines
    #[arg(long, env = "GRUNDY_BODY_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub body_timeout: Duration,
    /// How long a client may take to send the head of a request, and a connection may stay idle, in seconds. A proxy
    /// in front should drop its idle connections earlier
    #[arg(long, env = "GRUNDY_HEADER_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub header_timeout: Duration,
    /// How long a client may take none of an answer that waits for it, in seconds
    #[arg(long, env = "GRUNDY_WRITE_TIMEOUT", default_value_if(STRANGERS.0, STRANGERS.1, "10"), default_value = "30", value_parser = positive_seconds, value_name = "SECONDS")]
    pub write_timeout: Duration,
    /// Least rate at which a client takes an answer that waits for it, in bytes a second over --write-timeout. More
    /// drops those who hold memory by reading slowly, and honest ones on very slow lines; 0 keeps all that take a byte
    #[arg(long, env = "GRUNDY_ANSWER_MIN_RATE", default_value_if(STRANGERS.0, STRANGERS.1, "4096"), default_value_t = ServerOptions::default().answer_min_rate, value_name = "BYTES")]
    pub answer_min_rate: usize,
    /// Most open connections. Over it the longest idle one is closed, or else one that drips. Keep it below the limit
    /// of open files
    #[arg(long, env = "GRUNDY_MAX_CONNECTIONS", default_value_if(STRANGERS.0, STRANGERS.1, "1024"), default_value_t = ServerOptions::default().max_connections, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_connections: usize,
    /// After SIGTERM, how long to go on accepting while /readyz fails, in seconds. 0 stops at once; behind a load
    /// balancer it should see /readyz fail in this time
    #[arg(long, env = "GRUNDY_DRAIN_DELAY", default_value = "0", value_parser = seconds, value_name = "SECONDS")]
    pub drain_delay: Duration,
    /// After that, how long requests in flight may take before they are cut off, in seconds. Keep the sum of both
    /// below what the orchestrator waits before it kills
    #[arg(long, env = "GRUNDY_DRAIN_DEADLINE", default_value = "25", value_parser = seconds, value_name = "SECONDS")]
    pub drain_deadline: Duration,
    /// Print every setting, its value, and whether that is a flag's, a variable's or the default; and do not serve
    #[arg(long)]
    pub print_config: bool,
    /// The values of all flags and their sources.
    #[arg(skip)]
    pub settings: Settings,
}

/// Flags of the log.
#[derive(Args, Debug, Clone)]
pub struct LogFlags {
    /// How logs are written: text for a terminal, json for a log collector
    #[arg(long, env = "GRUNDY_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// A line in the log for each request, at about a tenth of the throughput: what it asked, the client's address, its
    /// user agent, its traceparent, the status and the time. So has the level debug, with much else
    #[arg(long, env = "GRUNDY_ACCESS_LOG", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub access_log: bool,
    /// Log the last address of X-Forwarded-For as well. Only behind a proxy that sets it: anybody may send one
    #[arg(long, env = "GRUNDY_TRUST_FORWARDED", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub trust_forwarded: bool,
    /// Levels of the log: off, error, warn, info, debug, trace, or a filter such as `warn,grundy=debug`. info has
    /// starts, stops and requests that failed or took over a second, with the first 4 KiB of their bodies; debug has
    /// every request, at about a tenth of the throughput
    #[arg(long, env = "GRUNDY_LOG", default_value = "info", value_parser = log_filter, value_name = "FILTER")]
    pub log: Targets,
}

/// Limits of one position.
#[derive(Args, Debug, Clone)]
pub struct LimitFlags {
    /// Most decimal digits of one integer. More takes more time for each, up to quadratically
    #[arg(long, env = "GRUNDY_MAX_DIGITS", default_value_if(STRANGERS.0, STRANGERS.1, "1000"), default_value_t = RequestLimits::default().max_digits, value_parser = positive::<usize>, value_name = "DIGITS")]
    pub max_digits: usize,
    /// Most components of one position. Each takes about 40 bytes and 0.1 µs
    #[arg(long, env = "GRUNDY_MAX_COMPONENTS", default_value_if(STRANGERS.0, STRANGERS.1, "10000"), default_value_t = RequestLimits::default().max_components, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_components: usize,
    /// Most work of one request, as the time of one core in seconds. It is counted in steps of about a nanosecond, so the
    /// same requests are too-costly on any machine. More lets in harder positions, and longer attacks
    #[arg(long, env = "GRUNDY_MAX_WORK", default_value_if(STRANGERS.0, STRANGERS.1, "0.25"), default_value = "1.5", value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Duration,
    /// Most vertices of a graph that a request defines, and positions that rules lead to. Each takes about 28 bytes while it is solved
    #[arg(long, env = "GRUNDY_MAX_VERTICES", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_vertices, value_name = "COUNT")]
    pub max_vertices: u32,
    /// Most edges of a graph that a request defines, and moves of rules. Each takes about 10 bytes and 0.1 µs
    #[arg(long, env = "GRUNDY_MAX_EDGES", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_edges, value_name = "COUNT")]
    pub max_edges: u32,
    /// Most cells of the table of a game of vectors: the product of the coordinates, each plus 1
    #[arg(long, env = "GRUNDY_MAX_CELLS", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_cells, value_name = "COUNT")]
    pub max_cells: u64,
    /// Most positions of a sum that is searched as a whole: for remoteness, and for misère play that no theory decides. Each
    /// takes about 13 bytes and a microsecond
    #[arg(long, env = "GRUNDY_MAX_STATES", default_value_if(STRANGERS.0, STRANGERS.1, "50000"), default_value_t = ProductLimits::DEFAULT.states, value_parser = positive::<u64>, value_name = "COUNT")]
    pub max_states: u64,
    /// Most heaps of the table of a game of heaps. Each takes some 10 bytes, and the table's work two thirds of --max-work at
    /// the most. More reaches longer periods: that of octal(0.354) takes 25 million heaps
    #[arg(long, env = "GRUNDY_MAX_HEAPS", default_value_t = RequestLimits::default().max_heaps, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_heaps: usize,
    /// Most bytes of the rules of a game that a request gives
    #[arg(long, env = "GRUNDY_MAX_RULES", default_value_t = RequestLimits::default().max_rules, value_parser = positive::<usize>, value_name = "BYTES")]
    pub max_rules: usize,
    /// Most bytes of memory of all positions that the rules of a game lead to, about
    #[arg(long, env = "GRUNDY_MAX_RULES_MEMORY", default_value_if(STRANGERS.0, STRANGERS.1, "16777216"), default_value_t = RequestLimits::default().max_rules_memory, value_name = "BYTES")]
    pub max_rules_memory: usize,
    /// Refuse rules in requests: this service runs no scripts for others
    #[arg(long, env = "GRUNDY_NO_RULES", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub no_rules: bool,
    /// Bytes of all that is kept for later requests together, such as tables of values; what was used least recently goes
    /// first. More saves work that was done before; answers are the same with any, and 0 keeps nothing
    #[arg(long, env = "GRUNDY_CACHE", default_value_if(STRANGERS.0, STRANGERS.1, "67108864"), default_value_t = cache::DEFAULT_MAX_BYTES, value_name = "BYTES")]
    pub cache: usize,
}

impl Cli {
    /// Reads these arguments, the program's name first, and the variables of this process. Ends the process if they are
    /// wrong or ask for help.
    #[must_use]
    pub fn read_from(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Self {
        let mut command = variables::without_empty(Self::command());
        let matches = command.try_get_matches_from_mut(arguments);
        let read = matches.and_then(|matches| {
            let mut cli = Self::from_arg_matches(&matches)?;
            match (&mut cli.command, matches.subcommand()) {
                (Some(Command::Serve(serve)), Some((name, matches))) => {
                    serve.settings =
                        command.find_subcommand(name).map(|command| Settings::of(command, matches)).unwrap_or_default();
                }
                _ => cli.serve.settings = Settings::of(&command, &matches),
            }
            Ok(cli)
        });
        let cli = read.unwrap_or_else(|error| error.format(&mut command).exit());
        if cli.reads_variables() {
            variables::check(&command).unwrap_or_else(|error| error.exit());
        }
        cli
    }

    /// Returns whether its flags include limits. Limits may also be set by variables.
    fn reads_variables(&self) -> bool {
        use Command::{Batch, Mcp, Serve};
        matches!(self.command, None | Some(Serve(_) | Batch(_) | Mcp(_)))
    }
}

impl LimitFlags {
    /// Returns an engine with these limits, with empty tables.
    #[must_use]
    pub fn engine(&self) -> Engine {
        let ProductLimits { states, moves } = ProductLimits::DEFAULT;
        let search = ProductLimits { states: self.max_states, moves: self.max_states.saturating_mul(moves / states) };
        let limits = RequestLimits {
            max_digits: self.max_digits,
            max_components: self.max_components,
            max_steps: asking::steps(self.max_work),
            max_vertices: self.max_vertices,
            max_edges: self.max_edges,
            max_cells: self.max_cells,
            max_heaps: self.max_heaps,
            max_rules: if self.no_rules { 0 } else { self.max_rules },
            max_rules_memory: self.max_rules_memory,
        };
        Engine::new(limits, self.cache, search)
    }
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

    /// Returns all settings. Flags that were not given have the values that the program derives for them.
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
            mcp_hosts: grundy_mcp::Hosts::new(&self.mcp_hosts),
            trusts_forwarded: self.logs.trust_forwarded,
            public_metrics: self.admin_listen.is_none(),
        })
    }

    /// Returns the limits of the listener.
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

/// Returns the number of threads that can run at a time, or 1 if the system does not tell.
fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
