//! Sums in normal play of components whose values are integers or ∞(K). Some of the components are tokens on graphs.
//!
//! Let x be the xor of the integer values, and let I be the number of infinite components (Smith 1966; Fraenkel and
//! Yesha 1986):
//!
//! | I | value of the sum | |
//! |---|---|---|
//! | 0 | x | lost if x = 0, else won |
//! | 1, ∞(K) | ∞(K xor x) | won if x is in K, else a draw |
//! | 2 or more | ∞() | a draw |

use super::graph::Graph;
use super::labels::{SmithLabels, SmithValue};
use super::{MoveResult, Winner};
use crate::number::Natural;

/// A token on a vertex of a labelled graph.
#[derive(Debug, Clone, Copy)]
pub struct Token<'g> {
    /// The graph on which the token moves.
    pub graph: &'g Graph,
    /// The labels of the graph.
    pub labels: &'g SmithLabels,
    /// The vertex on which the token is.
    pub at: u32,
}

impl Token<'_> {
    /// Returns the token on another vertex.
    #[must_use]
    pub const fn moved(self, to: u32) -> Self {
        Self { at: to, ..self }
    }

    pub(super) fn value(&self) -> Option<u32> {
        self.labels.finite(self.at)
    }

    fn has_option(&self, value: &Natural) -> bool {
        let value = value.to_u64().and_then(|value| u32::try_from(value).ok());
        value.is_some_and(|value| self.labels.has_option(self.graph, self.at, value))
    }

    pub(super) fn counter(&self) -> i64 {
        i64::from(self.labels.counter(self.at))
    }
}

/// A sum of components whose values are known. `P` is the type of a component's name.
#[derive(Debug, Clone)]
pub struct TokenSum<P> {
    /// The xor of the integer values.
    xor: Natural,
    /// The components whose value is infinite, each with its set K. At most `ENOUGH` of them are stored.
    pub(super) infinite: Vec<(P, Vec<Natural>)>,
}

/// The largest number of infinite components that are stored. More of them make no difference: if one of the four is
/// left out and another one moves, two infinite components still remain.
const ENOUGH: usize = 4;

/// The components of a sum except one, which is called the left-out component.
#[derive(Debug, Clone)]
pub struct OtherComponents<'s> {
    /// The xor of the integer values. If no component of the rest is infinite, moving the left-out component to this
    /// value wins.
    pub xor: Natural,
    /// The sets K of the rest's infinite components, but at most two sets. If there is exactly one set K, a move of the
    /// left-out component (see [`OtherComponents`]) to the value k ⊕ `xor` loses for every k in K.
    pub infinite: [Option<&'s [Natural]>; 2],
}

impl OtherComponents<'_> {
    /// Returns the outcome of a move that changes the value of the left-out component (see [`OtherComponents`]) to the
    /// integer `to`.
    #[must_use]
    pub fn outcome_of_finite(&self, to: &Natural) -> MoveResult {
        match self.infinite {
            [None, _] if *to == self.xor => MoveResult::Win,
            [None, _] => MoveResult::Loss,
            [Some(k), None] if k.binary_search(&(&self.xor ^ to)).is_ok() => MoveResult::Loss,
            _ => MoveResult::Draw,
        }
    }

    /// Returns the outcome of a move that changes the value of the left-out component (see [`OtherComponents`]) to
    /// ∞(K). `has` tells whether an integer is in K.
    #[must_use]
    pub fn outcome_of_infinite(&self, has: impl FnOnce(&Natural) -> bool) -> MoveResult {
        if self.infinite[0].is_none() && has(&self.xor) { MoveResult::Loss } else { MoveResult::Draw }
    }

    /// Returns the outcome of moving the left-out component, which must be a token, to the vertex of `to`.
    #[must_use]
    pub fn outcome_of(&self, to: Token<'_>) -> MoveResult {
        match to.value() {
            Some(value) => self.outcome_of_finite(&value.into()),
            None => self.outcome_of_infinite(|xor| to.has_option(xor)),
        }
    }

    /// Returns the value of the whole sum when the left-out component has the integer value `value`.
    #[must_use]
    pub fn with_finite(&self, value: &Natural) -> SmithValue<Natural> {
        let xor = &self.xor ^ value;
        match self.infinite {
            [None, _] => SmithValue::Finite(xor),
            [Some(k), None] => SmithValue::Infinite(each_xor(k, &xor)),
            _ => SmithValue::Infinite(Vec::new()),
        }
    }

    /// Returns the value of the whole sum when the left-out component has the value ∞(K), where K is `k`.
    #[must_use]
    pub fn with_infinite(&self, k: &[Natural]) -> SmithValue<Natural> {
        SmithValue::Infinite(if self.infinite[0].is_none() { each_xor(k, &self.xor) } else { Vec::new() })
    }
}

/// Returns the XOR of `x` and each number in `k`, ascending.
fn each_xor(k: &[Natural], x: &Natural) -> Vec<Natural> {
    let mut values: Vec<Natural> = k.iter().map(|k| k ^ x).collect();
    values.sort_unstable();
    values
}

impl<P> Default for TokenSum<P> {
    /// Creates an empty sum.
    fn default() -> Self {
        Self { xor: Natural::ZERO, infinite: Vec::new() }
    }
}

impl<P: Copy + PartialEq> TokenSum<P> {
    /// Adds a component whose value is an integer.
    pub fn add(&mut self, value: &Natural) {
        self.xor = &self.xor ^ value;
    }

    /// Adds a component whose value is ∞(K). The list `k` must be ascending.
    pub fn add_infinite(&mut self, at: P, k: Vec<Natural>) {
        if self.infinite.len() < ENOUGH {
            self.infinite.push((at, k));
        }
    }

    /// Adds a token.
    pub fn add_token(&mut self, at: P, token: Token<'_>) {
        match token.labels.value(token.graph, token.at) {
            SmithValue::Finite(value) => self.add(&value.into()),
            SmithValue::Infinite(k) => self.add_infinite(at, k.into_iter().map(Natural::from).collect()),
        }
    }

    /// Returns the winner.
    #[must_use]
    pub fn winner(&self) -> Winner {
        match self.infinite.as_slice() {
            [] if self.xor.is_zero() => Winner::Second,
            [] => Winner::First,
            [(_, k)] if k.binary_search(&self.xor).is_ok() => Winner::First,
            _ => Winner::Draw,
        }
    }

    /// Returns the value of the sum.
    #[must_use]
    pub fn value(&self) -> SmithValue<Natural> {
        self.rest_of(&self.infinite, None).with_finite(&Natural::ZERO)
    }

    /// Returns the sum without the component `at`. `own` is that component's value if it is an integer.
    #[must_use]
    pub fn rest(&self, at: P, own: Option<&Natural>) -> OtherComponents<'_> {
        self.rest_of(self.infinite.iter().filter(|(other, _)| *other != at), own)
    }

    fn rest_of<'s>(
        &self,
        infinite: impl IntoIterator<Item = &'s (P, Vec<Natural>)>,
        own: Option<&Natural>,
    ) -> OtherComponents<'s>
    where
        P: 's,
    {
        let mut infinite = infinite.into_iter().map(|(_, k)| k.as_slice());
        let xor = own.map_or_else(|| self.xor.clone(), |own| &self.xor ^ own);
        OtherComponents { xor, infinite: [infinite.next(), infinite.next()] }
    }
}
