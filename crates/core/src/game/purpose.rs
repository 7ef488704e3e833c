//! [`Purpose`]: what explored positions are needed for.

/// The purpose of exploring the positions of a game whose rules a client wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The values and the moves of single positions. Other positions may be known, too.
    Moves,
    /// The values of the given positions in normal play.
    Values,
    /// A graph of just the positions that the given ones lead to, because work is done on the whole graph.
    Graph,
}
