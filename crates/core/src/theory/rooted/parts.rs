//! [`GroundPart`]: a part of a rooted graph that has only the ground in common with the other parts, and the class of
//! the part in misère sums: fickle, firm or wild.
//!
//! We proved the following classes. The proofs use one fact about a graph F that is carried by a single edge at the
//! ground. The edge together with F is the ordinal sum of the edge and F: see `theory/deletion/series`.
//!
//! - **A trunk** is a single edge at the ground. A trunk with everything that it carries is tame, even if it carries
//!   cycles. The trunk is fickle if and only if the value of what it carries is 0.
//! - **k ≥ 2 edges from the ground to one vertex** that carries F with g(F) = x. This part is tame and worth x ⊕ (k mod
//!   2). The part is fickle if and only if x ≤ 1. Call this part M(k, F). The options of M(k, F) are M(k − 1, F) and
//!   the M(k, F′) for the options F′ of F. Let x′ = g(F′). *First suppose that k = 2.* If x = 0, M(1, F) is fickle with
//!   the value 1, and every M(2, F′) has x′ > 0. So no option is worth 0, no option has the misère value 1, and one
//!   option has the misère value 0. If x = 1, M(1, F) is firm with the value 2, some M(2, F′) is fickle with the value
//!   0, and no option is worth 1. If x ≥ 2, there are options of both fickle kinds and options with the values 2 to
//!   x − 1 and x + 1, but none with the value x. *Now suppose that k ≥ 3.* M(k − 1, F) is worth x ⊕ (k mod 2) ⊕ 1. If
//!   x ≤ 1, M(k − 1, F) and the M(k, F′) with x′ = x ⊕ 1 are fickle. All other options are firm and worth at least 2.
//!   If x ≥ 2, the M(k, F′) with x′ < x have all values from 0 to x − 1, perhaps with 2n and 2n + 1 exchanged. Both
//!   fickle kinds are among these options.
//! - **A bare cycle through the ground**: each move leaves two stalks. A cycle of 3 edges is fickle and worth 1. A
//!   cycle of n ≥ 4 edges is firm and worth n mod 2.
//!
//! Every move in such a part leaves parts of these kinds. Other parts can be wild if they have 5 edges or more. Small
//! parts of other kinds are searched by Conway's test.

/// A part of a rooted graph that has only the ground in common with other parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroundPart {
    /// The vertex at which the search found the part. If `is_joined_once` is `true`, all edges between the part and the
    /// ground end at this vertex.
    pub(super) start: usize,
    value: u32,
    pub(super) edges: usize,
    /// The number of the part's edges that have an end at the ground.
    at_ground: usize,
    /// `true` if all edges between the part and the ground end at the same vertex of the part.
    is_joined_once: bool,
    /// `true` if the depth-first search found exactly one new edge from each vertex of the part. If such a part has two
    /// edges at the ground, it is a cycle through the ground.
    is_thread: bool,
}

impl GroundPart {
    /// Starts a part with its first edge, which leads from the ground to the vertex `start`. This edge may be a loop at
    /// the ground.
    pub(super) fn begun_at(start: usize) -> Self {
        Self { start, value: 1, edges: 1, at_ground: 1, is_joined_once: true, is_thread: true }
    }

    /// Adds an edge that the search found. It leads from `vertex`, a vertex of the part, to `end`. The ground is 0.
    pub(super) fn add(&mut self, vertex: usize, end: usize) {
        self.edges += 1;
        if end == 0 {
            self.at_ground += 1;
            self.is_joined_once &= vertex == self.start;
        }
    }

    /// Records that the search leaves a vertex of the part. `found` is the number of new edges that the search found
    /// from this vertex. `value` is the value of the part if this vertex is `start`, and `None` otherwise.
    pub(super) fn leave(&mut self, found: usize, value: Option<u32>) {
        self.is_thread &= found == 1;
        if let Some(value) = value {
            self.value = value;
        }
    }

    /// Returns whether the part is a fickle position; `None` if no theorem covers it.
    pub(super) fn is_fickle(&self) -> Option<bool> {
        match self.at_ground {
            1 => Some(self.value == 1),
            edges if self.is_joined_once => Some(self.value ^ u32::from(edges % 2 == 1) <= 1),
            2 if self.is_thread => Some(self.edges == 3),
            _ => None,
        }
    }
}
