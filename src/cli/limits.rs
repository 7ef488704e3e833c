//! The flags of the limits of a request, such as `--max-work`.

use std::time::Duration;

use clap::Args;
use grundy_core::theory::cache;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::Engine;
use grundy_core::wire::limits::RequestLimits;

use super::parse::{bytes, positive, positive_bytes, positive_seconds, steps};

/// The id of the flag `--open-internet`, and the value that turns the flag on.
pub(super) const STRANGERS: (&str, &str) = ("open_internet", "true");

/// Limits of one position.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Limits")]
pub struct LimitFlags {
    /// The most decimal digits of one integer. The time for an integer may grow with the square of its digits
    #[arg(long, env = "GRUNDY_MAX_DIGITS", default_value_if(STRANGERS.0, STRANGERS.1, "1000"), default_value_t = RequestLimits::default().max_digits, value_parser = positive::<usize>, value_name = "DIGITS")]
    pub max_digits: usize,
    /// The most components of one position. Each takes about 40 bytes and 0.1 µs
    #[arg(long, env = "GRUNDY_MAX_COMPONENTS", default_value_if(STRANGERS.0, STRANGERS.1, "10000"), default_value_t = RequestLimits::default().max_components, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_components: usize,
    /// The most games of one request: keys of its position, and games that it defines. Each takes about 500 bytes, and
    /// a game that is defined by rules takes about 6 KiB
    #[arg(long, env = "GRUNDY_MAX_GAMES", default_value_if(STRANGERS.0, STRANGERS.1, "1000"), default_value_t = RequestLimits::default().max_games, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_games: usize,
    /// The most work of one request, in seconds of one core. It is counted in steps of about a nanosecond, so the same
    /// requests are too-costly on any machine. A larger limit admits harder positions, but also longer attacks
    #[arg(long, env = "GRUNDY_MAX_WORK", default_value_if(STRANGERS.0, STRANGERS.1, "0.25"), default_value = "1.5", value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Duration,
    /// The most vertices of a graph that a request defines, and the most positions of a game whose rules a request
    /// defines. Each takes about 28 bytes while it is solved
    #[arg(long, env = "GRUNDY_MAX_VERTICES", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_vertices, value_name = "COUNT")]
    pub max_vertices: u32,
    /// The most edges of a graph that a request defines, and the most moves in all positions of a game whose rules a
    /// request defines. Each takes about 10 bytes and 0.1 µs
    #[arg(long, env = "GRUNDY_MAX_EDGES", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_edges, value_name = "COUNT")]
    pub max_edges: u32,
    /// The most steps and rides of a game of vectors. The work for a move grows with their number
    #[arg(long, env = "GRUNDY_MAX_VECTORS", default_value_if(STRANGERS.0, STRANGERS.1, "64"), default_value_t = RequestLimits::default().max_vectors, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_vectors: usize,
    /// The most cells in the table of a game of vectors: the product of the coordinates, each plus 1
    #[arg(long, env = "GRUNDY_MAX_CELLS", default_value_if(STRANGERS.0, STRANGERS.1, "100000"), default_value_t = RequestLimits::default().max_cells, value_name = "COUNT")]
    pub max_cells: u64,
    /// The most positions of a sum that is searched as a whole. Such a search is done for remoteness, and for misère
    /// play if no faster method finds the winner. Each position takes about 13 bytes and a microsecond. It is also the
    /// most positions of a game of vectors in which a number can grow. There each position takes about 150 bytes
    #[arg(long, env = "GRUNDY_MAX_STATES", default_value_if(STRANGERS.0, STRANGERS.1, "50000"), default_value_t = ProductLimits::DEFAULT.states, value_parser = positive::<u64>, value_name = "COUNT")]
    pub max_states: u64,
    /// The most heaps in the table of a game of heaps. Each heap takes some 10 bytes. The work on the whole table takes
    /// at most two thirds of --max-work. A larger table proves longer periods: the period of octal(0.354) needs 25
    /// million heaps
    #[arg(long, env = "GRUNDY_MAX_HEAPS", default_value_t = RequestLimits::default().max_heaps, value_parser = positive::<usize>, value_name = "COUNT")]
    pub max_heaps: usize,
    /// The most bytes of the rules of a game that a request defines
    #[arg(long, env = "GRUNDY_MAX_RULES", default_value_t = RequestLimits::default().max_rules, value_parser = positive_bytes, value_name = "BYTES")]
    pub max_rules: usize,
    /// The most bytes of memory of all positions of a game whose rules a request defines, approximately
    #[arg(long, env = "GRUNDY_MAX_RULES_MEMORY", default_value_if(STRANGERS.0, STRANGERS.1, "16MiB"), default_value_t = RequestLimits::default().max_rules_memory, value_parser = bytes, value_name = "BYTES")]
    pub max_rules_memory: usize,
    /// The most bytes of a certificate. Checkers read at most 1 MiB
    #[arg(long, env = "GRUNDY_MAX_CERTIFICATE", default_value_if(STRANGERS.0, STRANGERS.1, "256KiB"), default_value_t = RequestLimits::default().max_certificate, value_parser = positive_bytes, value_name = "BYTES")]
    pub max_certificate: usize,
    /// The most values in which formulas are looked for, if a request asks for formulas. Further values only test the
    /// formulas
    #[arg(long, env = "GRUNDY_MAX_FIND", default_value_if(STRANGERS.0, STRANGERS.1, "2000"), default_value_t = RequestLimits::default().max_find, value_name = "COUNT")]
    pub max_find: usize,
    /// Refuse rules in requests, so that this service runs no scripts of clients
    #[arg(long, env = "GRUNDY_NO_RULES", value_parser = clap::builder::BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value = "false")]
    pub no_rules: bool,
    /// The most bytes of everything that is kept for later requests, such as tables of values. If the cache is full,
    /// what was used least recently is dropped. A larger cache saves repeated work. Answers are the same with any size,
    /// and 0 keeps nothing
    #[arg(long, env = "GRUNDY_CACHE", default_value_if(STRANGERS.0, STRANGERS.1, "64MiB"), default_value_t = cache::DEFAULT_MAX_BYTES, value_parser = bytes, value_name = "BYTES")]
    pub cache: usize,
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
            max_games: self.max_games,
            max_steps: steps(self.max_work),
            max_vertices: self.max_vertices,
            max_edges: self.max_edges,
            max_vectors: self.max_vectors,
            max_cells: self.max_cells,
            max_heaps: self.max_heaps,
            max_rules: if self.no_rules { 0 } else { self.max_rules },
            max_rules_memory: self.max_rules_memory,
            max_certificate: self.max_certificate,
            max_find: self.max_find,
        };
        Engine::new(limits, self.cache, search)
    }
}
