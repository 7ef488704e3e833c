//! The misère types of vertices. In misère play, vertices that have types behave in sums with each other like heaps of
//! nim.
//!
//! The pair of a vertex is (g⁺, g⁻). g⁺ is the mex of the options' g⁺. g⁻ is the mex of the options' g⁻, but 1 at a
//! dead end. Tame pairs are (0, 1) and (1, 0), which are called *fickle*, and (n, n), which are called *firm*. A vertex
//! of an acyclic graph is tame if all its options are tame and its pair is fickle or firm (Conway, On Numbers and
//! Games, 1976, chapter 12).
//!
//! **Wild options and graphs with cycles** need a wider rule, in rounds. A vertex u gets type t in round r under three
//! conditions. First, t is the pair that follows from the types that options of u had before r (a dead end has the type
//! fickle 0). Second, t is tame. Third, every option that had no type before r has an option that had type t before r.
//! Then the types decide every sum of components with types, as if all components were heaps of nim. The winner may
//! follow this rule: "among the moves to a lost sum of components with types, choose one that leaves the least sum of
//! rounds". A player who follows the rule wins, and play ends. Our proof in brief: At a lost sum, a move to an option
//! with an earlier round changes the type, because the mex excludes equal g⁺ and equal g⁻. So this move leaves a won
//! sum. At a won sum that has a move, the two mexes give an option with an earlier round that leaves a lost sum. The
//! delicate case is a sum with a single firm component. Let x be the XOR of the other components' g⁺. If x is less than
//! the value of the firm component, this component has an option with g⁻ = x. This option leaves a lost sum, whether it
//! is firm or fickle. If a player moves to an option without a type or with a later round, the opponent can move back
//! to type t at an earlier round. The sum of rounds becomes smaller each time. A lost sum always has a move, so the
//! loser makes the last move.
//!
//! A vertex without a type may behave in any way, so its pair says nothing about sums.

use super::graph::{Graph, NONE, index, vertex};
use super::labels::Mex;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::tame::TameGenus;

/// The misère types of the vertices of a graph. A type is a tame genus. In misère play, a vertex with a type behaves in
/// sums of such vertices like heaps of nim with this genus. Some vertices have no type.
#[derive(Debug, Clone)]
pub struct Types {
    found: Vec<Option<TameGenus<u32>>>,
    rounds: Vec<u32>,
    endless: Vec<bool>,
}

impl Types {
    /// Finds the misère type of each vertex that has one.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn of(graph: &Graph) -> Result<Self, Spent> {
        meter::work_at("the misère types of a graph");
        let vertices = index(graph.vertices());
        let mut typing = Typing {
            graph,
            types: vec![None; vertices],
            rounds: vec![0; vertices],
            touched: vec![false; vertices],
            place: vec![0; vertices],
            waiting: Waiting { first: vec![NONE; vertices], entries: Vec::new() },
            normal: Mex::default(),
            misere: Mex::default(),
        };
        typing.run()?;
        let endless = super::retrograde::reaches_dead_end(graph).into_iter().map(|reaches| !reaches).collect();
        Ok(Self { found: typing.types, rounds: typing.rounds, endless })
    }

    /// Returns the misère type of a vertex, as [`Types`] explains it; `None` if the vertex has no type.
    #[must_use]
    pub fn get(&self, v: u32) -> Option<TameGenus<u32>> {
        self.found[index(v)]
    }

    /// Returns the round in which [`Types::of`] found the misère type of a vertex; 0 for a vertex without a type. The
    /// rounds are explained at the top of this file.
    #[must_use]
    pub fn round(&self, v: u32) -> u32 {
        self.rounds[index(v)]
    }

    /// Returns whether no dead end can be reached from this vertex. A sum with such a vertex never ends, in normal or
    /// misère play.
    #[must_use]
    pub fn is_endless(&self, v: u32) -> bool {
        self.endless[index(v)]
    }
}

struct Typing<'g> {
    graph: &'g Graph,
    types: Vec<Option<TameGenus<u32>>>,
    rounds: Vec<u32>,
    /// For each vertex that has no misère type yet, `true` if one of its options has a misère type.
    touched: Vec<bool>,
    /// For each vertex, the index of one of its options: the option that most recently kept the vertex from getting a
    /// type.
    place: Vec<u32>,
    waiting: Waiting,
    normal: Mex,
    misere: Mex,
}

/// For each vertex, the list of the vertices that wait until this vertex, or one of its options, gets a misère type:
/// see [`Types`]. A vertex may be in a list twice. This costs one more read and changes nothing else.
struct Waiting {
    first: Vec<u32>,
    entries: Vec<(u32, u32)>,
}

impl Waiting {
    fn add(&mut self, at: u32, who: u32) {
        let first = &mut self.first[index(at)];
        self.entries.push((who, *first));
        *first = vertex(self.entries.len() - 1);
    }

    fn take(&mut self, at: u32, into: &mut Vec<u32>) {
        let mut entry = std::mem::replace(&mut self.first[index(at)], NONE);
        while entry != NONE {
            let (who, next) = self.entries[index(entry)];
            into.push(who);
            entry = next;
        }
    }
}

impl Typing<'_> {
    fn run(&mut self) -> Result<(), Spent> {
        let graph = self.graph;
        let reversed = graph.reversed();
        count(index(graph.vertices()))?;
        let mut fresh: Vec<(u32, TameGenus<u32>)> =
            (0..graph.vertices()).filter(|&v| graph.options(v).is_empty()).map(|v| (v, TameGenus::nothing())).collect();
        for v in 0..graph.vertices() {
            if let Some(&first) = graph.options(v).first() {
                // No vertex has a misère type yet, so each vertex that has options waits for its first option.
                self.waiting.add(first, v);
            }
        }
        let mut round = 0;
        let mut asked: Vec<u32> = vec![0; index(graph.vertices())];
        let mut ask = Vec::new();
        while !fresh.is_empty() {
            for &(v, kind) in &fresh {
                self.types[index(v)] = Some(kind);
                self.rounds[index(v)] = round;
            }
            round += 1;
            ask.clear();
            for &(v, _) in &fresh {
                self.waiting.take(v, &mut ask);
                for &u in reversed.options(v) {
                    if self.types[index(u)].is_none() {
                        self.touched[index(u)] = true;
                        self.waiting.take(u, &mut ask);
                        ask.push(u);
                    }
                }
                count(reversed.options(v).len() + 1)?;
            }
            fresh.clear();
            count(ask.len())?;
            for &u in &ask {
                if self.types[index(u)].is_none()
                    && std::mem::replace(&mut asked[index(u)], round) != round
                    && let Some(kind) = self.judge(u)?
                {
                    fresh.push((u, kind));
                }
            }
        }
        Ok(())
    }

    /// Returns the misère type ([`Types`]) that a vertex gets in this round, if any. If an option keeps the vertex from
    /// getting a type, the vertex waits for that option.
    fn judge(&mut self, u: u32) -> Result<Option<TameGenus<u32>>, Spent> {
        let options = self.graph.options(u);
        let start = index(self.place[index(u)]);
        let order = || (start..options.len()).chain(0..start);
        for (passed, place) in order().enumerate() {
            let v = options[place];
            if self.types[index(v)].is_none() && !self.touched[index(v)] {
                self.place[index(u)] = vertex(place);
                self.waiting.add(v, u);
                count(passed + 1)?;
                return Ok(None);
            }
        }
        self.normal.start();
        self.misere.start();
        for &v in options {
            if let Some(kind) = self.types[index(v)] {
                self.normal.insert(kind.value);
                self.misere.insert(kind.misere());
            }
        }
        count(2 * options.len())?;
        let Some(kind) = TameGenus::of_genus(self.normal.mex(), &self.misere.mex()) else { return Ok(None) };
        for place in order() {
            let v = options[place];
            if self.types[index(v)].is_none() {
                let further = self.graph.options(v);
                let way_back = further.iter().position(|&w| self.types[index(w)] == Some(kind));
                count(way_back.unwrap_or(further.len()) + 1)?;
                if way_back.is_none() {
                    self.place[index(u)] = vertex(place);
                    self.waiting.add(v, u);
                    return Ok(None);
                }
            }
        }
        Ok(Some(kind))
    }
}

fn count(looks: usize) -> Result<(), Spent> {
    meter::go_on_each(looks, cost::ENTRY)
}

/// Returns whether the player to move loses, in misère play, a sum of components that have misère types: see [`Types`].
/// The rule is the same as for Nim (Bouton 1901). `normal` is the xor of the Grundy values of all components in normal
/// play; `None` if it does not fit in 32 bits. `firm` is `true` if at least one component is firm.
#[must_use]
pub fn lost(normal: Option<u32>, firm: bool) -> bool {
    normal == Some(u32::from(!firm))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arb_graph, permuted};
    use super::*;
    use proptest::prelude::*;

    /// The rule at the top of this file, implemented literally: every round looks at all vertices.
    fn by_rounds(graph: &Graph) -> Vec<(Option<TameGenus<u32>>, u32)> {
        let mut found: Vec<(Option<TameGenus<u32>>, u32)> = vec![(None, 0); index(graph.vertices())];
        for round in 0.. {
            let before: Vec<Option<TameGenus<u32>>> = found.iter().map(|f| f.0).collect();
            for u in 0..graph.vertices() {
                let types: Vec<TameGenus<u32>> = graph.options(u).iter().filter_map(|&v| before[index(v)]).collect();
                let missing =
                    |part: fn(&TameGenus<u32>) -> u32| (0..=16).find(|n| !types.iter().any(|t| part(t) == *n)).unwrap();
                let pair = (missing(|tame| tame.value), missing(TameGenus::misere));
                let (value, is_fickle) = match (graph.options(u).is_empty(), pair) {
                    (true, _) | (_, (0, 1)) => (0, true),
                    (_, (1, 0)) => (1, true),
                    (_, (n, m)) if n == m => (n, false),
                    _ => continue,
                };
                let kind = TameGenus { value, is_fickle };
                let returns = |v: u32| graph.options(v).iter().any(|&w| before[index(w)] == Some(kind));
                let fits = graph.options(u).iter().all(|&v| before[index(v)].is_some() || returns(v));
                if before[index(u)].is_none() && fits {
                    found[index(u)] = (Some(kind), round);
                }
            }
            if found.iter().map(|f| f.0).eq(before) {
                break;
            }
        }
        found
    }

    proptest! {
        #[test]
        fn as_the_rule_says_in_every_round(graph in arb_graph(14), seed in any::<u64>()) {
            let types = Types::of(&graph).unwrap();
            let found: Vec<_> = (0..graph.vertices()).map(|v| (types.get(v), types.round(v))).collect();
            prop_assert_eq!(found, by_rounds(&graph));
            let (other, names) = permuted(&graph, seed);
            let again = Types::of(&other).unwrap();
            for v in 0..graph.vertices() {
                let w = names[index(v)];
                prop_assert_eq!((types.get(v), types.round(v)), (again.get(w), again.round(w)));
            }
        }
    }

    #[test]
    fn heaps_of_nim_and_the_smallest_wild_game() {
        let types = Types::of(&Graph::nim_heap(5)).unwrap();
        assert!((0..=5).all(|value| types.get(value) == Some(TameGenus { value, is_fickle: value < 2 })));
        let wild = Graph::from_rows([vec![], vec![0], vec![0, 1], vec![2], vec![0, 3]]).unwrap();
        let types = Types::of(&wild).unwrap();
        assert_eq!((types.get(3), types.get(4)), (Some(TameGenus { value: 0, is_fickle: false }), None));
        assert!(crate::number::meter::Meter::new(5).run(|| Types::of(&wild)).is_err());
    }
}
