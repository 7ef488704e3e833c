//! Green hackenbush: cut an edge. All edges that are no longer connected to the ground disappear.
//!
//! The values and the misère classes come from the theory of [rooted graphs](crate::theory::rooted).
//!
//! Two cuts leave the same picture iff their edges join the same two vertices. Now take two edges that join different
//! pairs of vertices. For one of them, *e*, a shortest path from the ground to *e* does not use the other, *f*. If *f*
//! is cut, *e* stays, but if *e* is cut, *e* is gone. So the two pictures differ.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use crate::game::shape::{Notation, Pair, PlainValue, Shape};
use crate::game::{
    Card, Follower, Goal, HasValue, Illegal, Moves, Position, Rules, Step, Tag, Tameness, Theory, Value,
};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::rooted::{Carried, GROUND, GroundSearch, RootedGraph, Vertex, is_fickle};
use crate::theory::sources::{FERGUSON, WINNING_WAYS};
use crate::theory::step;

/// Green hackenbush.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

/// The largest number of edges of a picture with cycles. It is limited because the search for the moves that leave a
/// given value tries the cut of each edge.
const MOST_EDGES: usize = 2000;

/// The largest number of edges of a picture without cycles. It is limited because a move is written as the whole
/// picture that it leaves.
const MOST_EDGES_OF_TREES: usize = 200_000;

/// Edges that are all connected to the ground, in the client's order. The order of the edges, and of the two ends of an
/// edge, does not matter.
#[derive(Clone, Debug)]
pub struct EdgeList(Vec<[Vertex; 2]>);

impl EdgeList {
    /// The edges in ascending order, each with its smaller end first.
    fn sorted(&self) -> Vec<[Vertex; 2]> {
        meter::charge_each(self.0.len(), cost::LOOK_UP);
        let mut edges: Vec<[Vertex; 2]> = self.0.iter().copied().map(ends_in_order).collect();
        edges.sort_unstable();
        edges
    }
}

impl PartialEq for EdgeList {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.sorted() == other.sorted()
    }
}

impl Eq for EdgeList {}

impl Hash for EdgeList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}

fn ends_in_order([one, other]: [Vertex; 2]) -> [Vertex; 2] {
    [one.min(other), one.max(other)]
}

/// The places of the edges that can be cut. All edges between the same two vertices count as one cut, at the place of
/// the first of them.
fn cuts(edges: &[[Vertex; 2]]) -> Vec<usize> {
    meter::charge_each(edges.len(), cost::LOOK_UP);
    let mut seen = HashSet::new();
    (0..edges.len()).filter(|place| seen.insert(ends_in_order(edges[*place]))).collect()
}

/// Explains the value of a branch, or of the ground.
fn why_worth(edges: &[[Vertex; 2]], carried: &Carried) -> String {
    let Carried { loops, bridges, .. } = carried;
    let parity = loops % 2;
    let of_loops = match loops {
        0 => None,
        1 => Some("a loop worth 1".to_owned()),
        loops => Some(format!("{loops} loops (together worth {parity})")),
    };
    let of_bridges = match &bridges[..] {
        [] => None,
        [only] => Some(format!("a branch worth {only}")),
        bridges => Some(format!("branches worth {}", step::joined(bridges, u32::to_string, ", "))),
    };
    let on_it: Vec<String> = [of_loops, of_bridges].into_iter().flatten().collect();
    let values: Vec<u32> = (*loops > 0).then_some(u32::from(parity == 1)).into_iter().chain(bridges.clone()).collect();
    let (on_it, value) = (on_it.join(" and "), carried.value());
    let xor = match &values[..] {
        [] | [_] => String::new(),
        values => format!(": {} = {value}", step::joined(values, u32::to_string, " ⊕ ")),
    };
    match carried.bridge.map(|bridge| edges[bridge]) {
        None => format!("The ground carries {on_it}{xor}."),
        Some(branch) if values.is_empty() => format!("Branch {branch:?} carries nothing, so it is worth 0 + 1 = 1."),
        Some(branch) => format!("Branch {branch:?} carries {on_it}{xor}. So it is worth {value} + 1 = {}.", value + 1),
    }
}

/// A solved picture.
#[derive(Clone, Debug)]
pub struct CutValues {
    value: u32,
    /// True if the position is fickle; `None` if the position is not known to be tame. If no theorem tells this at
    /// once, the field is computed when it is first needed.
    is_fickle: OnceLock<Option<bool>>,
    /// All cuts of a picture with cycles. `values` has the value that each cut leaves. `classes` also says whether the
    /// result is fickle. Each list is computed when it is first needed.
    values: OnceLock<Arc<[CutValue]>>,
    classes: OnceLock<Arc<[CutValue]>>,
}

/// A cut, and the value that it leaves.
#[derive(Clone, Copy, Debug)]
struct CutValue {
    /// The index of the edge that is cut.
    cut: usize,
    value: u32,
    is_fickle: Option<bool>,
}

impl HasValue for CutValues {
    fn value(&self) -> Value {
        Value::Nimber(u64::from(self.value).into())
    }
}

impl CutValues {
    fn new(picture: &EdgeList) -> Self {
        let GroundSearch { value, parts, .. } = RootedGraph::of(&picture.0).search(None);
        let known = is_fickle(&parts).map_or_else(OnceLock::new, |is_fickle| OnceLock::from(Some(is_fickle)));
        Self { value, is_fickle: known, values: OnceLock::new(), classes: OnceLock::new() }
    }

    fn tameness(&self, picture: &EdgeList) -> Tameness {
        let search = || RootedGraph::of(&picture.0).classes([None]).ok().and_then(|found| found.first()?.1);
        self.is_fickle.get_or_init(search).map_or(Tameness::Unknown, Tameness::tame)
    }

    /// Each cut of a picture with cycles, with the value that it leaves.
    fn values(&self, picture: &EdgeList, graph: &RootedGraph) -> &[CutValue] {
        self.values.get_or_init(|| {
            let cuts = meter::each(cuts(&picture.0), 0);
            cuts.map(|cut| CutValue { cut, value: graph.search(Some(cut)).value, is_fickle: None }).collect()
        })
    }

    /// All cuts of a picture, with the value that each cut leaves, and whether the result is fickle.
    fn classes(&self, picture: &EdgeList, graph: &RootedGraph) -> &[CutValue] {
        self.classes.get_or_init(|| {
            let cuts = cuts(&picture.0);
            let classes = graph.classes(cuts.iter().copied().map(Some)).unwrap_or_default();
            cuts.into_iter().zip(classes).map(|(cut, (value, is_fickle))| CutValue { cut, value, is_fickle }).collect()
        })
    }

    /// The cuts that leave a value, in the order of the edges. If `is_fickle` is given, the result of the cut must also
    /// be fickle (`true`) or not fickle (`false`).
    fn to(&self, picture: &EdgeList, value: &Natural, is_fickle: Option<bool>) -> Vec<usize> {
        let Some(value) = value.to_u64().and_then(|value| u32::try_from(value).ok()) else { return Vec::new() };
        let graph = RootedGraph::of(&picture.0);
        if graph.is_tree() {
            return graph.cuts_of_tree(value, is_fickle);
        }
        let left = if is_fickle.is_some() { self.classes(picture, &graph) } else { self.values(picture, &graph) };
        left.iter().filter(|left| left.value == value && left.is_fickle == is_fickle).map(|left| left.cut).collect()
    }
}

impl EdgeList {
    fn cut(&self, place: usize) -> Self {
        let hangs = RootedGraph::of(&self.0).search(Some(place)).hangs;
        Self(self.0.iter().zip(hangs).filter(|(_, hangs)| *hangs).map(|(edge, _)| *edge).collect())
    }

    /// Returns the cut that leaves the picture `to`.
    fn cut_to(&self, to: &Self) -> Result<usize, Illegal> {
        meter::charge_each(self.0.len(), cost::COMPONENT);
        let mut places: HashMap<[Vertex; 2], Vec<usize>> = HashMap::new();
        for (place, edge) in self.0.iter().enumerate() {
            places.entry(ends_in_order(*edge)).or_default().push(place);
        }
        let mut still: HashSet<Vertex> = HashSet::from([GROUND]);
        for edge in &to.0 {
            if places.get_mut(&ends_in_order(*edge)).and_then(Vec::pop).is_none() {
                return Err(format!("the picture has no edge {edge:?}, or not so many of them").into());
            }
            still.extend(edge);
        }
        // One end of the cut edge is still connected to the ground. Edges that only fall down have no such end.
        let mut cut =
            places.into_values().flatten().filter(|place| self.0[*place].iter().any(|end| still.contains(end)));
        match (cut.next(), cut.next()) {
            (Some(place), None) if self.cut(place) == *to => Ok(place),
            (None, _) => Err("an edge must be cut".into()),
            _ => Err("one edge must be cut, and what no longer hangs on the ground falls, nothing else".into()),
        }
    }
}

impl Position for EdgeList {
    const SHAPE: Shape = Shape::List(&Shape::Pair);

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let PlainValue::List(list) = written else { return Err(Illegal::shape()) };
        if list.len() > MOST_EDGES_OF_TREES {
            let reason = format!("a picture has at most {MOST_EDGES_OF_TREES} edges");
            return Err(Illegal::part(MOST_EDGES_OF_TREES, reason));
        }
        let mut edges = Vec::with_capacity(list.len());
        for (place, edge) in list.into_iter().enumerate() {
            let edge = edge.into_pair().ok_or_else(Illegal::shape)?;
            let (Some(one), Some(other)) = (edge.first.to_u64(), edge.second.to_u64()) else {
                return Err(Illegal::part(place, "vertices are numbers below 2^64"));
            };
            edges.push([one, other]);
        }
        let graph = RootedGraph::of(&edges);
        let hangs = graph.search(None).hangs;
        if edges.len() > MOST_EDGES && !graph.is_tree() {
            let reason =
                format!("a picture with cycles has at most {MOST_EDGES} edges: to count moves, each of them is cut");
            return Err(Illegal::part(MOST_EDGES, reason));
        }
        match hangs.iter().position(|hangs| !hangs) {
            None => Ok(Self(edges)),
            Some(place) => {
                let stands = edges.iter().flatten().any(|vertex| *vertex == GROUND);
                let advice = if stands {
                    ""
                } else {
                    ": no edge has it, so give the vertex that stands on the ground, such as the root of a tree, the number 0"
                };
                let reason = format!("edge {:?} does not hang on the ground, which is vertex 0{advice}", edges[place]);
                Err(Illegal::part(place, reason))
            }
        }
    }

    fn write(&self) -> PlainValue {
        PlainValue::List(self.0.iter().map(|[one, other]| PlainValue::Pair(Pair::new(*one, *other))).collect())
    }

    fn weight(&self) -> usize {
        2 * self.0.len() + 1
    }
}

impl Rules for Hackenbush {
    type Position = EdgeList;
    /// The index of the edge that is cut.
    type Move = usize;

    const CARD: Card = Card {
        id: "hackenbush",
        name: "Green hackenbush",
        aliases: &["Hackenbush", "Impartial hackenbush", "Green Hackenbush"],
        problems: &["POJ 3710", "HDU 3094", "AtCoder AGC 017 D", "HackerRank Deforestation", "HDU 3590"],
        keywords: &["tree", "trees", "cut an edge", "cut a branch", "bamboo", "stalks", "rooted"],
        tags: &[Tag::Graphs],
        rules: "A picture of edges that hang together with the ground. A move cuts one edge; all edges that are then no longer joined \
                to the ground fall with it. Who cannot move loses. All edges are green: either player may cut any. Vertex 0 is the ground: where the root is another vertex, as in AtCoder AGC 017 D, give it the number 0.",
        position: "the edges [u, v], at most 200,000, or at most 2000 with cycles; vertices are numbers below 2^64. \
                   Vertex 0 is the ground, to which every edge is joined. Loops and several edges between the same \
                   vertices are welcome; edges and their ends may come in any order",
        notation: Some(Notation::Edges),
        text_form: "u.v,u.v,…",
        example: "0.1,1.2,2.3,3.1,2.4",
        moves: &[
            ("0.1,1.2,2.3,3.1,2.4,0.5", "0.5", "cut [0, 1], and 4 edges fall"),
            ("0.1,1.2,2.3,3.1,2.4", "1.2,4.2,1.0,1.3", "cut [2, 3]"),
            ("0.1,1.2,2.3", "0.1", "cut [1, 2], and 1 edge falls"),
        ],
        sources: &[WINNING_WAYS, FERGUSON],
        normal: "Exact up to 200,000 edges, with cycles up to 2000. Cycles are fused, and a branch is worth 1 more than what is on it.",
        misere: "Exact, in sums too, for trees, and if each part stands on the ground at one vertex, or is a bare \
                 cycle, or has at most 16 edges and is tame. Others are answered by search while the sum is small.",
        max_grundy: Some(200_000),
        ..Card::BLANK
    };

    /// The cuts, in the order of the edges. If several edges join the same two vertices, only the first is cut.
    fn moves(&self, picture: &EdgeList) -> impl Iterator<Item = usize> {
        cuts(&picture.0).into_iter()
    }

    fn find(&self, picture: &EdgeList, left: &Follower<EdgeList>) -> Result<usize, Illegal> {
        picture.cut_to(left.whole()?)
    }

    fn after(&self, picture: &EdgeList, place: &usize) -> Follower<EdgeList> {
        picture.cut(*place).into()
    }

    fn describe(&self, picture: &EdgeList, place: &usize) -> String {
        let edge = picture.0[*place];
        match picture.0.len() - picture.cut(*place).0.len() - 1 {
            0 => format!("cut {edge:?}"),
            1 => format!("cut {edge:?}, and 1 edge falls"),
            falling => format!("cut {edge:?}, and {falling} edges fall"),
        }
    }

    fn small(&self) -> Vec<EdgeList> {
        // All pictures of up to four edges on four vertices, all pictures of five edges on three vertices, and one
        // larger picture. The larger picture has two cycles, a bridge between the cycles, and two further edges.
        let mut pictures = all(4, 4);
        pictures.extend(all(3, 5).into_iter().filter(|edges| edges.len() == 5));
        pictures.push(vec![[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 3], [4, 5], [0, 6]]);
        let written = |edges: Vec<[Vertex; 2]>| self.write(&EdgeList(edges));
        pictures.into_iter().filter_map(|edges| self.read(written(edges)).ok()).collect()
    }
}

/// All lists of at most `most` edges between the vertices 0 to `vertices` − 1. Each list is ascending, and may contain
/// an edge several times. Some lists have edges that are not connected to the ground.
fn all(vertices: Vertex, most: usize) -> Vec<Vec<[Vertex; 2]>> {
    let edges: Vec<[Vertex; 2]> =
        (0..vertices).flat_map(|one| (one..vertices).map(move |other| [one, other])).collect();
    let mut pictures = vec![Vec::new()];
    let mut longest = pictures.clone();
    for _ in 0..most {
        let longer = |picture: &Vec<[Vertex; 2]>| {
            let last = picture.last().copied().unwrap_or_default();
            let picture = picture.clone();
            edges.iter().filter(move |edge| **edge >= last).map(move |edge| [picture.clone(), vec![*edge]].concat())
        };
        longest = longest.iter().flat_map(longer).collect();
        pictures.extend(longest.iter().cloned());
    }
    pictures
}

impl Theory<Self> for Hackenbush {
    type Solved = CutValues;

    fn solve(&self, picture: &EdgeList) -> CutValues {
        CutValues::new(picture)
    }

    fn moves_to<'a>(&'a self, picture: &'a EdgeList, solved: &'a CutValues, goal: &Goal) -> Option<Moves<'a, usize>> {
        let places: Vec<usize> = match goal {
            Goal::All => cuts(&picture.0),
            Goal::Value(value) => solved.to(picture, value, None),
            Goal::Tame(value, class) => solved.to(picture, value, Some(*class == Tameness::Fickle)),
            _ => return None,
        };
        Some(Moves::list(places))
    }

    fn explain(&self, picture: &EdgeList, _: &CutValues) -> Vec<Step> {
        let theory = "A cycle is a closed way along edges. All its vertices may be fused into one. Its edges are then loops, which lead \
                      from a vertex to itself, each worth 1. A branch, whose cut separates \
                      what is on it from the ground, is worth 1 more than that. What meets at a vertex is added by XOR.";
        let carried = RootedGraph::of(&picture.0).carried();
        let (edges, bridges) = (picture.0.len(), carried.len().saturating_sub(1));
        let mut steps = vec![Step::by(WINNING_WAYS, theory)];
        if edges == 0 {
            steps.push(Step::new("Here there is no edge.".to_owned()));
            return steps;
        }
        let branches = step::counted(bridges, "branch", "branches");
        let on_cycles = step::counted(edges.saturating_sub(bridges), "edge", "edges");
        steps.push(Step::new(format!("The picture has {branches}, and {on_cycles} on cycles.")));
        meter::charge_each(carried.len().min(2 * step::SHOWN_AT_EITHER_END + 1), cost::SENTENCE);
        steps.push(Step::new(step::joined(&carried, |carried| why_worth(&picture.0, carried), " ")));
        steps
    }

    fn tameness(&self, picture: &EdgeList, solved: &CutValues) -> Tameness {
        solved.tameness(picture)
    }

    fn explain_misere(&self, picture: &EdgeList, solved: &CutValues) -> Vec<Step> {
        let parts = RootedGraph::of(&picture.0).search(None).parts;
        if solved.tameness(picture) == Tameness::Unknown {
            let text = "Some part of it stands on the ground at two vertices, has more than 16 edges or is not tame, so its value does \
                        not tell how it is played in misère sums."
                .to_owned();
            return vec![Step::new(text)];
        }
        let theory = "A part is what hangs together without the ground. If one edge joins it to the ground, it is tame, and fickle exactly \
                      if the rest above this edge has the value 0. If several edges join one of its vertices to the ground, it is tame, and \
                      fickle exactly if the rest above this vertex has the value 0 or 1. A part that is a single cycle with the ground is \
                      tame, and fickle exactly if the cycle has at most 3 edges. All this follows by induction over the moves. Other small parts \
                      are searched.";
        let here = match parts.len() {
            1 => "Here 1 part stands on the ground.".to_owned(),
            parts => format!("Here {parts} parts stand on the ground."),
        };
        vec![Step::new(theory), Step::new(here)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_edges_are_refused() {
        let edges = [[0, 1], [2, 3], [3, 3_u64]].map(|[one, other]| PlainValue::Pair(Pair::new(one, other)));
        let illegal = Hackenbush.read(PlainValue::List(edges.to_vec())).unwrap_err();
        assert_eq!(illegal, Illegal::part(1, "edge [2, 3] does not hang on the ground, which is vertex 0"));
    }

    /// Returns the edges of the card's example, and further edges.
    fn example_with(more: &[[Vertex; 2]]) -> EdgeList {
        EdgeList([&[[0, 1], [1, 2], [2, 3], [3, 1], [2, 4]], more].concat())
    }

    #[test]
    fn each_value_is_explained_by_the_values_before_it() {
        let last = |picture: &EdgeList| {
            let steps = Hackenbush.explain(picture, &Hackenbush.solve(picture));
            steps.last().unwrap().fact.text()
        };
        let branches = "Branch [2, 4] carries nothing, so it is worth 0 + 1 = 1. Branch [0, 1] carries 3 loops (together worth 1) \
                        and a branch worth 1: 1 ⊕ 1 = 0. So it is worth 0 + 1 = 1.";
        assert_eq!(last(&example_with(&[])), format!("{branches} The ground carries a branch worth 1."));
        let more = [[4, 5], [0, 6], [6, 7]];
        let text = last(&example_with(&more));
        let end = "The ground carries branches worth 4, 2: 4 ⊕ 2 = 6.";
        assert!(text.ends_with(end), "{text}");
    }

    #[test]
    fn pictures_with_cycles_are_smaller() {
        let path = |length: Vertex| (0..length).map(|vertex| [vertex, vertex + 1]).collect::<Vec<_>>();
        let read = |edges: Vec<[Vertex; 2]>| Hackenbush.read(Hackenbush.write(&EdgeList(edges)));
        assert!(read(path(100_000)).is_ok());
        let illegal = read([path(2_000), vec![[0, 2_000]]].concat()).unwrap_err();
        assert_eq!(illegal.part, Some(MOST_EDGES));
    }

    #[test]
    fn high_stalks_and_long_cycles_need_no_deep_stack() {
        let stalk: Vec<[Vertex; 2]> = (0..2000).map(|vertex| [vertex, vertex + 1]).collect();
        assert_eq!(Hackenbush.solve(&EdgeList(stalk)).value, 2000);
        let cycle: Vec<[Vertex; 2]> = (0..1999).map(|vertex| [vertex, (vertex + 1) % 1999]).collect();
        assert_eq!(Hackenbush.solve(&EdgeList(cycle)).value, 1);
    }
}
