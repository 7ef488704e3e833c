//! Games whose rules are functions. JavaScript explores them, and passes their graphs as arrays.
//!
//! A graph is given in compressed rows: the options of vertex `v` are `options[v]..options[v + 1]`. Option `o` leads to
//! the vertex `parts[o]`. If moves split, it leads to the sum of the vertices `parts[sums[o]..sums[o + 1]]`.

use std::cell::RefCell;

use grundy_core::own::NamedGraph;
use grundy_core::theory::graphs::labels::SmithLabels;
use grundy_core::theory::graphs::retrograde::Retrograde;
use grundy_core::theory::graphs::splitting::{MisereSearch, NoValues, NotSearched, SplittingGraph};
use grundy_core::theory::graphs::{Graph, Play, Rows};
use grundy_core::wire::games::Games;
use wasm_bindgen::prelude::wasm_bindgen;

/// Stands for an infinite value, and for the length of play that never ends.
const NONE: u32 = u32::MAX;

thread_local! {
    /// The games that are defined for the next call.
    static GAMES: RefCell<Games> = RefCell::default();
}

/// Forgets the games that were defined for a call, if this call is not made after all.
#[wasm_bindgen]
pub fn forget_games() {
    take_games();
}

/// Returns the games that were defined for this call, and forgets them.
pub fn take_games() -> Games {
    GAMES.take()
}

fn graph(options: Vec<u32>, parts: Vec<u32>) -> Result<Graph, String> {
    let rows = Rows::from_arrays(options, parts).ok_or("these are no rows of a graph")?;
    rows.finish().map_err(|error| error.to_string())
}

/// Returns the Grundy value of each vertex, or 2³² − 1 if it is infinite.
///
/// # Errors
/// If the arrays are not a graph.
#[wasm_bindgen]
pub fn values(options: Vec<u32>, parts: Vec<u32>) -> Result<Vec<u32>, String> {
    let graph = graph(options, parts)?;
    let labels = SmithLabels::of(&graph).map_err(|spent| spent.to_string())?;
    Ok((0..graph.vertices()).map(|v| labels.finite(v).unwrap_or(NONE)).collect())
}

/// Returns the number of moves that perfect play lasts from each vertex, or 2³² − 1 if it never ends.
///
/// # Errors
/// If the arrays are not a graph.
#[wasm_bindgen]
pub fn lengths(options: Vec<u32>, parts: Vec<u32>, misere: bool) -> Result<Vec<u32>, String> {
    let graph = graph(options, parts)?;
    let found = Retrograde::of(&graph, if misere { Play::Misere } else { Play::Normal });
    Ok((0..graph.vertices()).map(|v| found.remoteness(v).unwrap_or(NONE)).collect())
}

/// Returns the Grundy value of each vertex of a graph. A move may lead to a sum of vertices.
///
/// # Errors
/// If the arrays are not a graph, if the graph has a cycle, or if the meter is spent.
#[wasm_bindgen]
pub fn values_of_sums(options: Vec<u32>, sums: Vec<u32>, parts: Vec<u32>) -> Result<Vec<u32>, String> {
    splitting(options, sums, parts)?.values().map_err(|none| match none {
        NoValues::Cycle { .. } => "a move splits, and play may go on for ever: that is not answered".to_owned(),
        NoValues::Spent(spent) => spent.to_string(),
    })
}

/// Returns for each sum whether the player to move wins it in misère play. A move in the graph may leave several
/// vertices. Sum `n` has the vertices `asked[ends[n]..ends[n + 1]]`. The search holds at most `most` sums.
///
/// # Errors
/// If the arrays are not a graph, or the search is too large.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "what JavaScript hands over is ours")]
pub fn misere_wins(
    options: Vec<u32>,
    sums: Vec<u32>,
    parts: Vec<u32>,
    ends: Vec<u32>,
    asked: Vec<u32>,
    most: usize,
) -> Result<Vec<u8>, String> {
    let graph = splitting(options, sums, parts)?;
    let mut search = MisereSearch::new(&graph, most);
    let wins = |range: &[u32]| {
        let at = |end: u32| usize::try_from(end).ok();
        let sum = at(range[0]).zip(at(range[1])).and_then(|(from, to)| asked.get(from..to));
        let sum = sum.filter(|sum| sum.iter().all(|v| *v < graph.vertices())).ok_or("there is no such sum")?;
        search.wins(sum).map(u8::from).map_err(|none| match none {
            NotSearched::TooLarge => format!(
                "misère play of a game whose moves split is decided by search, and here it would hold more than {most} sums"
            ),
            NotSearched::Spent(spent) => spent.to_string(),
        })
    };
    ends.windows(2).map(wins).collect()
}

fn splitting(options: Vec<u32>, sums: Vec<u32>, parts: Vec<u32>) -> Result<SplittingGraph, String> {
    SplittingGraph::from_arrays(options, sums, parts).ok_or_else(|| "these are no rows of a graph".to_owned())
}

/// Defines a graph as a game for the next call. Requests and answers name a vertex by its index. In the texts of
/// answers, a vertex has the name that `words` has for it.
///
/// # Errors
/// If the arrays are not a graph, or the name is not valid.
#[wasm_bindgen]
pub fn define(name: &str, options: Vec<u32>, parts: Vec<u32>, words: Vec<String>, misere: bool) -> Result<(), String> {
    let mut graph = NamedGraph::described(graph(options, parts)?, called(words));
    // This work is not charged to the call. The limits of a call protect a service against strangers, but this caller
    // has explored the graph itself.
    graph.find_labels().map_err(|spent| spent.to_string())?;
    if misere {
        graph.find_types().map_err(|spent| spent.to_string())?;
    }
    GAMES.with_borrow_mut(|games| games.add_graph(name, graph.into())).map_err(|fault| fault.detail)
}

/// Defines a game for the next call: a graph in which moves split. The graph must have no cycle, which
/// [`values_of_sums`] checks.
///
/// # Errors
/// If the arrays are not a graph, or the name is not valid.
#[wasm_bindgen]
pub fn define_sums(
    name: &str,
    options: Vec<u32>,
    sums: Vec<u32>,
    parts: Vec<u32>,
    words: Vec<String>,
) -> Result<(), String> {
    let graph = NamedGraph::described(splitting(options, sums, parts)?, called(words));
    GAMES.with_borrow_mut(|games| games.add_splitting(name, graph.into())).map_err(|fault| fault.detail)
}

/// Returns a function that gives each vertex its name in the texts of answers. The vertex `v` has the name `words[v]`.
fn called(words: Vec<String>) -> impl Fn(u32) -> String + Send + Sync + 'static {
    move |v| usize::try_from(v).ok().and_then(|v| words.get(v)).cloned().unwrap_or_default()
}
