//! [`RootedGraph`]: a graph whose edges hang on the ground, for games in which edges are cut. A move cuts an edge.
//! Every part that is then no longer connected to the ground falls.
//!
//! **Normal play.** The vertices of a cycle may be fused into one vertex without changing the value (the fusion
//! principle, Winning Ways, chapter 7). After that, only loops and bridges are left. A loop is worth 1, and a bridge is
//! worth 1 more than the part that it carries. The value of a vertex is the XOR of the values of the edges that it
//! carries. So one depth-first search from the ground finds the value. The value is an XOR over the edges that are not
//! beyond a bridge. In this XOR, each edge that is not a bridge counts 1, and each bridge counts 1 more than the value
//! of everything beyond it.
//!
//! In a tree, the cuts that leave a certain value are found in one pass, starting from the ground. For each vertex, the
//! pass knows the value that the vertex must carry, and the XOR of the values of all branches on the vertex. From these
//! two numbers, the pass finds the value that each single branch would have to get. If a branch must get the value 0,
//! its first edge must be cut. If a branch must get a value *y* > 0, the part beyond its first edge must get the value
//! *y* − 1.
//!
//! **Misère play** is decided for each part separately: see [`GroundPart`].

mod classes;
mod parts;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::mem;

use crate::number::{cost, meter};
pub(crate) use parts::GroundPart;

/// The name of a vertex.
pub(crate) type Vertex = u64;

/// The name of the vertex that is the ground.
pub(crate) const GROUND: Vertex = 0;

/// A graph whose vertices are numbered. The ground has the number 0.
pub(crate) struct RootedGraph {
    /// For each vertex, its edges: the place of each edge in the list of edges, and the vertex at its other end. A loop
    /// occurs twice.
    neighbours: Vec<Vec<(usize, usize)>>,
    edges: usize,
}

/// The result of a search that starts from the ground.
pub(crate) struct GroundSearch {
    /// The Grundy value in normal play.
    pub(crate) value: u32,
    /// For each edge, whether it is connected to the ground.
    pub(crate) hangs: Vec<bool>,
    /// The parts of the graph. Two parts have only the ground in common.
    pub(crate) parts: Vec<GroundPart>,
}

/// The loops and bridges at one place after the vertices of all cycles are fused. The place is the ground, or the upper
/// end of a bridge.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// The place of the bridge in the list of edges; `None` for the ground.
    pub(crate) bridge: Option<usize>,
    /// The number of loops.
    pub(crate) loops: usize,
    /// The values of the bridges that begin here.
    pub(crate) bridges: Vec<u32>,
}

impl Carried {
    /// The value of all loops and bridges together.
    pub(crate) fn value(&self) -> u32 {
        self.bridges.iter().fold(u32::from(self.loops % 2 == 1), |xor, value| xor ^ value)
    }
}

/// An edge whose value counts at the vertex `below`.
enum CountedEdge {
    /// The edge ends at a vertex that was reached before, so it is a loop after the vertices of its cycle are fused.
    Loop { below: usize },
    /// The edge led to the vertex `above`, which is now left for ever. It is a bridge if `is_bridge` is true. Otherwise
    /// it is a loop, and the two vertices are fused.
    Way { below: usize, above: usize, edge: usize, is_bridge: bool },
}

/// A vertex on the present path from the ground.
struct PathVertex {
    vertex: usize,
    /// The edge by which the search reached the vertex; `None` for the ground.
    by: Option<usize>,
    /// The index of the next edge of this vertex that must be followed.
    next: usize,
    /// The number of edges that the search found from this vertex.
    found: usize,
}

impl PathVertex {
    fn at(vertex: usize, by: Option<usize>) -> Self {
        Self { vertex, by, next: 0, found: 0 }
    }
}

impl RootedGraph {
    /// Creates the graph that has these edges.
    pub(crate) fn of(edges: &[[Vertex; 2]]) -> Self {
        meter::charge_each(edges.len(), cost::COMPONENT);
        let mut numbers = HashMap::from([(GROUND, 0)]);
        let mut neighbours = vec![Vec::new()];
        for (place, ends) in edges.iter().enumerate() {
            let [one, other] = ends.map(|vertex| {
                let next = numbers.len();
                *numbers.entry(vertex).or_insert(next)
            });
            neighbours.resize_with(numbers.len(), Vec::new);
            neighbours[one].push((place, other));
            neighbours[other].push((place, one));
        }
        Self { neighbours, edges: edges.len() }
    }

    /// Returns whether the graph has no cycle. All its edges must hang on the ground.
    pub(crate) fn is_tree(&self) -> bool {
        self.neighbours.len() == self.edges + 1
    }

    /// Returns the edges of a tree whose cut leaves a position with the value `value`. If `is_fickle` is `Some(true)`,
    /// returns only the edges whose cut leaves a fickle position. If `is_fickle` is `Some(false)`, returns only the
    /// edges whose cut leaves a position that is not fickle.
    ///
    /// A tree is fickle if and only if all its trunks are worth 1: see [`GroundPart`].
    pub(crate) fn cuts_of_tree(&self, value: u32, is_fickle: Option<bool>) -> Vec<usize> {
        meter::charge_each(self.edges, cost::LOOK_UP);
        // The vertices, each after the vertex below it. Each entry also has the vertex below, and the edge between
        // these two vertices.
        let mut order = Vec::with_capacity(self.neighbours.len());
        let mut open = vec![(0, 0, usize::MAX)];
        while let Some((vertex, below, edge)) = open.pop() {
            order.push((vertex, below, edge));
            let above = self.neighbours[vertex].iter().filter(|(other, _)| *other != edge);
            open.extend(above.map(|(edge, end)| (*end, vertex, *edge)));
        }
        let mut worth = vec![0_u32; self.neighbours.len()];
        for (vertex, below, _) in order.iter().skip(1).rev() {
            worth[*below] ^= worth[*vertex] + 1;
        }
        let firm = self.neighbours[0].iter().filter(|(_, end)| worth[*end] > 0).count();
        // The value that each vertex must carry so that the whole tree has the wanted value; `None` if no value does
        // that.
        let mut wanted = vec![None; self.neighbours.len()];
        wanted[0] = Some(value);
        let mut cuts = Vec::new();
        for (vertex, below, edge) in order.into_iter().skip(1) {
            let Some(wanted_below) = wanted[below] else { continue };
            let branch: u32 = wanted_below ^ worth[below] ^ (worth[vertex] + 1);
            if below == 0 {
                let leaves_fickle = branch <= 1 && firm == usize::from(worth[vertex] > 0);
                if is_fickle.is_some_and(|is_fickle| is_fickle != leaves_fickle) {
                    continue;
                }
            }
            wanted[vertex] = branch.checked_sub(1);
            if branch == 0 {
                cuts.push(edge);
            }
        }
        cuts.sort_unstable();
        cuts
    }

    /// Finds what hangs on the ground, either in the whole graph or after the edge `cut` is cut.
    pub(crate) fn search(&self, cut: Option<usize>) -> GroundSearch {
        self.search_and_count(cut, |_| ())
    }

    /// Returns what each bridge carries, after what the bridges beyond it carry. The last entry is for the ground.
    pub(crate) fn carried(&self) -> Vec<Carried> {
        let mut here: Vec<Carried> = Vec::new();
        here.resize_with(self.neighbours.len(), Carried::default);
        let mut carried = Vec::new();
        self.search_and_count(None, |counted| match counted {
            CountedEdge::Loop { below } => here[below].loops += 1,
            CountedEdge::Way { below, above, edge, is_bridge: true } => {
                let above = Carried { bridge: Some(edge), ..mem::take(&mut here[above]) };
                here[below].bridges.push(above.value() + 1);
                carried.push(above);
            }
            CountedEdge::Way { below, above, .. } => {
                let above = mem::take(&mut here[above]);
                meter::charge_each(above.bridges.len(), cost::VALUE);
                here[below].loops += above.loops + 1;
                here[below].bridges.extend(above.bridges);
            }
        });
        carried.extend(here.into_iter().next());
        carried
    }

    /// Does the work of [`Self::search`], and calls `count` for each edge, once its value is known.
    fn search_and_count(&self, cut: Option<usize>, mut count: impl FnMut(CountedEdge)) -> GroundSearch {
        meter::charge_each(self.edges, cost::NUMBER);
        let mut hangs = vec![false; self.edges];
        // `order` has, for each vertex, the time at which the search reached it, counted from 1. `low` has, for each
        // vertex, the earliest of the following times: the time of the vertex itself, and the times of the ends of all
        // edges that start at the vertex or beyond it. The edge by which the search reached the vertex does not count.
        let mut order = vec![0_usize; self.neighbours.len()];
        let mut low = order.clone();
        let mut worth = vec![0_u32; self.neighbours.len()];
        (order[0], low[0]) = (1, 1);
        let (mut reached, mut parts) = (1, Vec::new());
        let mut way = vec![PathVertex::at(0, None)];
        while let Some(PathVertex { vertex, by, next, found }) = way.last_mut() {
            let (vertex, by) = (*vertex, *by);
            if let Some((edge, end)) = self.neighbours[vertex].get(*next).copied() {
                *next += 1;
                if hangs[edge] || cut == Some(edge) {
                    continue;
                }
                hangs[edge] = true;
                *found += 1;
                if vertex == 0 {
                    parts.push(GroundPart::begun_at(end));
                } else if let Some(part) = parts.last_mut() {
                    part.add(vertex, end);
                }
                if order[end] > 0 {
                    low[vertex] = low[vertex].min(order[end]);
                    worth[vertex] ^= 1;
                    count(CountedEdge::Loop { below: vertex });
                } else {
                    reached += 1;
                    (order[end], low[end]) = (reached, reached);
                    way.push(PathVertex::at(end, Some(edge)));
                }
                continue;
            }
            let found = *found;
            way.pop();
            if let (Some(PathVertex { vertex: before, .. }), Some(edge)) = (way.last(), by) {
                let before = *before;
                let is_bridge = low[vertex] > order[before];
                count(CountedEdge::Way { below: before, above: vertex, edge, is_bridge });
                let branch = if is_bridge { worth[vertex] + 1 } else { worth[vertex] ^ 1 };
                worth[before] ^= branch;
                low[before] = low[before].min(low[vertex]);
                if let Some(part) = parts.last_mut() {
                    part.leave(found, (before == 0).then_some(branch));
                }
            }
        }
        GroundSearch { value: worth[0], hangs, parts }
    }
}

/// Returns whether the sum of the parts is a fickle position; `None` if some part is not covered by any theorem.
pub(crate) fn is_fickle(parts: &[GroundPart]) -> Option<bool> {
    parts.iter().try_fold(true, |all, part| Some(part.is_fickle()? && all))
}
