//! [`Purpose`]: what explored positions are needed for.

/// What the explored positions of a game are needed for, if a client wrote its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The values and the moves of single positions. Other positions may be known, too.
    Moves,
    /// The values of the given positions in normal play.
    Values,
    /// A graph of just the positions that the given ones lead to, because work is done on the whole graph.
    Graph,
}
