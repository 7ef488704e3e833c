//! Games given as a directed graph, with cycles. A position is a token on a vertex, and a move is an edge. A player who
//! cannot move loses (normal play) or wins (misère play), and play that never ends is a draw.
//!
//! | file | what it knows |
//! |---|---|
//! | `graph` | the graph in compressed rows, and reversed |
//! | `labels` | Smith's values: integers and ∞(K), with the counters that make progress measurable |
//! | `known` | the labels of graphs that were asked about before |
//! | `sum` | sums in normal play: values, and the outcome of every move |
//! | `tokens` | the moves of the tokens of such a sum: counts, the move to recommend |
//! | `retrograde` | one graph alone: who wins and in how many moves, normal and misère |
//! | `reached` | the vertices that moves lead to |
//! | `misere` | misère types of vertices |
//! | `misere_sum` | sums of typed vertices in misère play |
//! | `splitting` | graphs without cycles in which a move may leave several vertices |
//! | `product` | any sum by search of the product graph, within a bound known before it begins |

pub(crate) mod graph;
pub(crate) mod known;
pub mod labels;
pub mod misere;
pub mod misere_sum;
pub mod product;
pub(crate) mod reached;
pub mod retrograde;
pub mod splitting;
pub mod sum;
#[cfg(test)]
pub(super) mod testing;
pub mod tokens;

pub use graph::{Graph, GraphLimits, Rows, TooLarge, UnknownTarget};

/// The winner with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Winner {
    /// The player to move.
    First,
    /// The other one.
    Second,
    /// Nobody: either can make play go on for ever.
    Draw,
}

/// The result of a move with perfect play after it, for the player who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Outcome {
    /// The mover wins.
    Win,
    /// Nobody can force a win.
    Draw,
    /// The mover loses.
    Loss,
}

impl Outcome {
    /// Returns the outcome of a move to a position whose player to move has `winner`.
    #[must_use]
    pub const fn of_move_to(winner: Winner) -> Self {
        match winner {
            Winner::First => Self::Loss,
            Winner::Second => Self::Win,
            Winner::Draw => Self::Draw,
        }
    }
}

/// The rule for a player who cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Play))]
pub enum Play {
    /// Normal play, in which a player who cannot move loses.
    #[default]
    Normal,
    /// Misère play, in which a player who cannot move wins.
    Misere,
}

/// A move in a sum of tokens: a token, and the vertex it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenMove {
    /// The token's place in the sum.
    pub token: usize,
    /// The vertex it moves to.
    pub to: u32,
}

/// The number of moves of each outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutcomeCounts {
    /// Moves that win.
    pub winning: u64,
    /// Moves that keep the draw.
    pub drawing: u64,
    /// Moves that lose.
    pub losing: u64,
}

impl OutcomeCounts {
    /// Counts one move more.
    pub const fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.winning += 1,
            Outcome::Draw => self.drawing += 1,
            Outcome::Loss => self.losing += 1,
        }
    }

    /// Returns the number of all moves.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.winning + self.drawing + self.losing
    }
}
