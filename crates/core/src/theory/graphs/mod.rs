//! Games that are given as a directed graph, which may have cycles. A position is a token on a vertex, and a move is an
//! edge. A player who cannot move loses in normal play and wins in misère play. Play that never ends is a draw.
//!
//! | file | what it knows |
//! |---|---|
//! | `graph` | a graph in compressed rows, and how to reverse it |
//! | `labels` | Smith's values: integers and ∞(K), with the counters that show a winner's progress |
//! | `grow` | the labels of a graph that grows |
//! | `known` | the labels of graphs that were asked about before |
//! | `sum` | sums in normal play: values, and the outcome of every move |
//! | `tokens` | the moves of the tokens in such a sum: how many there are, and which one to recommend |
//! | `retrograde` | a single token: who wins and in how many moves, in normal and misère play |
//! | `matching` | maximum matchings of undirected graphs |
//! | `reached` | the vertices that moves lead to |
//! | `misere` | misère types of vertices |
//! | `misere_sum` | sums of typed vertices in misère play |
//! | `splitting` | graphs without cycles in which a move may leave several vertices |
//! | `product` | any sum, by a search of the product graph, whose size is known before the search begins |

pub(crate) mod graph;
pub(crate) mod grow;
pub(crate) mod known;
pub mod labels;
pub(crate) mod matching;
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

pub use graph::{EDGES, Graph, GraphLimits, Rows, TooLarge, UnknownTarget, VERTICES};

/// The player who wins with perfect play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Winner {
    /// The player to move.
    First,
    /// The player who is not to move.
    Second,
    /// Nobody: each player can prevent the other from winning.
    Draw,
}

/// The result of a move, for the player who makes it, if both players play perfectly afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Outcome))]
pub enum MoveResult {
    /// The player who makes the move wins.
    Win,
    /// Neither player can force a win.
    Draw,
    /// The player who makes the move loses.
    Loss,
}

impl MoveResult {
    /// Returns the outcome of a move to a position, given the winner of that position.
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

/// A move of one token in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenMove {
    /// The token's place in the sum.
    pub token: usize,
    /// The vertex to which the token moves.
    pub to: u32,
}

/// The number of moves with each outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutcomeCounts {
    /// Moves that win.
    pub winning: u64,
    /// Moves after which the game is a draw.
    pub drawing: u64,
    /// Moves that lose.
    pub losing: u64,
}

impl OutcomeCounts {
    /// Counts one more move.
    pub const fn add(&mut self, outcome: MoveResult) {
        match outcome {
            MoveResult::Win => self.winning += 1,
            MoveResult::Draw => self.drawing += 1,
            MoveResult::Loss => self.losing += 1,
        }
    }

    /// Returns the number of all moves.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.winning + self.drawing + self.losing
    }
}
