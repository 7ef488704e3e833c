//! The names of vertices. Each distinct name gets a number.
//!
//! Reading a large graph mostly means looking up names, so this file has its own hash table. A `HashMap<String, _>`
//! would need an allocation and 50 bytes for each name. Here all names are in one text. The hash has a random key,
//! because a client could otherwise choose names that collide. On targets without a source of randomness, the key is
//! fixed.

use crate::theory::graphs::graph::{NONE, index, vertex};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Gives each name a number, in the order in which the names first occur. Also records which names already belong to a
/// vertex.
#[derive(Debug)]
pub(crate) struct Interner {
    keys: RandomState,
    /// A hash table with open addressing and linear probing. A slot has 32 bits of the hash of a name, and the number
    /// of this name. The length is a power of two.
    slots: Vec<(u32, u32)>,
    text: String,
    /// The end of each name in `text`.
    ends: Vec<u32>,
    /// For each vertex, the number of its name.
    order: Vec<u32>,
    /// For each name, the vertex with this name. If no vertex has the name yet, the entry is [`NONE`] or missing.
    vertices: Vec<u32>,
}

impl Interner {
    pub(crate) fn new() -> Self {
        let (text, ends, order, vertices) = (String::new(), Vec::new(), Vec::new(), Vec::new());
        Self { keys: RandomState::new(), slots: vec![(0, NONE); 16], text, ends, order, vertices }
    }

    /// Gives the name with this number to the next vertex. Returns false if another vertex already has the name.
    pub(crate) fn define(&mut self, name: u32) -> bool {
        self.vertices.resize(self.ends.len(), NONE);
        let before = std::mem::replace(&mut self.vertices[index(name)], vertex(self.order.len()));
        self.order.push(name);
        before == NONE
    }

    /// Returns the number of a name. A new name is added. `None` if all names together would exceed 4 GiB.
    pub(crate) fn intern(&mut self, name: &str) -> Option<u32> {
        let hash = hash(&self.keys, name);
        let at = probe(&self.slots, hash, |(tag, number)| {
            number == NONE || tag == hash && slice(&self.text, &self.ends, number) == name
        });
        let (_, known) = self.slots[at];
        if known != NONE {
            return Some(known);
        }
        let end = u32::try_from(self.text.len() + name.len()).ok()?;
        let number = vertex(self.ends.len());
        self.text.push_str(name);
        self.ends.push(end);
        self.slots[at] = (hash, number);
        // The table grows as soon as more than three quarters of its slots are used.
        if self.ends.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
        Some(number)
    }

    /// Returns whether each name belongs to a vertex.
    pub(crate) fn are_defined(&self) -> bool {
        self.vertices.len() == self.ends.len() && !self.vertices.contains(&NONE)
    }

    /// Returns whether the name with this number belongs to a vertex.
    pub(crate) fn is_defined(&self, number: u32) -> bool {
        self.vertices.get(index(number)).is_some_and(|vertex| *vertex != NONE)
    }

    /// Returns the name with this number.
    pub(crate) fn name(&self, number: u32) -> &str {
        slice(&self.text, &self.ends, number)
    }

    /// Returns the name of a vertex.
    pub(crate) fn name_of(&self, vertex: usize) -> &str {
        self.name(self.order[vertex])
    }

    fn grow(&mut self) {
        let wider = vec![(0, NONE); self.slots.len() * 2];
        for (hash, number) in std::mem::replace(&mut self.slots, wider) {
            if number != NONE {
                let at = probe(&self.slots, hash, |(_, number)| number == NONE);
                self.slots[at] = (hash, number);
            }
        }
    }

    /// Returns the names in the order of the vertices. Also returns, for each number of a name, the vertex with this
    /// name.
    pub(crate) fn into_names(self) -> (Names, Vec<u32>) {
        let Self { keys, slots, text, ends, order, mut vertices } = self;
        vertices.resize(ends.len(), NONE);
        let vertex_of = |(_, number)| if number == NONE { NONE } else { vertices[index(number)] };
        // This conversion reuses the memory of the old slots, and half of this memory is freed. So it comes before
        // the names are copied.
        let mut slots: Vec<u32> = slots.into_iter().map(vertex_of).collect();
        slots.shrink_to_fit();
        let mut ordered = Names { keys, slots, text: String::with_capacity(text.len()), ends: Vec::new() };
        ordered.ends.reserve_exact(order.len());
        for number in order {
            ordered.text.push_str(slice(&text, &ends, number));
            ordered.ends.push(vertex(ordered.text.len()));
        }
        (ordered, vertices)
    }
}

/// The names of the vertices of a graph. Finds the name of a vertex and the vertex with a name.
#[derive(Debug)]
pub(crate) struct Names {
    keys: RandomState,
    slots: Vec<u32>,
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// Returns the vertex with this name.
    pub(crate) fn vertex(&self, name: &str) -> Option<u32> {
        let at = probe(&self.slots, hash(&self.keys, name), |vertex| vertex == NONE || self.name(vertex) == name);
        Some(self.slots[at]).filter(|vertex| *vertex != NONE)
    }

    /// The name of a vertex.
    pub(crate) fn name(&self, vertex: u32) -> &str {
        slice(&self.text, &self.ends, vertex)
    }

    /// Returns how many bytes of memory the names need.
    pub(crate) const fn bytes(&self) -> usize {
        self.text.capacity() + (self.slots.capacity() + self.ends.capacity()) * size_of::<u32>()
    }
}

/// Returns the index of the first slot, from the slot of `hash` on, for which `is_end` is true. `is_end` must be true
/// for a free slot.
fn probe<S: Copy>(slots: &[S], hash: u32, is_end: impl Fn(S) -> bool) -> usize {
    let mask = slots.len() - 1;
    let mut at = index(hash) & mask;
    while !is_end(slots[at]) {
        at = (at + 1) & mask;
    }
    at
}

fn slice<'t>(text: &'t str, ends: &[u32], number: u32) -> &'t str {
    let number = index(number);
    let start = number.checked_sub(1).map_or(0, |before| index(ends[before]));
    &text[start..index(ends[number])]
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "32 of the 64 bits are what is wanted")]
fn hash(keys: &RandomState, name: &str) -> u32 {
    let mut hasher = keys.build_hasher();
    hasher.write(name.as_bytes());
    hasher.finish() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_go_both_ways() {
        let mut interner = Interner::new();
        let all: Vec<String> = (0..1_000).map(|i| "é".repeat(i % 3) + &(i / 3 * 7).to_string()).collect();
        for (number, name) in all.iter().enumerate() {
            assert_eq!(interner.intern(name), Some(vertex(number)));
        }
        assert_eq!(interner.intern(&all[500]), Some(500));
        let back: Vec<u32> = (0..1_000).rev().collect();
        assert!(back.iter().all(|number| interner.define(*number)));
        let (names, vertices) = interner.into_names();
        assert_eq!(vertices, back);
        for (number, name) in all.iter().enumerate() {
            let v = 999 - vertex(number);
            assert_eq!((names.name(v), names.vertex(name)), (name.as_str(), Some(v)));
        }
        assert_eq!(names.vertex("nobody"), None);
        assert_eq!(names.vertex(""), None);
    }
}
