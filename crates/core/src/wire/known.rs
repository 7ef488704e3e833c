//! [`KnownValues`]: whether the values of a game are proved to repeat.

use std::iter;

use serde::Serialize;

use super::json;
use crate::game::shape::PlainValue;
use crate::game::{Origin, Play, Ruleset, Solved, Source};
use crate::number::meter::{self, Spent};
use crate::theory::Caches;
use crate::theory::heaps::period::ProvedPeriod;
use crate::theory::sources::GUY_SMITH;

/// The largest heap whose value is computed to find out whether values repeat. An answer also lists at most this number
/// of values.
const MOST_HEAPS: usize = 1 << 16;

/// The heap with which the search in [`largest`] begins. If its value takes too many steps, no period is looked for.
const LEAST_HEAPS: usize = 1 << 8;

/// The largest number of steps of one try in [`largest`]. A try that succeeds and one that fails must fit into the limit
/// of `--open-internet`, a quarter of a second.
const MOST_STEPS: u64 = meter::SMALL_PART / 2;

/// Returns the heap up to which values are computed to find out whether they repeat. This heap depends only on the
/// rules, so that no answer reveals earlier requests. `None` if the values are not computed as a table, or if even a
/// short table takes too many steps.
pub(super) fn reach(rules: &dyn Ruleset, tables: &Caches) -> Result<Option<usize>, Spent> {
    Ok(largest(rules, tables)?.map(|worked| worked.searched))
}

/// Returns the largest heap of [`reach`], solved.
pub(super) fn solved(rules: &dyn Ruleset, tables: &Caches) -> Result<Option<Box<dyn Solved>>, Spent> {
    Ok(largest(rules, tables)?.map(|worked| worked.solved))
}

/// Known facts about the values of a game of heaps. The values are computed as a table, from the smallest heap on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Known))]
pub struct KnownValues {
    /// How the values repeat; null if the computed values do not prove a period.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    period: Option<KnownPeriod>,
    /// The largest heap whose value was computed to look for a period. Values of larger heaps are computed when a
    /// request asks for them, within the limits of the service.
    searched: usize,
    /// The number of steps for computing the values up to `searched`. A step takes about a nanosecond. The values are
    /// computed once for all requests.
    steps: u64,
}

impl KnownValues {
    /// Returns the known facts of the game with these rules. `None` if the values are not computed as a table, or if
    /// even a short table takes too many steps.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn of(rules: &dyn Ruleset, tables: &Caches) -> Result<Option<Self>, Spent> {
        let known = largest(rules, tables)?;
        Ok(known.map(|HeapValue { solved, searched, steps }| Self {
            period: KnownPeriod::of(&*solved),
            searched,
            steps,
        }))
    }

    /// Returns the period that is proved.
    pub(super) fn into_period(self) -> Option<KnownPeriod> {
        self.period
    }
}

/// A heap whose value has been computed.
struct HeapValue {
    solved: Box<dyn Solved>,
    /// The size of the heap.
    searched: usize,
    /// The steps for computing the table up to this heap.
    steps: u64,
}

/// Returns the largest of the heaps 256, 512, 1024 and so on up to which the values can be computed within
/// [`MOST_STEPS`].
///
/// The search doubles the heap until a try fails, so only one try fails. If the search began with the largest heap
/// instead, many tries might fail, and each of these would spend all its steps.
fn largest(rules: &dyn Ruleset, tables: &Caches) -> Result<Option<HeapValue>, Spent> {
    let solved = |heap: usize| {
        let mut heaps = rules.none();
        heaps.push(PlainValue::Integer(heap.into())).ok()?;
        Some(meter::within(MOST_STEPS, || heaps.solve(Play::Normal, tables)))
    };
    let has_table = |heap| matches!(solved(heap), Some(Ok(Ok(solved))) if matches!(solved.origin(), Origin::Table(_)));
    if !has_table(0) {
        return Ok(None);
    }
    let mut largest = None;
    for searched in
        iter::successors(Some(LEAST_HEAPS), |heaps| Some(heaps * 2)).take_while(|heaps| *heaps <= MOST_HEAPS)
    {
        let before = meter::charged();
        match solved(searched) {
            Some(Ok(Ok(solved))) => {
                let steps = meter::charged().saturating_sub(before);
                largest = Some(HeapValue { solved, searched, steps });
            }
            None | Some(Ok(Err(_))) => break,
            Some(Err(_)) => {
                // Either the share of this try is spent, or the whole meter. Only the second is an error.
                meter::go_on(0)?;
                break;
            }
        }
    }
    Ok(largest)
}

/// A proved period. For every n from `from` on, g(n + length) = g(n) + saltus, where g(n) is the Grundy value of the
/// heap n. Only values below `constant_below` repeat without the saltus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = Period)
)]
pub struct KnownPeriod {
    /// The smallest heap from which on the values repeat.
    pub(super) from: usize,
    /// The length of the period.
    pub(super) length: usize,
    /// The amount by which a value grows from one period to the next; absent if it is 0.
    #[serde(skip_serializing_if = "json::is_zero")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub(super) saltus: u32,
    /// Values below this number repeat without the saltus. Absent if there are no such values.
    #[serde(skip_serializing_if = "json::is_zero")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub(super) constant_below: u32,
    /// The proof that the values repeat.
    proof: Proof,
}

/// The proof that values repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PeriodProof))]
struct Proof {
    /// The proof in words.
    text: String,
    /// The smallest and the largest n for which the heaps n and n + length were compared. Here length is the length of
    /// the period.
    compared: [usize; 2],
    /// The source of the theorem.
    source: Source,
}

impl KnownPeriod {
    /// Returns the period that the table of solved heaps proves.
    pub(super) fn of(solved: &dyn Solved) -> Option<Self> {
        let Origin::Table(period) = solved.origin() else { return None };
        period.map(Self::new)
    }

    fn new(period: &ProvedPeriod) -> Self {
        let ProvedPeriod { preperiod: from, length, saltus, .. } = *period;
        let constant_below = if saltus == 0 { 0 } else { period.constant_below };
        let compared = [from, period.last_compared()];
        Self {
            from,
            length,
            saltus,
            constant_below,
            proof: Proof { text: period.proof(), compared, source: GUY_SMITH },
        }
    }

    /// Writes the period as a formula, with the heaps for which it holds.
    #[must_use]
    pub fn formula(&self) -> String {
        let Self { from, length, saltus, constant_below, .. } = self;
        let grows = match (saltus, constant_below) {
            (0, _) => String::new(),
            (_, 0) => format!(" + {saltus}"),
            _ => format!(" (+ {saltus} where g(n) ≥ {constant_below})"),
        };
        let since = if *from == 0 { String::new() } else { format!(" ≥ {from}") };
        format!("g(n + {length}) = g(n){grows} for every n{since}")
    }
}
