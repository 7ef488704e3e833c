//! [`StepAnswers`]: how far a formula was tested by steps, and where it fails.

use grundy_patterns::{StepFailure, StepTest};
use serde::Serialize;

use crate::theory::step::counted;

/// How far a formula was tested by steps.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Steps))]
pub struct StepAnswer {
    /// The number of positions.
    tested: u64,
    /// The largest number in them.
    largest: u64,
}

impl StepAnswer {
    /// Returns a sentence about the positions, or nothing if there are none.
    pub(super) fn sentence(self) -> Option<String> {
        let Self { tested, largest } = self;
        (tested > 0).then(|| format!("The step holds at {} up to {largest}.", counted(tested, "position", "positions")))
    }
}

/// A position at which a step fails: an integer or a pair.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StepFailure))]
pub struct StepFailureAnswer {
    /// The integer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    n: Option<u64>,
    /// The pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pair: Option<[u64; 2]>,
    /// The formula at the position; null if it is not defined there.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub(super) formula: Option<u64>,
    /// The value that follows from the formula at the options.
    pub(super) follows: u64,
}

impl StepFailureAnswer {
    /// Returns the position as text.
    pub(super) fn written(&self) -> String {
        match (self.n, self.pair) {
            (Some(n), _) => n.to_string(),
            (_, Some([a, b])) => format!("({a}, {b})"),
            _ => String::new(),
        }
    }
}

/// The result of a step test.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepAnswers {
    pub(super) steps: StepAnswer,
    pub(super) fails: Option<StepFailureAnswer>,
}

impl StepAnswers {
    /// Describes a test. `written` returns a position as an integer or as a pair.
    pub(super) fn new<P>(test: StepTest<P>, written: impl Fn(P) -> (Option<u64>, Option<[u64; 2]>)) -> Self {
        let fails = test.fails.map(|StepFailure { at, formula, follows }| {
            let (n, pair) = written(at);
            StepFailureAnswer { n, pair, formula, follows }
        });
        Self { steps: StepAnswer { tested: test.tested, largest: test.largest }, fails }
    }
}
