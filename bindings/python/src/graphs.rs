//! Games that Python has explored. Their graphs are passed as arrays and not as JSON.

use std::sync::Arc;

use grundy_core::number::meter::Spent;
use grundy_core::own::NamedGraph;
use grundy_core::theory::graphs::retrograde::Retrograde;
use grundy_core::theory::graphs::splitting::{MisereSearch, NoValues, NotSearched, SplittingGraph};
use grundy_core::theory::graphs::{Play, Rows};
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::games::Games;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exceptions::rejected;
use crate::work::work;

create_exception!(_native, Cycle, PyException, "Its argument is a vertex that play can come back to.");

/// Stands for an infinite value, and for the length of play that never ends.
const NONE: u32 = u32::MAX;

/// A target below this constant is a vertex. Any other target is a sum: the target is this constant plus the number of
/// the sum.
const FIRST_SUM: u32 = 1 << 31;

/// A game as a graph whose vertices are numbers, with the values of the vertices.
#[pyclass(frozen, name = "Graph")]
pub struct PyGraph(Arc<NamedGraph>);

#[pymethods]
impl PyGraph {
    /// Creates a game from arrays of 32-bit integers: the options of vertex `v` are `targets[offsets[v]..offsets[v +
    /// 1]]`. `words(v)` returns the words for `v` in the texts of answers.
    #[new]
    fn new(py: Python<'_>, offsets: &[u8], targets: &[u8], words: Py<PyAny>) -> PyResult<Self> {
        let rows = Rows::from_arrays(numbers(offsets), numbers(targets)).ok_or_else(no_rows)?;
        let words = called(words);
        let found = work(py, u64::MAX, |meter, _| {
            meter.run(|| {
                let mut graph = NamedGraph::described(rows.finish().map_err(|_| None)?, words);
                graph.find_labels().map_err(Some)?;
                Ok(graph)
            })
        })?;
        match found {
            Ok(Ok(graph)) => Ok(Self(Arc::new(graph))),
            Ok(Err(None)) => Err(no_rows()),
            Ok(Err(Some(spent))) | Err(spent) => Err(ended(spent)),
        }
    }

    /// Returns the number of vertices.
    fn __len__(&self) -> usize {
        usize::try_from(self.0.graph.vertices()).unwrap_or(usize::MAX)
    }

    /// Returns the Grundy value of each vertex, as 32-bit integers. The largest integer stands for an infinite value.
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let labels = self.0.labels();
        let value = |v| labels.and_then(|labels| labels.finite(v)).unwrap_or(NONE);
        words_of(py, (0..self.0.graph.vertices()).map(value))
    }

    /// Returns the finite values of a vertex's options, in ascending order.
    fn option_values(&self, v: u32) -> PyResult<Vec<u32>> {
        let graph = &self.0.graph;
        let labels = self.0.labels().filter(|_| v < graph.vertices());
        labels.map(|labels| labels.option_values(graph, v)).ok_or_else(no_rows)
    }

    /// Returns the number of moves that perfect misère play lasts from each vertex, as 32-bit integers. The largest
    /// integer means that play never ends. The player to move wins iff the number is even.
    fn misere_remoteness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let graph = &self.0.graph;
        let found = work(py, u64::MAX, |meter, _| meter.run(|| Retrograde::of(graph, Play::Misere)))?;
        let found = found.map_err(ended)?;
        Ok(words_of(py, (0..graph.vertices()).map(|v| found.remoteness(v).unwrap_or(NONE))))
    }

    /// Computes what misère play needs, so that all later requests can use it.
    fn prepare_misere(&self, py: Python<'_>) -> PyResult<()> {
        work(py, u64::MAX, |meter, _| meter.run(|| self.0.find_types()))?.map_err(ended)?.map_err(ended)
    }
}

/// The games that requests may use in addition to the games that they define.
pub type Named = Vec<(String, ExploredGame)>;

/// A game that Python explored.
#[derive(FromPyObject)]
pub enum ExploredGame {
    Graph(Py<PyGraph>),
    Splitting(Py<PySplitting>),
}

/// Collects explored games under their names, so that requests can use them.
///
/// # Errors
/// If a name is not valid.
pub fn games(named: &Named) -> PyResult<Games> {
    let mut games = Games::default();
    for (name, game) in named {
        let added = match game {
            ExploredGame::Graph(graph) => games.add_graph(name, Arc::clone(&graph.get().0)),
            ExploredGame::Splitting(graph) => games.add_splitting(name, Arc::clone(&graph.get().0)),
        };
        added.map_err(|fault| rejected(&fault.under("games").into()))?;
    }
    Ok(games)
}

/// Returns a function that finds the name of a vertex for the texts of answers. It calls the Python function `words`.
fn called(words: Py<PyAny>) -> impl Fn(u32) -> String + Send + Sync + 'static {
    move |v| {
        let found = Python::try_attach(|py| words.call1(py, (v,)).and_then(|words| words.extract::<String>(py)));
        found.and_then(Result::ok).unwrap_or_else(|| v.to_string())
    }
}

/// A game as a graph without cycles. A move may leave several vertices.
#[pyclass(frozen, name = "Splitting")]
pub struct PySplitting(Arc<NamedGraph<SplittingGraph>>);

#[pymethods]
impl PySplitting {
    /// Creates a game as `PyGraph` does, but targets from 2^31 on are sums. Such a sum has the vertices
    /// `parts[sums[n]..sums[n + 1]]`, where n is the target minus 2^31.
    #[new]
    fn new(offsets: &[u8], targets: &[u8], sums: &[u8], parts: &[u8], words: Py<PyAny>) -> PyResult<Self> {
        let [offsets, targets, sums, parts] = [offsets, targets, sums, parts].map(numbers);
        let graph = written_out(offsets, &targets, &sums, &parts).ok_or_else(no_rows)?;
        Ok(Self(Arc::new(NamedGraph::described(graph, called(words)))))
    }

    /// Returns the Grundy value of each vertex, as 32-bit integers.
    ///
    /// # Errors
    /// `Cycle` with the number of a vertex on a cycle, if there is one.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        match work(py, u64::MAX, |meter, _| meter.run(|| self.0.graph.values()))?.map_err(ended)? {
            Ok(values) => Ok(words_of(py, values.into_iter())),
            Err(NoValues::Cycle { through }) => Err(Cycle::new_err(through)),
            Err(NoValues::Spent(spent)) => Err(ended(spent)),
        }
    }

    /// Returns the options of a vertex. Each option is a list of vertices.
    fn options(&self, v: u32) -> PyResult<Vec<Vec<u32>>> {
        let options = (v < self.0.graph.vertices()).then(|| self.0.graph.options(v).map(<[u32]>::to_vec).collect());
        options.ok_or_else(no_rows)
    }

    /// Returns for each sum whether the player to move wins it in misère play. The search holds at most `most` sums.
    /// The graph must have no cycle.
    ///
    /// # Errors
    /// If the search is too large.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are")]
    fn misere(&self, py: Python<'_>, sums: Vec<Vec<u32>>, most: usize) -> PyResult<Vec<bool>> {
        if sums.iter().flatten().any(|&v| v >= self.0.graph.vertices()) {
            return Err(no_rows());
        }
        let found = work(py, u64::MAX, |meter, _| {
            meter.run(|| {
                let mut search = MisereSearch::new(&self.0.graph, most);
                sums.iter().map(|sum| search.wins(sum)).collect::<Result<Vec<_>, _>>()
            })
        })?;
        match found.map_err(ended)? {
            Ok(wins) => Ok(wins),
            Err(NotSearched::TooLarge) => {
                let detail = format!(
                    "in misère play a game whose moves split is decided by search, and here it would hold more than {most} sums"
                );
                Err(rejected(&Fault::new(Code::MisereUnsupported, detail).into()))
            }
            Err(NotSearched::Spent(spent)) => Err(ended(spent)),
        }
    }
}

/// Returns the graph in the form of the engine, in which each option is the list of its vertices.
fn written_out(offsets: Vec<u32>, targets: &[u32], sums: &[u32], parts: &[u32]) -> Option<SplittingGraph> {
    let at = |place: u32| usize::try_from(place).ok();
    let (mut ends, mut left) = (vec![0], Vec::new());
    for target in targets {
        match target.checked_sub(FIRST_SUM) {
            None => left.push(*target),
            Some(sum) => {
                let begin = at(*sums.get(at(sum)?)?)?;
                let end = at(*sums.get(at(sum)?.checked_add(1)?)?)?;
                left.extend_from_slice(parts.get(begin..end)?);
            }
        }
        ends.push(u32::try_from(left.len()).ok()?);
    }
    SplittingGraph::from_arrays(offsets, ends, left)
}

/// Reads the 32-bit integers of an array of Python from its bytes. The buffer protocol was rejected, since the buffer
/// of an empty array is not aligned.
fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().copied().map(u32::from_ne_bytes).collect()
}

/// Writes 32-bit integers as the bytes of an array.
fn words_of(py: Python<'_>, words: impl Iterator<Item = u32>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &words.flat_map(u32::to_ne_bytes).collect::<Vec<u8>>())
}

fn no_rows() -> PyErr {
    PyValueError::new_err("these arrays are no graph")
}

/// Converts the error of work that was stopped early. Without a limit, only a Python exception stops work early. Then
/// `work` raises that exception, not this error.
fn ended(spent: Spent) -> PyErr {
    PyRuntimeError::new_err(spent.to_string())
}
