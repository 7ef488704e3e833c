//! Green hackenbush: cut an edge of a picture, and all that no longer hangs on the ground falls.
//!
//! By the colon principle a bridge with a picture of value *g* behind it is worth *g* + 1, and what meets in a vertex is
//! added by XOR; by the fusion principle vertices on one cycle may be made one, and each edge of the cycle then is a loop,
//! which is worth 1 (Berlekamp, Conway and Guy, Winning Ways, chapter 7). So, with the vertices that no bridge parts made
//! one, the value of such a part is the XOR of 1 + the value behind each of its bridges, and the parity of its own edges.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::game::{Card, Game, Illegal, Rules, Source, Step, Tag};
use crate::natural::Natural;
use crate::shape::{Pair, Shape, Written};

/// Green hackenbush.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

/// An edge, as written.
type Edge = (u64, u64);

/// Edges that all hang on the ground, which is vertex 0. Their order and direction are the client's and mean nothing.
#[derive(Clone, Debug)]
pub struct Picture {
    edges: Vec<Edge>,
    /// The same, each by its smaller end and in order.
    sorted: Vec<Edge>,
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.sorted == other.sorted
    }
}

impl Eq for Picture {}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted.hash(state);
    }
}

const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays, chapter 7",
};

const GROUND: u64 = 0;

/// The most edges: a list of moves takes their square.
const MOST_EDGES: usize = 500;

impl Picture {
    fn new(edges: Vec<Edge>) -> Self {
        let mut sorted: Vec<Edge> = edges.iter().map(|(u, v)| (*u.min(v), *u.max(v))).collect();
        sorted.sort_unstable();
        Self { edges, sorted }
    }

    /// For each vertex its edges: their places and other ends.
    fn neighbours(&self) -> HashMap<u64, Vec<(usize, u64)>> {
        let mut neighbours: HashMap<u64, Vec<(usize, u64)>> = HashMap::new();
        for (place, (u, v)) in self.edges.iter().enumerate() {
            neighbours.entry(*u).or_default().push((place, *v));
            if u != v {
                neighbours.entry(*v).or_default().push((place, *u));
            }
        }
        neighbours
    }

    /// What still hangs on the ground.
    fn hanging(edges: &[Edge]) -> Self {
        let picture = Self::new(edges.to_vec());
        let neighbours = picture.neighbours();
        let mut reached = std::collections::HashSet::from([GROUND]);
        let mut open = vec![GROUND];
        while let Some(vertex) = open.pop() {
            for (_, other) in neighbours.get(&vertex).into_iter().flatten() {
                if reached.insert(*other) {
                    open.push(*other);
                }
            }
        }
        Self::new(edges.iter().filter(|(u, _)| reached.contains(u)).copied().collect())
    }

    /// The picture after an edge is cut.
    fn cut(&self, place: usize) -> Self {
        let mut edges = self.edges.clone();
        edges.remove(place);
        Self::hanging(&edges)
    }

    /// One depth-first search from the ground, on a stack of its own: an edge to a new vertex is a bridge iff nothing
    /// behind it leads back past it (Tarjan 1974). The value behind a bridge is passed on as it is left.
    fn value(&self) -> u64 {
        struct Visit {
            vertex: u64,
            /// The edge that led here.
            by: Option<usize>,
            /// How many edges of the vertex are done.
            done: usize,
            /// The earliest vertex that is led back to.
            low: usize,
            /// The XOR so far of what the part of this vertex and all behind it are worth.
            worth: u64,
        }
        let neighbours = self.neighbours();
        let mut times = HashMap::from([(GROUND, 0_usize)]);
        let mut used = vec![false; self.edges.len()];
        let mut path = vec![Visit { vertex: GROUND, by: None, done: 0, low: 0, worth: 0 }];
        while let Some(visit) = path.last_mut() {
            let next = neighbours.get(&visit.vertex).and_then(|edges| edges.get(visit.done));
            if let Some((place, other)) = next {
                visit.done += 1;
                if std::mem::replace(&mut used[*place], true) {
                    continue;
                }
                if let Some(time) = times.get(other) {
                    // A loop, or an edge that closes a cycle.
                    visit.low = visit.low.min(*time);
                    visit.worth ^= 1;
                } else {
                    let time = times.len();
                    times.insert(*other, time);
                    path.push(Visit { vertex: *other, by: Some(*place), done: 0, low: time, worth: 0 });
                }
                continue;
            }
            let Some(Visit { vertex, by, low, worth, .. }) = path.pop() else { break };
            match path.last_mut() {
                None => return worth,
                Some(before) => {
                    let is_bridge = by.is_some() && times.get(&vertex) == Some(&low);
                    before.worth ^= if is_bridge { worth + 1 } else { worth ^ 1 };
                    before.low = before.low.min(low);
                }
            }
        }
        0
    }
}

impl Rules for Hackenbush {
    type Position = Picture;
    type Option = Picture;

    const CARD: Card = Card {
        id: "hackenbush",
        name: "Green hackenbush",
        aliases: &["Hackenbush", "Green Hackenbush"],
        tags: &[Tag::Graphs],
        rules: "A picture of edges that hang on the ground. A move cuts an edge, and all that is no longer connected to the ground \
                falls with it. Who cannot move loses. All edges are green: either player may cut any.",
        shape: Shape::List(&Shape::Pair),
        position: "the edges [u, v]; vertex 0 is the ground, and every edge hangs on it, perhaps by others; at most 500",
        text_form: "u.v,u.v,…",
        example: "0.1,1.2,1.3,0.3",
        sources: &[WINNING_WAYS],
        normal: "Exact. What is behind a bridge counts 1 more with it, and edges on cycles count 1 each.",
        misere: "Not known: it is not tame in general.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Picture, Illegal> {
        let Written::List(parts) = written else { return Err(Illegal::shape()) };
        if parts.len() > MOST_EDGES {
            return Err(Illegal::new(format!("there are at most {MOST_EDGES} edges")));
        }
        let mut edges = Vec::with_capacity(parts.len());
        for (place, part) in parts.into_iter().enumerate() {
            let Pair { first, second } = part.into_pair().ok_or_else(Illegal::shape)?;
            let (Some(u), Some(v)) = (first.to_u64(), second.to_u64()) else {
                return Err(Illegal::part(place, "vertices are numbers below 2^64"));
            };
            edges.push((u, v));
        }
        let hanging = Picture::hanging(&edges);
        if hanging.edges.len() < edges.len() {
            let floating = edges.iter().position(|edge| !hanging.edges.contains(edge));
            let reason = "the edge does not hang on the ground, which is vertex 0";
            return Err(Illegal { part: floating, reason: reason.to_owned() });
        }
        Ok(hanging)
    }

    fn write(&self, picture: &Picture) -> Written {
        Written::List(picture.edges.iter().map(|(u, v)| Written::Pair(Pair::new(*u, *v))).collect())
    }

    /// Cuts the edges in their order; of those that leave the same, such as two that join the same vertices, the first.
    fn options(&self, picture: &Picture) -> Vec<Picture> {
        let mut seen = std::collections::HashSet::new();
        let cuts = (0..picture.edges.len()).map(|place| picture.cut(place));
        cuts.filter(|left| seen.insert(left.sorted.clone())).collect()
    }

    fn check(&self, picture: &Picture, to: &Picture) -> Result<(), String> {
        if (0..picture.edges.len()).any(|place| picture.cut(place) == *to) {
            return Ok(());
        }
        Err("one edge must be cut, and all that no longer hangs on the ground be gone".to_owned())
    }

    fn describe(&self, picture: &Picture, to: &Picture) -> String {
        let Some(place) = (0..picture.edges.len()).find(|place| picture.cut(*place) == *to) else {
            return String::new();
        };
        let (u, v) = picture.edges[place];
        match picture.edges.len() - to.edges.len() - 1 {
            0 => format!("cut the edge {u}–{v}"),
            1 => format!("cut the edge {u}–{v}; 1 more falls"),
            more => format!("cut the edge {u}–{v}; {more} more fall"),
        }
    }

    /// All pictures of up to 4 edges on 3 vertices, and some with longer cycles and stalks.
    fn small(&self) -> Vec<Picture> {
        const EDGES: [Edge; 7] = [(0, 0), (0, 1), (1, 2), (2, 0), (1, 1), (2, 2), (0, 1)];
        let sets = (0_u32..1 << EDGES.len()).filter(|set| set.count_ones() <= 5);
        let sets = sets
            .map(|set| EDGES.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, edge)| *edge));
        let larger: [&[Edge]; 4] = [
            &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (2, 5)],
            &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (4, 5)],
            &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 1), (2, 4), (3, 5)],
            &[(0, 1), (1, 2), (1, 3), (1, 4), (4, 5), (4, 6), (0, 6)],
        ];
        sets.map(|edges| Picture::hanging(&edges.collect::<Vec<_>>()))
            .chain(larger.map(|edges| Picture::new(edges.to_vec())))
            .collect()
    }
}

impl Game for Hackenbush {
    type Solved = Natural;

    fn solve(&self, picture: &Picture) -> Natural {
        picture.value().into()
    }

    fn explain(&self, picture: &Picture, value: &Natural) -> Vec<Step> {
        let theory = "By the fusion principle each cycle shrinks to one vertex with a loop, worth 1, for each of its edges; by \
                      the colon principle a bridge makes of the value g of what hangs on it g + 1; what meets in a vertex is \
                      XORed.";
        let here = format!("Here there are {} edges.", picture.edges.len());
        vec![Step::by(WINNING_WAYS, theory), Step::new(here), Step::value(value)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(
            &Hackenbush,
            &[
                ("0.1,1.2,1.3,0.3", "0.1,1.3,0.3", "cut the edge 1–2"),
                ("0.1,1.2,0.3", "0.3", "cut the edge 0–1; 1 more falls"),
                ("0.1,1.2,2.3,0.4", "0.4", "cut the edge 0–1; 2 more fall"),
            ],
        );
    }

    #[test]
    fn edges_in_the_air_are_refused() {
        let edges = Written::List([(0_u64, 1_u64), (2, 3)].map(|(u, v)| Written::Pair(Pair::new(u, v))).to_vec());
        assert_eq!(Hackenbush.read(edges).unwrap_err().part, Some(1));
    }
}
